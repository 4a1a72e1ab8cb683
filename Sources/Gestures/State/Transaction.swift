public import GestureAnimation
internal import CGlibc
public import GestureModel

/// How a change of state is shown. SwiftUI's `Transaction`.
///
/// Only the properties that were set replace those of the enclosing transaction (``withTransaction(_:_:)``). A
/// ``TransactionKey`` adds a property.
public struct Transaction: Sendable {
    private var setAnimation: Animation??
    private var setDisablesAnimations: Bool?
    private var setIsContinuous: Bool?
    private var setTracksVelocity: Bool?
    private var extras: Extras?
    /// The time of the event whose callback makes the change; nil outside callbacks.
    var time: Timestamp?

    /// The properties that are set, for ``description``.
    var properties: [String] {
        let custom = extras.map { $0.values.isEmpty ? nil : "\($0.values.count) custom" } ?? nil
        return [
            setAnimation.map { "animation: \($0.map { "\($0)" } ?? "nil")" },
            setDisablesAnimations.map { "disablesAnimations: \($0)" },
            setIsContinuous.map { "isContinuous: \($0)" },
            setTracksVelocity.map { "tracksVelocity: \($0)" },
            completions.isEmpty ? nil : "\(completions.count) completions", custom, time.map { "time: \($0)" },
        ].compactMap { $0 }
    }

    /// Properties that few transactions have. They share one reference, because every change of state in a frame copies
    /// a transaction.
    private final class Extras: Sendable {
        let values: [ObjectIdentifier: any Sendable]
        let completions: [AnimationCompletion]

        init(_ values: [ObjectIdentifier: any Sendable], _ completions: [AnimationCompletion]) {
            self.values = values
            self.completions = completions
        }
    }

    /// Creates a transaction that sets no property.
    public init() {}

    /// Creates a transaction that sets the animation; nil shows the change at once.
    public init(animation: Animation?) { setAnimation = .some(animation) }

    /// The animation of the change; nil shows it at once.
    public var animation: Animation? {
        get { setAnimation ?? nil }
        set { setAnimation = .some(newValue) }
    }

    /// Whether changes are shown at once in spite of an ``animation``.
    ///
    /// In SwiftUI it disables only animations that views add below the transaction. There are no views here, so it
    /// disables the transaction's own animation.
    public var disablesAnimations: Bool {
        get { setDisablesAnimations ?? false }
        set { setDisablesAnimations = newValue }
    }

    /// Whether the change belongs to a series, such as a drag. It has no effect by itself, but an observer can use it
    /// to distinguish intermediate changes from final ones.
    public var isContinuous: Bool {
        get { setIsContinuous ?? false }
        set { setIsContinuous = newValue }
    }

    /// Whether changes without an animation are sampled, so that the next spring starts with their velocity. `updating`
    /// and `onChanged` set this property.
    public var tracksVelocity: Bool {
        get { setTracksVelocity ?? false }
        set { setTracksVelocity = newValue }
    }

