public import GestureAnimation
internal import CGlibc
public import GestureModel

/// A state that an ``AnimatedState`` can follow: a ``State``, a ``GestureState``, or an app's own type.
///
/// It has the methods that show one state. The function ``shown(_:_:value:)`` shows a value of several.
public protocol ObservableState<Value> {
    /// The type of the state.
    associatedtype Value

    /// The current value.
    var wrappedValue: Value { get }

    /// Runs `action` before each write, with the transaction of the write, and the time of the event in whose callback the
    /// state is written; the time is nil outside callbacks of gestures. The state has the old value then.
    func beforeWrite(_ action: @escaping (Transaction, Timestamp?) -> Void) -> StateObservation
}

extension ObservableState {
    /// Returns a value that depends on this state, with each change shown according to its transaction, as in a SwiftUI
    /// view without modifiers: `withAnimation` animates the change.
    ///
    ///     @State var isOpen = false
    ///     lazy var height = $isOpen.shown { $0 ? 400.0 : 80 }
    ///
    ///     withAnimation(.snappy) { isOpen = true }
    ///
    /// - Parameter value: Returns the value to draw; see ``AnimatedState/init(following:value:)``.
    public func shown<Shown: Animatable>(_ value: @escaping (Value) -> Shown) -> AnimatedState<Shown> {
        AnimatedState(following: [self]) { value(wrappedValue) }
    }

    /// Returns a value that depends on this state and is animated whenever the state changes, as with
    /// `.animation(_:value:)` in SwiftUI.
    ///
    ///     @GestureState var isPressed = false
    ///     lazy var scale = $isPressed.animation(.snappy) { $0 ? 0.95 : 1.0 }
    ///
    ///     canvas.scale(by: scale.value(at: now))
    ///
    /// As in SwiftUI, `animation` replaces the animation of each change's transaction. A change whose transaction
    /// `disablesAnimations` is shown at once.
    ///
    /// - Parameters:
    ///   - animation: nil shows every change at once.
    ///   - value: Returns the value to draw; see ``AnimatedState/init(following:value:)``.
    public func animation<Shown: Animatable>(
        _ animation: Animation?, value: @escaping (Value) -> Shown
    ) -> AnimatedState<Shown> {
        AnimatedState(following: [self], animation: animation) { value(wrappedValue) }
    }
}

/// Returns a value that depends on several states, as a view's `offset(position + dragOffset)` in SwiftUI.
///
///     @State var position = Vector.zero
///     @GestureState var dragOffset = Vector.zero
///     lazy var offset = shown($position, $dragOffset) { $0 + $1 }
///
///     canvas.draw(star, at: offset.value(at: now))
///
/// All that the callbacks of one event write is one change, which has the animation of the writes. When the finger lifts,
/// `dragOffset` returns to zero with an animation and `onEnded` adds the translation to `position` without one: the sum
/// stays where it is, and continues with the velocity of the finger.
///
/// For more than four states, or states that are known only at run time, use ``AnimatedState/init(following:value:)``.
///
/// - Parameter value: Returns the value to draw from the values of the states; see ``AnimatedState/init(following:value:)``.
@inlinable
public func shown<First: ObservableState, Second: ObservableState, Shown: Animatable>(
    _ first: First, _ second: Second, value: @escaping (First.Value, Second.Value) -> Shown
) -> AnimatedState<Shown> {
    AnimatedState(following: [first, second]) { value(first.wrappedValue, second.wrappedValue) }
}

/// Returns a value that depends on three states; see ``shown(_:_:value:)``.
@inlinable
public func shown<First: ObservableState, Second: ObservableState, Third: ObservableState, Shown: Animatable>(
    _ first: First, _ second: Second, _ third: Third,
    value: @escaping (First.Value, Second.Value, Third.Value) -> Shown
) -> AnimatedState<Shown> {
    AnimatedState(following: [first, second, third]) {
        value(first.wrappedValue, second.wrappedValue, third.wrappedValue)
    }
}

/// Returns a value that depends on four states; see ``shown(_:_:value:)``.
@inlinable
public func shown<
    First: ObservableState, Second: ObservableState, Third: ObservableState, Fourth: ObservableState, Shown: Animatable
>(
    _ first: First, _ second: Second, _ third: Third, _ fourth: Fourth,
    value: @escaping (First.Value, Second.Value, Third.Value, Fourth.Value) -> Shown
) -> AnimatedState<Shown> {
    AnimatedState(following: [first, second, third, fourth]) {
        value(first.wrappedValue, second.wrappedValue, third.wrappedValue, fourth.wrappedValue)
    }
}

/// An animated value that follows states; created by `$state.shown`, `$state.animation` and ``shown(_:_:value:)``.
///
/// Keep the animated state: it follows the states only until it is released. It is a reference; use it on the states'
/// actor or thread.
///
/// What the callbacks of one event write is one change, whatever the order of the callbacks and of the gestures. So is
/// what an app writes outside callbacks until the value is next drawn. A change that consists of several writes has the
/// animation of the last write that has one.
public final class AnimatedState<Value: Animatable> {
    /// The evaluator, without ``pending``.
    @exclusivity(unchecked) private var evaluator: AnimatedValue<Value>
    /// The evaluator's model if no animation has run since it was set: evaluators are larger, and are not asked then.
    @exclusivity(unchecked) private var constant: Value?
    private let pending: PendingChange
    private let makeValue: () -> Value
    private var observations: [StateObservation] = []
    @exclusivity(unchecked) private var completions = PendingCompletions()

