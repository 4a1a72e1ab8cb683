import GestureProtocol
import Testing

@testable import GesturePipeline

/// What users and their connections may use, and what is left for others.
@Suite struct AccountTests {
    /// A user may have 40 gestures beyond the shares of 4 connections, 5 each.
    private static let limits = {
        var limits = Limits()
        limits.clients = 8
        limits.clientsPerUser = 4
        limits.recognisers = 45
        limits.recognisersPerUser = 40
        return limits
    }()
    private let accounts = Accounts(AccountTests.limits)

    private func message(_ body: () throws -> Void) -> String? {
        #expect(throws: RequestError.self) { try body() }?.message
    }

    @Test func `a connection may use its own limit, and the error names it`() throws {
        let account = try accounts.open(1000)
        try account.charge(45, of: .recognisers)
        #expect(
            message { try account.charge(1, of: .recognisers) }
                == "limits.recognisers: a client has at most 45 gestures, counted on each device")
        #expect(account.used[.recognisers] == 45, "a refused amount is not counted")
    }

    @Test(arguments: Resource.allCases)
    func `a user exactly at a limit is served, and one more is refused`(_ resource: Resource) throws {
        var limits = Limits()
        limits.clients = 1000
        let accounts = Accounts(limits)
        let (largest, share) = (limits.limit(resource, of: .user), limits.share(resource, of: .user))
        let first = try accounts.open(1000)
        if resource == .clients {
            for _ in 1..<largest { _ = try accounts.open(1000) }
            #expect(throws: RequestError.self) { _ = try accounts.open(1000) }
        } else {
            // Each connection uses all that one may, until nothing is left beyond the shares.
            let each = limits.limit(resource, of: .connection)
            var (left, connections) = (largest, [first])
            while left > 0 {
                let beyond = min(each - share, left)
                try connections[connections.count - 1].charge(share + beyond, of: resource)
                left -= beyond
                connections.append(try accounts.open(1000))
            }
            let last = connections[connections.count - 1]
            try last.charge(share, of: resource)
            let refusal = message { try last.charge(1, of: resource) }
            #expect(refusal?.hasPrefix("limits.\(resource.rawValue)PerUser: ") == true, "\(refusal ?? "not refused")")
            #expect(first.used[resource] == each)
            #expect(throws: RequestError.self) { try first.charge(1, of: resource) }
        }
        let other = try accounts.open(1001)
        if resource != .clients { try other.charge(share, of: resource) }
    }

    @Test func `what one connection uses leaves the others of the user their share`() throws {
        let greedy = try [accounts.open(1000), accounts.open(1000)]
        try greedy[0].charge(45, of: .recognisers)
        #expect(
            message { try greedy[1].charge(6, of: .recognisers) }
                == "limits.recognisersPerUser: a user's clients have at most 40 gestures, counted on each device")
        for account in [greedy[1], try accounts.open(1000), try accounts.open(1000)] {
            try account.charge(5, of: .recognisers)
            #expect(throws: RequestError.self) { try account.charge(1, of: .recognisers) }
        }
        #expect(greedy[0].owner.used[.recognisers] == 60)
    }

    @Test func `what users use leaves other users their share`() throws {
        var limits = AccountTests.limits
        limits.clients = 1000
        limits.recognisers = 1000
        let accounts = Accounts(limits)
        // All users together may use 2 × 40 beyond their shares of 1.
        for user in 1..<10 as Range<UInt32> {
            let account = try accounts.open(user)
            while (try? account.charge(1, of: .recognisers)) != nil {}
        }
        let late = try accounts.open(11)
        try late.charge(1, of: .recognisers)
        #expect(
            message { try late.charge(1, of: .recognisers) }
                == "limits.recognisersPerUser: all users' clients have at most 80 gestures, counted on each device")
    }

    @Test func `root has connections of its own, and takes none from others`() throws {
        for _ in 0..<8 { _ = try accounts.open(0) }
        #expect(message { _ = try accounts.open(0) } == "limits.clients: all users have at most 8 connections")
        for _ in 0..<4 { _ = try accounts.open(1000) }
        for _ in 0..<4 { _ = try accounts.open(1001) }
        #expect(accounts.users.map(\.used[.clients]) == [8, 4, 4])
    }

    @Test func `users beyond the limit are refused unless a place is reserved for them`() throws {
        var limits = Limits()
        limits.clients = 4096
        let accounts = Accounts(limits)
        for user in 1...UInt32(Limits.users) { _ = try accounts.open(user) }
        #expect(message { _ = try accounts.open(1000) } == "limits.clients: clients of 32 users are connected")
        _ = try accounts.open(1000, isReserved: true)
        _ = try accounts.open(1)
    }

    @Test func `a closed connection leaves nothing`() throws {
        let account = try accounts.open(1000)
        try account.charge(40, of: .recognisers)
        account.add(100, of: .outbox)
        accounts.close(account)
        #expect(accounts.users.isEmpty)
        for _ in 0..<10_000 { accounts.close(try accounts.open(1000)) }
        let next = try accounts.open(1000)
        try next.charge(45, of: .recognisers)
        #expect(next.owner.used[.recognisers] == 45)
        #expect(next.owner.used[.outbox] == 0)
    }

    @Test func `limits below what is used refuse more, and nothing else`() throws {
        let account = try accounts.open(1000)
        try account.charge(40, of: .recognisers)
        var limits = AccountTests.limits
        limits.recognisers = 20
        limits.recognisersPerUser = 8
        accounts.setLimits(limits, connections: [account])
        #expect(account.used[.recognisers] == 40)
        #expect(throws: RequestError.self) { try account.charge(1, of: .recognisers) }
        try account.charge(-39, of: .recognisers)
        #expect(throws: Never.self) { try account.charge(3, of: .recognisers) }
        accounts.setLimits(AccountTests.limits, connections: [account])
        try account.charge(41, of: .recognisers)
    }

    @Test func `limits that contradict each other leave the smallest`() throws {
        var limits = Limits()
        limits.subscriptions = 100
        limits.subscriptionsPerUser = 1
        limits.clientsPerUser = 4096
        limits.clients = 1
        let accounts = Accounts(limits)
        let account = try accounts.open(1000)
        #expect(throws: RequestError.self) { _ = try accounts.open(1000) }
        try account.charge(1, of: .subscriptions)
        #expect(throws: RequestError.self) { try account.charge(1, of: .subscriptions) }
    }

    @Test func `users with requests take turns by what these cost`() throws {
        var turns = Turns()
        func session(_ user: UInt32) throws -> ClientSession {
            let account = try accounts.open(user)
            let outbox = Outbox(account, overruns: OverrunList())
            return ClientSession(nil, .subscriber, account, outbox, number: 1, lineLimit: 1000)
        }
        let dear = try [session(1000), session(1000)]
        let cheap = try session(1001)
        let lines = Array(String(repeating: "x\n", count: 40).utf8)
        for session in dear + [cheap] {
            lines.withUnsafeBytes { session.receive($0) }
            turns.append(session)
        }
        var order: [ObjectIdentifier] = []
        while order.count < 44, let next = turns.next(at: nil) {
            _ = next.requests.next()
            order.append(ObjectIdentifier(next))
            turns.finish(next, next === cheap ? Work(Turns.quantum.units / 10) : Turns.quantum)
        }
        #expect(order.count { $0 == ObjectIdentifier(cheap) } == 40, "ten cheap requests for one dear one")
        #expect(order.filter { $0 != ObjectIdentifier(cheap) } == (0..<4).map { ObjectIdentifier(dear[$0 % 2]) })
    }
}

extension Account {
    /// A connection's account with limits of its own.
    static func of(_ person: Person, _ change: (inout Limits) -> Void) -> Account {
        var limits = Limits()
        change(&limits)
        guard let account = try? Accounts(limits).open(person.rawValue) else { preconditionFailure("no connection") }
        return account
    }
}
