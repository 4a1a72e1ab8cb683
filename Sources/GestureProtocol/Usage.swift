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

extension Resource {
    fileprivate var index: Int {
        switch self {
        case .clients: 0
        case .subscriptions: 1
        case .recognisers: 2
        case .memory: 3
        case .outbox: 4
        }
    }
}

/// An amount of each resource: its use or its limit.
public struct Usage: Sendable {
    private var amounts = InlineArray<5, Int>(repeating: 0)
    /// Handled requests, including refused ones. They have no limit, because each waits for its turn.
    public var requests: UInt64 = 0

    /// Creates an amount of zero for every resource.
    public init() {}

    /// The amount of one resource: a number, or bytes.
    public subscript(resource: Resource) -> Int {
        get { amounts[resource.index] }
        set { amounts[resource.index] = newValue }
    }
}

extension Usage: Hashable {
    public static func == (one: Usage, other: Usage) -> Bool {
        one.requests == other.requests && Resource.allCases.allSatisfy { one[$0] == other[$0] }
    }

    public func hash(into hasher: inout Hasher) {
        for resource in Resource.allCases { hasher.combine(self[resource]) }
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

extension StatusMessage: ProtocolObject {
    static var blank: StatusMessage { StatusMessage(id: 0, used: Usage(), limits: Usage(), users: []) }

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        var connection = UsageReport(used: used, limits: limits)
        visitor.type("status", "What the connection and its user have used.")
        visitor.key("id", &id, .requestID)
        visitor.key("connection", &connection, Object(UsageReport()))
        visitor.key(
            "users", &users, List(Object(User(user: 0, used: Usage(), limits: nil)), "an array of users"),
            "The connection's user; for root, all users.")
        (used, limits) = (connection.used, connection.limits ?? Usage())
    }
}

extension StatusMessage.User: ProtocolObject {
    mutating func visit(_ visitor: inout some ObjectVisitor) {
        var report = UsageReport(used: used, limits: limits)
        visitor.key("user", &user, .user)
        report.visit(&visitor)
        (used, limits) = (report.used, report.limits)
    }
}

extension FieldKind where Self == Form<UInt32> {
    fileprivate static var user: Self { Form(.whole(0), JSONField.user) { .integer(Int64($0)) } }
}

extension JSONField {
    fileprivate func user() throws(RequestError) -> UInt32 { UInt32(try whole(0...Int(UInt32.max))) }
}

/// A resource that the daemon does not report is read as 0, and one that only a newer daemon knows is ignored.
private struct UsageReport: ProtocolObject {
    var used = Usage()
    var limits: Usage?

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visit("clients", .clients, &visitor)
        visit("subscriptions", .subscriptions, &visitor)
        visit("recognisers", .recognisers, &visitor)
        visit("memory", .memory, &visitor)
        visit("outbox", .outbox, &visitor)
        visitor.key("requests", &used.requests, Form.unsigned.ifAbsent(0))
    }

    private mutating func visit(_ name: StaticString, _ resource: Resource, _ visitor: inout some ObjectVisitor) {
        var use = ResourceUse(used: used[resource], limit: limits?[resource])
        visitor.key(name, &use, Object(ResourceUse(), "resourceUsage").ifAbsent(ResourceUse()))
        used[resource] = use.used
        guard let limit = use.limit else { return }
        limits = limits ?? Usage()
        limits?[resource] = limit
    }
}

/// How much of one resource is used.
struct ResourceUse: ProtocolObject {
    var used = 0
    var limit: Int?

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.key("used", &used, Count(from: 0).ifAbsent(0))
        visitor.optional("limit", &limit, Count(from: 0))
    }
}
