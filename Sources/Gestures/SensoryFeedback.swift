public import GestureModel

/// Feedback that is felt, asked for by what has happened. SwiftUI's `SensoryFeedback`, as far as a motor can tell it apart.
///
/// It is a value and plays nothing by itself: a connection to the daemon sends its ``haptic``.
public struct SensoryFeedback: Hashable, Sendable {
    /// How heavy what collided seems. SwiftUI's `SensoryFeedback.Weight`.
    public enum Weight: Hashable, Sendable, CaseIterable {
        case light
        case medium
        case heavy
    }

    /// What the daemon is asked for.
    public let haptic: HapticFeedback

    /// A task was completed.
    public static let success = SensoryFeedback(haptic: .success)
    /// Something needs attention.
    public static let warning = SensoryFeedback(haptic: .warning)
    /// A task failed.
    public static let error = SensoryFeedback(haptic: .error)
    /// A value moved on to the next.
    public static let selection = SensoryFeedback(haptic: .selection)
    /// An activity began; `impact(weight: .light)` here.
    public static let start = SensoryFeedback.impact(weight: .light)
    /// An activity came to its end; `impact(weight: .heavy)` here.
    public static let stop = SensoryFeedback.impact(weight: .heavy)
    /// Something came to lie on a line; `selection` here.
    public static let alignment = selection

    /// Things collided; SwiftUI's default is a medium weight. Its `intensity` is missing: few motors have one.
    public static func impact(weight: Weight = .medium) -> SensoryFeedback {
        switch weight {
        case .light: SensoryFeedback(haptic: .light)
        case .medium: SensoryFeedback(haptic: .medium)
        case .heavy: SensoryFeedback(haptic: .heavy)
        }
    }
}
