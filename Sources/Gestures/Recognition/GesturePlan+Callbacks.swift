internal import GestureModel

// Specialised for the library's values: an app's module cannot do that, and unspecialised these functions cost four
// times as much.

extension _GesturePlan {
    /// A closure that runs the callbacks for an event of the whole gesture.
    @_specialize(where Value == DragGesture.Value)
    @_specialize(where Value == Bool)
    @_specialize(where Value == Void)
    @_specialize(where Value == MagnifyGesture.Value)
    @_specialize(where Value == RotateGesture.Value)
    @_specialize(where Value == SpatialTapGesture.Value)
    @_specialize(where Value == SwipeGesture.Value)
    @_specialize(where Value == StandardGesture.Value)
    func receiver() -> (GestureEventContext) -> Void {
        let receive = receive
        return { context in _ = receive(context, 0) }
    }

    /// This plan with a callback for a successful end.
    @_specialize(where Value == DragGesture.Value)
    @_specialize(where Value == Bool)
    @_specialize(where Value == Void)
    @_specialize(where Value == MagnifyGesture.Value)
    @_specialize(where Value == RotateGesture.Value)
    @_specialize(where Value == SpatialTapGesture.Value)
    @_specialize(where Value == SwipeGesture.Value)
    @_specialize(where Value == StandardGesture.Value)
    func onEnded(_ action: @escaping (Value) -> Void) -> _GesturePlan {
        onChange { update, context in
            if case .ended(let value) = update.step { context.run { action(value) } }
        }
    }

    /// This plan with a callback for a gesture that had begun and ends without success.
    @_specialize(where Value == DragGesture.Value)
    @_specialize(where Value == Bool)
    @_specialize(where Value == Void)
    @_specialize(where Value == MagnifyGesture.Value)
    @_specialize(where Value == RotateGesture.Value)
    @_specialize(where Value == SpatialTapGesture.Value)
    @_specialize(where Value == SwipeGesture.Value)
    @_specialize(where Value == StandardGesture.Value)
    func onCancelled(_ action: @escaping (CancellationReason) -> Void) -> _GesturePlan {
        onChange { update, context in
            if update.hasBegun, case .failed(let reason?) = update.step { context.run { action(reason) } }
        }
    }

    /// This plan with an update of a state, and its reset.
    @_specialize(where Value == DragGesture.Value, State == Vector)
    @_specialize(kind:partial,where Value == DragGesture.Value)
    @_specialize(kind:partial,where Value == Bool)
    @_specialize(kind:partial,where Value == Void)
    @_specialize(kind:partial,where Value == MagnifyGesture.Value)
    @_specialize(kind:partial,where Value == RotateGesture.Value)
    @_specialize(kind:partial,where Value == SpatialTapGesture.Value)
    @_specialize(kind:partial,where Value == SwipeGesture.Value)
    @_specialize(kind:partial,where Value == StandardGesture.Value)
    func updating<State>(
        _ state: GestureState<State>, _ body: @escaping (Value, inout State, inout Transaction) -> Void
    ) -> _GesturePlan {
        // The last update's transaction; nil if this gesture has no state to reset.
        let last = Last<Transaction>()
        return onChange { update, context in
            switch update.step {
            case .possible: break
            case .active(let value):
                var new = state.wrappedValue
                var transaction = Transaction.tracking
                body(value, &new, &transaction)
                last.value = transaction
                state.set(new, transaction, at: context.event.time)
            case .ended, .failed:
                guard let transaction = last.value else { return }
                last.value = nil
                state.reset(after: transaction, at: context.event.time)
            }
        }
    }
}

extension _GesturePlan where Value: Equatable {
    /// This plan with a callback for each active value that differs from the previous one.
    @_specialize(where Value == DragGesture.Value)
    @_specialize(where Value == Bool)
    @_specialize(where Value == MagnifyGesture.Value)
    @_specialize(where Value == RotateGesture.Value)
    @_specialize(where Value == SpatialTapGesture.Value)
    @_specialize(where Value == SwipeGesture.Value)
    @_specialize(where Value == StandardGesture.Value)
    func onChanged(_ action: @escaping (Value) -> Void) -> _GesturePlan {
        let last = Last<Value>()
        return onChange { update, context in
            switch update.step {
            case .active(let value):
                guard value != last.value else { return }
                last.value = value
                Transaction.run(in: .change(at: context.event.time)) { action(value) }
            case .ended, .failed: last.value = nil
            // A composition is between two of its parts: the gesture continues.
            case .possible: break
            }
        }
    }
}

/// A variable for an escaping closure, without the check for exclusive access.
private final class Last<Value> {
    @exclusivity(unchecked) var value: Value?
}

extension Transaction {
    /// The transaction of a change that follows fingers. It sets the animation to nil, whatever the caller's is.
    fileprivate static func change(at time: Timestamp) -> Transaction {
        var transaction = Transaction.tracking
        transaction.animation = nil
        transaction.time = time
        return transaction
    }
}
