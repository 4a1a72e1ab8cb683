internal import GestureProtocol

/// The limits of one client and of one user. The error for an exceeded limit names the limit.
///
/// Beyond the limit of a user, each connection may still use its share: half of the limit, divided by the number of
/// connections that the user may have. In the same way, each user may use a share of the limit of all users: half of
/// that limit, divided by ``users``. So no connection can take everything from the other connections of its user, and
/// no user can take everything from other users.
///
/// The limits of users do not apply to root or to clients in the same process. What root and these clients use does not
/// count towards the limits of others.
public struct Limits: Hashable, Sendable {
    /// Connections of all users at once. Root may have as many in addition.
    public var clients = 256
    /// Connections of one user at once.
    public var clientsPerUser = 128
    /// Subscriptions of one client.
    public var subscriptions = 64
    /// Subscriptions of all clients of one user.
    public var subscriptionsPerUser = 1024
    /// Single gestures in one client's subscriptions, counted once for each device on which they are recognised. A
    /// subscription to contacts counts as one gesture.
    public var recognisers = 512
    /// Single gestures in the subscriptions of all clients of one user, counted in the same way.
    public var recognisersPerUser = 2048
    /// Bytes that the daemon keeps for one client's requests.
    public var memory = 512 * 1024
    /// Bytes that the daemon keeps for the requests of all clients of one user.
    public var memoryPerUser = 2 * 1024 * 1024
    /// Bytes queued for one client that does not read, in addition to those in the kernel's socket buffer.
    public var outbox = 64 * 1024
    /// Bytes queued for all clients of one user.
    public var outboxPerUser = 1024 * 1024
    /// Bytes of one request, newline included.
    public var line = 64 * 1024
    /// Haptic effects that one client may request in a second. A pulse lasts at most 0.05 s, and an effect with several
    /// pulses pauses as long as it vibrates. So one client makes a device vibrate for at most about half of the time.
    public var haptics = 10

    public init() {}

    /// The highest cost of an ordinary user's request. The longest report of the focus has this cost if it moves each
    /// of the user's subscriptions to another group on each device.
    package var largestRequest: Work {
        let memberships = recognisersPerUser + recognisersPerUser / 2
        return .request + .reading(longest: line) + memberships * (.review + .move + .recogniser) + clients * .review
    }

    /// How many users can be connected at once. Root does not count. A user who is active on a seat can connect even
    /// beyond this number, and so can the user who runs the daemon. Without logind, the same is true of members of
    /// ``AccessRules/fallbackGroup``.
    public static let users = 32
    /// The limit of all users as a multiple of the limit of one user, except for connections.
    static let usersAtLimit = 2
}

extension Limits {
    /// The party whose use is limited.
    enum Scope: Hashable, Sendable { case connection, user, all }

    /// Returns the largest amount of a resource that a party may use.
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

    /// Returns the number of members that have an equal share of a limit: the connections of a user, or all users.
    private func members(of scope: Scope) -> Int {
        switch scope {
        case .connection: 1
        case .user: clientsPerUser
        case .all: Limits.users
        }
    }

    /// Returns the amount that each connection of a user, or each user, can always use.
    func share(_ resource: Resource, of scope: Scope) -> Int { limit(resource, of: scope) / 2 / members(of: scope) }

    /// Returns the error for an exceeded limit.
    func error(_ resource: Resource, of scope: Scope) -> RequestError {
        RequestError(code: resource.errorCode, message: text(resource, of: scope))
    }

    /// Returns the message of the error: the setting, and what it limits.
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
