internal import GestureModel

/// The one of two gestures that is recognised first: the result of ``Gesture/race(against:)``. (SwiftUI has no such
/// gesture.)
///
/// A gesture begins when it has won; the other one then fails, `outcompeted`. If both are recognised at once, the first wins.
/// As in ``ExclusiveGesture``, a long press is recognised when it is complete, a drag when it has moved.
public struct RaceGesture<First: Gesture, Second: Gesture>: Gesture {
    public typealias Value = EitherGestureValue<First.Value, Second.Value>
    public typealias Body = Never

    /// The gesture that wins if both are recognised at once.
    public var first: First
    /// The gesture that wins only if it is recognised before ``first``.
    public var second: Second

    /// Creates a gesture that the earlier recognised one of the two makes.
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    public func makePlan() -> GesturePlan<Value> {
        GesturePlan(.race, first.makePlan(), second.makePlan(), value: Value.init)
    }
}

extension Gesture {
    /// This gesture or `other`, whichever is recognised first.
    public func race<Other: Gesture>(against other: Other) -> RaceGesture<Self, Other> { RaceGesture(self, other) }
}
