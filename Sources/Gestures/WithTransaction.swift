extension Transaction {
    @TaskLocal static var ambient = Transaction()

    /// The transaction of the innermost ``withTransaction(_:_:)`` or ``withAnimation(_:_:)`` around the caller.
    ///
    /// It is local to the task, or to the thread where there is none. Unlike SwiftUI's it is inherited by a `Task` or a
    /// child task that the body starts.
    public static var current: Transaction { ambient }
}

/// Runs `body` with a current transaction: what `transaction` sets, and for the rest what is current around.
///
/// This merging is SwiftUI's since iOS 17; before, the inner transaction replaced the outer.
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
