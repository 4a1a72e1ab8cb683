import GestureModel
import GestureRecognition
import Strokes

/// A recogniser that receives a hand's frames, driven as by the pipeline: deadlines earlier than a frame come before it.
struct Trial {
    private(set) var recogniser: any Recogniser
    private var hand = Hand()

    init(_ gesture: GestureExpression, _ thresholds: Thresholds = Thresholds(), surface: Surface? = nil) {
        recogniser = gesture.recogniser(thresholds, surface: surface)
    }

    /// The deadline in milliseconds.
    var deadline: Double? { recogniser.deadline.map { Double($0.microseconds) / 1000 } }

    /// One frame at a time in milliseconds. Returns the verdicts on it and on the deadlines before it.
    mutating func at(_ milliseconds: Double, _ touches: Touch...) -> [Verdict] { at(milliseconds, touches) }

    mutating func at(_ milliseconds: Double, _ touches: [Touch]) -> [Verdict] {
        let time = Timestamp(milliseconds)
        let before = expire { $0 < time }
        var verdicts = VerdictBuffer()
        recogniser.update(hand.frame(at: time, touches), &verdicts)
        return before + verdicts.all
    }

    /// Lets time pass without a frame. Deadlines expire, one at that time included.
    mutating func wait(until milliseconds: Double) -> [Verdict] {
        let time = Timestamp(milliseconds)
        return expire { $0 <= time }
    }

    mutating func reset() { recogniser.reset() }

    private mutating func expire(while isDue: (Timestamp) -> Bool) -> [Verdict] {
        var verdicts = VerdictBuffer()
        while let deadline = recogniser.deadline, isDue(deadline) { recogniser.expire(at: deadline, &verdicts) }
        return verdicts.all
    }
}

extension Timestamp {
    init(_ milliseconds: Double) { self.init(microseconds: Int64((milliseconds * 1000).rounded())) }
}

extension Verdict {
    var isActive: Bool { if case .active = self { true } else { false } }
    var hasEnded: Bool { if case .ended = self { true } else { false } }

    private var value: GestureValue? {
        switch self {
        case .active(let value), .ended(let value): value
        case .failed: nil
        }
    }

    var drag: GestureValue.Drag? { if case .drag(let drag) = value { drag } else { nil } }
    var swipe: GestureValue.Swipe? { if case .swipe(let swipe) = value { swipe } else { nil } }
    var magnify: GestureValue.Magnify? { if case .magnify(let magnify) = value { magnify } else { nil } }
    var rotate: GestureValue.Rotate? { if case .rotate(let rotate) = value { rotate } else { nil } }
}

extension VerdictBuffer {
    var all: [Verdict] { (0..<count).map { self[$0] } }
}
