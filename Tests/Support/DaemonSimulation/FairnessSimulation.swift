internal import GestureModel
public import GesturePipeline
internal import GestureProtocol
internal import Strokes
internal import TouchInput

/// An honest client next to hostile ones, as the daemon serves them: devices, then deadlines, then one turn of requests.
///
/// The clock counts work instead of time, so the delays do not depend on the machine: 100 units are a microsecond.
public struct FairnessSimulation {
    /// The delays from when something was due until it was served, in units of work.
    public private(set) var longestFrameDelay = 0
    public private(set) var longestDeadlineDelay = 0
    /// From when the honest client sent a request until it was answered.
    public private(set) var longestAnswerDelay = 0
    public private(set) var violations: [String] = []
    /// The codes of the errors that the hostile clients received.
    public private(set) var errors: Set<String> = []

    private let pipeline: Pipeline
    private let device: PipelineDevice
    private let honestClient: ClientSession
    private let budget: Work
    private var hostile: [HostileClient] = []
    private var random: SplitMix64
    private var clock = 0
    private var nextFrame = 0
    private var frames = 0
    /// When the request that the honest client waits for was sent.
    private var requestTime: Int?
    private var received = 0

    private static let unitsPerMicrosecond = 100
    /// 125 Hz.
    private static let interval = 8000 * unitsPerMicrosecond
    /// Connections that are accepted in one turn.
    private static let accepts = 4

    /// - Parameters:
    ///   - users: The hostile users, each with as many connections as the limit allows.
    ///   - budget: What a turn of the clients may cost.
    public init(seed: UInt64, users: Int = 2, limits: Limits = Limits(), budget: Work = .turn) throws {
        random = SplitMix64(seed: seed)
        self.budget = budget
        pipeline = Pipeline(limits: limits, haptics: .enabled, server: "test")
        pipeline.setSeats([Seat(name: Seat.defaultName, session: "1", user: 1000)], at: Timestamp(microseconds: 0))
        // Without positions the path of one finger is withheld, and a frame would have no line.
        var rules = AccessRules()
        rules.positions = .session
        pipeline.setRules(rules, at: Timestamp(microseconds: 0))
        device = try pipeline.add(
            id: "event0", node: "/dev/input/event0", kind: .touchscreen, ModelDevice.touchscreen.description,
            filtersContacts: false)
        _ = try pipeline.add(
            id: "event1", node: "/dev/input/event1", kind: .touchpad, ModelDevice.touchpad.description)
        honestClient = try pipeline.connect(Peer(user: 1000, process: 1))
        let requests =
            #"{"type":"subscribe","id":1,"gesture":{"drag":{"minimumDistance":0}}}"# + "\n"
            + #"{"type":"subscribe","id":2,"gesture":{"longPress":{"maximumDistance":"any"}}}"# + "\n"
        Array(requests.utf8).withUnsafeBytes {
            pipeline.receive($0, from: honestClient, at: Timestamp(microseconds: 0))
        }
        _ = read(honestClient)
        for user in 0..<users {
            for _ in 0..<limits.clientsPerUser {
                hostile.append(HostileClient(user: UInt32(2000 + user), seed: random.next()))
            }
        }
    }

    /// Runs until the honest client's device has sent this number of frames.
    public mutating func run(frames count: Int) {
        while frames < count {
            while nextFrame <= clock { handleFrame() }
            expireDeadlines()
            sendRequest()
            serveHostile()
            let cost = pipeline.serve(at: time(clock), budget).units
            readAnswers()
            // Without requests the daemon sleeps until the next frame.
            clock = cost == 0 ? max(clock, nextFrame) : clock + cost
        }
    }

    private func time(_ clock: Int) -> Timestamp {
        Timestamp(microseconds: Int64(clock / FairnessSimulation.unitsPerMicrosecond))
    }

    // MARK: - The honest client

