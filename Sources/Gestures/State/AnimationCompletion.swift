internal import GestureAnimation
internal import GestureModel

/// When the completion of an animation runs. SwiftUI's type of the same name.
public struct AnimationCompletionCriteria: Hashable, Sendable {
    let isRemoval: Bool

    /// When the change is visibly complete: a spring after its duration, although a small movement may follow, and any
    /// other animation at its end.
    public static let logicallyComplete = AnimationCompletionCriteria(isRemoval: false)
    /// When the value has stopped moving.
    public static let removed = AnimationCompletionCriteria(isRemoval: true)
}

/// A closure that runs when all animations of a transaction are complete. It counts what it waits for: the body of the
/// transaction, and every change in it that an ``AnimatedState`` has not drawn yet or still animates.
///
/// It is a reference, to be used on the states' actor or thread.
final class AnimationCompletion: @unchecked Sendable {
    let criteria: AnimationCompletionCriteria
    private var action: (() -> Void)?
    private var count = 1

    init(_ criteria: AnimationCompletionCriteria, _ action: @escaping () -> Void) {
        self.criteria = criteria
        self.action = action
    }

    func begin() { count += 1 }

    func end() {
        count -= 1
        guard count == 0, let action else { return }
        self.action = nil
        action()
    }
}

extension Transaction {
    /// Runs `completion` when the animations of the changes that are made in this transaction are complete.
    ///
    /// An ``AnimatedState`` that animates one of the changes runs `completion` in the first call of
    /// ``AnimatedState/value(at:)`` for a time at or after the end: draw until ``AnimatedState/isSettled(at:)``. If no
    /// ``AnimatedState`` follows the changes, `completion` runs when the body of the transaction has returned. An
    /// ``AnimatedState`` that shows a change without animation runs `completion` when it first draws the change. If
    /// that change was made in a gesture's callback, `completion` runs when the body has returned.
    ///
    /// A second call adds a second completion. Each runs once, also if several changes are made in the same transaction
    /// one after the other.
    public mutating func addAnimationCompletion(
        criteria: AnimationCompletionCriteria = .logicallyComplete, _ completion: @escaping () -> Void
    ) {
        completions.append(AnimationCompletion(criteria, completion))
    }

    /// Lets the completions wait for one change.
    func beginCompletions() { for completion in completions { completion.begin() } }

    /// Ends the wait of the completions for one change.
    func endCompletions() { for completion in completions { completion.end() } }
}

/// Runs `body` so that the changes it makes are shown with `animation`. Runs `completion` when the animations are
/// complete. See ``Transaction/addAnimationCompletion(criteria:_:)``.
public func withAnimation<Result>(
    _ animation: Animation? = .default, completionCriteria: AnimationCompletionCriteria = .logicallyComplete,
    _ body: () throws -> Result, completion: @escaping () -> Void
) rethrows -> Result {
    var transaction = Transaction(animation: animation)
    transaction.addAnimationCompletion(criteria: completionCriteria, completion)
    return try withTransaction(transaction, body)
}

/// The completions that an animated state will run, with their times.
struct PendingCompletions {
    /// The time is nil while the animation has no end.
    private var pending: [(end: Timestamp?, completion: AnimationCompletion)] = []

    var isEmpty: Bool { pending.isEmpty }

    /// - Parameters:
    ///   - logicalEnd: nil if the animation is never complete.
    ///   - end: When the shown value becomes constant; nil if it never does.
    mutating func add(_ completion: AnimationCompletion, logicalEnd: Timestamp?, end: Timestamp?) {
        completion.begin()
        pending.append((completion.criteria.isRemoval ? end : logicalEnd.map { min($0, end ?? $0) }, completion))
    }

    /// Sets the end of animations that have none, because a change at this time replaces them.
    mutating func endRepetitions(at time: Timestamp) {
        for index in pending.indices where pending[index].end == nil { pending[index].end = time }
    }

    /// Removes and returns the completions that are due.
    mutating func due(at time: Timestamp) -> [AnimationCompletion] {
        guard !pending.isEmpty else { return [] }
        let due = pending.filter { $0.end.map { $0 <= time } ?? false }
        pending.removeAll { $0.end.map { $0 <= time } ?? false }
        return due.map(\.completion)
    }

    mutating func removeAll() -> [AnimationCompletion] {
        defer { pending = [] }
        return pending.map(\.completion)
    }
}
