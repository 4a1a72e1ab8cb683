/// A gesture that keeps a ``GestureState`` up to date: what ``Gesture/updating(_:body:)`` returns.
public struct GestureStateGesture<Base: Gesture, State>: Gesture {
    public typealias Value = Base.Value
    public typealias Body = Never

    public var base: Base
    public var state: GestureState<State>
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
        // Set while the state is this gesture's to put back.
        var last: Transaction?
        return base.makePlan().attaching { update, time in
            switch update.step {
            case .possible: break
            case .active(let value):
                var new = storage.value
                var transaction = Transaction.update
                body(value, &new, &transaction)
                last = transaction
                storage.set(new, transaction, at: time)
            case .ended, .failed:
                guard let transaction = last else { return }
                last = nil
                storage.reset(after: transaction, at: time)
            }
        }
    }
}

extension Gesture {
    /// Writes `state` while the gesture is active, and lets it return to its initial value when that is over.
    ///
    /// The return happens once for each gesture that was active, whether it ended, failed, was cancelled or removed, and
    /// at this modifier's place among the others: an `onEnded` attached after it already sees the initial value.
    ///
    /// - Parameters:
    ///   - state: the projected value of a ``GestureState``.
    ///   - body: is given the gesture's value, the state's present value to change, and a transaction that tracks
    ///     velocity, to say how the change is shown. It runs for every active value, not for the one that it ends with.
    public func updating<State>(
        _ state: GestureState<State>, body: @escaping (Value, inout State, inout Transaction) -> Void
    ) -> GestureStateGesture<Self, State> {
        GestureStateGesture(base: self, state: state, body: body)
    }
}

extension Transaction {
    /// What `updating` begins with.
    fileprivate static let update = {
        var transaction = Transaction()
        transaction.isContinuous = true
        transaction.tracksVelocity = true
        return transaction
    }()
}
