internal import FoundationEssentials
internal import GestureModel
public import GesturePipeline
internal import TouchInput
internal import TouchRecordings

/// How a client reads.
public enum Reading: Hashable, Sendable {
    case promptly
    /// This number of bytes in each read.
    case slow(bytesPerRead: Int)
    case never

    var isPrompt: Bool { self == .promptly }
}

/// A connection and the shadow model that checks it.
public struct SimulatedClient {
    public let handle: ClientSession
    public let reading: Reading
    public var shadow = ShadowModel()
    public private(set) var received: [UInt8] = []
    /// The moment at which each subscription's `ok` was read.
    public private(set) var subscribed: [Int: Int] = [:]
    /// When a gesture of each subscription and device was last cancelled from outside.
    private var lost: [SubscriptionOnDevice: (moment: Int, line: Int)] = [:]
    /// When the client last received that its session, focus and positions were granted again.
    private var returned: (session: Int, focus: ContactHistory.AccessReturn, positions: ContactHistory.AccessReturn) =
        (0, .never, .never)
    /// The maximum number of bytes that waited for the client.
    public private(set) var mostWaiting = 0

    private struct SubscriptionOnDevice: Hashable {
        let subscription: Int
        let device: String
    }

    private let keepsBytes: Bool

    init(handle: ClientSession, reading: Reading, keepsBytes: Bool) {
        self.handle = handle
        self.reading = reading
        self.keepsBytes = keepsBytes
    }

    mutating func read(_ pipeline: inout Pipeline, pieces: Int?, at moment: Int, _ time: Timestamp) {
        let last = shadow.lastSubscription
        let before = shadow.access
        switch reading {
        case .promptly: drain(&pipeline, pieces: pieces)
        case .slow(bytesPerRead: let bytes): read(bytes, from: &pipeline)
        case .never: read(0, from: &pipeline)
        }
        for number in last..<shadow.lastSubscription { subscribed[number + 1] = moment }
        removeSubscriptions()
        for interruption in shadow.interruptions {
            lost[SubscriptionOnDevice(subscription: interruption.subscription, device: interruption.device)] = (
                moment, interruption.line
            )
        }
        shadow.interruptions = []
        if let before, let after = shadow.access, before != after { record(before, after, at: moment, time) }
    }

    private mutating func record(_ before: ReportedAccess, _ after: ReportedAccess, at moment: Int, _ time: Timestamp) {
        if before.isSilent, !after.isSilent { returned.session = moment }
        if before.lacksFocus, !after.lacksFocus { returned.focus = .init(moment: moment, time: time) }
        if before.withholdsPositions, !after.withholdsPositions {
            returned.positions = .init(moment: moment, time: time)
        }
    }

    /// Removes unsubscribed ones: those of a day need too much memory.
    private mutating func removeSubscriptions() {
        guard subscribed.count > 512 else { return }
        subscribed = subscribed.filter { shadow.isSubscribed($0.key) }
        lost = lost.filter { shadow.isSubscribed($0.key.subscription) }
    }

    /// After which moments the fingers of a gesture must have touched.
    func bounds(of gesture: ShadowModel.BegunGesture) -> ContactHistory.Bounds {
        let interruption =
            lost[SubscriptionOnDevice(subscription: gesture.subscription, device: gesture.device)] ?? (0, 0)
        let lossMoment = interruption.line < gesture.line ? interruption.moment : 0
        return ContactHistory.Bounds(
            moment: max(subscribed[gesture.subscription] ?? 0, lossMoment, returned.session),
            returns: (gesture.isOfSession ? [] : [returned.focus])
                + (gesture.needsPositions ? [returned.positions] : []))
    }

    mutating func drain(_ pipeline: inout Pipeline, pieces: Int?) {
        while !handle.outbox.isEmpty { read(pieces ?? .max, from: &pipeline) }
    }

    private mutating func read(_ most: Int, from pipeline: inout Pipeline) {
        handle.outbox.flush { waiting in
            mostWaiting = max(mostWaiting, waiting.count)
            let taken = waiting.prefix(most)
            if keepsBytes { received.append(contentsOf: taken) }
            shadow.receive(taken)
            return taken.count
        }
    }
}

/// A device and the history of its contacts.
struct SimulatedDevice {
    let pipelineDevice: PipelineDevice
    private(set) var contacts = ContactHistory()
    private var assembler: FrameAssembler
    /// The pens that are near, and when each came.
    private var pens: [Int: Timestamp] = [:]
    /// When a pen last left.
    private var departure: Timestamp?
    private var isOff = false

    init(_ pipelineDevice: PipelineDevice, _ recording: Recording) throws(DeviceDescriptionError) {
        self.pipelineDevice = pipelineDevice
        assembler = try FrameAssembler(recording.description, kind: recording.kind)
    }

