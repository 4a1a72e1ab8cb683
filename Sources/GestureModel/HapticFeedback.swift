/// What a device that can vibrate is asked for: what has happened, not how it is to feel.
///
/// The raw values are the words of the wire. They are those of SwiftUI's `SensoryFeedback` that a motor can tell apart.
public enum HapticFeedback: String, Hashable, Sendable, CaseIterable {
    /// A value moved on to the next, such as a wheel's.
    case selection
    /// Something small was touched, or a gesture began.
    case light
    case medium
    /// Something large came to rest.
    case heavy
    /// A task was completed.
    case success
    case warning
    case error
}
