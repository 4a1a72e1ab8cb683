/// What has become of one part of a composition, or of the composition. SwiftUI's internal phases of a gesture.
///
///     possible ──► active ──► ended
///        │  └──────────────────▲
///        └────────────┴─────► failed
///
/// A composition whose active part is over, while another may yet come, is possible again: SwiftUI's tables.
public enum PartPhase: Hashable, Sendable {
    /// Not begun; or it has, and its end is held back until it is known whether another part comes first.
    case possible
    case active
    /// It succeeded. A long press does while its finger is still down.
    case ended
    /// The reason is nil for the lift that a press and hold waits for: no success, but nobody cancelled it either.
    case failed(CancellationReason?)

    public var isTerminal: Bool {
        switch self {
        case .possible, .active: false
        case .ended, .failed: true
        }
    }
}