    /// The frame as the user sees it, computed otherwise than by the daemon.
    private func turned(_ frame: TouchFrame) -> TouchFrame {
        guard let transform = pipelineDevice.touchDevice.output?.transform, transform != .normal else { return frame }
        let size = assembler.surface.size
        var frame = frame
        for index in frame.contacts.indices {
            let (x, y) = (frame.contacts[index].position.x, frame.contacts[index].position.y)
            let (right, below) = (size.dx - x, size.dy - y)
            frame.contacts[index].position =
                switch transform {
                case .normal: Point(x: x, y: y)
                case .quarter: Point(x: below, y: x)
                case .half: Point(x: right, y: below)
                case .threeQuarters: Point(x: y, y: right)
                case .flipped: Point(x: right, y: y)
                case .flippedQuarter: Point(x: y, y: x)
                case .flippedHalf: Point(x: x, y: below)
                case .flippedThreeQuarters: Point(x: below, y: right)
                }
        }
        return frame
    }

    mutating func interrupt(at moment: Int) { contacts.interrupt(at: moment) }

    mutating func penArrives(_ pen: Int, at moment: Int, _ time: Timestamp) {
        pens[pen] = time
        interrupt(at: moment)
    }

    mutating func penLeaves(_ pen: Int, _ time: Timestamp) {
        guard let since = pens.removeValue(forKey: pen) else { return }
        if SimulatedDevice.counts(since, at: time) { departure = time }
    }

    mutating func setOff(_ isOff: Bool, at moment: Int) {
        self.isOff = isOff
        if isOff { interrupt(at: moment) }
    }

    /// True if no touch counts: docs/GESTURES.md promises 90 ms after a pen, and no more than ten minutes next to one.
    func isClosed(at time: Timestamp) -> Bool {
        isOff || pens.values.contains { SimulatedDevice.counts($0, at: time) }
            || departure.map { time < $0 + Microseconds.milliseconds(90) } ?? false
    }

    private static func counts(_ arrival: Timestamp, at time: Timestamp) -> Bool {
        time < arrival + Microseconds.milliseconds(600_000)
    }

    private mutating func add(_ frame: TouchFrame, at moment: Int, _ time: Timestamp) {
        var frame = frame
        if isClosed(at: frame.time) { frame.contacts.removeAll { $0.phase == .began } }
        contacts.add(frame, at: moment, time)
    }

    mutating func handle(_ event: DeviceEvent, at moment: Int, _ time: Timestamp) {
        switch event {
        case .event(let event):
            switch assembler.handle(event) {
            case .frame: add(turned(assembler.frame), at: moment, time)
            case .lost: contacts.interrupt(at: moment)
            case .none: break
            }
        case .state(let event): _ = assembler.handle(event)
        case .stateLost:
            contacts.interrupt(at: moment)
            assembler.beginResynchronisation()
        case .stateKnown: assembler.endResynchronisation()
        }
    }
}

/// A focus source that checks what it receives.
struct SimulatedFocusSource {
    let handle: ClientSession
    let user: TestUser
    /// The number of unanswered requests.
    var open = 0
    private(set) var violations: [String] = []
    private var subscribers: [Int32]?
    private var isGreeted = false
    private(set) var isReplaced = false

    init(handle: ClientSession, user: TestUser) {
        self.handle = handle
        self.user = user
    }

    private struct Line: Decodable {
        let type: String
        let code: String?
        let processes: [Int32]?
    }

    mutating func read(_ pipeline: inout Pipeline) {
        while !handle.outbox.isEmpty {
            var bytes: [UInt8] = []
            handle.outbox.flush { waiting in
                bytes += waiting
                return waiting.count
            }
            for line in bytes.split(separator: UInt8(ascii: "\n")) { handle(Data(line)) }
        }
    }

    /// - Parameter expected: The processes of the user's clients.
    mutating func check(subscribers expected: [Int32]) {
        guard isGreeted, !isReplaced else { return }
        if subscribers != expected {
            violations.append("received subscribers \(subscribers ?? []), expected \(expected)")
        }
        if open != 0 { violations.append("\(open) unanswered requests") }
        open = 0
    }

    private mutating func handle(_ bytes: Data) {
        guard let line = try? JSONDecoder().decode(Line.self, from: bytes) else {
            return violations.append(String(decoding: bytes, as: UTF8.self))
        }
        if !isGreeted, line.type != "hello" { violations.append("\(line.type) before hello") }
        switch line.type {
        case "hello": isGreeted = true
        case "subscribers": subscribers = line.processes
        case "ok": open -= 1
        case "error" where line.code == "replaced": isReplaced = true
        case "error" where line.code == "tooManyOutputs": open -= 1
        default: violations.append(String(decoding: bytes, as: UTF8.self))
        }
    }
}
