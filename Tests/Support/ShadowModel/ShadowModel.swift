internal import FoundationEssentials

/// Follows one connection by its bytes alone, both ways, and notes every promise that they break.
///
/// It knows nothing of recognition: what it is told is what any client can see, and what it checks is what any client may
/// rely on.
public struct ShadowModel: Sendable {
    public internal(set) var violations: [Violation] = []
    /// Gestures that began, to be held against the contacts there were; whoever checks them takes them out.
    public var beginnings: [Beginning] = []
    /// How many gestures of each kind began.
    public internal(set) var begun: [GestureKind: Int] = [:]
    /// The newest subscription's number.
    public internal(set) var lastSubscription = 0
    /// How many lines came.
    public internal(set) var lines = 0

    var requests: [Request] = []
    var subscriptions: [Int: Subscription] = [:]
    var devices: [String: Device] = [:]
    var open: [GestureName: Course] = [:]
    /// Numbers that gestures have had.
    var used = RangeSet<UInt64>()
    /// The last tap of each standard set on each device.
    var rows: [RowName: ServerLine.Tap] = [:]
    /// Taps may have been kept from this client without a word, as at the switch of a terminal, and rows run on from them.
    public var mayMissTaps = false
    var state = State.new
    /// What the client was last told that it may have.
    public internal(set) var access: AccessWords?
    /// It is root's, or of whoever runs the daemon.
    public var hearsEverySeat = false
    /// Other clients may take fingers for themselves.
    public var mayBeClaimed = false
    /// Gestures that were taken away, to be held against what begins after them; whoever does takes them out.
    public var losses: [Loss] = []
    private var sent: [UInt8] = []
    private var received: [UInt8] = []

    enum State {
        case new
        case greeted
        /// A gesture was cancelled `overrun`: the error that says so is next, but for other such gestures.
        case overrunning
        case shuttingDown
        case closed
    }

    /// A request that has no answer yet.
    enum Request {
        case subscribe(ClientLine)
        case unsubscribe(id: Int64, subscription: Int)
        case move(ClientLine)
        case cancel(id: Int64)
        /// Not one that can be followed: an error, unless the daemon reads it otherwise.
        case other(id: Int64?)
    }

    struct GestureName: Hashable {
        let subscription: Int
        let gesture: UInt64
    }

    public func isSubscribed(_ subscription: Int) -> Bool { subscriptions[subscription] != nil }

    /// The daemon has said its last word.
    public var isClosed: Bool { state == .closed }

    public init() {}

    /// Bytes the client sent, cut anywhere.
    public mutating func send(_ bytes: some Sequence<UInt8>) {
        sent.append(contentsOf: bytes)
        while let line = ShadowModel.cutLine(from: &sent) {
            if line.isEmpty || line == "\r".utf8.map(\.self) { continue }
            requests.append(ShadowModel.request(line))
        }
    }

    /// Bytes the client received, cut anywhere.
    public mutating func receive(_ bytes: some Sequence<UInt8>) {
        received.append(contentsOf: bytes)
        while let line = ShadowModel.cutLine(from: &received) {
            lines += 1
            take(line)
        }
    }

    /// The daemon closed the stream: for its own stop, or after an error that closes.
    public mutating func close() {
        if !received.isEmpty { note(.wholeLines, "half a line: \(String(decoding: received, as: UTF8.self))") }
        for name in open.keys.sorted(by: { $0.gesture < $1.gesture }) {
            note(.nothingOpen, "gesture \(name.gesture) of subscription \(name.subscription)")
        }
        if state != .closed, !requests.isEmpty { note(.answers, "\(requests.count) requests have no answer") }
    }

    mutating func note(_ promise: Promise, _ text: String) {
        violations.append(Violation(promise: promise, line: lines, text: text))
    }

    private mutating func take(_ bytes: [UInt8]) {
        guard state != .closed else { return note(.lastWord, String(decoding: bytes, as: UTF8.self)) }
        do {
            take(try ShadowModel.decoder.decode(ServerLine.self, from: Data(bytes)))
        } catch {
            note(.wholeLines, "\(String(decoding: bytes, as: UTF8.self)): \(error)")
        }
    }

    private static let decoder = JSONDecoder()

    private static func cutLine(from bytes: inout [UInt8]) -> [UInt8]? {
        guard let newline = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { bytes.removeSubrange(...newline) }
        return Array(bytes[..<newline])
    }

    private static func request(_ line: [UInt8]) -> Request {
        struct Numbered: Decodable {
            let id: Int64
            let type: String?
        }
        let data = Data(line)
        let numbered = try? JSONDecoder().decode(Numbered.self, from: data)
        // It names its device as other requests do not.
        if let numbered, numbered.type == "cancel" { return .cancel(id: numbered.id) }
        guard let request = try? JSONDecoder().decode(ClientLine.self, from: data) else {
            return .other(id: numbered?.id)
        }
        switch (request.type, request.subscription, request.gesture?.kind) {
        case ("subscribe", _, .some): return .subscribe(request)
        case ("unsubscribe", let subscription?, _): return .unsubscribe(id: request.id, subscription: subscription)
        case ("move", .some, _): return .move(request)
        default: return .other(id: request.id)
        }
    }
}
