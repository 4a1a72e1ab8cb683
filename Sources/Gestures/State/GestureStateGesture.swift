internal import GestureModel

/// A gesture that updates a ``GestureState``: the result of ``Gesture/updating(_:body:)``.
public struct GestureStateGesture<Base: Gesture, State>: Gesture {
    public typealias Value = Base.Value
    public typealias Body = Never

    /// The gesture whose values update the state.
    public var base: Base
    /// The state, which returns to its initial value when the gesture is over.
    public var state: GestureState<State>
    /// Receives each active value, the state to change, and the transaction of the change.
    public var body: (Value, inout State, inout Transaction) -> Void

    public init(
        base: Base, state: GestureState<State>, body: @escaping (Value, inout State, inout Transaction) -> Void
    ) {
        self.base = base
        self.state = state
        self.body = body
    }

    public func makePlan() -> GesturePlan<Value> {
        let storage = state.storage
        let body = body
        // Not nil while this gesture has to reset the state.
        var last: Transaction?
        return base.makePlan().onChange { update, context in
            switch update.step {
            case .possible: break
            case .active(let value):
                var new = storage.value
                var transaction = Transaction.tracking
                body(value, &new, &transaction)
                last = transaction
                storage.set(new, transaction, at: context.event.time)
            case .ended, .failed:
                guard let transaction = last else { return }
                last = nil
                storage.reset(after: transaction, at: context.event.time)
            }
        }
    }
}

extension Gesture {
    /// Writes `state` while the gesture is active, and then resets it to its initial value.
    ///
    /// The reset happens once for each gesture that was active, whether it ended, failed, was cancelled or was removed. It
    /// happens in the order of the modifiers: an `onEnded` that is added after `updating` sees the initial value.
    ///
    /// - Parameters:
    ///   - state: the projected value of a ``GestureState``.
    ///   - body: runs for every active value, but not for the final one. It receives the gesture's value, the state to
    ///     change, and a transaction that tracks velocity.
    public func updating<State>(
        _ state: GestureState<State>, body: @escaping (Value, inout State, inout Transaction) -> Void
    ) -> GestureStateGesture<Self, State> {
        GestureStateGesture(base: self, state: state, body: body)
    }
}
