/// What clients use up in the daemon. Each has a limit for one connection, for one user, and for all users together.
public enum Resource: String, Hashable, Sendable, CaseIterable {
    /// Connections.
    case clients
    /// Subscriptions.
    case subscriptions
    /// The single gestures of the subscriptions' expressions, once for each device that they are recognised on.
    case recognisers
    /// Bytes that requests leave in the daemon: expressions, names, templates, and requests that have not ended.
    case memory
    /// Bytes that wait to be read.
    case outbox
}

/// How much of each resource is used, or may be.
public struct Usage: Hashable, Sendable {
    private var clients = 0
    private var subscriptions = 0
    private var recognisers = 0
    private var memory = 0
    private var outbox = 0
    /// Requests that were handled, refused ones included. They have no limit: each waits for its turn.
    public var requests: UInt64 = 0

    public init() {}

    /// The amount of one resource: a number, or bytes.
    public subscript(resource: Resource) -> Int {
        get {
            switch resource {
            case .clients: clients
            case .subscriptions: subscriptions
            case .recognisers: recognisers
            case .memory: memory
            case .outbox: outbox
            }
        }
        set {
            switch resource {
            case .clients: clients = newValue
            case .subscriptions: subscriptions = newValue
            case .recognisers: recognisers = newValue
            case .memory: memory = newValue
            case .outbox: outbox = newValue
            }
        }
    }
}
