internal import EvdevInput
internal import GestureConfiguration
internal import GestureModel
internal import GesturePipeline
internal import GestureProtocol
internal import LinuxSupport
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
    /// From which pressure and size on a contact of the device is a palm or a thumb.
    let palmLimits: PalmThresholds
    private let pipelineDevice: PipelineDevice
    private let recording: Recording
    /// What the device reported wrongly, once the recording has run.
    private(set) var recordedFaults: RecordedFaults
    private var lines = LineFramer(limit: .max)

    /// - Parameters:
    ///   - path: `-` is standard input.
    ///   - number: Of one of the file's touch devices, from 1; nil for the first that sent events. Without it, a file with
    ///     several devices is reported on standard error.
    /// - Throws: `RecordingFile.Failure`, if there is no such recording, or if its events cannot be assembled into frames.
    init(_ path: String, device number: Int?, _ configuration: Configuration) throws {
        let devices = try RecordingFile.devices(path, kind: configuration.kind)
        recording = try Self.choose(number, of: devices, path: path)
        pipeline = Pipeline(
            thresholds: configuration.thresholds, limits: configuration.limits, server: "gesturectl")
        let identity = DeviceIdentity(id: "recording-1", kind: recording.kind, recording.description)
        let settings = configuration.settings(for: identity)
        thresholds = settings.thresholds ?? configuration.thresholds
        palmLimits = PalmThresholds(of: recording.description, kind: recording.kind, settings.quirks)
        do throws(DeviceDescriptionError) {
            pipelineDevice = try pipeline.add(
                id: identity.id, node: path, kind: recording.kind, recording.description,
                settings: settings)
        } catch {
            throw RecordingFile.Failure(path: path, reason: "\(error)")
        }
        device = pipelineDevice.touchDevice
        recordedFaults = RecordedFaults(of: recording.description)
        client = try pipeline.connect()
    }

    private static func choose(_ number: Int?, of devices: [Recording], path: String) throws -> Recording {
        let list = devices.enumerated().map { "\($0 + 1) \($1.description.name) (\($1.kind.rawValue))" }
            .joined(separator: ", ")
        let count = devices.count == 1 ? "1 touch device" : "\(devices.count) touch devices"
        guard let index = number.map({ $0 - 1 }) ?? devices.firstIndex(where: { !$0.events.isEmpty }) else {
            throw RecordingFile.Failure(path: path, reason: "no events")
        }
        guard devices.indices.contains(index) else {
            throw RecordingFile.Failure(path: path, reason: "no device \(index + 1): it has \(count): \(list)")
        }
        guard !devices[index].events.isEmpty else {
            throw RecordingFile.Failure(
                path: path, reason: "device \(index + 1) sent no events; it has \(count): \(list)")
        }
        if number == nil, devices.count > 1 {
            StandardError.writeLine(
                "gesturectl: \(path): \(count): \(list); this is \(index + 1), --device N is another")
        }
        return devices[index]
    }

    mutating func send(_ request: Request) {
        let start = recording.events.first?.time ?? Timestamp(microseconds: 0)
        request.encoded.withUnsafeBytes { pipeline.receive($0, from: client, at: start) }
    }

    /// Runs the recording, and calls `body` with each line that the client receives. After the last event, pending
    /// deadlines expire. Then the device is removed, which cancels gestures of fingers that are still down.
    ///
    /// - Parameter onFrame: Called with each frame before its messages, possibly several times with the same frame.
    mutating func run(onFrame: (TouchFrame) -> Void = { _ in }, _ body: ([UInt8]) throws -> Void) throws {
        for event in recording.initialState { pipelineDevice.handle(event) }
        for event in recording.events {
            if event.type == EventType.synchronization { try expire(before: event.time, onFrame, body) }
            recordedFaults.add(event)
            pipelineDevice.handle(.event(event))
            guard event.type == EventType.synchronization else { continue }
            if let faults = pipelineDevice.faults { recordedFaults.add(faults, at: event.time) }
            if let frame = pipelineDevice.frame { onFrame(frame) }
            try drain(body)
        }
        var end = recording.events.last?.time ?? Timestamp(microseconds: 0)
        while let deadline = pipeline.deadline {
            pipeline.expire(upTo: deadline)
            end = max(end, deadline)
            if let frame = pipelineDevice.frame { onFrame(frame) }
            try drain(body)
        }
        if let faults = pipelineDevice.faults { recordedFaults.add(faults, at: end) }
        pipeline.remove(pipelineDevice, at: end)
        try drain(body)
    }

    /// Expires the deadlines before `time`. A deadline may cause a frame, in which contacts that were held back appear.
    private mutating func expire(
        before time: Timestamp, _ onFrame: (TouchFrame) -> Void, _ body: ([UInt8]) throws -> Void
    ) throws {
        while let deadline = pipeline.deadline, deadline < time {
            pipeline.expire(upTo: deadline)
            if let frame = pipelineDevice.frame { onFrame(frame) }
            try drain(body)
        }
    }

    var button: RecordedButton { RecordedButton(recording.events) }

    private mutating func drain(_ body: ([UInt8]) throws -> Void) throws {
        guard !client.outbox.isEmpty else { return }
        client.outbox.flush { bytes in
            lines.append(bytes)
            return bytes.count
        }
        while case .line(let line) = lines.next() { try body(Array(line)) }
    }
}
