public import GestureModel

/// State of an app that outlasts a gesture. SwiftUI's property wrapper of the same name.
///
///     @State private var position = Vector.zero
///
///     DragGesture().onEnded { value in withAnimation(.smooth) { position += value.translation } }
///
/// Closures of a struct can write the state, because it is a reference: copies share one value. SwiftUI redraws a view
/// when its state changes. Here ``onChange(_:)`` reports each write with its ``Transaction``, and the value to draw is
/// `$position.shown { $0 }`, or ``shown(_:_:value:)`` of several states, animated by `withAnimation`. A plain variable has
/// no access to the transaction in which it is written.
///
/// Use it on one actor or thread.
@propertyWrapper
public struct State<Value>: ObservableState {
    @usableFromInline let observed: ObservedValue<Value>

    /// - Parameter wrappedValue: The value until the first write.
    public init(wrappedValue: Value) { observed = ObservedValue(wrappedValue) }

    /// Creates the state without the attribute `@State`.
    public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

    /// The current value. A write runs the observers before it returns. A write by an observer takes effect at once,
    /// and is reported after the write that the observer received.
    public var wrappedValue: Value {
        @inlinable get { observed.value }
        nonmutating set {
            let transaction = Transaction.current
            observed.set(newValue, transaction, at: transaction.time)
        }
    }

    /// The state itself, with the methods to observe it. (In SwiftUI it is a binding.)
    public var projectedValue: State<Value> { self }

    /// One write to a state.
    public struct Change {
        /// The value before the write.
        public let oldValue: Value
        /// May equal ``oldValue``: every write is a change.
        public let newValue: Value
        /// How the change is shown: the transaction in which the state was written.
        public let transaction: Transaction
        /// The time of the event in whose callback the state was written; nil outside callbacks of gestures.
        public let time: Timestamp?
    }

    /// Runs `action` after each write, in the order of the writes.
    ///
    /// `action` may write the state, for example to limit it. If it always does, the first write never returns.
    ///
    /// - Returns: The observation, to cancel it. If it is discarded, the observation lasts as long as the state.
    @discardableResult
    public func onChange(_ action: @escaping (Change) -> Void) -> StateObservation {
        observed.observe { action(Change(oldValue: $0, newValue: $1, transaction: $2, time: $3)) }
    }

    public func beforeWrite(_ action: @escaping (Transaction, Timestamp?) -> Void) -> StateObservation {
        observed.beforeWrite(action)
    }
}

extension State where Value: ExpressibleByNilLiteral {
    /// The value is nil until the first write.
    public init() { self.init(wrappedValue: nil) }
}

@available(*, unavailable)
extension State: Sendable {}

extension State.Change: Sendable where Value: Sendable {}

/// A value and its observers. Callbacks run outside of exclusive access to the value, so they may read and write it.
@usableFromInline
final class ObservedValue<Value> {
    /// Receives the old value, the new one, and how and when it was written.
    typealias Action = (Value, Value, Transaction, Timestamp?) -> Void

    private final class Observer {
        let action: Action
        var isCancelled = false

        init(_ action: @escaping Action) { self.action = action }
    }

    private struct Change {
        let oldValue: Value
        let newValue: Value
        let transaction: Transaction
        let time: Timestamp?
    }

    @exclusivity(unchecked) @usableFromInline private(set) final var value: Value
    @exclusivity(unchecked) private var followers = Followers()
    @exclusivity(unchecked) private var observers: [Observer] = []
    @exclusivity(unchecked) private var isNotifying = false
    /// Changes that observers made, with their transactions. Each observer receives all changes in the order of the
    /// writes, so these changes wait until the current one has been delivered.
    private var queue: [(change: Change, ambient: Transaction)] = []

    init(_ value: Value) { self.value = value }

    func set(_ newValue: Value, _ transaction: Transaction, at time: Timestamp?) {
        followers.notify(transaction, time)
        guard !observers.isEmpty else { return value = newValue }
        let change = Change(oldValue: value, newValue: newValue, transaction: transaction, time: time)
        value = newValue
        guard !isNotifying else { return queue.append((change, .current)) }
        isNotifying = true
        notify(change)
        while !queue.isEmpty {
            let next = queue.removeFirst()
            // Writes of observers belong to the transaction of the write that they observe.
            Transaction.run(in: next.ambient) { notify(next.change) }
        }
        isNotifying = false
    }

    func beforeWrite(_ action: @escaping (Transaction, Timestamp?) -> Void) -> StateObservation {
        let id = followers.add(action)
        return StateObservation { [weak self] in self?.followers.remove(id) }
    }

    private func notify(_ change: Change) {
        let observers = observers
        // Iterates over the indices. An iterator of the array, which `contains` also uses, would be allocated, because
        // it is not specialised here.
        for index in observers.indices where !observers[index].isCancelled {
            observers[index].action(change.oldValue, change.newValue, change.transaction, change.time)
        }
    }

    func observe(_ action: @escaping Action) -> StateObservation {
        let observer = Observer(action)
        observers.append(observer)
        return StateObservation { [weak self] in
            observer.isCancelled = true
            self?.observers.removeAll { $0 === observer }
        }
    }
}

/// What runs before the writes of a state. It does not know the type of the state, which would make each write slower.
private struct Followers {
    private var actions: [(id: Int, action: (Transaction, Timestamp?) -> Void)] = []
    private var lastID = 0

    func notify(_ transaction: Transaction, _ time: Timestamp?) {
        // A copy, because an action may end the observation of another.
        let actions = actions
        for index in actions.indices { actions[index].action(transaction, time) }
    }

    mutating func add(_ action: @escaping (Transaction, Timestamp?) -> Void) -> Int {
        lastID += 1
        actions.append((lastID, action))
        return lastID
    }

    mutating func remove(_ id: Int) { actions.removeAll { $0.id == id } }
}

/// An observation of a ``GestureState`` or a ``State``. Discarding it does not end it.
public struct StateObservation {
    let onCancel: () -> Void

    /// Ends the observation. The action does not run again, even for a change that is being delivered.
    public func cancel() { onCancel() }
}
