internal import GestureModel

/// One gesture, or else another: what ``Gesture/exclusively(before:)`` returns. SwiftUI's.
///
/// The first has precedence. The second may begin while the first has not, but its end is told only when the first has
/// failed: a single tap, before which a double tap comes, 0.35 s after it. If the first begins after all, the second is
/// cancelled `outcompeted`.
///
/// A gesture begins here when it is recognised: a long press when it is complete, a drag when it has moved. (SwiftUI's
/// begin with the touch, so that nothing after them would have a chance.) A press and hold never is.
public struct ExclusiveGesture<First: Gesture, Second: Gesture>: Gesture {
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
        GesturePlan(.exclusive, first.makePlan(), second.makePlan()) { first, second in
            switch Leader(first, second) {
            case .first(let value): .first(value)
            case .second(let value): .second(value)
            case nil: nil
            }
        }
    }
}

extension ExclusiveGesture.Value: Sendable where First.Value: Sendable, Second.Value: Sendable {}
extension ExclusiveGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
extension ExclusiveGesture.Value: Hashable where First.Value: Hashable, Second.Value: Hashable {}

extension Gesture {
    /// This gesture, or another where this one fails.
    public func exclusively<Other: Gesture>(before other: Other) -> ExclusiveGesture<Self, Other> {
        ExclusiveGesture(self, other)
    }
}
