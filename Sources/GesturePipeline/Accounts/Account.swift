internal import GestureModel
internal import GestureProtocol

/// The use of each resource by one connection, one user or all users, and the limits of that use.
///
/// Accounts form a tree: connections belong to a user, and users to the account of all users. An amount that is charged
/// to a connection also counts for the accounts above it. Each connection of a user, and each user, may always use its
/// share. The limit of a user, and that of all users, applies to use beyond the shares. So no connection and no user
/// can take the share of another.
final class Account {
    /// The user of this account; nil for clients in the same process, and for the account of all users.
    let user: UInt32?
    private let scope: Limits.Scope
    /// nil for the account of all users, and for a user without limits.
    private let parent: Account?
    fileprivate let isLimited: Bool
    private(set) var used = Usage()
    /// The use beyond the shares: the sum over the connections of this user, or over all users.
    private var beyondShares = Usage()
    @exclusivity(unchecked) private(set) var limits: Limits
    /// The user's open connections.
    fileprivate var connections = 0
    /// The processor time of the user's requests.
    fileprivate var processor = ProcessorShare()

    fileprivate init(
        _ scope: Limits.Scope, user: UInt32? = nil, of parent: Account? = nil, _ limits: Limits, isLimited: Bool = true
    ) {
        self.scope = scope
        self.user = user
        self.parent = parent
        self.limits = limits
        self.isLimited = isLimited
    }

    /// When the user's requests are handled again; nil if they may be handled now.
    var nextTurn: Timestamp? { processor.nextTime }

    func hasTurn(at time: Timestamp) -> Bool { processor.resumes(at: time) }

    /// Counts work for the user's requests, unless the user has no limits.
    func spend(_ work: Work, at time: Timestamp) { if isLimited { processor.spend(work, at: time) } }

    /// The account of the connection's user.
    var owner: Account { parent ?? self }

    /// Counts an amount even beyond a limit; a negative amount is released.
    func add(_ amount: Int, of resource: Resource) {
        let before = beyondShare(resource)
        used[resource] += amount
        parent?.beyondShares[resource] += beyondShare(resource) - before
        parent?.add(amount, of: resource)
    }

    /// Counts an amount, unless it would exceed a limit. In that case nothing changes, and the error names the limit.
    func charge(_ amount: Int, of resource: Resource) throws(RequestError) {
        add(amount, of: resource)
        guard amount > 0, let error = error(resource) else { return }
        add(-amount, of: resource)
        throw error
    }

    /// Counts several amounts. If one of them would exceed a limit, counts none of them, and throws.
    func charge(_ costs: [(amount: Int, resource: Resource)]) throws(RequestError) {
        for (index, cost) in costs.enumerated() {
            do throws(RequestError) {
                try charge(cost.amount, of: cost.resource)
            } catch {
                for charged in costs[..<index] { add(-charged.amount, of: charged.resource) }
                throw error
            }
        }
    }

    /// Returns the error for an exceeded limit of a resource; nil if no limit is exceeded.
    func error(_ resource: Resource) -> RequestError? {
        exceededScope(resource).map { limits.error(resource, of: $0) }
    }

    /// Counts a request that was handled.
    func countRequest() {
        used.requests &+= 1
        parent?.countRequest()
    }

    /// The limits of the account; nil for a user without limits.
    var largest: Usage? {
        guard isLimited else { return nil }
        var usage = Usage()
        for resource in Resource.allCases { usage[resource] = limits.limit(resource, of: scope) }
        return usage
    }

    private func exceededScope(_ resource: Resource) -> Limits.Scope? {
        guard isLimited else { return resource == .clients && used[.clients] > limits.clients ? .all : nil }
        if scope == .connection, used[resource] > limits.limit(resource, of: scope) { return scope }
        guard let parent else { return nil }
        if parent.isLimited, beyondShare(resource) > 0,
            parent.beyondShares[resource] > limits.limit(resource, of: parent.scope)
        {
            return parent.scope
        }
        return parent.exceededScope(resource)
    }

    private func beyondShare(_ resource: Resource) -> Int {
        guard let parent, parent.isLimited else { return 0 }
        return max(used[resource] - limits.share(resource, of: parent.scope), 0)
    }

    fileprivate func setLimits(_ limits: Limits) {
        for resource in Resource.allCases { parent?.beyondShares[resource] -= beyondShare(resource) }
        self.limits = limits
        for resource in Resource.allCases { parent?.beyondShares[resource] += beyondShare(resource) }
    }
}

/// The accounts of all connections and their users.
final class Accounts {
    private let all: Account
    /// The users with a connection, in the order in which they connected.
    private(set) var users: [Account] = []
    /// The latest users who have no connection any more. Their shares of the processor are kept, because a user would
    /// otherwise get a new one by connecting again.
    private var former: [(user: UInt32, processor: ProcessorShare)] = []

    /// Twice as many as can be connected at once.
    private static let formerUsers = 2 * Limits.users

    init(_ limits: Limits) { all = Account(.all, limits) }

    /// Opens the account of a new connection. The cost does not depend on the number of connections.
    ///
    /// - Parameter isReserved: True for a user who can connect regardless of the number of other users.
    /// - Throws: `tooManyClients`.
    func open(_ user: UInt32?, isReserved: Bool = false) throws(RequestError) -> Account {
        let known = users.first { $0.user == user }
        let owner = if let known { known } else { try newUser(user, isReserved: isReserved) }
        let account = Account(.connection, user: user, of: owner, all.limits)
        try account.charge(1, of: .clients)
        if owner.connections == 0 { users.append(owner) }
        owner.connections += 1
        return account
    }

    /// Makes the account of a user. The account of root, or of clients in the same process, limits only the number of
    /// connections: further limits would not protect the daemon, because these clients can stop it anyway. The limits
    /// of each connection still apply.
    private func newUser(_ user: UInt32?, isReserved: Bool) throws(RequestError) -> Account {
        guard let user, user != 0 else { return Account(.user, user: user, all.limits, isLimited: false) }
        guard isReserved || users.count(where: \.isLimited) < Limits.users else {
            throw RequestError(
                code: .tooManyClients, message: "limits.clients: clients of \(Limits.users) users are connected")
        }
        let account = Account(.user, user: user, of: all, all.limits)
        if let index = former.firstIndex(where: { $0.user == user }) {
            account.processor = former.remove(at: index).processor
        }
        return account
    }

    /// Releases all that a connection has used.
    func close(_ account: Account) {
        for resource in Resource.allCases { account.add(-account.used[resource], of: resource) }
        let owner = account.owner
        owner.connections -= 1
        guard owner.connections == 0 else { return }
        users.removeAll { $0 === owner }
        guard owner.isLimited, let user = owner.user else { return }
        if former.count == Self.formerUsers { former.removeFirst() }
        former.append((user, owner.processor))
    }

    /// Applies other limits. Amounts that are already used are kept, even beyond the new limits.
    func setLimits(_ limits: Limits, connections: [Account]) {
        for account in connections + users + [all] { account.setLimits(limits) }
    }
}
