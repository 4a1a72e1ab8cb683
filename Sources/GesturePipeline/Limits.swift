/// What one client or one user may cost. The error that a client receives at a limit names it.
public struct Limits: Hashable, Sendable {
    /// Connections at once.
    public var clients = 256
    /// Connections of one user at once. Root's connections count only toward ``clients``, here and below.
    public var clientsPerUser = 128
    /// Subscriptions of one client.
    public var subscriptions = 64
    /// Bytes queued for one client that does not read, in addition to those in the kernel's socket buffer.
    public var outbox = 64 * 1024
    /// Subscriptions of all clients of one user.
    public var subscriptionsPerUser = 1024
    /// Bytes queued for all clients of one user.
    public var outboxPerUser = 1024 * 1024
    /// Bytes of one request, newline included.
    public var line = 64 * 1024
    /// Haptic effects that one client may request in a second. A pulse lasts at most 0.05 s: half of the time is silent.
    public var haptics = 10

    public init() {}
}
