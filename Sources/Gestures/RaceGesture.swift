internal import GestureModel

/// Whichever of two gestures is recognised first: what ``Gesture/race(against:)`` returns. (SwiftUI has none.)
///
/// Neither begins before it has won; the other has then failed, `outcompeted`. Of two that are recognised at once the
/// first wins. As in ``ExclusiveGesture``, a long press is recognised when it is complete, a drag when it has moved.
public struct RaceGesture<First: Gesture, Second: Gesture>: Gesture {
    public typealias Body = Never

    public enum Value {
        case first(First.Value)
        case second(Second.Value)
    }

    public var first: First
    public var second: Second

    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    public func makePlan() -> GesturePlan<Value> {
        GesturePlan(.race, first.makePlan(), second.makePlan()) { first, second in
            switch Leader(first, second) {
            case .first(let value): .first(value)
            case .second(let value): .second(value)
            case nil: nil
            }
        }
    }
}

extension RaceGesture.Value: Sendable where First.Value: Sendable, Second.Value: Sendable {}
extension RaceGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
extension RaceGesture.Value: Hashable where First.Value: Hashable, Second.Value: Hashable {}

extension Gesture {
    /// This gesture or another, whichever is recognised first.
    public func race<Other: Gesture>(against other: Other) -> RaceGesture<Self, Other> { RaceGesture(self, other) }
}
