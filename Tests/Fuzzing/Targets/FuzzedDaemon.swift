internal import GestureModel
internal import GesturePipeline
internal import TouchInput

/// A pipeline with devices and clients, each with a checker of what it receives.
struct FuzzedDaemon {
    private(set) var findings: [String] = []
    private(set) var now = Timestamp(microseconds: 1_000_000)
    private var pipeline: Pipeline
    private var clients: [FuzzedClient?] = [nil, nil, nil]
    private var devices: [PipelineDevice?] = [nil, nil]
    /// More deadlines than this without an event are an endless loop.
    private static let mostDeadlines = 10_000

    init(limits: Limits = Limits()) { pipeline = Pipeline(limits: limits, server: "fuzz") }

    /// False if its description is invalid or the device exists.
    @discardableResult
    mutating func add(
        _ device: Int, kind: TouchDeviceKind, _ description: DeviceDescription,
        _ settings: DeviceSettings = DeviceSettings(), filtersContacts: Bool = true
    ) -> Bool {
        guard devices[device] == nil else { return false }
        devices[device] = try? pipeline.add(
            id: "event\(device)", node: "/dev/input/event\(device)", kind: kind, description, settings: settings,
            filtersContacts: filtersContacts)
        deliver()
        return devices[device] != nil
    }

    mutating func remove(_ device: Int) {
        guard let target = devices[device] else { return }
        devices[device] = nil
        pipeline.remove(target, at: now)
        deliver()
    }

    mutating func handle(_ event: DeviceEvent, from device: Int) {
        guard let target = devices[device] else { return }
        if case .event(let event) = event { now = max(now, event.time) }
        target.handle(event)
        deliver()
    }

    mutating func expire(upTo time: Timestamp) {
        now = max(now, time)
        pipeline.expire(upTo: time)
        deliver()
    }

    /// - Parameter isFollowed: True if it sends only whole requests of ``FuzzedRequests``.
    mutating func connect(_ client: Int, isSlow: Bool = false, isFollowed: Bool = true) {
        guard clients[client] == nil, let session = try? pipeline.connect() else { return }
        clients[client] = FuzzedClient(session, isSlow: isSlow, isFollowed: isFollowed)
        deliver()
    }

    mutating func disconnect(_ client: Int) {
        guard let gone = clients[client] else { return }
        clients[client] = nil
        pipeline.disconnect(gone.handle)
        findings += gone.findings
    }

    mutating func send(_ bytes: [UInt8], from client: Int) {
        guard let handle = clients[client]?.handle else { return }
        clients[client]?.send(bytes)
        bytes.withUnsafeBytes { pipeline.receive($0, from: handle, at: now) }
        deliver()
    }

    /// A slow client reads some bytes.
    mutating func read(_ client: Int, _ bytes: Int) {
        flush(client, atMost: bytes)
        disconnectIfClosed(client)
    }

    /// All deadlines expire, the daemon stops, and every client reads to the end.
    mutating func stop() {
        var deadlines = 0
        while let deadline = pipeline.deadline {
            deadlines += 1
            guard deadlines < Self.mostDeadlines else { return findings.append("deadlines without end") }
            expire(upTo: deadline)
        }
        pipeline.shutDown(at: now)
        for index in clients.indices {
            flush(index, atMost: .max)
            clients[index]?.close()
            findings += clients[index]?.findings ?? []
            // Sessions and their subscriptions refer to each other until they are disconnected.
            if let handle = clients[index]?.handle { pipeline.disconnect(handle) }
            clients[index] = nil
        }
    }

    private mutating func deliver() {
        for index in clients.indices {
            if clients[index]?.isSlow == false { flush(index, atMost: .max) }
            disconnectIfClosed(index)
        }
    }

    private mutating func flush(_ client: Int, atMost most: Int) {
        guard var reader = clients[client], !reader.handle.outbox.isEmpty else { return }
        clients[client] = nil
        reader.handle.outbox.flush { waiting in
            let piece = waiting.prefix(most)
            reader.receive(piece)
            return piece.count
        }
        clients[client] = reader
    }

    private mutating func disconnectIfClosed(_ client: Int) {
        guard let closing = clients[client], closing.handle.outbox.isClosed, closing.handle.outbox.isEmpty else {
            return
        }
        clients[client]?.close()
        disconnect(client)
    }
}