    /// The value of a property that the app defines.
    public subscript<Key: TransactionKey>(key: Key.Type) -> Key.Value {
        get { extras?.values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set {
            let values = [ObjectIdentifier(key): newValue as any Sendable]
            extras = Extras(extras?.values.merging(values) { $1 } ?? values, completions)
        }
    }

    /// What runs when the animations are complete.
    var completions: [AnimationCompletion] {
        get { extras?.completions ?? [] }
        set { extras = Extras(extras?.values ?? [:], newValue) }
    }

    var effectiveAnimation: Animation? { disablesAnimations ? nil : animation }

    /// True for a change that follows a finger without an animation.
    var isMovement: Bool { tracksVelocity && effectiveAnimation == nil }

    /// Returns the transaction of one change that consists of an earlier write and of this one: with the last animation,
    /// with both writes' completions, and tracked if one of them is.
    func following(_ earlier: Transaction) -> Transaction {
        var joined = effectiveAnimation == nil && earlier.effectiveAnimation != nil ? earlier : self
        joined.tracksVelocity = tracksVelocity || earlier.tracksVelocity
        if !completions.isEmpty || !earlier.completions.isEmpty {
            joined.completions = earlier.completions + completions
        }
        return joined
    }

    /// The transaction of a change that belongs to a gesture in progress.
    static let tracking = {
        var transaction = Transaction()
        transaction.isContinuous = true
        transaction.tracksVelocity = true
        return transaction
    }()

    /// Returns this transaction, with the properties that it does not set taken from `outer`.
    func merged(over outer: Transaction) -> Transaction {
        var merged = self
        merged.setAnimation = setAnimation ?? outer.setAnimation
        merged.setDisablesAnimations = setDisablesAnimations ?? outer.setDisablesAnimations
        merged.setIsContinuous = setIsContinuous ?? outer.setIsContinuous
        merged.setTracksVelocity = setTracksVelocity ?? outer.setTracksVelocity
        merged.time = time ?? outer.time
        if let inner = extras, let outer = outer.extras {
            let completions = inner.completions.isEmpty ? outer.completions : inner.completions
            merged.extras = Extras(outer.values.merging(inner.values) { $1 }, completions)
        } else {
            merged.extras = extras ?? outer.extras
        }
        return merged
    }

    /// The transaction of ``withTransaction(_:_:)``, which tasks inherit. In a callback of a gesture, ``scope`` is
    /// merged over it.
    @TaskLocal fileprivate static var ambient = Transaction()

    /// The transaction of the callback that runs on this thread; nil outside callbacks, and inside a
    /// ``withTransaction(_:_:)`` that the callback calls.
    fileprivate static var scope: UnsafePointer<Transaction>? {
        transaction_scope()?.assumingMemoryBound(to: Transaction.self)
    }

    /// The transaction of the innermost ``withTransaction(_:_:)``, ``withAnimation(_:_:)`` or gesture's callback around
    /// the caller.
    ///
    /// It is local to the task, or to the thread outside of tasks. Unlike in SwiftUI, a task that the body of
    /// ``withTransaction(_:_:)`` or ``withAnimation(_:_:)`` starts inherits the transaction. A task that a gesture's
    /// callback starts does not inherit the callback's transaction.
    public static var current: Transaction { scope?.pointee.merged(over: ambient) ?? ambient }

    /// Runs a callback in `transaction`. Properties that it does not set come from the enclosing transaction. Allocates
    /// no memory, unless both transactions have custom values or a completion.
    ///
    /// Looking up ``ambient`` costs more than most callbacks, so it is looked up only if a callback reads ``current``.
    static func run(in transaction: Transaction, _ body: () -> Void) {
        let outer = scope
        withUnsafePointer(to: outer.map { transaction.merged(over: $0.pointee) } ?? transaction) { transaction in
            set_transaction_scope(transaction)
            body()
            set_transaction_scope(outer)
        }
    }
}

/// Runs `body` in `transaction`. Properties that it does not set come from the enclosing transaction.
///
/// SwiftUI has merged transactions in this way since iOS 17; before, the inner transaction replaced the outer one.
public func withTransaction<Result>(
    _ transaction: Transaction, _ body: () throws -> Result
) rethrows -> Result {
    let scope = Transaction.scope
    let merged = transaction.merged(over: .current)
    set_transaction_scope(nil)
    defer {
        set_transaction_scope(scope)
        for completion in transaction.completions { completion.end() }
    }
    return try Transaction.$ambient.withValue(merged, operation: body)
}

/// Runs `body` in a transaction that differs from the current one in one property.
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

/// A property of transactions that an app defines. SwiftUI's protocol of the same name; a value must be `Sendable`
/// here.
///
///     struct IsSnapping: TransactionKey {
///         static let defaultValue = false
///     }
///
///     extension Transaction {
///         var isSnapping: Bool {
///             get { self[IsSnapping.self] }
///             set { self[IsSnapping.self] = newValue }
///         }
///     }
///
///     withTransaction(\.isSnapping, true) { position = .zero }
public protocol TransactionKey {
    /// The type of the property.
    associatedtype Value: Sendable

    /// The value in transactions that do not set the property.
    static var defaultValue: Value { get }
}

extension AnimatedValue {
    /// Changes the value with the transaction's animation, or at once if the transaction has no animation.
    ///
    /// - Parameters:
    ///   - value: The squared length of its animatable data must be finite; otherwise this traps.
    ///   - time: When the value changes.
    ///   - transaction: Determines how the change is shown.
    public mutating func set(_ value: Value, at time: Timestamp, transaction: Transaction = .current) {
        set(
            value, at: time, animation: transaction.effectiveAnimation, tracksVelocity: transaction.tracksVelocity)
    }
}
