/// Where a gesture is in its life, as a subscriber hears it.
///
///     began ──► changed* ──► ended
///                      └───► cancelled(reason)
///
/// Every `began` is followed by exactly one of `ended` and `cancelled`, whatever happens.
public enum GesturePhase: Hashable, Sendable {
    case began
    case changed
    case ended
    case cancelled(CancellationReason)

    public var isTerminal: Bool {
        switch self {
        case .began, .changed: false
        case .ended, .cancelled: true
        }
    }
}
