public import GestureAnimation
public import GestureModel

/// An animated value that follows a ``GestureState`` or a ``State``; created by their methods `animation` and `shown`.
///
/// Keep the animated state: it follows the state only until it is released. It is a reference; use it on the state's
/// actor or thread.
public final class AnimatedState<Value: Animatable> {
    /// The evaluator, with all changes of the state except those that wait to be drawn.
    public private(set) var animated: AnimatedValue<Value>
    /// Changes that were made outside a gesture's callbacks. They have no time, so they begin when they are first
    /// drawn, as in SwiftUI. Consecutive changes that are shown in the same way are merged.
    package private(set) var undrawn: [(value: Value, transaction: Transaction)] = []
    private var observation: StateObservation?
    private var completions = PendingCompletions()

    /// The most changes that may wait to be drawn. Beyond this number, the oldest change is merged into the next one,
    /// whose animation then shows both.
    private static var undrawnLimit: Int { 32 }

    fileprivate init(_ value: Value) { animated = AnimatedValue(value) }

    deinit {
        observation?.cancel()
        // The animations end here, as a view's animations end with the view in SwiftUI.
        for change in undrawn { Self.end(change.transaction) }
        for completion in completions.removeAll() { completion.end() }
    }

    fileprivate func follow(_ observation: StateObservation) { self.observation = observation }

    fileprivate func set(_ value: Value, at time: Timestamp?, _ transaction: Transaction) {
        guard let time else { return append(value, transaction) }
        begin(at: time)
        change(to: value, at: time, transaction)
    }

    private func change(to value: Value, at time: Timestamp, _ transaction: Transaction) {
        animated.set(value, at: time, transaction: transaction)
        if !completions.isEmpty { completions.endRepetitions(at: time) }
        guard let animation = transaction.effectiveAnimation, !animated.isSettled(at: time) else { return }
        let duration = animation.course.logicalDuration
        let end = duration.isFinite ? time + .seconds(duration) : nil
        for completion in transaction.completions { completions.add(completion, logicalEnd: end, end: animated.end) }
    }

    private func append(_ value: Value, _ transaction: Transaction) {
        if let last = undrawn.last, last.transaction.shows(like: transaction) {
            undrawn[undrawn.count - 1].value = value
        } else {
            if undrawn.count == Self.undrawnLimit { Self.end(undrawn.removeFirst().transaction) }
            for completion in transaction.completions { completion.begin() }
            undrawn.append((value, transaction))
        }
    }

    private func begin(at time: Timestamp) {
        guard !undrawn.isEmpty else { return }
        let changes = undrawn
        undrawn = []
        for (value, transaction) in changes { change(to: value, at: time, transaction) }
        for change in changes { Self.end(change.transaction) }
    }

    /// Ends the wait of the transaction's completions for one change.
    private static func end(_ transaction: Transaction) {
        for completion in transaction.completions { completion.end() }
    }

    /// Returns the value to draw; see ``/GestureAnimation/AnimatedValue/value(at:)``. Changes that were made outside a
    /// gesture's callbacks begin with this call. It also runs the completions of animations that are over.
    public func value(at time: Timestamp) -> Value {
        begin(at: time)
        if !completions.isEmpty { for completion in completions.due(at: time) { completion.end() } }
        return animated.value(at: time)
    }

    /// True if the value stays constant until the state changes, and no completion waits for ``value(at:)``.
    public func isSettled(at time: Timestamp) -> Bool {
        undrawn.isEmpty && completions.isEmpty && animated.isSettled(at: time)
    }
}

@available(*, unavailable)
extension AnimatedState: Sendable {}

extension GestureState {
    /// Returns a value that depends on this state and is animated whenever the state changes, as with
    /// `.animation(_:value:)` in SwiftUI.
    ///
    ///     @GestureState var isPressed = false
    ///     lazy var scale = $isPressed.animation(.snappy) { $0 ? 0.95 : 1.0 }
    ///
    ///     canvas.scale(by: scale.value(at: now))
    ///
    /// For other state keep an ``/GestureAnimation/AnimatedValue`` and set it at each change:
    /// `withAnimation(.snappy) { ring.set(isPressing ? 1 : 0, at: now) }`.
    ///
    /// As in SwiftUI, `animation` replaces the animation of each change's transaction. A change whose transaction
    /// `disablesAnimations` is shown at once.
    ///
    /// - Parameters:
    ///   - animation: nil shows every change at once.
    ///   - value: Returns the value to draw, which must be finite.
    public func animation<Shown: Animatable>(
        _ animation: Animation?, value: @escaping (Value) -> Shown
    ) -> AnimatedState<Shown> {
        shown(value, replacing: Transaction(animation: animation))
    }

    /// Returns a value that depends on this state, with each change shown according to its transaction, as in a SwiftUI
    /// view without modifiers.
    ///
    ///     lazy var position = $offset.shown { $0 }
    ///
    /// - Parameter value: Returns the value to draw, which must be finite.
    public func shown<Shown: Animatable>(_ value: @escaping (Value) -> Shown) -> AnimatedState<Shown> {
        shown(value, replacing: Transaction())
    }

    private func shown<Shown: Animatable>(
        _ value: @escaping (Value) -> Shown, replacing properties: Transaction
    ) -> AnimatedState<Shown> {
        let state = AnimatedState(value(wrappedValue))
        state.follow(
            onChange { [weak state] change in
                state?.set(value(change.newValue), at: change.time, properties.merged(over: change.transaction))
            })
        return state
    }
}

extension State {
    /// Returns a value that depends on this state and is animated whenever the state changes; see
    /// ``GestureState/animation(_:value:)``.
    public func animation<Shown: Animatable>(
        _ animation: Animation?, value: @escaping (Value) -> Shown
    ) -> AnimatedState<Shown> {
        shown(value, replacing: Transaction(animation: animation))
    }

    /// Returns a value that depends on this state, with each change shown according to its transaction: `withAnimation`
    /// animates the change.
    ///
    ///     @State var isOpen = false
    ///     lazy var height = $isOpen.shown { $0 ? 400.0 : 80 }
    ///
    ///     withAnimation(.snappy) { isOpen = true }
    ///
    /// - Parameter value: Returns the value to draw, which must be finite.
    public func shown<Shown: Animatable>(_ value: @escaping (Value) -> Shown) -> AnimatedState<Shown> {
        shown(value, replacing: Transaction())
    }

    private func shown<Shown: Animatable>(
        _ value: @escaping (Value) -> Shown, replacing properties: Transaction
    ) -> AnimatedState<Shown> {
        let state = AnimatedState(value(wrappedValue))
        state.follow(
            onChange { [weak state] change in
                state?.set(value(change.newValue), at: change.time, properties.merged(over: change.transaction))
            })
        return state
    }
}
