internal import GestureModel

/// Two gestures at the same time: the result of ``Gesture/simultaneously(with:)``. SwiftUI's type of the same name.
///
/// It is active while either gesture is active, and over when both are over. It ends if at least one of them has
/// succeeded, and fails if both have failed.
public struct SimultaneousGesture<First: Gesture, Second: Gesture>: Gesture {
    public typealias Body = Never

    public struct Value {
        /// nil if the first gesture has no value yet, or has failed.
        public var first: First.Value?
        /// nil if the second gesture has no value yet, or has failed.
        public var second: Second.Value?

        public init(first: First.Value?, second: Second.Value?) {
            self.first = first
            self.second = second
        }
    }

    /// One of the gestures; both receive every touch.
    public var first: First
    /// The other gesture.
    public var second: Second

    /// Creates the gesture that combines the two.
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    public func _makePlan() -> _GesturePlan<Value> {
        _GesturePlan(.simultaneous, first._makePlan(), second._makePlan()) { first, second in
            Value(first: first.value, second: second.value)
        }
    }
}

extension SimultaneousGesture: Sendable where First: Sendable, Second: Sendable {}
extension SimultaneousGesture.Value: Sendable where First.Value: Sendable, Second.Value: Sendable {}
extension SimultaneousGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
extension SimultaneousGesture.Value: Hashable where First.Value: Hashable, Second.Value: Hashable {}

extension Gesture {
    /// Returns a gesture that recognises this gesture and `other` at the same time. Attaching a composition of more than
    /// 16 gestures traps.
    ///
    /// Their own callbacks run as before. Callbacks that are added to the result run for events of both.
    public func simultaneously<Other: Gesture>(with other: Other) -> SimultaneousGesture<Self, Other> {
        SimultaneousGesture(self, other)
    }
}
