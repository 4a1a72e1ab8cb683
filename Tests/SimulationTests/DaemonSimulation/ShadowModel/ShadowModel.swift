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
    public internal(set) var access: ReportedAccess?
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

extension ShadowModel {
    /// What a subscription asked for.
    struct Subscription: Sendable {
        let gesture: ClientLine.Gesture
        let kind: GestureKind
        let device: ClientLine.Filter?
        let units: ClientLine.Units
        let explains: Bool
        let isOfSession: Bool
        let claims: Bool
        private let hasEdges: Bool
        /// Those it ever had, since a gesture stays with the one in which its fingers came down; nil once it was anywhere.
        private var asked: [ClientLine.Region]? = []

        init?(_ request: ClientLine) {
            guard let gesture = request.gesture, let kind = gesture.kind else { return nil }
            self.gesture = gesture
            self.kind = kind
            device = request.device
            units = request.units ?? .points
            explains = request.explain ?? false
            isOfSession = request.scope == "session"
            claims = request.claim ?? false
            hasEdges = gesture.leaves.contains { $0.edges != nil }
            move(to: request.region)
        }

        mutating func move(to region: ClientLine.Region?) {
            guard let region else { return asked = nil }
            asked?.append(region)
        }

        /// It says nothing to who may not know places.
        var needsPositions: Bool { hasEdges || asked != nil }

        /// Where its gestures begin; nil for anywhere, and for a place that the window's is not known without.
        var regions: [ClientLine.Region]? { asked.flatMap { $0.contains { $0.of != nil } ? nil : $0 } }
    }
}
