/// The resources of the daemon that clients use. Each has a limit for one connection, for one user, and for all users
/// together.
public enum Resource: String, Hashable, Sendable, CaseIterable {
    /// Connections.
    case clients
    /// Subscriptions.
    case subscriptions
    /// The single gestures in the subscriptions' expressions, counted once for each device on which they are
    /// recognised. A subscription to contacts counts as one gesture.
    case recognisers
    /// Bytes that the daemon stores for requests: expressions, names, templates, and incomplete requests.
    case memory
    /// Bytes that wait for the client to read them.
    case outbox
}

/// An amount of each resource: its use or its limit.
public struct Usage: Hashable, Sendable {
    private var clients = 0
    private var subscriptions = 0
    private var recognisers = 0
    private var memory = 0
    private var outbox = 0
    /// Handled requests, including refused ones. They have no limit, because each waits for its turn.
    public var requests: UInt64 = 0

    /// Creates an amount of zero for every resource.
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

/// The answer to ``Request/status(id:)``: the resources that the connection and its user use, and their limits.
public struct StatusMessage: Hashable, Sendable {
    /// The resources of all connections of one user.
    public struct User: Hashable, Sendable {
        /// The user's number.
        public var user: UInt32
        /// The resources that all of the user's connections use.
        public var used: Usage
        /// The user's limits; nil for root. Root's connections together are limited only in number.
        public var limits: Usage?

        public init(user: UInt32, used: Usage, limits: Usage?) {
            self.user = user
            self.used = used
            self.limits = limits
        }
    }

    /// The request's number.
    public var id: Int64
    /// The resources that this connection uses.
    public var used: Usage
    /// The limits of this connection.
    public var limits: Usage
    /// The connection's user; for root and the user who runs gestured, every connected user.
    public var users: [User]

    public init(id: Int64, used: Usage, limits: Usage, users: [User]) {
        self.id = id
        self.used = used
        self.limits = limits
        self.users = users
    }
}

extension StatusMessage {
    init(_ line: JSONField) throws(RequestError) {
        id = try line["id"].whole()
        used = try Usage(line["connection"], "used")
        limits = try Usage(line["connection"], "limit")
        users = try line["users"].elements("an array of users").map { (field) throws(RequestError) in
            User(
                user: UInt32(try field["user"].whole(0...Int(UInt32.max))), used: try Usage(field, "used"),
                limits: field["clients"]["limit"].isPresent ? try Usage(field, "limit") : nil)
        }
    }

    var json: JSONValue {
        [
            "type": "status", "id": .integer(id), "connection": .members(StatusMessage.members(used, limits)),
            "users": .array(
                users.map {
                    .members([("user", JSONValue(Int64($0.user)))] + StatusMessage.members($0.used, $0.limits))
                }),
        ]
    }

    private static func members(_ used: Usage, _ limits: Usage?) -> [(String, JSONValue?)] {
        Resource.allCases.map { resource in
            (
                resource.rawValue,
                ["used": JSONValue(used[resource]), "limit": limits.map { JSONValue($0[resource]) }]
            )
        } + [("requests", .unsigned(used.requests))]
    }
}

extension Usage {
    /// A resource that the daemon does not report is read as 0, and one that only a newer daemon knows is ignored.
    fileprivate init(_ field: JSONField, _ key: String) throws(RequestError) {
        for resource in Resource.allCases {
            self[resource] = try field[resource.rawValue].ifPresent?[key].ifPresent?.count() ?? 0
        }
        if key == "used" { requests = try field["requests"].ifPresent?.unsigned() ?? 0 }
    }
}
