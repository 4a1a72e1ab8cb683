internal import GestureModel
internal import TouchInput
internal import TouchRecordings

/// A recording as a device with another report rate would send it: positions are interpolated, and each finger and button
/// goes down or up at the nearest frame.
///
/// The nearest frame of the new rate reports what a frame changed. If that one already reports a change of the same finger,
/// the next frame does, so that the shortest tap remains a tap. A resting finger sends nothing: after a silence of the
/// device, the motion is put into the last usual interval of the silence, not spread over it.
struct Resampling {
    private let recording: Recording
    /// What each frame of the recording changed.
    private var changes: [(time: Timestamp, changed: Set<TouchState.Key>, state: TouchState)] = []
    private var paths: [TouchPath] = []
    private var usual: Int64 = 0

    /// Returns nil for protocol A devices with several fingers, and for recordings with lost events.
    init?(_ recording: Recording) {
        self.recording = recording
        let isUnfit = recording.events.contains {
            $0.type == EventType.synchronization && $0.code != SynchronizationCode.report
        }
        guard !isUnfit, !recording.events.isEmpty else { return nil }
        var state = TouchState()
        for frame in recording.frames where frame.last?.isReport == true {
            let before = state
            for event in frame { state.handle(event) }
            changes.append((frame[frame.endIndex - 1].time, state.transitions(since: before), state))
        }
        tracePaths()
        let gaps = zip(changes.dropFirst(), changes).map { $0.time.microseconds - $1.time.microseconds }.sorted()
        usual = gaps.isEmpty ? 0 : gaps[gaps.count / 2]
    }

    /// One path for each contact, from its first frame to its last.
    private mutating func tracePaths() {
        var open: [Int: Int] = [:]
        for (index, change) in changes.enumerated() {
            for position in change.state.positions {
                if open[position.key] == nil || change.changed.contains(where: { $0.ends(position.key) }) {
                    open[position.key] = paths.count
                    paths.append(TouchPath(slot: position.key, first: index))
                }
                if let path = open[position.key] { paths[path].append(change.time, position.x, position.y) }
            }
        }
    }

    func recording(hertz: Int) -> Recording {
        guard let start = changes.first?.time, let end = changes.last?.time else { return recording }
        var writer = TouchStateWriter()
        var due = 0
        let ticks = Resampling.tick(end, from: start, hertz)
        var path: [Int: Int] = [:]
        var tick = 0
        while due < changes.count || tick <= ticks {
            var reported: Set<TouchState.Key> = []
            while due < changes.count, Resampling.tick(changes[due].time, from: start, hertz) <= tick,
                reported.isDisjoint(with: changes[due].changed)
            {
                reported.formUnion(changes[due].changed)
                for (index, began) in paths.enumerated() where began.first == due { path[began.slot] = index }
                due += 1
            }
            let time = Timestamp(microseconds: start.microseconds + Int64(tick) * 1_000_000 / Int64(hertz))
            if due > 0 {
                var state = changes[due - 1].state
                for (slot, index) in path {
                    state.move(slot, to: paths[index].position(at: time, usual: usual, scale: scale))
                }
                writer.write(state, at: time)
            }
            tick += 1
        }
        return Recording(description: recording.description, kind: recording.kind, events: writer.events)
    }

    /// Units per millimetre; a device without a resolution is assumed to be 70 mm wide.
    private var scale: (x: Double, y: Double) {
        func units(_ codes: UInt16...) -> Double {
            guard let axis = codes.lazy.compactMap({ recording.description.axis($0) }).first else { return 1 }
            let range = Double(axis.maximum) - Double(axis.minimum)
            return axis.resolution > 0 ? Double(axis.resolution) : max(range / 70, 1)
        }
        return (
            units(AbsoluteCode.positionX, AbsoluteCode.x), units(AbsoluteCode.positionY, AbsoluteCode.y)
        )
    }

    private static func tick(_ time: Timestamp, from start: Timestamp, _ hertz: Int) -> Int {
        Int((Double(time.microseconds - start.microseconds) * Double(hertz) / 1e6).rounded())
    }
}
