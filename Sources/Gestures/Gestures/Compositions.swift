internal import GestureModel

/// One gesture, or another if the first fails: the result of ``Gesture/exclusively(before:)``. SwiftUI's type of the same
/// name.
///
/// The first gesture has precedence. The second may begin while the first has not, but it ends only after the first has
/// failed: a single tap with a double tap before it ends 0.35 s after its lift. If the first begins after all, the second is
/// cancelled `outcompeted`.
///
/// A gesture begins here when it is recognised: a long press when it is complete, a drag when it has moved. (SwiftUI's begin
/// at touch-down, which would exclude all later gestures.) Press and hold never begins here.
public struct ExclusiveGesture<First: Gesture, Second: Gesture>: Gesture {
    public typealias Value = EitherGestureValue<First.Value, Second.Value>
    public typealias Body = Never

    /// The gesture with precedence.
    public var first: First
    /// The gesture that ends only after ``first`` has failed.
    public var second: Second

    /// Creates the gesture that `first` makes, or `second` if it fails.
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    public func _makePlan() -> _GesturePlan<Value> {
        _GesturePlan(.exclusive, first._makePlan(), second._makePlan(), value: Value.init)
    }
}

/// The value of the one of two gestures that was recognised.
public enum EitherGestureValue<First, Second> {
    /// The value of the first gesture.
    case first(First)
    /// The value of the second gesture.
    case second(Second)

    /// The value of the gesture that is active or has ended, else of the one that is possible.
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
    /// This gesture, or `other` if this one fails.
    public func exclusively<Other: Gesture>(before other: Other) -> ExclusiveGesture<Self, Other> {
        ExclusiveGesture(self, other)
    }
}

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

    public func _makePlan() -> _GesturePlan<Value> {
        _GesturePlan(.race, first._makePlan(), second._makePlan(), value: Value.init)
    }
}

extension Gesture {
    /// This gesture or `other`, whichever is recognised first.
    public func race<Other: Gesture>(against other: Other) -> RaceGesture<Self, Other> { RaceGesture(self, other) }
}

/// One gesture and then another: the result of ``Gesture/sequenced(before:)``. SwiftUI's type of the same name.
///
/// The second gesture receives no touches before the first has ended. It then continues with the fingers that are down: a
/// drag after a long press starts where the press was held. The sequence fails if either gesture fails. It also fails if
/// no finger is down after the first gesture and no finger touches down within the delay between two taps, 0.35 s (SwiftUI's
/// waits forever).
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
    /// This gesture, and after its end `other`.
    public func sequenced<Other: Gesture>(before other: Other) -> SequenceGesture<Self, Other> {
        SequenceGesture(self, other)
    }
}

/// Two gestures at the same time: the result of ``Gesture/simultaneously(with:)``. SwiftUI's type of the same name.
///
/// It is active while either gesture is, and over when both are. It ends if at least one of them has succeeded, and fails if
/// both have failed.
public struct SimultaneousGesture<First: Gesture, Second: Gesture>: Gesture {
    public typealias Body = Never

    public struct Value {
        /// nil until the first gesture has a value, and if it has failed.
        public var first: First.Value?
        /// nil until the second gesture has a value, and if it has failed.
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

    /// Creates a gesture that the two make at the same time.
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
    /// This gesture and `other` at the same time.
    ///
    /// Their own callbacks run as before. Callbacks that are added to the result run for events of both.
    public func simultaneously<Other: Gesture>(with other: Other) -> SimultaneousGesture<Self, Other> {
        SimultaneousGesture(self, other)
    }
}
