public import GestureModel

extension GestureState {
    /// One write to a state: an update, or the return to the initial value.
    public struct Change {
        public let oldValue: Value
        /// Not necessarily another one: each update counts.
        public let newValue: Value
        /// How the change is to be shown.
        public let transaction: Transaction
        /// When the fingers did what brought it.
        public let time: Timestamp
    }

    /// Runs `action` after each change, in the order of the changes: what a view is in SwiftUI.
    ///
    ///     $offset.onChange { change in
    ///         shown.set(change.newValue, at: change.time, transaction: change.transaction)
    ///     }
    ///
    /// - Returns: what ends the observation; without it, it lasts as long as the state.
    @discardableResult
    public func onChange(_ action: @escaping (Change) -> Void) -> GestureStateObservation {
        let observer = Storage.Observer(action)
        storage.add(observer)
        return GestureStateObservation { [weak storage] in storage?.remove(observer) }
    }
}

extension GestureState.Change: Sendable where Value: Sendable {}

/// Ends what ``GestureState/onChange(_:)`` began. To let go of it ends nothing.
public struct GestureStateObservation {
    private let end: () -> Void

    init(end: @escaping () -> Void) { self.end = end }

    /// The action runs no more, not even for a change that is being told to others now.
    public func cancel() { end() }
}
