internal import GestureModel
internal import GestureProtocol

/// Decides whose request is handled next: users take turns, and so do the connections of a user.
///
/// A user's turn lasts until its requests have cost a quantum. What they cost beyond the quantum is deducted from the
/// user's next turns, so that users with many or expensive requests get no more than others. The deduction is dropped
/// when the user has no more requests to handle. A user who has used up its share of the processor
/// (``ProcessorShare``) has no turns until it has grown again.
struct Turns {
    private struct User {
        let account: Account
        var sessions: [ClientSession] = []
        /// The cost that counts towards the user's turn, including the excess of earlier turns.
        var spent = Work.zero
    }

    /// The users with requests. The first has the turn.
    private var users: [User] = []

    static let quantum = Work(5000)

    var isEmpty: Bool { users.isEmpty }

    /// Adds a session that has a request to handle, after the user's other sessions. It must not be in the list.
    mutating func append(_ session: ClientSession) {
        session.requests.wait = .turn
        if let index = index(of: session) {
            users[index].sessions.append(session)
        } else {
            users.append(User(account: session.account.owner, sessions: [session]))
        }
    }

    /// When ``next(at:)`` returns a session; nil if no user has requests.
    var nextTime: Timestamp? { users.lazy.map { $0.account.nextTurn ?? Timestamp(microseconds: 0) }.min() }

    /// Removes and returns the session whose request is handled next; nil if no user who has a turn has requests.
    /// ``finish(_:_:)`` must be called afterwards.
    ///
    /// - Parameter time: nil if the users' shares of the processor have no effect.
    mutating func next(at time: Timestamp?) -> ClientSession? {
        func hasTurn(_ user: User) -> Bool { time.map(user.account.hasTurn) ?? true }
        guard users.contains(where: hasTurn) else { return nil }
        while users[0].spent >= Turns.quantum || !hasTurn(users[0]) {
            users[0].spent -= min(users[0].spent, Turns.quantum)
            users.append(users.removeFirst())
        }
        let session = users[0].sessions.removeFirst()
        session.requests.wait = .nothing
        return session
    }

    /// Counts what the session's requests have cost, and adds the session again if another request can be handled.
    mutating func finish(_ session: ClientSession, _ cost: Work) {
        guard let index = index(of: session) else { return }
        users[index].spent += cost
        if session.isReady { append(session) }
        if users[index].sessions.isEmpty { users.remove(at: index) }
    }

    mutating func remove(_ session: ClientSession) {
        guard session.requests.wait == .turn, let index = index(of: session) else { return }
        session.requests.wait = .nothing
        users[index].sessions.removeAll { $0 === session }
        if users[index].sessions.isEmpty { users.remove(at: index) }
    }

    private func index(of session: ClientSession) -> Int? {
        users.firstIndex { $0.account === session.account.owner }
    }
}

/// The cost of a client's request, in units of about 10 ns. Costs are counted, not measured, so that equal calls cost
/// the same. `frames requests` in Benchmarks measures the time of a unit for each kind of request.
public struct Work: Hashable, Comparable, AdditiveArithmetic, Sendable {
    public var units: Int

    public init(_ units: Int) { self.units = units }

    public static let zero = Work(0)
    /// The most work for clients before devices and deadlines are served again.
    public static let turn = Work(20_000)

    /// The most work for one connection before the turn passes to the user's next connection.
    static let visit = Work(2000)

    /// Reading a request, and answering it.
    static let request = Work(400)
    /// The cost of receiving bytes from a client, however few.
    static let receipt = Work(20)
    /// Querying the kernel whether a client is still connected.
    static let query = Work(50)
    /// Reading 4 bytes of a request.
    static let bytes = Work(1)
    /// Reading a value, a key or an escape of a request.
    static let token = Work(6)
    /// Reading one gesture of an expression.
    static let part = Work(800)
    /// Resolving and comparing one gesture of an expression on one device.
    static let resolution = Work(100)
    /// Building a recogniser.
    static let recogniser = Work(200)
    /// Adding a subscription to a group, or removing it.
    static let move = Work(400)
    /// Deciding the access of a client.
    static let review = Work(60)
    /// Excluding a subscriber from the gestures of the contacts that are down.
    static let interruption = Work(10)
    /// Writing a line about a gesture.
    static let event = Work(100)
    /// Queueing a line that is already encoded.
    static let line = Work(30)
    /// Writing an explanation.
    static let explanation = Work(800)
    /// Checking a subscriber or a connection in a list, or receiving 16 bytes.
    static let scan = Work(1)
    /// Adding a connection, or removing it.
    static let connection = Work(130)
    /// The system calls to add or remove a connection.
    public static let socket = Work(1000)
    /// The system calls to stop reading a device, or to query its state before it is read again.
    public static let resynchronisation = Work(1000)
    /// Comparing an output, or the output of a device, with the last report, and storing it.
    static let output = Work(450)
    /// Writing the resources of a user.
    static let usage = Work(300)
    /// Writing a process's number to a focus source.
    static let number = Work(10)

    public static func < (one: Work, other: Work) -> Bool { one.units < other.units }
    public static func + (one: Work, other: Work) -> Work { Work(one.units + other.units) }
    public static func - (one: Work, other: Work) -> Work { Work(one.units - other.units) }
    public static func / (one: Work, count: Int) -> Work { Work(one.units / count) }
    public static func * (count: Int, one: Work) -> Work { Work(count * one.units) }
}

extension Work {
    /// Returns the cost of reading a line. Text costs little; each value, key and escape costs more. At most
    /// `Request.maximumObjects` objects of a line are read, so what follows them costs nothing.
    static func reading(_ line: ArraySlice<UInt8>) -> Work {
        line.withUnsafeBufferPointer { bytes in
            let braces = bytes.reduce(0) { $0 &+ ($1 == UInt8(ascii: "{") ? 1 : 0) }
            let end = braces > Request.maximumObjects ? bytes.indexOfObject(Request.maximumObjects) : bytes.count
            let tokens = bytes[..<end].reduce(0) { $0 &+ $1.tokens }
            return end / 4 * .bytes + tokens * .token
        }
    }

    /// Returns the cost of reading a line with `count` bytes that consists of tokens only.
    static func reading(longest count: Int) -> Work { count / 4 * .bytes + count * .token }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the index at which the object with this number starts; the end if the line has no such object. Objects
    /// are numbered from 0, and a brace in a text does not count.
    fileprivate func indexOfObject(_ number: Int) -> Int {
        var (objects, isText, index) = (0, false, 0)
        while index < count {
            switch self[index] {
            case UInt8(ascii: "\""): isText.toggle()
            case UInt8(ascii: "\\") where isText: index += 1
            case UInt8(ascii: "{") where !isText:
                if objects == number { return index }
                objects += 1
            default: break
            }
            index += 1
        }
        return count
    }
}

extension UInt8 {
    /// 1 for a comma, a colon or an opening brace, which precede a value or a key, and for a backslash, which begins an
    /// escape; 0 for other bytes. Computed without branches, so that many bytes are counted at once.
    fileprivate var tokens: Int {
        (self == UInt8(ascii: ",") ? 1 : 0) &+ (self == UInt8(ascii: ":") ? 1 : 0)
            &+ (self == UInt8(ascii: "{") ? 1 : 0) &+ (self == UInt8(ascii: "\\") ? 1 : 0)
    }
}
