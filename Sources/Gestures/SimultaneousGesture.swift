internal import GestureModel

/// Two gestures side by side: what ``Gesture/simultaneously(with:)`` returns. SwiftUI's.
///
/// It is active while either is, and over when both are: it ends if only one of them has succeeded, and fails if neither
/// has.
public struct SimultaneousGesture<First: Gesture, Second: Gesture>: Gesture {
    public typealias Body = Never

    public struct Value {
        /// nil before the first has one, and when it has failed.
        public var first: First.Value?
        public var second: Second.Value?

        public init(first: First.Value?, second: Second.Value?) {
            self.first = first
            self.second = second
        }
    }

    public var first: First
    public var second: Second

    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    public func makePlan() -> GesturePlan<Value> {
        GesturePlan(.simultaneous, first.makePlan(), second.makePlan()) { first, second in
            Value(first: first.value, second: second.value)
        }
    }
}

extension SimultaneousGesture.Value: Sendable where First.Value: Sendable, Second.Value: Sendable {}
extension SimultaneousGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
extension SimultaneousGesture.Value: Hashable where First.Value: Hashable, Second.Value: Hashable {}

extension Gesture {
    /// This gesture and another, side by side.
    ///
    /// Their callbacks stay what they were; those attached to the whole hear of both.
    public func simultaneously<Other: Gesture>(with other: Other) -> SimultaneousGesture<Self, Other> {
        SimultaneousGesture(self, other)
    }
}
