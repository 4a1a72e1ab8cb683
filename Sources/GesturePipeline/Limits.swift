/// What one client may cost. Each is named in the error that reaching it brings.
public struct Limits: Hashable, Sendable {
    /// Connections at once.
    public var clients = 256
    /// Connections of one user at once; root's are counted by ``clients`` alone, here and below.
    public var clientsPerUser = 128
    /// Subscriptions of one client.
    public var subscriptions = 64
    /// Bytes queued for one client that does not read, beyond what the kernel's socket buffer holds.
    public var outbox = 64 * 1024
    /// Subscriptions of one user's clients together.
    public var subscriptionsPerUser = 1024
    /// Bytes queued for one user's clients together.
    public var outboxPerUser = 1024 * 1024
    /// Bytes of one request, newline included.
    public var line = 64 * 1024
    /// Haptic effects that one client may ask for in a second. A pulse lasts 0.05 s at most: half of the time is silent.
    public var haptics = 10

    public init() {}
}
