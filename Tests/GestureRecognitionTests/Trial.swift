import GestureModel
import GestureRecognition
import Strokes

/// A recogniser below a hand, driven as the pipeline drives it: deadlines earlier than a frame come before it.
struct Trial {
    private(set) var recogniser: any Recogniser
    private var hand = Hand()

    init(_ gesture: GestureExpression, _ thresholds: Thresholds = Thresholds(), surface: Surface? = nil) {
        recogniser = gesture.recogniser(thresholds, surface: surface)
    }

    /// The deadline in milliseconds.
    var deadline: Double? { recogniser.deadline.map { Double($0.microseconds) / 1000 } }

    /// One frame at a time in milliseconds. Says what the recogniser said of it and of the deadlines before it.
    mutating func at(_ milliseconds: Double, _ touches: Touch...) -> [Verdict] { at(milliseconds, touches) }

    mutating func at(_ milliseconds: Double, _ touches: [Touch]) -> [Verdict] {
        let time = Timestamp(milliseconds)
        return expire { $0 < time } + [recogniser.update(hand.frame(at: time, touches))].filter { $0 != .waiting }
    }

    /// No frame until then, deadlines of that very moment included.
    mutating func wait(until milliseconds: Double) -> [Verdict] {
        let time = Timestamp(milliseconds)
        return expire { $0 <= time }
    }

    mutating func reset() { recogniser.reset() }

    private mutating func expire(while isDue: (Timestamp) -> Bool) -> [Verdict] {
        var verdicts: [Verdict] = []
        while let deadline = recogniser.deadline, isDue(deadline) { verdicts.append(recogniser.expire(at: deadline)) }
        return verdicts.filter { $0 != .waiting }
    }
}

extension Timestamp {
    init(_ milliseconds: Double) { self.init(microseconds: Int64((milliseconds * 1000).rounded())) }
}

extension Verdict {
    /// The drag of an `active` or `finished`.
    var drag: GestureValue.Drag? {
        switch self {
        case .active(.drag(let drag)), .finished(.drag(let drag)): drag
        default: nil
        }
    }

    var isActive: Bool { if case .active = self { true } else { false } }
    var isFinished: Bool { if case .finished = self { true } else { false } }
}

extension Verdict {
    /// The value of an `active` or `finished`.
    private var value: GestureValue? {
        switch self {
        case .active(let value), .finished(let value): value
        case .waiting, .failed, .outcompeted: nil
        }
    }

    var swipe: GestureValue.Swipe? { if case .swipe(let swipe) = value { swipe } else { nil } }
    var magnify: GestureValue.Magnify? { if case .magnify(let magnify) = value { magnify } else { nil } }
    var rotate: GestureValue.Rotate? { if case .rotate(let rotate) = value { rotate } else { nil } }
}