    /// A finger that goes to and fro, lifts after a second and comes back.
    private mutating func handleFrame() {
        longestFrameDelay = max(longestFrameDelay, clock - nextFrame)
        let step = frames % 125
        let events = events(step)
        for event in events { device.handle(.event(event)) }
        frames += 1
        nextFrame += FairnessSimulation.interval
        let lines = read(honestClient)
        if !events.isEmpty, !lines.contains(#""drag""#) { violations.append("frame \(frames): no line") }
    }

    private func events(_ step: Int) -> [InputEvent] {
        let time = time(nextFrame)
        func event(_ code: UInt16, _ value: Int) -> InputEvent {
            InputEvent(time: time, type: EventType.absolute, code: code, value: Int32(value))
        }
        let position = [event(AbsoluteCode.positionX, 2000 + step % 40 * 20), event(AbsoluteCode.positionY, 1000)]
        let changes: [InputEvent] =
            switch step {
            case 0: [event(AbsoluteCode.trackingID, frames)] + position
            case 1..<120: position
            case 120: [event(AbsoluteCode.trackingID, -1)]
            default: []
            }
        guard !changes.isEmpty else { return [] }
        let report = InputEvent(
            time: time, type: EventType.synchronization, code: SynchronizationCode.report, value: 0)
        return changes + [report]
    }

    private mutating func expireDeadlines() {
        while let deadline = pipeline.deadline {
            let due = Int(deadline.microseconds) * FairnessSimulation.unitsPerMicrosecond
            guard due <= clock else { return }
            longestDeadlineDelay = max(longestDeadlineDelay, clock - due)
            pipeline.expire(upTo: deadline)
        }
    }

    private mutating func sendRequest() {
        guard requestTime == nil else { return }
        requestTime = clock
        Array((#"{"type":"status","id":7}"# + "\n").utf8).withUnsafeBytes { pipeline.receive($0, from: honestClient) }
    }

    private mutating func readAnswers() {
        guard let sent = requestTime, read(honestClient).contains(#""status""#) else { return }
        longestAnswerDelay = max(longestAnswerDelay, clock - sent)
        requestTime = nil
    }

    private func read(_ session: ClientSession) -> String {
        var text = ""
        session.outbox.flush { bytes in
            text = String(decoding: bytes, as: UTF8.self)
            return bytes.count
        }
        return text
    }

    // MARK: - The hostile clients

    /// Each hostile client acts when the daemon would read from it. Connections come and go, a few in each turn.
    private mutating func serveHostile() {
        var accepts = FairnessSimulation.accepts
        for index in hostile.indices {
            guard let session = hostile[index].session else {
                guard accepts > 0 else { continue }
                accepts -= 1
                let before = pipeline.work
                hostile[index].session = try? pipeline.connect(hostile[index].peer, as: hostile[index].role)
                clock += (pipeline.work - before).units
                continue
            }
            if !hostile[index].keepsAnswers { record(read(session)) }
            let leaves = session.outbox.isClosed || random.next() % 200 == 0
            if leaves, accepts > 0 {
                accepts -= 1
                let before = pipeline.work
                pipeline.disconnect(session, at: time(clock))
                clock += (pipeline.work - before).units
                hostile[index].session = nil
            } else if !session.hasRequests {
                let before = pipeline.work
                hostile[index].next().withUnsafeBytes { pipeline.receive($0, from: session) }
                clock += (pipeline.work - before).units
                // The daemon reads from one connection at a time.
                while nextFrame <= clock { handleFrame() }
                expireDeadlines()
            }
        }
        answerRequests()
    }

    private mutating func record(_ text: String) {
        for match in text.matches(of: /"code":"(\w+)"/) { errors.insert(String(match.1)) }
    }

    private mutating func answerRequests() {
        while let command = pipeline.nextHaptic() { pipeline.answer(command, .notActive, at: time(clock)) }
        while let command = pipeline.nextReload() { pipeline.answer(command, mistakes: nil, at: time(clock)) }
    }
}

/// A client that sends what costs the daemon most, as often as the daemon reads.
struct HostileClient {
    let peer: Peer
    let role: ClientSession.Role
    /// True if it does not read.
    let keepsAnswers: Bool
    var session: ClientSession?
    private var random: SplitMix64
    private var requests: RandomRequests
    private let attack: Int
    private var id = 0

    init(user: UInt32, seed: UInt64) {
        random = SplitMix64(seed: seed)
        requests = RandomRequests(random: SplitMix64(seed: seed ^ 0x5eed), hasSessions: true)
        attack = Int(random.next() % 10)
        keepsAnswers = random.next() % 8 == 0
        peer = Peer(user: user, process: Int32(100 + random.next() % 1000))
        role = random.next() % 32 == 0 ? .focusSource : .subscriber
    }

    /// What it sends next: at most what the daemon reads at once.
    mutating func next() -> [UInt8] {
        id += 1
        let text =
            switch role == .focusSource ? -1 : attack {
            case -1: #"{"type":"focus","id":\#(id),"processes":[\#(100 + random.next() % 1000)]}"# + "\n"
            case 0: String(repeating: #"{"type":"unsubscribe","id":1,"subscription":1}"# + "\n", count: 300)
            case 1: subscribe(#"{"race":[\#(list(#"{"tap":{"maximumDistance":\#(id)}}"#, 16))]}"#)
            case 2: subscribe(#"{"race":[\#(list(#"{"tap":{}}"#, 1400))]}"#)
            case 3: subscribe(#"{"drag":{"fingers":[\#(list("1", 8000))]}}"#)
            case 4: subscribe(#"{"tap":{}}"#, #","device":{"name":"\#(String(repeating: "n", count: 15_000))"}"#)
            case 5: subscribe(#"{"tap":{}}"#, #","device":{"name":"\#(String(repeating: "n", count: 255))"}"#)
            case 6: String(repeating: "x", count: 16_000)
            case 7: #"{"type":"cancel","id":1,"device":"\#(String(repeating: "d", count: 15_000))"}"# + "\n"
            case 8: String(repeating: "\n", count: 16_000)
            default: ""
            }
        return text.isEmpty ? requests.next() : Array(text.utf8)
    }

    private func subscribe(_ gesture: String, _ more: String = "") -> String {
        #"{"type":"subscribe","id":\#(id),"gesture":\#(gesture)\#(more)}"# + "\n"
    }

    private func list(_ item: String, _ count: Int) -> String {
        Array(repeating: item, count: count).joined(separator: ",")
    }
}
