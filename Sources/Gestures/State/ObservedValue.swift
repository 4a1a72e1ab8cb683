/// A value and its observers. It is not accessed exclusively while callbacks run, so they may access it.
final class ObservedValue<Value, Change> {
    private final class Observer {
        let action: (Change) -> Void
        var isCancelled = false

        init(_ action: @escaping (Change) -> Void) { self.action = action }
    }

    private(set) var value: Value
    private var observers: [Observer] = []

    init(_ value: Value) { self.value = value }

    func set(_ newValue: Value, _ change: Change) {
        value = newValue
        let observers = observers
        // Not `for in` or `contains`: unspecialised, as here, their iterators allocate.
        for index in observers.indices where !observers[index].isCancelled { observers[index].action(change) }
    }

    func observe(_ action: @escaping (Change) -> Void) -> GestureStateObservation {
        let observer = Observer(action)
        observers.append(observer)
        return GestureStateObservation { [weak self] in
            observer.isCancelled = true
            self?.observers.removeAll { $0 === observer }
        }
    }
}

/// An observation of a ``GestureState`` or a ``State``. Discarding it does not end it.
public struct GestureStateObservation {
    let onCancel: () -> Void

    /// Ends the observation. The action does not run again, not even for a change that other observers are receiving.
    public func cancel() { onCancel() }
}
