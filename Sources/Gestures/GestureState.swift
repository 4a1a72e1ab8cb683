/// State that lasts as long as a gesture: ``Gesture/updating(_:body:)`` writes it, and it returns to its initial value
/// by itself, once, when the gesture ends, fails, is cancelled for whatever reason, or is removed. SwiftUI's.
///
///     @GestureState var offset = Vector.zero
///
/// How the return is shown is what `reset` or `resetTransaction` says. Where neither is given it is as the last
/// transaction that `updating` left, without its `tracksVelocity` and `isContinuous`: a chip that follows the finger
/// under `.smooth` also goes home under it. (SwiftUI documents a plain transaction there.)
///
/// What runs at a change, such as `reset`, may call the recogniser again: what comes of that is told once the callbacks
/// under way have run, and no return happens twice.
///
/// It is a reference: copies share one value. It belongs to the actor or thread that it was made on, as does everything
/// that a gesture calls.
@propertyWrapper
public struct GestureState<Value> {
    let storage: Storage

    /// - Parameter wrappedValue: the initial value, returned to under the last transaction of `updating`.
    public init(wrappedValue: Value) { storage = Storage(wrappedValue, fill: nil) }

    /// - Parameter initialValue: the same, for a state that is made without the attribute.
    public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

    /// - Parameters:
    ///   - wrappedValue: the initial value, returned to.
    ///   - resetTransaction: how that return is shown.
    public init(wrappedValue: Value, resetTransaction: Transaction) {
        storage = Storage(wrappedValue) { _, transaction in transaction = resetTransaction }
    }

    /// - Parameters:
    ///   - initialValue: the initial value, returned to.
    ///   - resetTransaction: how that return is shown.
    public init(initialValue: Value, resetTransaction: Transaction) {
        self.init(wrappedValue: initialValue, resetTransaction: resetTransaction)
    }

    /// - Parameters:
    ///   - wrappedValue: the initial value, returned to.
    ///   - reset: is given the value that is about to be left, and a transaction that sets nothing, to fill in.
    public init(wrappedValue: Value, reset: @escaping (Value, inout Transaction) -> Void) {
        storage = Storage(wrappedValue, fill: reset)
    }

    /// - Parameters:
    ///   - initialValue: the initial value, returned to.
    ///   - reset: is given the value that is about to be left, and a transaction that sets nothing, to fill in.
    public init(initialValue: Value, reset: @escaping (Value, inout Transaction) -> Void) {
        self.init(wrappedValue: initialValue, reset: reset)
    }

    /// The value now.
    public var wrappedValue: Value { storage.value }

    /// What `updating` takes, and what can be observed.
    public var projectedValue: GestureState<Value> { self }
}

extension GestureState where Value: ExpressibleByNilLiteral {
    /// Begins with nil.
    public init() { self.init(wrappedValue: nil) }

    /// Begins with nil.
    ///
    /// - Parameter resetTransaction: how the return to nil is shown.
    public init(resetTransaction: Transaction) { self.init(wrappedValue: nil, resetTransaction: resetTransaction) }

    /// Begins with nil.
    ///
    /// - Parameter reset: is given the value that is about to be left, and a transaction that sets nothing, to fill in.
    public init(reset: @escaping (Value, inout Transaction) -> Void) { self.init(wrappedValue: nil, reset: reset) }
}

@available(*, unavailable)
extension GestureState: Sendable {}
