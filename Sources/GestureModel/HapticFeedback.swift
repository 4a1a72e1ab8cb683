/// The haptic feedback that a device is requested to give: what has happened, not how it should feel.
///
/// The raw values are the words on the wire: those of SwiftUI's `SensoryFeedback` that a motor can distinguish.
public enum HapticFeedback: String, Hashable, Sendable, CaseIterable {
    /// A value moved on to the next, such as a wheel's.
    case selection
    /// Something small was touched, or a gesture began.
    case light
    /// Something of medium size and weight collided.
    case medium
    /// Something large came to rest.
    case heavy
    /// A task was completed.
    case success
    /// Something needs attention.
    case warning
    /// A task failed.
    case error
}