    /// Follows states that are known only when the program runs.
    ///
    /// - Parameters:
    ///   - states: What `value` reads.
    ///   - value: Returns the value to draw. It runs when the value is drawn, or else before the next event changes a
    ///     state, and must not write a state. Its result must be finite; otherwise this traps.
    public convenience init(following states: [any ObservableState], value: @escaping () -> Value) {
        self.init(states, PendingChange(), value)
    }

    /// Follows states as ``init(following:value:)`` does, and replaces the animation of each change's transaction; see
    /// ``ObservableState/animation(_:value:)``.
    ///
    /// - Parameter animation: nil shows every change at once.
    public convenience init(
        following states: [any ObservableState], animation: Animation?, value: @escaping () -> Value
    ) {
        self.init(states, PendingChange(animation: animation), value)
    }

    private init(_ states: [any ObservableState], _ pending: PendingChange, _ makeValue: @escaping () -> Value) {
        let value = makeValue()
        (evaluator, constant) = (AnimatedValue(value), value)
        self.makeValue = makeValue
        self.pending = pending
        pending.onComplete = { [weak self] in self?.commit(at: $0) }
        for state in states { observations.append(state.beforeWrite(pending.append)) }
    }

    deinit {
        for observation in observations { observation.cancel() }
        // The animations end here, as a view's animations end with the view in SwiftUI.
        pending.remove()?.endCompletions()
        for completion in completions.removeAll() { completion.end() }
    }

    /// The evaluator, with all changes except those that were made outside callbacks and have not been drawn. It is a
    /// copy.
    public var animated: AnimatedValue<Value> {
        var animated = evaluator
        if let transaction = pending.transaction, let time = pending.time {
            animated.set(makeValue(), at: time, transaction: transaction)
        }
        return animated
    }

    /// Gives the pending change to the evaluator.
    ///
    /// - Parameter time: When a change that was made outside callbacks begins.
    @_specialize(where Value == Double)
    @_specialize(where Value == Vector)
    @_specialize(where Value == Point)
    private func commit(at time: Timestamp) {
        let changeTime = pending.time ?? time
        guard let transaction = pending.remove() else { return }
        let animation = transaction.effectiveAnimation
        let value = makeValue()
        let isConstant = animation == nil && (constant != nil || !transaction.tracksVelocity)
        constant = isConstant ? value : nil
        evaluator.set(value, at: changeTime, animation: animation, tracksVelocity: transaction.tracksVelocity)
        if !completions.isEmpty { completions.endRepetitions(at: changeTime) }
        if !transaction.completions.isEmpty { complete(transaction, animation, at: changeTime) }
    }

    private func complete(_ transaction: Transaction, _ animation: Animation?, at time: Timestamp) {
        if let animation, !evaluator.isSettled(at: time) {
            let duration = animation.course.logicalDuration
            let end = duration.isFinite ? time + .seconds(duration) : nil
            for completion in transaction.completions {
                completions.add(completion, logicalEnd: end, end: evaluator.end)
            }
        }
        transaction.endCompletions()
    }

    /// Returns the value to draw; see ``/GestureAnimation/AnimatedValue/value(at:)``. Changes that were made outside a
    /// gesture's callbacks have no time: they begin with this call, as in SwiftUI. It also runs the completions of
    /// animations that are over.
    ///
    /// In a gesture's callback it returns the value after the writes until then.
    @_specialize(exported:true,where Value == Double)
    @_specialize(exported:true,where Value == Vector)
    @_specialize(exported:true,where Value == Point)
    public func value(at time: Timestamp) -> Value {
        if pending.transaction != nil {
            guard !pending.isGrowing else { return animated.value(at: time) }
            commit(at: time)
        }
        if !completions.isEmpty { for completion in completions.due(at: time) { completion.end() } }
        return constant ?? evaluator.value(at: time)
    }

    /// True if the value stays constant until a state changes, and no change or completion waits for ``value(at:)``.
    public func isSettled(at time: Timestamp) -> Bool {
        if let transaction = pending.transaction {
            guard pending.time != nil, transaction.completions.isEmpty, !pending.isGrowing else { return false }
            commit(at: time)
        }
        return completions.isEmpty && evaluator.isSettled(at: time)
    }
}

@available(*, unavailable)
extension AnimatedState: Sendable {}

/// What the next change of an animated state consists of: the writes of one event's callbacks, or those outside callbacks
/// since the value was drawn. It is apart from ``AnimatedState``, whose type parameter would make each write slower.
private final class PendingChange {
    /// nil while there is no change.
    @exclusivity(unchecked) private(set) var transaction: Transaction?
    /// The time of the event whose callbacks make the change. nil for a change that is made outside callbacks: it begins
    /// when it is first drawn.
    @exclusivity(unchecked) private(set) var time: Timestamp?
    /// Replaces that of each write.
    private let animation: Animation??
    /// Receives a complete change before the first write of the next one, with the time of that write.
    @exclusivity(unchecked) var onComplete: (Timestamp) -> Void = { _ in }

    init(animation: Animation?? = nil) { self.animation = animation }

    func append(_ write: Transaction, at time: Timestamp?) {
        var write = write
        if let animation { write.animation = animation }
        if transaction != nil, !isContinued(by: write, at: time), let end = self.time ?? time { onComplete(end) }
        write.beginCompletions()
        transaction = transaction.map(write.following) ?? write
        self.time = time
    }

    /// False if a write begins another change: that of another event, or the one after a movement of the finger, which a
    /// finger that lifts at the same time would otherwise take with it.
    private func isContinued(by write: Transaction, at time: Timestamp?) -> Bool {
        time == self.time && (transaction?.isMovement == false || write.isMovement)
    }

    func remove() -> Transaction? {
        defer { transaction = nil }
        return transaction
    }

    /// True while the callbacks of an event run, which may write more.
    var isGrowing: Bool { time != nil && is_delivering() }
}
