internal import GestureModel

extension GestureState {
    /// The value, and who watches it. Nothing of it is held while others' code runs, so that the code may come back.
    final class Storage {
        final class Observer {
            let action: (Change) -> Void
            var isCancelled = false

            init(_ action: @escaping (Change) -> Void) { self.action = action }
        }

        private(set) var value: Value
        private let initialValue: Value
        private let fill: ((Value, inout Transaction) -> Void)?
        private var observers: [Observer] = []

        init(_ initialValue: Value, fill: ((Value, inout Transaction) -> Void)?) {
            value = initialValue
            self.initialValue = initialValue
            self.fill = fill
        }

        func set(_ newValue: Value, _ transaction: Transaction, at time: Timestamp) {
            let change = Change(oldValue: value, newValue: newValue, transaction: transaction, time: time)
            value = newValue
            let observers = observers
            // Not `for in` or `contains`: unspecialised, as here, their iterators allocate.
            for index in observers.indices where !observers[index].isCancelled { observers[index].action(change) }
        }

        /// - Parameter last: the transaction of the last update.
        func reset(after last: Transaction, at time: Timestamp) {
            var transaction = Transaction()
            if let fill {
                fill(value, &transaction)
            } else {
                transaction = last
                transaction.isContinuous = false
                transaction.tracksVelocity = false
            }
            set(initialValue, transaction, at: time)
        }

        func add(_ observer: Observer) { observers.append(observer) }

        func remove(_ observer: Observer) {
            observer.isCancelled = true
            observers.removeAll { $0 === observer }
        }
    }
}
