internal import GestureModel
public import GesturePipeline
public import ShadowModel
internal import TouchInput
internal import TouchRecordings

/// A pipeline with devices and clients around it, each client followed by a shadow model.
public struct World {
    public var pipeline: Pipeline
    public internal(set) var clients: [Int: WorldClient] = [:]
    var devices: [Int: WorldDevice] = [:]
    /// nil where everybody is whoever runs the daemon.
    var town: Town?
    var sources: [Int: WorldSource] = [:]
    var isSuspended = false
    /// Gestures that have just begun and take their fingers from other clients.
    var claims: [(client: Int, gesture: ShadowModel.Beginning)] = []
    private let limits: Limits
    /// Bytes in a read or a write, both ways; nil takes all there is.
    private let piece: Int?
    /// Whether what clients received is there afterwards; a day of it is too much.
    private let keepsBytes: Bool
    /// Counts what happens.
    var moment = 0
    var now = Timestamp(microseconds: 0)
    public internal(set) var violations: [String] = []
    /// What each connection received, in the order in which they ended.
    public private(set) var heard: [(client: Int, bytes: [UInt8])] = []
    public private(set) var begun: [GestureKind: Int] = [:]
    /// How many lines those clients received that have left.
    public private(set) var lines = 0

    /// - Parameter rules: Who may have what, where clients are ``Citizen``s; without, they are whoever runs the daemon.
    public init(
        limits: Limits = Limits(), piece: Int? = nil, keepsBytes: Bool = true, rules: AccessRules? = nil
    ) {
        self.limits = limits
        self.piece = piece
        self.keepsBytes = keepsBytes
        pipeline = Pipeline(limits: limits, server: "test")
        guard let rules else { return }
        town = Town(rules: rules)
        pipeline.setRules(rules, at: now)
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
        case .source(let number, let telling): tell(telling, by: number)
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
        for (number, source) in sources.sorted(by: { $0.key < $1.key }) {
            violations += source.violations.map { "source \(number): \($0)" }
        }
    }

    private mutating func connect(_ number: Int, _ reading: Reading) {
        guard clients[number] == nil else { return }
        let peer = town.flatMap { _ in Citizen.of(number).peer }
        var client = WorldClient(handle: pipeline.connect(peer), reading: reading, keepsBytes: keepsBytes)
        client.shadow.hearsEverySeat = town == nil || Citizen.of(number).isTrusted
        client.shadow.mayBeClaimed = town != nil
        client.shadow.mayMissTaps = town != nil
        clients[number] = client
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
                seat: town != nil && number > 0 ? "seat1" : Seat.defaultName, filtersContacts: false)
            devices[number] = try WorldDevice(handle, recording)
        } catch {
            violations.append("device \(number): \(error)")
        }
    }

    private mutating func take(_ event: DeviceEvent, from number: Int) {
        guard let handle = devices[number]?.handle else { return }
        if case .event(let event) = event { now = max(now, event.time) }
        devices[number]?.see(event, at: moment, now)
        pipeline.take(event, from: handle)
    }

    /// Lets the clients read, and cuts those that were told so and have read it.
    private mutating func settle() {
        settleSources()
        for number in clients.keys.sorted() {
            guard var client = clients.removeValue(forKey: number) else { continue }
            client.read(&pipeline, pieces: piece, at: moment, now)
            check(number, &client)
            if pipeline.isClosing(client.handle), !pipeline.hasOutput(client.handle) {
                client.shadow.close()
                pipeline.disconnect(client.handle)
                report(number, client)
            } else {
                clients[number] = client
            }
        }
        checkClaims()
    }

    private mutating func check(_ number: Int, _ client: inout WorldClient) {
        checkAccess(number, client)
        // On top comes what a client that does not read is told before it is cut: a line for each gesture, and the error.
        // The longest is of a composition of 16 gestures.
        let most = limits.outbox + 8192 * (limits.subscriptions + 1)
        if client.mostWaiting > most { violations.append("client \(number): \(client.mostWaiting) bytes waited") }
        for gesture in client.shadow.beginnings where client.reading.isPrompt {
            for (device, present) in devices where "event\(device)" == gesture.device {
                let violation = present.witness.violation(of: gesture, since: client.bounds(of: gesture), at: moment)
                if let violation { violations.append("client \(number): \(violation)") }
            }
        }
        if client.reading.isPrompt {
            claims += client.shadow.beginnings.filter { $0.claims && $0.fingers > 0 }.map { (number, $0) }
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
