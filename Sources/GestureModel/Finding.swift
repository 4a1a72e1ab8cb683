/// What was decided of one gesture that fingers might have made: that it was recognised, or why it was not.
public struct Finding: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        /// What the fingers had done by then.
        case recognised(GestureValue)
        /// Not this gesture, or not any more.
        case lost(CancellationReason)
        /// The sequence that it is a part of was over before its turn came.
        case notReached
    }

    public var recogniser: GestureName
    /// Which of a composition's gestures it is, from 1 and in the expression's order; 0 where there is no composition.
    public var part: Int
    public var outcome: Outcome
    public var time: Timestamp
    /// From the first finger's touch to ``time``. The first finger is the one that came when none was down.
    public var elapsed = Microseconds.zero
    /// How many fingers were down at once since then.
    public var fingers = 0

    public init(_ recogniser: GestureName, part: Int = 0, _ outcome: Outcome, at time: Timestamp) {
        self.recogniser = recogniser
        self.part = part
        self.outcome = outcome
        self.time = time
    }
}

/// A gesture that is no composition and no set of them.
public enum GestureName: String, Hashable, Sendable, CaseIterable {
    case tap, longPress, drag, swipe, magnify, rotate
}

extension GestureExpression {
    /// nil for a composition and for a standard set.
    public var name: GestureName? {
        switch self {
        case .tap: .tap
        case .longPress: .longPress
        case .drag: .drag
        case .swipe: .swipe
        case .magnify: .magnify
        case .rotate: .rotate
        case .composition, .standard: nil
        }
    }
}

extension Finding: CustomStringConvertible {
    /// `tap: moved 14.2 pt > 10 pt at 92 ms`.
    public var description: String {
        "\(recogniser.rawValue)\(part > 0 ? " (part \(part))" : ""): \(words) at \(Wording.milliseconds(elapsed))"
    }

    private var words: String {
        switch outcome {
        case .recognised(let value): "won: \(value.achievement)"
        case .lost(.failed(let failure)): failure.description
        case .lost(let reason): reason.name
        case .notReached: "its turn never came"
        }
    }
}

extension GestureValue {
    /// What the fingers did, with the number that tells the gesture from others.
    fileprivate var achievement: String {
        switch self {
        case .tap(let tap):
            "\(Wording.fingers(tap.fingers)) tapped\(tap.count > 1 ? " \(tap.count) times in a row" : "")"
        case .longPress(let press): "\(Wording.fingers(press.fingers)) held"
        case .drag(let drag):
            "\(Wording.fingers(drag.fingers)) moved \(Wording.points(drag.translation.length))"
        case .swipe(let swipe):
            "\(Wording.fingers(swipe.fingers)) swiped \(swipe.direction) \(Wording.points(swipe.translation.length))"
        case .magnify(let magnify):
            "\(Wording.fingers(magnify.fingers)) scaled by \(Wording.percent(abs(magnify.magnification - 1)))"
        case .rotate(let rotate):
            "\(Wording.fingers(rotate.fingers)) turned \(Wording.degrees(abs(rotate.rotation)))"
        case .composition: "all of it"
        }
    }
}
