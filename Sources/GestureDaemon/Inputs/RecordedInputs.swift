internal import EvdevInput
internal import GestureConfiguration
internal import GestureModel
internal import GesturePipeline
internal import TouchInput
internal import TouchRecordings

/// A recording to play instead of reading a device.
public struct PlayedRecording: Sendable {
    let path: String
    let recording: Recording

    /// - Throws: If the file cannot be read, is not a recording, or is a recording of a device without a touch surface.
    public init(path: String) throws {
        self.path = path
        recording = try RecordingFile.read(path)
        do {
            _ = try FrameAssembler(recording.description, kind: recording.kind)
        } catch {
            throw RecordingFile.Failure(path: path, reason: "\(error)")
        }
    }
}

/// Plays recordings one after the other, at the speed at which they were made.
///
///     device added ──subscription──► playing ──last event──► lingering ──► device removed ──► next, or the end
///
/// Each further subscription before the first event delays that event, so that a client which subscribes to several
/// gestures receives all of them.
final class RecordedInputs: Inputs {
    private let pipeline: Pipeline
    private let onEnd: () -> Void
    private var configuration: Configuration
    private var queue: ArraySlice<PlayedRecording>
    private var current: Playback?
    /// The number in the latest device's id.
    private var number = 0

    private struct Playback {
        let device: PipelineDevice
        let identity: DeviceIdentity
        let events: [InputEvent]
        /// The difference between the time at which an event is played and its recorded time; nil until there is a
        /// subscription.
        var offset: Microseconds?
        /// How many subscriptions there were when ``offset`` was last computed.
        var subscriptions = 0
        var next = 0

        /// Returns the time of the next event or of the device's removal; `start` if the recording has not started.
        func due(_ start: Timestamp) -> Timestamp {
            guard let offset else { return start }
            guard next < events.count else { return (events.last?.time ?? start) + offset + lingerTime }
            return events[next].time + offset
        }
    }

    /// How long a device stays after its last event, so that a tap that waits for a second one is resolved.
    private static let lingerTime = Microseconds.milliseconds(500)
    /// The time from the latest subscription to the first event.
    private static let leadTime = Microseconds.milliseconds(200)

    /// - Parameter onEnd: Called when no recording is left to play. If no recording can be played, the initialiser
    ///   calls it.
    init(
        _ pipeline: Pipeline, _ recordings: [PlayedRecording], _ configuration: Configuration,
        onEnd: @escaping () -> Void
    ) {
        self.pipeline = pipeline
        self.onEnd = onEnd
        self.configuration = configuration
        queue = recordings[...]
        addNext()
    }

    var nextTime: Timestamp? {
        if isStartDue { return Timestamp(microseconds: 0) }
        guard let current, current.offset != nil else { return nil }
        return current.due(Timestamp(microseconds: 0))
    }

    func drain(at time: Timestamp) -> Bool {
        start(at: time)
        while var playback = current, let offset = playback.offset, playback.due(time) <= time {
            guard playback.next < playback.events.count else {
                pipeline.remove(playback.device, at: time)
                current = nil
                addNext()
                start(at: time)
                continue
            }
            var event = playback.events[playback.next]
            event.time = event.time + offset
            playback.next += 1
            current = playback
            playback.device.handle(.event(event))
        }
        return true
    }

    /// Does nothing, because a recorded device does not sleep.
    func reread(at time: Timestamp) {}

    func updateReading(at time: Timestamp) {}

    func retryAfterEMFILE() {}

    /// Does nothing, because no process can grab a recording.
    func findGrabs(at time: Timestamp) {}

    /// Applies new thresholds at once, but new settings of surface and contacts only to the next recording, because a
    /// recording is one device from its start to its end.
    func reload(_ configuration: Configuration) {
        self.configuration = configuration
        guard let current else { return }
        pipeline.setThresholds(configuration.settings(for: current.identity).thresholds, of: current.device)
    }

    /// True if there is a new subscription, and no event was played.
    private var isStartDue: Bool {
        current.map { $0.next == 0 && $0.subscriptions < pipeline.subscriptionCount } ?? false
    }

    private func start(at time: Timestamp) {
        guard isStartDue else { return }
        let first = current?.events.first?.time ?? time
        current?.subscriptions = pipeline.subscriptionCount
        current?.offset = time + RecordedInputs.leadTime - first
    }

    private func addNext() {
        while let played = queue.popFirst() {
            number += 1
            let identity = DeviceIdentity(
                id: "recording-\(number)", kind: played.recording.kind, played.recording.description)
            do {
                let device = try pipeline.add(
                    id: identity.id, node: played.path, kind: played.recording.kind, played.recording.description,
                    settings: configuration.settings(for: identity))
                for event in played.recording.initialState { device.handle(event) }
                current = Playback(device: device, identity: identity, events: played.recording.events)
                return Log.info("\(played.path): playing")
            } catch {
                Log.error("\(played.path): cannot be played: \(error)")
            }
        }
        onEnd()
    }
}
