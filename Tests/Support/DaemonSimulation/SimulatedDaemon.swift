internal import GestureModel
public import GesturePipeline
internal import TouchInput
internal import TouchRecordings

/// A pipeline with devices and clients. A shadow model checks each client.
public struct SimulatedDaemon {
    public var pipeline: Pipeline
    public internal(set) var clients: [Int: SimulatedClient] = [:]
    var devices: [Int: SimulatedDevice] = [:]
    /// nil if all clients belong to the user who runs the daemon.
    var expectedAccess: ExpectedAccess?
    var sources: [Int: SimulatedFocusSource] = [:]
    var isSuspended = false
    /// Gestures that have just begun and claim their fingers.
    var claims: [(client: Int, gesture: ShadowModel.BegunGesture)] = []
    private let limits: Limits
    /// The most bytes in a read or write; nil for no limit.
    private let piece: Int?
    /// True if the received bytes are kept: those of a day need too much memory.
    private let keepsBytes: Bool
    /// The number of events.
    var moment = 0
    var now = Timestamp(microseconds: 0)
    public internal(set) var violations: [String] = []
    /// What each connection received, in the order in which they ended.
    public private(set) var received: [(client: Int, bytes: [UInt8])] = []
    public private(set) var begun: [GestureKind: Int] = [:]
    /// The number of lines that disconnected clients received.
    public private(set) var lines = 0

    /// - Parameter rules: The access rules if clients are ``TestUser``s. If nil, all belong to the user who runs the daemon.
    public init(
        limits: Limits = Limits(), piece: Int? = nil, keepsBytes: Bool = true, rules: AccessRules? = nil
    ) {
        self.limits = limits
        self.piece = piece
        self.keepsBytes = keepsBytes
        pipeline = Pipeline(limits: limits, server: "test")
        guard let rules else { return }
        expectedAccess = ExpectedAccess(rules: rules)
        pipeline.setRules(rules, at: now)
    }

    public mutating func play(_ actions: [Action]) {
        for action in actions { play(action) }
    }

    public mutating func play(_ action: Action) {
        moment += 1
        if action.mayTurnDevices {
            let before = devices.mapValues(\.pipelineDevice.touchDevice.output)
            act(action)
            interruptTurnedDevices(before)
        } else {
            act(action)
        }
        if action.canProduceOutput { deliver() }
    }

