public import GestureModel

/// State that lasts as long as a gesture. ``Gesture/updating(_:body:)`` writes it. It returns to its initial value
/// once, when the gesture ends, fails, is cancelled for any reason, or is removed. SwiftUI's property wrapper of the
/// same name.
///
///     @GestureState var offset = Vector.zero
///
/// The argument `reset` or `resetTransaction` determines how the return is shown. By default it is shown with the last
/// transaction of `updating`, without its `tracksVelocity` and `isContinuous`: an object that follows the finger with
/// `.smooth` also returns with `.smooth`. (SwiftUI documents a transaction without an animation here.)
///
/// An observer or `reset` may call the recogniser. The resulting events are delivered after the running callbacks, and
/// the state does not return twice.
///
/// It is a reference: copies share one value. Use it on one actor or thread, that of the gesture's callbacks.
@propertyWrapper
public struct GestureState<Value>: ObservableState {
    @usableFromInline let observed: ObservedValue<Value>
    private let initialValue: Value
    private let fillResetTransaction: ((Value, inout Transaction) -> Void)?

    /// - Parameters:
    ///   - wrappedValue: The initial value.
    ///   - reset: Receives the last value, and an empty transaction to fill in, with which the state returns to its
    ///     initial value. If it is nil, the state returns with the last transaction of `updating`.
    public init(wrappedValue: Value, reset: ((Value, inout Transaction) -> Void)? = nil) {
        observed = ObservedValue(wrappedValue)
        initialValue = wrappedValue
        fillResetTransaction = reset
    }

    /// Creates the state without the attribute `@GestureState`.
    public init(initialValue: Value, reset: ((Value, inout Transaction) -> Void)? = nil) {
        self.init(wrappedValue: initialValue, reset: reset)
    }

    /// - Parameters:
    ///   - wrappedValue: The initial value.
    ///   - resetTransaction: How the return to the initial value is shown.
    public init(wrappedValue: Value, resetTransaction: Transaction) {
        self.init(wrappedValue: wrappedValue) { _, transaction in transaction = resetTransaction }
    }

    /// Creates the state without the attribute `@GestureState`.
    public init(initialValue: Value, resetTransaction: Transaction) {
        self.init(wrappedValue: initialValue, resetTransaction: resetTransaction)
    }

    /// The current value.
    @inlinable public var wrappedValue: Value { observed.value }

    /// The argument of `updating`, with the methods to observe the state.
    public var projectedValue: GestureState<Value> { self }

    /// One write to a state: an update, or the return to the initial value.
    public struct Change {
        /// The value before the change.
        public let oldValue: Value
        /// May equal ``oldValue``: every update is a change.
        public let newValue: Value
        /// How the change is shown.
        public let transaction: Transaction
        /// The time of the event that caused the change.
        public let time: Timestamp
    }

    /// Runs `action` after each change, in the order of the changes. In SwiftUI a view observes its state.
    ///
    ///     $offset.onChange { change in
    ///         shown.set(change.newValue, at: change.time, transaction: change.transaction)
    ///     }
    ///
    /// - Returns: The observation, to cancel it. If it is discarded, the observation lasts as long as the state.
    @discardableResult
    public func onChange(_ action: @escaping (Change) -> Void) -> StateObservation {
        // A gesture's state is written only for an event, which has a time.
        observed.observe { action(Change(oldValue: $0, newValue: $1, transaction: $2, time: $3!)) }
    }

    public func beforeWrite(_ action: @escaping (Transaction, Timestamp?) -> Void) -> StateObservation {
        observed.beforeWrite(action)
    }

    func set(_ newValue: Value, _ transaction: Transaction, at time: Timestamp) {
        observed.set(newValue, transaction, at: time)
    }

    /// Returns to the initial value.
    ///
    /// - Parameter last: The transaction of the last update.
    func reset(after last: Transaction, at time: Timestamp) {
        var transaction = Transaction()
        if let fillResetTransaction {
            fillResetTransaction(wrappedValue, &transaction)
        } else {
            transaction = last
            transaction.isContinuous = false
            transaction.tracksVelocity = false
            // They belong to the last update.
            transaction.completions = []
        }
        set(initialValue, transaction, at: time)
        transaction.endCompletions()
    }
}

extension GestureState where Value: ExpressibleByNilLiteral {
    /// Creates a state whose initial value is nil.
    ///
    /// - Parameter resetTransaction: How the return to nil is shown.
    public init(resetTransaction: Transaction) { self.init(wrappedValue: nil, resetTransaction: resetTransaction) }

    /// Creates a state whose initial value is nil.
    ///
    /// - Parameter reset: Receives the last value, and an empty transaction to fill in, with which the state returns to
    ///   nil. If it is nil, the state returns with the last transaction of `updating`.
    public init(reset: ((Value, inout Transaction) -> Void)? = nil) { self.init(wrappedValue: nil, reset: reset) }
}

@available(*, unavailable)
extension GestureState: Sendable {}

extension GestureState.Change: Sendable where Value: Sendable {}

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

    public func _makePlan() -> _GesturePlan<Value> {
        base._makePlan().updating(state, body)
    }
}

extension Gesture {
    /// Writes `state` while the gesture is active, and then resets it to its initial value.
    ///
    /// The reset happens once for each gesture that was active, whether it ended, failed, was cancelled or was removed.
    /// It happens in the order of the modifiers: an `onEnded` that is added after `updating` sees the initial value.
    ///
    /// - Parameters:
    ///   - state: The projected value of a ``GestureState``.
    ///   - body: Runs for every active value, but not for the final one. It receives the gesture's value, the state to
    ///     change, and a transaction that tracks velocity.
    public func updating<State>(
        _ state: GestureState<State>, body: @escaping (Value, inout State, inout Transaction) -> Void
    ) -> GestureStateGesture<Self, State> {
        GestureStateGesture(base: self, state: state, body: body)
    }
}
