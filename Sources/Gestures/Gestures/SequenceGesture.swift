internal import GestureModel

/// One gesture and then another: the result of ``Gesture/sequenced(before:)``. SwiftUI's type of the same name.
///
/// The second gesture receives no touches before the first has ended. It then continues with the fingers that are down:
/// a drag after a long press starts where the press was held. The sequence fails if either gesture fails. It also fails
/// if no finger is down after the first gesture and no finger touches down within 0.35 s, the delay between two taps.
/// (SwiftUI's sequence waits forever.)
public struct SequenceGesture<First: Gesture, Second: Gesture>: Gesture {
    public typealias Body = Never

    public enum Value {
        /// The first gesture is in progress.
        case first(First.Value)
        /// The first gesture has ended. The second value is nil until the second gesture has one.
        case second(First.Value, Second.Value?)
    }

    /// The gesture that receives touches first.
    public var first: First
    /// The gesture that receives touches once ``first`` has ended.
    public var second: Second

    /// Creates the sequence of the two gestures.
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    public func _makePlan() -> _GesturePlan<Value> {
        _GesturePlan(.sequence, first._makePlan(), second._makePlan()) { first, second in
            if case .ended(let value) = first { return .second(value, second.value) }
            return first.value.map(Value.first)
        }
    }
}

extension SequenceGesture: Sendable where First: Sendable, Second: Sendable {}
extension SequenceGesture.Value: Sendable where First.Value: Sendable, Second.Value: Sendable {}
extension SequenceGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
extension SequenceGesture.Value: Hashable where First.Value: Hashable, Second.Value: Hashable {}

extension Gesture {
    /// Returns a sequence of this gesture and, after its end, `other`. Attaching a composition of more than 16 gestures
    /// traps.
    public func sequenced<Other: Gesture>(before other: Other) -> SequenceGesture<Self, Other> {
        SequenceGesture(self, other)
    }
}
