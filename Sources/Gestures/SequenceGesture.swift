internal import GestureModel

/// One gesture and then another: what ``Gesture/sequenced(before:)`` returns. SwiftUI's.
///
/// The second hears of no touch before the first has ended. Fingers that are down then are its to take up, where they are:
/// a drag after a long press starts where the press was held. It fails when either fails, and (SwiftUI's goes on for ever)
/// when no finger is down after the first and none comes within the delay of two taps, 0.35 s.
public struct SequenceGesture<First: Gesture, Second: Gesture>: Gesture {
    public typealias Body = Never

    public enum Value {
        /// The first is under way.
        case first(First.Value)
        /// The first has ended; the second has no value yet, or this.
        case second(First.Value, Second.Value?)
    }

    public var first: First
    public var second: Second

    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    public func makePlan() -> GesturePlan<Value> {
        GesturePlan(.sequence, first.makePlan(), second.makePlan()) { first, second in
            if case .ended(let value) = first { return .second(value, second.value) }
            return first.value.map(Value.first)
        }
    }
}

extension SequenceGesture.Value: Sendable where First.Value: Sendable, Second.Value: Sendable {}
extension SequenceGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
extension SequenceGesture.Value: Hashable where First.Value: Hashable, Second.Value: Hashable {}

extension Gesture {
    /// This gesture, and when it has ended another.
    public func sequenced<Other: Gesture>(before other: Other) -> SequenceGesture<Self, Other> {
        SequenceGesture(self, other)
    }
}
