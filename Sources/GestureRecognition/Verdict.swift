public import GestureModel

/// What a recogniser makes of the touches so far.
///
///     waiting ──► active* ──► finished
///        └──────────┴───────► failed
///
/// `finished` and `failed` are said once; after them the recogniser waits for the next touch by itself.
public enum Verdict: Hashable, Sendable {
    /// Nothing to report. Idle, or a gesture that may yet come.
    case waiting
    /// The gesture is under way.
    case active(GestureValue)
    /// The gesture is over and succeeded. A discrete gesture is never active before.
    case finished(GestureValue)
    /// What the fingers do is not this gesture (any more).
    case failed(FailureReason)
    /// What was under way gave way to another gesture of the same recogniser, which is said at the next deadline: now.
    case outcompeted
}
