import GestureModel
import GesturePipeline
import GestureProtocol
import Strokes
import Testing
import TouchInput
import TouchRecordings

/// `touchFrames(filtered:)` promises an app's tests the frames of the daemon.
@Suite struct KeptFramesTests {
    /// MT_TOOL_PALM.
    private static let palm: Int32 = 2

    /// The frames that the pipeline's gestures receive, with what the filter releases at its deadlines.
    private func frames(inPipeline recording: Recording) throws -> [TouchFrame] {
        let pipeline = Pipeline(server: "test")
        let device = try pipeline.add(
            id: "event0", node: "/dev/input/event0", kind: recording.kind, recording.description)
        var frames: [TouchFrame] = []
        func add() {
            guard let frame = device.frame, !frame.contacts.isEmpty, frame != frames.last else { return }
            frames.append(frame)
        }
        for event in recording.events {
            if event.isReport {
                while let deadline = pipeline.deadline, deadline < event.time {
                    pipeline.expire(upTo: deadline)
                    add()
                }
            }
            device.handle(.event(event))
            if event.isReport { add() }
        }
        while let deadline = pipeline.deadline {
            pipeline.expire(upTo: deadline)
            add()
        }
        return frames
    }

    @Test(arguments: Tour.allCases)
    func `the filtered frames of a recording are those of the daemon's gestures`(_ tour: Tour) throws {
        let recording = tour.recording
        let filtered = try recording.touchFrames(filtered: true)
        #expect(try filtered == frames(inPipeline: recording))
        #expect(filtered.contains { $0.contacts.contains { $0.phase == .moved } })
    }

    @Test func `a palm is among the recorded frames and not among the filtered ones`() throws {
        var recording = Tour.touchscreen.recording
        recording.description.axes.append(
            .init(code: AbsoluteCode.toolType, minimum: 0, maximum: Self.palm))
        // From the first contact on, each is a palm.
        let first = try #require(recording.events.firstIndex { $0.code == AbsoluteCode.trackingID })
        recording.events.insert(
            InputEvent(
                time: recording.events[first].time, type: EventType.absolute, code: AbsoluteCode.toolType,
                value: Self.palm), at: first + 1)
        let (recorded, filtered) = (try recording.touchFrames(), try recording.touchFrames(filtered: true))
        #expect(try filtered == frames(inPipeline: recording))
        let taps = recorded.prefix { $0.contacts.contains(where: \.isDown) }
        #expect(!taps.isEmpty && !filtered.contains { $0.time <= taps[taps.count - 1].time })
    }
}

extension InputEvent {
    fileprivate var isReport: Bool {
        type == EventType.synchronization && code == SynchronizationCode.report
    }
}
