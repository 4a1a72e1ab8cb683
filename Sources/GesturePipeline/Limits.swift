internal import GestureProtocol

/// The limits of one client and of one user. The error that a client receives at a limit names it.
///
/// Beyond the limit of a user, each connection still receives its share: the connections that the user may have divide half
/// as much again. In the same way ``users`` share half of what all users may use. So no connection can take
/// everything from the others of its user, and no user from other users. No limit of a user applies to root and to clients in
/// the same process, and what they use is not counted for others.
public struct Limits: Hashable, Sendable {
    /// Connections of all users at once. Root may have as many again.
    public var clients = 256
    /// Connections of one user at once.
    public var clientsPerUser = 128
    /// Subscriptions of one client.
    public var subscriptions = 64
    /// Subscriptions of all clients of one user.
    public var subscriptionsPerUser = 1024
    /// Single gestures in one client's subscriptions, counted once for each device that they are recognised on.
    public var recognisers = 512
    /// Single gestures of all clients of one user, counted likewise.
    public var recognisersPerUser = 2048
    /// Bytes that one client's requests leave in the daemon.
    public var memory = 512 * 1024
    /// Bytes that the requests of all clients of one user leave in the daemon.
    public var memoryPerUser = 2 * 1024 * 1024
    /// Bytes queued for one client that does not read, in addition to those in the kernel's socket buffer.
    public var outbox = 64 * 1024
    /// Bytes queued for all clients of one user.
    public var outboxPerUser = 1024 * 1024
    /// Bytes of one request, newline included.
    public var line = 64 * 1024
    /// Haptic effects that one client may request in a second. A pulse lasts at most 0.05 s: half of the time is silent.
    public var haptics = 10

    public init() {}

    /// The highest cost of one request of an ordinary user: a change of the focus with the longest line, after which each of
    /// the user's subscriptions moves to another group on each device.
    package var largestRequest: Work {
        let memberships = recognisersPerUser + recognisersPerUser / 2
        return .request + .reading(longest: line) + memberships * (.review + .move + .recogniser) + clients * .review
    }

    /// Users without an active session that can be connected at once. Users who are active on a seat always can.
    public static let users = 32
    /// All users together may use this many times what one user may, except for connections.
    static let usersAtLimit = 2
}

extension Limits {
    /// The party whose use is limited.
    enum Scope: Hashable, Sendable { case connection, user, all }

    /// The largest amount of a resource.
    func limit(_ resource: Resource, of scope: Scope) -> Int {
        switch (resource, scope) {
        case (.clients, .connection): 1
        case (.clients, .user): clientsPerUser
        case (.clients, .all): clients
        case (.subscriptions, .connection): subscriptions
        case (.subscriptions, .user): subscriptionsPerUser
        case (.recognisers, .connection): recognisers
        case (.recognisers, .user): recognisersPerUser
        case (.memory, .connection): memory
        case (.memory, .user): memoryPerUser
        case (.outbox, .connection): outbox
        case (.outbox, .user): outboxPerUser
        case (_, .all): limit(resource, of: .user) * Limits.usersAtLimit
        }
    }

    /// How many connections a user may have, or how many users there may be: each has an even share.
    private func members(of scope: Scope) -> Int {
        switch scope {
        case .connection: 1
        case .user: clientsPerUser
        case .all: Limits.users
        }
    }

    /// The amount that each connection of a user, or each user, can use in any case.
    func share(_ resource: Resource, of scope: Scope) -> Int { limit(resource, of: scope) / 2 / members(of: scope) }

    /// The error at a limit.
    func error(_ resource: Resource, of scope: Scope) -> RequestError {
        RequestError(code: resource.errorCode, message: text(resource, of: scope))
    }

    /// The setting that a client's error names, and what it limits.
    private func text(_ resource: Resource, of scope: Scope) -> String {
        let limit = limit(resource, of: scope)
        let amount = "\(limit) \(resource.unit)"
        switch scope {
        case .connection: return "limits.\(resource.rawValue): a client has at most \(amount)"
        case .user: return "limits.\(resource.rawValue)PerUser: a user's clients have at most \(amount)"
        case .all where resource == .clients: return "limits.clients: all users have at most \(amount)"
        case .all: return "limits.\(resource.rawValue)PerUser: all users' clients have at most \(amount)"
        }
    }
}

extension Resource {
    fileprivate var unit: String {
        switch self {
        case .clients: "connections"
        case .subscriptions: "subscriptions"
        case .recognisers: "gestures, counted on each device"
        case .memory: "bytes of requests"
        case .outbox: "bytes waiting to be read"
        }
    }

    fileprivate var errorCode: ErrorCode {
        switch self {
        case .clients: .tooManyClients
        case .subscriptions: .tooManySubscriptions
        case .recognisers: .tooManyRecognisers
        case .memory: .tooMuchMemory
        case .outbox: .overrun
        }
    }
}
