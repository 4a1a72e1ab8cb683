public import GestureModel

extension Remedy {
    /// One failure of each kind, to look up the setting of its limit.
    static let failures = FailureReason.each
}

extension FailureReason {
    /// The failure in words, without numbers.
    public var summary: String {
        switch self {
        case .movedTooFar: "moved too far"
        case .movedTooLittle: "did not go far enough"
        case .tooSlow: "too slow"
        case .liftedSlowly: "too slow at the lift"
        case .wrongDirection: "another direction, or turned back or aside"
        case .startedFarFromEdge: "did not start at the edge"
        case .deformedTooLittle: "the fingers hardly parted or turned"
        case .deformedTooFar: "the fingers parted or turned"
        case .scaledTooLittle: "the fingers hardly parted or closed up"
        case .turnedTooLittle: "the fingers hardly turned"
        case .matchedPoorly: "another shape"
        case .heldTooLong: "held too long"
        case .liftedEarly: "lifted too soon"
        case .tooManyFingers: "too many fingers"
        case .tooFewFingers: "too few fingers"
        case .joinedTooLate: "a finger came too late"
        case .tooFewTaps: "too few taps"
        case .didNotMove: "did not move"
        case .nothingFollowed: "nothing followed"
        case .clicked: "the button was pressed"
        }
    }
}

/// The words in explanations that a reader may not know, each with its meaning.
public enum ReasonWords {
    public static let all = [
        ("outcompeted", "the movement was another gesture of the set, or another part of the composition won"),
        ("palm", "a contact of the gesture turned out to be a palm"),
        ("resynchronised", "events were lost, or the device reported impossible data"),
        ("deviceLost", "the device was removed or switched off, or the recording ended"),
        ("penNear", "a pen came near the surface"),
        ("notReached", "an earlier part of the sequence failed"),
    ]
}

extension ContactReport.State {
    /// A phrase for the cause of this state if no other cause is given; nil if the state is clear enough.
    public var phrase: String? {
        switch self {
        case .palm: "the device reports a palm, or it presses or covers as much as only palms do"
        case .thumb: "presses or covers as much as a thumb, where thumbs rest"
        default: nil
        }
    }
}