    private mutating func act(_ action: Action) {
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
            pipeline.remove(gone.pipelineDevice, at: now)
        case .event(let device, let event): handle(event, from: device)
        case .expire(let time):
            now = max(now, time)
            pipeline.expire(upTo: time)
        case .change(let access): change(access)
        case .pen(let number, let device, let isNear): move(number, at: device, isNear: isNear)
        case .off(let device, let reason):
            guard let target = devices[device]?.pipelineDevice else { return }
            devices[device]?.setOff(reason != nil, at: moment)
            pipeline.setOff(reason, of: target, at: now)
        case .source(let number, let action): handle(action, by: number)
        }
    }

    /// Contacts that are down when a device turns, or loses its output, start no gesture.
    private mutating func interruptTurnedDevices(_ before: [Int: TouchOutput?]) {
        for (number, device) in devices {
            guard let last = before[number], last != device.pipelineDevice.touchDevice.output else { continue }
            let output = device.pipelineDevice.touchDevice.output
            let isTurned = (last?.transform ?? .normal) != (output?.transform ?? .normal)
            if isTurned || last?.name != nil && output != nil && output?.name == nil {
                devices[number]?.interrupt(at: moment)
            }
        }
    }

    /// Stops the daemon; every client reads to the end.
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
        let peer = expectedAccess.flatMap { _ in TestUser.of(number).peer }
        guard let handle = try? pipeline.connect(peer) else {
            return violations.append("client \(number): refused")
        }
        var client = SimulatedClient(handle: handle, reading: reading, keepsBytes: keepsBytes)
        client.shadow.receivesEverySeat = expectedAccess == nil || TestUser.of(number).isTrusted
        client.shadow.mayBeClaimed = expectedAccess != nil
        client.shadow.mayMissTaps = expectedAccess != nil
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
            // Without the contact filter: random fingers jump, and the model compares with the device's own events.
            let device = try pipeline.add(
                id: "event\(number)", node: "/dev/input/event\(number)", kind: recording.kind, recording.description,
                seat: expectedAccess != nil && number > 0 ? "seat1" : Seat.defaultName, filtersContacts: false)
            devices[number] = try SimulatedDevice(device, recording)
        } catch {
            violations.append("device \(number): \(error)")
        }
    }

    private mutating func handle(_ event: DeviceEvent, from number: Int) {
        guard let device = devices[number]?.pipelineDevice else { return }
        if case .event(let event) = event { now = max(now, event.time) }
        devices[number]?.handle(event, at: moment, now)
        device.handle(event)
    }

    private mutating func move(_ pen: Int, at number: Int, isNear: Bool) {
        guard let device = devices[number]?.pipelineDevice else { return }
        if isNear {
            devices[number]?.penArrives(pen, at: moment, now)
            pipeline.penArrived("pen\(pen)", at: device, at: now)
        } else {
            devices[number]?.penLeaves(pen, now)
            pipeline.penLeft("pen\(pen)", from: device, at: now)
        }
    }

    /// Lets the clients read, and disconnects those that have read a closing error.
    private mutating func deliver() {
        deliverToSources()
        for number in clients.keys.sorted() {
            guard var client = clients.removeValue(forKey: number) else { continue }
            client.read(&pipeline, pieces: piece, at: moment, now)
            check(number, &client)
            if client.handle.outbox.isClosed, client.handle.outbox.isEmpty {
                client.shadow.close()
                pipeline.disconnect(client.handle)
                report(number, client)
            } else {
                clients[number] = client
            }
        }
        checkClaims()
    }

    private mutating func check(_ number: Int, _ client: inout SimulatedClient) {
        checkAccess(number, client)
        // A client that does not read also receives, before it is disconnected, a line for each gesture and the error. The
        // longest is that of a composition of 16 gestures.
        let most = limits.outbox + 8192 * (limits.subscriptions + 1)
        if client.mostWaiting > most { violations.append("client \(number): \(client.mostWaiting) bytes waited") }
        for gesture in client.shadow.begunGestures where client.reading.isPrompt {
            for (device, present) in devices where "event\(device)" == gesture.device {
                let violation = present.contacts.violation(of: gesture, since: client.bounds(of: gesture), at: moment)
                if let violation { violations.append("client \(number): \(violation)") }
            }
        }
        if client.reading.isPrompt {
            claims += client.shadow.begunGestures.filter { $0.claims && $0.fingers > 0 }.map { (number, $0) }
        }
        client.shadow.begunGestures = []
        for (device, present) in devices where client.reading.isPrompt && present.isClosed(at: now) {
            guard client.shadow.hasOpenGesture(of: "event\(device)") else { continue }
            violations.append("client \(number): a gesture of event\(device) goes on next to a pen or under a lid")
        }
    }

    private mutating func report(_ number: Int, _ client: SimulatedClient) {
        violations += client.shadow.violations.map { "client \(number): \($0)" }
        if keepsBytes { received.append((number, client.received)) }
        lines += client.shadow.lines
        for (kind, count) in client.shadow.begun { begun[kind, default: 0] += count }
    }
}

extension SimulatedDaemon {
    /// What the clients received, in the order in which they disconnected.
    public var text: String { received.map { String(decoding: $0.bytes, as: UTF8.self) }.joined() }

    /// What one client received in all its connections.
    public func text(receivedBy client: Int) -> String {
        received.filter { $0.client == client }.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    }
}

