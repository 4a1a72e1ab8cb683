public import GestureModel

/// The setting that determines a gesture's limit, as its section and key in gestured.toml.
public enum Remedy {
    /// - Returns: The section and the key, such as `[swipe] minimumVelocity`; nil if there is no such setting. On a
    ///   touchpad, the limits of the standard set decide about taps, because they are stricter.
    public static func setting(
        of gesture: GestureName, _ failure: FailureReason, on kind: TouchDeviceKind
    ) -> String? {
        threshold(of: gesture, failure, on: kind).flatMap(Thresholds.setting(of:))
    }

    private static func threshold(
        of gesture: GestureName, _ failure: FailureReason, on kind: TouchDeviceKind
    ) -> PartialKeyPath<Thresholds>? {
        switch (gesture, failure) {
        case (.tap, .movedTooFar):
            kind == .touchpad ? \Thresholds.[.touchpad].tapDistance : \Thresholds.tap.maximumDistance
        case (.tap, .heldTooLong):
            kind == .touchpad ? \Thresholds.[.touchpad].tapDuration : \Thresholds.tap.maximumDuration
        case (.longPress, .movedTooFar): \Thresholds.longPress.maximumDistance
        case (.drag, .movedTooLittle): \Thresholds.drag.minimumDistance
        case (.swipe, .movedTooLittle): \Thresholds.swipe.minimumDistance
        case (.swipe, .tooSlow): \Thresholds.swipe.minimumVelocity
        case (_, .startedFarFromEdge): \Thresholds.edges.distance
        case (.magnify, .scaledTooLittle): \Thresholds.magnify.minimumScaleDelta
        case (.rotate, .turnedTooLittle): \Thresholds.rotate.minimumAngleDelta
        case (.stroke, .matchedPoorly): \Thresholds.stroke.minimumScore
        case (.longPress, .liftedEarly): \Thresholds.longPress.minimumDuration
        case (.tap, .tooFewTaps), (_, .nothingFollowed): \Thresholds.tap.maximumDelay
        default: nil
        }
    }

    /// Returns the setting for the standard set of a kind of device; nil if there is no such setting. For some
    /// failures, standard sets have separate limits.
    public static func setting(
        of gesture: GestureName, _ failure: FailureReason, inStandardSetOf kind: TouchDeviceKind
    ) -> String? {
        let set: GestureExpression.Standard = kind == .touchpad ? .touchpad : .touchscreen
        let slop = Thresholds.setting(of: \Thresholds.[set].slop)
        return switch (gesture, failure) {
        case (.tap, .movedTooFar): Thresholds.setting(of: \Thresholds.[set].tapDistance).map { "\($0) or earlySlop" }
        case (.tap, .heldTooLong): Thresholds.setting(of: \Thresholds.[set].tapDuration)
        case (.longPress, .movedTooFar), (.drag, .movedTooLittle), (_, .deformedTooLittle):
            slop.map { "\($0) or earlySlop" }
        case (.longPress, .liftedEarly): Thresholds.setting(of: \Thresholds.[set].holdDuration)
        default: setting(of: gesture, failure, on: kind)
        }
    }

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

/// Lengths in sentences for people.
public enum LengthText {
    /// Returns the sentence with millimetres next to points: `moved 14.2 pt > 10 pt` becomes
    /// `moved 14.2 pt (2.3 mm) > 10 pt (1.6 mm)`, and speeds likewise.
    public static func withMillimetres(_ sentence: String) -> String {
        var words = sentence.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        for index in words.indices.dropFirst() where words[index] == "pt" || words[index].hasPrefix("pt/s") {
            guard let points = Double(words[index - 1]) else { continue }
            let tenths = Int(exactly: (points * Surface.millimetresPerPoint * 10).rounded())
            guard let tenths else { continue }
            let number =
                tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
            words[index] += words[index] == "pt" ? " (\(number) mm)" : " (\(number) mm/s)"
        }
        return words.joined(separator: " ")
    }
}
