internal import GestureConfiguration
internal import GestureModel
internal import GesturePipeline
internal import TouchInput
internal import TouchRecordings

/// Recordings that are played, one after the other, at the speed at which they were made.
///
///     device appears ──first subscription──► playing ──last event──► resting ──► device disappears ──► the next, or stop
final class RecordedInputs: Inputs {
    private unowned let daemon: Daemon
    private var configuration: Configuration
    private var waiting: ArraySlice<PlayedRecording>
    private var track: Track?
    /// The number in the next device's id.
    private var number = 0

    private struct Track {
        let handle: Pipeline.DeviceHandle
        let identity: DeviceIdentity
        let events: [InputEvent]
        /// What turns a time of the recording into now's; nil until somebody has subscribed.
        var offset: Microseconds?
        var next = 0

        /// When the next thing happens; `start` for a recording that was not begun.
        func due(_ start: Timestamp) -> Timestamp {
            guard let offset else { return start }
            guard next < events.count else { return (events.last?.time ?? start) + offset + rest }
            return events[next].time + offset
        }
    }

    /// How long a device stays after its last event, so that what waits for a second tap gets its answer.
    private static let rest = Microseconds.milliseconds(500)
    /// From the subscription to the first event.
    private static let lead = Microseconds.milliseconds(200)

    init(of daemon: Daemon, _ recordings: [PlayedRecording], _ configuration: Configuration) {
        self.daemon = daemon
        self.configuration = configuration
        waiting = recordings[...]
        insertNext()
    }

    var nextTime: Timestamp? {
        guard let track, daemon.pipeline.subscriptionCount > 0 || track.offset != nil else { return nil }
        return track.due(Timestamp(microseconds: 0))
    }

    func drain(at time: Timestamp) -> Bool {
        begin(at: time)
        while var track, let offset = track.offset, track.due(time) <= time {
            guard track.next < track.events.count else {
                removeCurrent(at: time)
                insertNext()
                begin(at: time)
                continue
            }
            var event = track.events[track.next]
            event.time = event.time + offset
            track.next += 1
            self.track = track
            daemon.pipeline.take(.event(event), from: track.handle)
        }
        return true
    }

    /// Nothing sleeps that is recorded.
    func reread(at time: Timestamp) {}

    func useFreeDescriptor() {}

    /// A recording is one device from its beginning to its end: what is said of surface and contacts is for the next.
    func reload(_ configuration: Configuration) {
        self.configuration = configuration
        guard let track else { return }
        daemon.pipeline.setThresholds(configuration.settings(for: track.identity).thresholds, of: track.handle)
    }

    private func begin(at time: Timestamp) {
        guard track != nil, track?.offset == nil, daemon.pipeline.subscriptionCount > 0 else { return }
        let first = track?.events.first?.time ?? time
        track?.offset = time + RecordedInputs.lead - first
    }

    private func removeCurrent(at time: Timestamp) {
        guard let track else { return }
        daemon.pipeline.remove(track.handle, at: time)
        self.track = nil
    }

    private func insertNext() {
        while let played = waiting.popFirst() {
            number += 1
            let identity = DeviceIdentity(
                id: "recording-\(number)", kind: played.recording.kind, played.recording.description)
            do {
                let handle = try daemon.pipeline.add(
                    id: identity.id, node: played.path, kind: played.recording.kind, played.recording.description,
                    settings: configuration.settings(for: identity))
                track = Track(handle: handle, identity: identity, events: played.recording.events)
                Log.info("playing \(played.path)")
                return
            } catch {
                Log.error("\(played.path) cannot be played: \(error)")
            }
        }
        daemon.stop()
    }
}