/// Seats, sleep and focus sources.
extension SimulatedDaemon {
    mutating func change(_ access: Action.Access) {
        // A machine that did not sleep cannot wake.
        if case .resume = access, !isSuspended { return pipeline.resume(at: now) }
        if case .seats(let seats) = access {
            expectedAccess?.seats = seats
            return pipeline.setSeats(seats, at: now)
        }
        // Contacts that are down now, or that touched meanwhile, start no gesture.
        for number in devices.keys { devices[number]?.interrupt(at: moment) }
        switch access {
        case .suspend:
            isSuspended = true
            expectedAccess?.isAsleep = true
            pipeline.suspend(at: now)
        case .resume:
            isSuspended = false
            expectedAccess?.isAsleep = false
            pipeline.resume(at: now)
        case .switchTerminal:
            pipeline.switchTerminal(at: now)
            for number in clients.keys { clients[number]?.shadow.mayMissTaps = true }
        case .seats: break
        }
    }

    mutating func handle(_ action: Action.SourceAction, by number: Int) {
        if case .open(let user) = action {
            guard sources[number] == nil else { return }
            guard let handle = try? pipeline.connect(user.peer, as: .focusSource) else {
                return violations.append("source \(number): refused")
            }
            sources[number] = SimulatedFocusSource(handle: handle, user: user)
            expectedAccess?.open(number, user)
            return
        }
        guard let source = sources[number] else { return }
        let line: String
        switch action {
        case .open: return
        case .close: return leave(number, source)
        case .focus(let processes, let window):
            let member = window.map {
                #","window":{"x":\#($0.x),"y":\#($0.y),"width":\#($0.width),"height":\#($0.height)}"#
            }
            line = #"{"type":"focus","id":1,"processes":\#(processes)\#(member ?? "")}"#
            expectedAccess?.handle(number, processes)
        case .turn(let transform):
            let output = transform.map {
                #"{"name":"eDP-1","x":0,"y":0,"width":800,"height":600,"transform":"\#($0.rawValue)"}"#
            }
            line = #"{"type":"outputs","id":1,"outputs":[\#(output ?? "")]}"#
        case .lock(let isLocked):
            line = #"{"type":"lock","id":1,"locked":\#(isLocked)}"#
            expectedAccess?.lock(number, isLocked)
        case .cancel: line = #"{"type":"cancel","id":1}"#
        }
        sources[number]?.open += 1
        Array("\(line)\n".utf8).withUnsafeBytes { pipeline.receive($0, from: source.handle, at: now) }
    }

    private mutating func leave(_ number: Int, _ source: SimulatedFocusSource) {
        violations += source.violations.map { "source \(number): \($0)" }
        sources[number] = nil
        expectedAccess?.close(number)
        pipeline.disconnect(source.handle, at: now)
    }

    mutating func deliverToSources() {
        for number in sources.keys.sorted() {
            guard var source = sources[number] else { continue }
            source.read(&pipeline)
            source.check(subscribers: processes(knownTo: source.user))
            sources[number] = source
            if source.isReplaced { leave(number, source) }
        }
    }

    /// The processes of the connections that a focus source can report.
    private func processes(knownTo user: TestUser) -> [Int32] {
        let user = user.peer?.user ?? 0
        let peers = clients.keys.compactMap { TestUser.of($0).peer }.filter { user == 0 || $0.user == user }
        return Set(peers.map(\.process)).sorted()
    }

    /// A client that reads promptly has received its current access.
    mutating func checkAccess(_ number: Int, _ client: SimulatedClient) {
        guard let expectedAccess, client.reading.isPrompt, !client.shadow.isClosed, let reported = client.shadow.access
        else {
            return
        }
        let expected = expectedAccess.access(of: TestUser.of(number))
        if reported != expected { violations.append("client \(number): received \(reported), expected \(expected)") }
    }

    /// If a gesture has claimed all fingers, no other client of the user uses any of them.
    mutating func checkClaims() {
        for (number, gesture) in claims where clients[number]?.shadow.isOpen(gesture) ?? false {
            for (device, present) in devices
            where "event\(device)" == gesture.device && present.contacts.count == gesture.fingers {
                let user = TestUser.of(number)
                for (other, client) in clients
                where other != number && client.reading.isPrompt
                    && (user.isTrusted || TestUser.of(other).peer?.user == user.peer?.user)
                {
                    guard client.shadow.holdsFingers(of: gesture.device) else { continue }
                    violations.append("client \(other): holds fingers that client \(number) has claimed")
                }
            }
        }
        claims = []
    }
}
