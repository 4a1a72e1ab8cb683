internal import GestureModel

/// One gesture, or another if the first fails: the result of ``Gesture/exclusively(before:)``. SwiftUI's type of the
/// same name.
///
/// The first gesture has precedence. As long as the first has not begun, the second can begin. But the second ends only
/// after the first has failed: in `doubleTap.exclusively(before: singleTap)` the single tap ends 0.35 s after its lift,
/// if no second tap begins. If the first begins after all, the second is cancelled as `outcompeted`.
///
/// As a part of this composition a gesture begins when it is recognised: a long press when it is complete, a drag when
/// it has moved. (SwiftUI's long press begins at touch-down. As the first gesture it would always exclude the second.)
/// A press and hold (a long press whose minimum duration is `.infinity`) never begins here.
public struct ExclusiveGesture<First: Gesture, Second: Gesture>: Gesture {
    public typealias Value = EitherGestureValue<First.Value, Second.Value>
    public typealias Body = Never

    /// The gesture with precedence.
    public var first: First
    /// The gesture that ends only after ``first`` has failed.
    public var second: Second

    /// Creates the gesture that is `first`, or `second` if `first` fails.
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    public func _makePlan() -> _GesturePlan<Value> {
        _GesturePlan(.exclusive, first._makePlan(), second._makePlan(), value: Value.init)
    }
}

/// The value of one of two gestures: the recognised one.
public enum EitherGestureValue<First, Second> {
    /// The value of the first gesture.
    case first(First)
    /// The value of the second gesture.
    case second(Second)

    /// Takes the value of the gesture that is active or has ended. If neither is, takes the value of a gesture that is
    /// still possible. Returns nil if neither has a value.
    init?(_ first: GestureStep<First>, _ second: GestureStep<Second>) {
        switch (first, second) {
        case (.active(let value), _), (.ended(let value), _): self = .first(value)
        case (_, .active(let value)), (_, .ended(let value)): self = .second(value)
        case (.possible(let value?), _): self = .first(value)
        case (_, .possible(let value?)): self = .second(value)
        default: return nil
        }
    }
}

extension ExclusiveGesture: Sendable where First: Sendable, Second: Sendable {}
extension RaceGesture: Sendable where First: Sendable, Second: Sendable {}
extension EitherGestureValue: Sendable where First: Sendable, Second: Sendable {}
extension EitherGestureValue: Equatable where First: Equatable, Second: Equatable {}
extension EitherGestureValue: Hashable where First: Hashable, Second: Hashable {}

extension Gesture {
    /// Returns a gesture that is this one, or `other` if this one fails. Attaching a composition of more than 16 gestures
    /// traps.
    public func exclusively<Other: Gesture>(before other: Other) -> ExclusiveGesture<Self, Other> {
        ExclusiveGesture(self, other)
    }
}

/// Whichever of two gestures is recognised first: the result of ``Gesture/race(against:)``. (SwiftUI has no such
/// gesture.)
///
/// A gesture begins when it has won; the other gesture then fails as `outcompeted`. If both are recognised at the same
/// time, the first wins. As in ``ExclusiveGesture``, a long press is recognised when it is complete, a drag when it has
/// moved.
public struct RaceGesture<First: Gesture, Second: Gesture>: Gesture {
    public typealias Value = EitherGestureValue<First.Value, Second.Value>
    public typealias Body = Never

    /// The gesture that wins if both are recognised at the same time.
    public var first: First
    /// The gesture that wins only if it is recognised before ``first``.
    public var second: Second

    /// Creates the gesture that is whichever of the two is recognised first.
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    public func _makePlan() -> _GesturePlan<Value> {
        _GesturePlan(.race, first._makePlan(), second._makePlan(), value: Value.init)
    }
}

extension Gesture {
    /// Returns a gesture that is this one or `other`, whichever is recognised first. Attaching a composition of more than
    /// 16 gestures traps.
    public func race<Other: Gesture>(against other: Other) -> RaceGesture<Self, Other> { RaceGesture(self, other) }
}
