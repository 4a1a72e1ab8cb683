internal import EvdevInput
internal import GestureConfiguration
internal import GestureModel
internal import GesturePipeline
internal import GestureProtocol
internal import TouchInput
internal import TouchRecordings

/// A recording that runs through the daemon's pipeline, with one client.
struct Replay {
    private var pipeline: Pipeline
    private let client: ClientSession
    /// The device as in `hello`.
    let device: TouchDevice
    /// The device's thresholds.
    let thresholds: Thresholds
    private let pipelineDevice: PipelineDevice
    private let recording: Recording
    private var counted = DeviceFaults()
    private var lines = LineFramer(limit: .max)

    /// - Throws: `RecordingFile.Failure`, if the recording's events cannot be assembled into frames.
    init(_ recording: Recording, path: String, _ configuration: Configuration) throws {
        self.recording = recording
        pipeline = Pipeline(
            thresholds: configuration.thresholds, limits: configuration.limits, server: "gesturectl")
        let identity = DeviceIdentity(id: "recording-1", kind: recording.kind, recording.description)
        let settings = configuration.settings(for: identity)
        thresholds = settings.thresholds ?? configuration.thresholds
        do throws(DeviceDescriptionError) {
            pipelineDevice = try pipeline.add(
                id: identity.id, node: path, kind: recording.kind, recording.description,
                settings: settings)
        } catch {
            throw RecordingFile.Failure(path: path, reason: "\(error)")
        }
        device = pipelineDevice.touchDevice
        client = try pipeline.connect()
    }

    mutating func send(_ request: Request) {
        let start = recording.events.first?.time ?? Timestamp(microseconds: 0)
        request.encoded.withUnsafeBytes { pipeline.receive($0, from: client, at: start) }
    }

    /// Runs the recording, and calls `body` with each line that the client receives. After the last event, pending
    /// deadlines expire. Then the device is removed, which cancels gestures of fingers that are still down.
    ///
    /// - Parameters:
    ///   - onFrame: Called with each frame before its messages, possibly several times with the same frame.
    ///   - onSettled: Called with the time of a frame or deadline after all its messages.
    mutating func run(
        onFrame: (TouchFrame) -> Void = { _ in }, onSettled: (Timestamp) -> Void = { _ in },
        _ body: ([UInt8]) throws -> Void
    ) throws {
        for event in recording.initialState { pipelineDevice.handle(event) }
        for event in recording.events {
            if event.type == EventType.synchronization { try expire(before: event.time, onFrame, onSettled, body) }
            pipelineDevice.handle(.event(event))
            guard event.type == EventType.synchronization else { continue }
            if let frame = pipelineDevice.frame { onFrame(frame) }
            try drain(body)
            onSettled(event.time)
        }
        var end = recording.events.last?.time ?? Timestamp(microseconds: 0)
        while let deadline = pipeline.deadline {
            pipeline.expire(upTo: deadline)
            end = max(end, deadline)
            if let frame = pipelineDevice.frame { onFrame(frame) }
            try drain(body)
            onSettled(end)
        }
        counted = pipelineDevice.faults ?? DeviceFaults()
        pipeline.remove(pipelineDevice, at: end)
        try drain(body)
    }

    /// Expires the deadlines before `time`. A deadline may cause a frame, in which contacts that were held back appear.
    private mutating func expire(
        before time: Timestamp, _ onFrame: (TouchFrame) -> Void, _ onSettled: (Timestamp) -> Void,
        _ body: ([UInt8]) throws -> Void
    ) throws {
        while let deadline = pipeline.deadline, deadline < time {
            pipeline.expire(upTo: deadline)
            if let frame = pipelineDevice.frame { onFrame(frame) }
            try drain(body)
            onSettled(deadline)
        }
    }

    /// Prints the device's faults, which explain gestures that are missed.
    func printFaults() {
        for (fault, count) in faults {
            StandardOutput.line("device fault, \(count == 1 ? "once" : "\(count) times"): \(fault)")
        }
    }

    /// Faults of the device, with their counts.
    var faults: [(fault: DeviceFault, count: Int)] {
        DeviceFault.allCases.map { ($0, counted[$0]) }.filter { $0.1 > 0 }
    }

    private mutating func drain(_ body: ([UInt8]) throws -> Void) throws {
        guard !client.outbox.isEmpty else { return }
        client.outbox.flush { bytes in
            lines.append(bytes)
            return bytes.count
        }
        while case .line(let line) = lines.next() { try body(Array(line)) }
    }
}
