public import GestureModel
public import Strokes
internal import TouchInput
public import TouchRecordings

extension Recording {
    /// The events up to and with each SYN_REPORT, and what follows the last.
    var frames: [ArraySlice<InputEvent>] {
        var frames: [ArraySlice<InputEvent>] = []
        var start = events.startIndex
        for index in events.indices where events[index].isReport {
            frames.append(events[start...index])
            start = index + 1
        }
        if start < events.endIndex { frames.append(events[start...]) }
        return frames
    }

    /// The recording with each frame up to `most` earlier or later, but in the same order.
    public func jittered(by most: Microseconds, _ random: inout SplitMix64) -> Recording {
        var jittered: [InputEvent] = []
        var last = Timestamp(microseconds: .min)
        for frame in frames {
            let shift = Int64(((2 * random.fraction() - 1) * Double(most.count)).rounded())
            for event in frame {
                last = max(last, Timestamp(microseconds: event.time.microseconds + shift))
                jittered.append(InputEvent(time: last, type: event.type, code: event.code, value: event.value))
            }
        }
        return Recording(description: description, kind: kind, events: jittered)
    }

    /// The recording without that part of the frames. Frames in which a finger or a button goes down or up are kept.
    ///
    /// The next frame reports what a dropped frame did, as for a device that was read too late. Without slots every frame
    /// reports everything.
    public func thinned(by part: Double, _ random: inout SplitMix64) -> Recording {
        var thinned: [InputEvent] = []
        var pending: [InputEvent] = []
        var contacts = 0
        let frames = frames
        for (index, frame) in frames.enumerated() {
            let count = frame.count { $0.isMultitouchReport }
            let changes = frame.contains { $0.changesContacts(hasSlots: count == 0) }
            let isNeeded = changes || count != contacts || index == frames.count - 1
            contacts = count
            if !isNeeded, random.fraction() < part {
                if count == 0 { pending += frame.filter { $0.type != EventType.synchronization } }
                continue
            }
            if let time = frame.first?.time {
                thinned += pending.map { InputEvent(time: time, type: $0.type, code: $0.code, value: $0.value) }
            }
            pending = []
            thinned += frame
        }
        return Recording(description: description, kind: kind, events: thinned)
    }
}

extension InputEvent {
    var isReport: Bool { type == EventType.synchronization && code == SynchronizationCode.report }
    var isMultitouchReport: Bool {
        type == EventType.synchronization && code == SynchronizationCode.multitouchReport
    }

    /// True if a finger or a button may go down or up with it, or if events were lost.
    ///
    /// Without slots every frame repeats the ids.
    fileprivate func changesContacts(hasSlots: Bool) -> Bool {
        switch type {
        case EventType.key: true
        case EventType.absolute: code == AbsoluteCode.trackingID && hasSlots
        default: type == EventType.synchronization && code == SynchronizationCode.dropped
        }
    }
}
