internal import FoundationEssentials

/// Follows the bytes of one connection, in both directions, and records every broken promise.
///
/// It does not know about recognition: it receives what any client receives, and checks what any client can rely on. It
/// imports only GestureModel, so it shares no code with the encoder and decoder.
public struct ShadowModel: Sendable {
    public internal(set) var violations: [Violation] = []
    /// Gestures that began, to be compared with the contacts. The caller removes them.
    public var begunGestures: [BegunGesture] = []
    /// The number of gestures of each kind that began.
    public internal(set) var begun: [GestureKind: Int] = [:]
    /// The newest subscription's number.
    public internal(set) var lastSubscription = 0
    /// The number of lines.
    public internal(set) var lines = 0

    var requests: [Request] = []
    var subscriptions: [Int: Subscription] = [:]
    var devices: [String: Device] = [:]
    var open: [GestureName: OpenGesture] = [:]
    /// The numbers of earlier gestures.
    var used = RangeSet<UInt64>()
    /// The last tap of each standard set on each device.
    var lastTaps: [TapSeries: ServerLine.Tap] = [:]
    /// True if taps may have been withheld, for example while another terminal was active; counts continue from them.
    public var mayMissTaps = false
    var state = State.new
    /// The access that was last reported.
    public internal(set) var access: ReportedAccess?
    /// True for clients of root and of the user who runs the daemon.
    public var receivesEverySeat = false
    /// True if other clients may claim fingers.
    public var mayBeClaimed = false
    /// Cancels from outside, to be compared with what begins after them. The caller removes them.
    public var interruptions: [Interruption] = []
    private var sent: [UInt8] = []
    private var received: [UInt8] = []

    enum State {
        case new
        case greeted
        /// A gesture was cancelled with `overrun`: the error follows, after other such gestures.
        case overrunning
        case shuttingDown
        case closed
    }

    /// A request that is not answered.
    enum Request {
        case subscribe(ClientLine)
        case unsubscribe(id: Int64, subscription: Int)
        case move(ClientLine)
        case cancel(id: Int64)
        /// The model cannot parse it; the daemon should answer with an error.
        case other(id: Int64?)
    }

    struct GestureName: Hashable {
        let subscription: Int
        let gesture: UInt64
    }

    public func isSubscribed(_ subscription: Int) -> Bool { subscriptions[subscription] != nil }

    /// The daemon has sent the error that closes the connection.
    public var isClosed: Bool { state == .closed }

    public init() {}

    /// Bytes that the client sent, in pieces of any size.
    public mutating func send(_ bytes: some Sequence<UInt8>) {
        sent.append(contentsOf: bytes)
        while let line = ShadowModel.cutLine(from: &sent) {
            if line.isEmpty || line == "\r".utf8.map(\.self) { continue }
            requests.append(ShadowModel.request(line))
        }
    }

    /// Bytes that the client received, in pieces of any size.
    public mutating func receive(_ bytes: some Sequence<UInt8>) {
        received.append(contentsOf: bytes)
        while let line = ShadowModel.cutLine(from: &received) {
            lines += 1
            handle(line)
        }
    }

    /// The daemon closed the stream, because it stopped or after an error.
    public mutating func close() {
        if !received.isEmpty { record(.wholeLines, "half a line: \(String(decoding: received, as: UTF8.self))") }
        for name in open.keys.sorted(by: { $0.gesture < $1.gesture }) {
            record(.nothingOpen, "gesture \(name.gesture) of subscription \(name.subscription)")
        }
        if state != .closed, !requests.isEmpty { record(.answers, "\(requests.count) requests have no answer") }
    }

    mutating func record(_ promise: Promise, _ text: String) {
        violations.append(Violation(promise: promise, line: lines, text: text))
    }

    private mutating func handle(_ bytes: [UInt8]) {
        guard state != .closed else { return record(.silenceAfterError, String(decoding: bytes, as: UTF8.self)) }
        do {
            handle(try ShadowModel.decoder.decode(ServerLine.self, from: Data(bytes)))
        } catch {
            record(.wholeLines, "\(String(decoding: bytes, as: UTF8.self)): \(error)")
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
        // Unlike other requests, it contains a device.
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
    /// The request of a subscription.
    struct Subscription: Sendable {
        let gesture: ClientLine.Gesture
        let kind: GestureKind
        let device: ClientLine.Filter?
        let units: ClientLine.Units
        let explains: Bool
        let isOfSession: Bool
        let claims: Bool
        private let hasEdges: Bool
        /// All that it has had, because a gesture keeps the region in which its fingers touched; nil once it had none.
        private var requested: [ClientLine.Region]? = []

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
            guard let region else { return requested = nil }
            requested?.append(region)
        }

        /// True if it sends nothing while positions are withheld.
        var needsPositions: Bool { hasEdges || requested != nil }

        /// Where its gestures begin; nil for anywhere, or if it depends on the unknown position of a window.
        var regions: [ClientLine.Region]? { requested.flatMap { $0.contains { $0.of != nil } ? nil : $0 } }
    }
}
