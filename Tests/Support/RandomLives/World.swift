internal import GestureModel
public import GesturePipeline
public import ShadowModel
internal import TouchInput

/// A pipeline with devices and clients around it, each client followed by a shadow model.
public struct World {
    public var pipeline: Pipeline
    public private(set) var clients: [Int: WorldClient] = [:]
    private var devices: [Int: WorldDevice] = [:]
    private var isSuspended = false
    private let limits: Limits
    /// Bytes in a read or a write, both ways; nil takes all there is.
    private let piece: Int?
    /// Whether what clients received is there afterwards; a day of it is too much.
    private let keepsBytes: Bool
    /// Counts what happens.
    private var moment = 0
    private var now = Timestamp(microseconds: 0)
    public private(set) var violations: [String] = []
    /// What each connection received, in the order in which they ended.
    public private(set) var heard: [(client: Int, bytes: [UInt8])] = []
    public private(set) var begun: [GestureKind: Int] = [:]
    /// How many lines those clients received that have left.
    public private(set) var lines = 0

    public init(limits: Limits = Limits(), piece: Int? = nil, keepsBytes: Bool = true) {
        self.limits = limits
        self.piece = piece
        self.keepsBytes = keepsBytes
        pipeline = Pipeline(limits: limits, server: "test")
    }

    public mutating func play(_ actions: [Action]) {
        for action in actions { play(action) }
    }

    public mutating func play(_ action: Action) {
        moment += 1
        switch action {
        case .connect(let client, let reading): connect(client, reading)
        case .disconnect(let client):
            guard let gone = clients.removeValue(forKey: client) else { return }
            pipeline.disconnect(gone.handle)
            report(client, gone)
        case .send(let client, let bytes): send(bytes, from: client)
        case .add(let device, let recording): add(device, recording)
        case .remove(let device):
            guard let gone = devices.removeValue(forKey: device) else { return }
            pipeline.remove(gone.handle, at: now)
        case .take(let device, let event): take(event, from: device)
        case .expire(let time):
            now = max(now, time)
            pipeline.expire(upTo: time)
        case .change(let access): change(access)
        }
        if action.mayBeHeard { settle() }
    }

    /// The daemon stops, and every client reads to the end.
    public mutating func stop() {
        pipeline.shutDown(at: now)
        for (number, var client) in clients.sorted(by: { $0.key < $1.key }) {
            client.drain(&pipeline, pieces: piece)
            client.shadow.close()
            report(number, client)
        }
        clients = [:]
    }

    private mutating func change(_ access: Action.Access) {
        // Who did not sleep does not wake.
        if case .resume = access, !isSuspended { return pipeline.resume(at: now) }
        // What is down now, or came while nobody heard of it, starts nothing.
        for number in devices.keys { devices[number]?.interrupt(at: moment) }
        switch access {
        case .suspend:
            isSuspended = true
            pipeline.suspend(at: now)
        case .resume:
            isSuspended = false
            pipeline.resume(at: now)
        case .switchTerminal:
            pipeline.switchTerminal(at: now)
            for number in clients.keys { clients[number]?.shadow.mayMissTaps = true }
        }
    }

    private mutating func connect(_ number: Int, _ reading: Reading) {
        guard clients[number] == nil else { return }
        clients[number] = WorldClient(handle: pipeline.connect(), reading: reading, keepsBytes: keepsBytes)
    }

    private mutating func send(_ bytes: [UInt8], from client: Int) {
        guard let handle = clients[client]?.handle else { return }
        var rest = bytes[...]
        while !rest.isEmpty {
            let next = rest.prefix(piece ?? rest.count)
            rest = rest.dropFirst(next.count)
            clients[client]?.shadow.send(next)
            next.withUnsafeBytes { pipeline.receive($0, from: handle, at: now) }
        }
    }

    private mutating func add(_ number: Int, _ recording: Recording) {
        guard devices[number] == nil else { return }
        do {
            // Random fingers leap as none does, and the model judges by what the device said.
            let handle = try pipeline.add(
                id: "event\(number)", node: "/dev/input/event\(number)", kind: recording.kind, recording.description,
                rejects: false)
            devices[number] = try WorldDevice(handle, recording)
        } catch {
            violations.append("device \(number): \(error)")
        }
    }

    private mutating func take(_ event: DeviceEvent, from number: Int) {
        guard let handle = devices[number]?.handle else { return }
        if case .event(let event) = event { now = max(now, event.time) }
        devices[number]?.see(event, at: moment)
        pipeline.take(event, from: handle)
    }

    /// Lets the clients read, and cuts those that were told so and have read it.
    private mutating func settle() {
        pipeline.forEachPending { _, _ in }
        for number in clients.keys.sorted() {
            guard var client = clients.removeValue(forKey: number) else { continue }
            client.read(&pipeline, pieces: piece, at: moment)
            check(number, &client)
            if pipeline.isClosing(client.handle), !pipeline.hasOutput(client.handle) {
                client.shadow.close()
                pipeline.disconnect(client.handle)
                report(number, client)
            } else {
                clients[number] = client
            }
        }
    }

    private mutating func check(_ number: Int, _ client: inout WorldClient) {
        // On top comes what a client that does not read is told before it is cut: a line for each gesture, and the error.
        // The longest is of a composition of 16 gestures.
        let most = limits.outbox + 8192 * (limits.subscriptions + 1)
        if client.mostWaiting > most { violations.append("client \(number): \(client.mostWaiting) bytes waited") }
        for gesture in client.shadow.beginnings where client.reading.isPrompt {
            let subscribed = client.subscribed[gesture.subscription] ?? 0
            for (device, present) in devices where "event\(device)" == gesture.device {
                let violation = present.witness.violation(of: gesture, subscribed: subscribed, at: moment)
                if let violation { violations.append("client \(number): \(violation)") }
            }
        }
        client.shadow.beginnings = []
    }

    private mutating func report(_ number: Int, _ client: WorldClient) {
        violations += client.shadow.violations.map { "client \(number): \($0)" }
        if keepsBytes { heard.append((number, client.received)) }
        lines += client.shadow.lines
        for (kind, count) in client.shadow.begun { begun[kind, default: 0] += count }
    }
}

extension World {
    /// What the clients heard, in the order in which they left.
    public var text: String { heard.map { String(decoding: $0.bytes, as: UTF8.self) }.joined() }

    /// What one client heard, in all its connections.
    public func text(heardBy client: Int) -> String {
        heard.filter { $0.client == client }.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    }
}
