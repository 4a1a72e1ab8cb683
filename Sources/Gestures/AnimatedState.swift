public import GestureModel

/// What is shown of a ``GestureState``: ``GestureState/animation(_:value:)`` makes one.
///
/// It follows the state as long as the state is there, whoever keeps this. It is a reference, and belongs to the actor or
/// thread of the state.
public final class AnimatedState<Value: Animatable> {
    /// The evaluator, at the state's last change.
    public private(set) var animated: AnimatedValue<Value>

    fileprivate init(_ value: Value) { animated = AnimatedValue(value) }

    fileprivate func set(_ value: Value, at time: Timestamp, _ transaction: Transaction) {
        animated.set(value, at: time, transaction: transaction)
    }

    /// What to draw; see ``AnimatedValue/value(at:)``.
    public func value(at time: Timestamp) -> Value { animated.value(at: time) }

    /// Whether it needs to be drawn no more until the state changes.
    public func isSettled(at time: Timestamp) -> Bool { animated.isSettled(at: time) }
}

@available(*, unavailable)
extension AnimatedState: Sendable {}

extension GestureState {
    /// Something drawn by this state, animated whenever it changes: a view's `.animation(_:value:)` in SwiftUI.
    ///
    ///     @GestureState var isPressed = false
    ///     lazy var scale = $isPressed.animation(.snappy) { $0 ? 0.95 : 1.0 }
    ///
    ///     canvas.scale(by: scale.value(at: now))
    ///
    /// What is no gesture state is an ``AnimatedValue`` of one's own, set in one line where it changes:
    /// `withAnimation(.snappy) { ring.set(isPressing ? 1 : 0, at: now) }`.
    ///
    /// The animation takes the place of that of each change's transaction, as in SwiftUI; one that `disablesAnimations`
    /// is shown at once.
    ///
    /// - Parameters:
    ///   - animation: nil shows every change at once.
    ///   - value: what to draw, of the state's value; finite.
    public func animation<Shown: Animatable>(
        _ animation: Animation?, value: @escaping (Value) -> Shown
    ) -> AnimatedState<Shown> {
        shown(value) { $0.animation = animation }
    }

    /// Something drawn by this state, shown as the transaction of each change says: what a view is in SwiftUI without a
    /// modifier.
    ///
    ///     lazy var place = $offset.shown { $0 }
    ///
    /// - Parameter value: what to draw, of the state's value; finite.
    public func shown<Shown: Animatable>(_ value: @escaping (Value) -> Shown) -> AnimatedState<Shown> {
        shown(value) { _ in }
    }

    private func shown<Shown: Animatable>(
        _ value: @escaping (Value) -> Shown, _ adapt: @escaping (inout Transaction) -> Void
    ) -> AnimatedState<Shown> {
        let state = AnimatedState(value(wrappedValue))
        onChange { change in
            var transaction = change.transaction
            adapt(&transaction)
            state.set(value(change.newValue), at: change.time, transaction)
        }
        return state
    }
}
