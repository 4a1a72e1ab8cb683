internal import GestureModel

/// How a change of state is shown. SwiftUI's `Transaction`.
///
/// It stores which of its properties were set: only those replace the properties of the enclosing transaction
/// (``withTransaction(_:_:)``). SwiftUI's custom transaction keys are not supported.
public struct Transaction: Sendable {
    private var setAnimation: Animation??
    private var setDisablesAnimations: Bool?
    private var setIsContinuous: Bool?
    private var setTracksVelocity: Bool?
    /// The time of the event whose callback makes the change; nil outside callbacks.
    var time: Timestamp?

    /// A transaction that sets no property.
    public init() {}

    /// A transaction that sets the animation; nil shows the change at once.
    public init(animation: Animation?) { setAnimation = .some(animation) }

    /// The animation of the change; nil shows it at once.
    public var animation: Animation? {
        get { setAnimation ?? nil }
        set { setAnimation = .some(newValue) }
    }

    /// Whether changes are shown at once in spite of an ``animation``.
    ///
    /// In SwiftUI it disables only animations that views add below the transaction. There are no views here, so it disables
    /// the transaction's own.
    public var disablesAnimations: Bool {
        get { setDisablesAnimations ?? false }
        set { setDisablesAnimations = newValue }
    }

    /// Whether the change belongs to a series, such as a drag. It has no effect by itself: an observer can distinguish
    /// intermediate changes from final ones.
    public var isContinuous: Bool {
        get { setIsContinuous ?? false }
        set { setIsContinuous = newValue }
    }

    /// Whether changes without an animation are sampled, so that the next spring starts with their velocity. `updating`
    /// and `onChanged` set it.
    public var tracksVelocity: Bool {
        get { setTracksVelocity ?? false }
        set { setTracksVelocity = newValue }
    }

    var effectiveAnimation: Animation? { disablesAnimations ? nil : animation }

    /// True if an ``AnimatedValue`` shows changes of both in the same way.
    func shows(like other: Transaction) -> Bool {
        effectiveAnimation == other.effectiveAnimation && tracksVelocity == other.tracksVelocity
    }

    /// The transaction of a change that belongs to a gesture in progress.
    static let tracking = {
        var transaction = Transaction()
        transaction.isContinuous = true
        transaction.tracksVelocity = true
        return transaction
    }()

    /// This transaction, with the properties that it does not set taken from `outer`.
    func merged(over outer: Transaction) -> Transaction {
        var merged = self
        merged.setAnimation = setAnimation ?? outer.setAnimation
        merged.setDisablesAnimations = setDisablesAnimations ?? outer.setDisablesAnimations
        merged.setIsContinuous = setIsContinuous ?? outer.setIsContinuous
        merged.setTracksVelocity = setTracksVelocity ?? outer.setTracksVelocity
        merged.time = time ?? outer.time
        return merged
    }

    @TaskLocal fileprivate static var ambient = Transaction()

    /// The transaction of the innermost ``withTransaction(_:_:)`` or ``withAnimation(_:_:)`` around the caller.
    ///
    /// It is local to the task, or to the thread outside of tasks. Unlike SwiftUI's, it is inherited by tasks that the body
    /// starts.
    public static var current: Transaction { ambient }

    /// Runs `body` with a current transaction that is `transaction` alone.
    static func run(in transaction: Transaction, _ body: () -> Void) {
        $ambient.withValue(transaction, operation: body)
    }
}

/// Runs `body` with a current transaction that has the properties set in `transaction`, and otherwise those of the current
/// transaction.
///
/// SwiftUI merges transactions like this since iOS 17; before, the inner transaction replaced the outer one.
public func withTransaction<Result>(
    _ transaction: Transaction, _ body: () throws -> Result
) rethrows -> Result {
    try Transaction.$ambient.withValue(transaction.merged(over: .current), operation: body)
}

/// Runs `body` with one property of the current transaction set.
public func withTransaction<Value, Result>(
    _ keyPath: WritableKeyPath<Transaction, Value>, _ value: Value, _ body: () throws -> Result
) rethrows -> Result {
    var transaction = Transaction()
    transaction[keyPath: keyPath] = value
    return try withTransaction(transaction, body)
}

/// Runs `body` so that the changes it makes are shown with `animation`; nil shows them at once.
public func withAnimation<Result>(
    _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
    try withTransaction(Transaction(animation: animation), body)
}
