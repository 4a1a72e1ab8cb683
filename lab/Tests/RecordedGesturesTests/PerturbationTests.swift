import GestureModel
import RecordedGestures
import Strokes
import Testing
import TouchInput
import TouchRecordings

@Suite struct PerturbationTests {
    private static let run = RecordingRun(
        gesture: #"{"race":[{"tap":{"fingers":[1,2]}},{"drag":{"fingers":[1,2,3],"minimumDistance":30}}]}"#)

    /// Up, then left, then a tap.
    private static func recording(on device: ModelDevice = .touchscreen) -> Recording {
        var script = StrokeScript(on: device, seed: 4)
        script.drag(fingers: 2, from: Point(x: 60, y: 45), to: Point(x: 60, y: 20), duration: .milliseconds(300))
        script.pause(.milliseconds(400))
        script.drag(fingers: 3, from: Point(x: 70, y: 30), to: Point(x: 35, y: 30), duration: .milliseconds(300))
        script.pause(.milliseconds(400))
        script.tap(at: Point(x: 50, y: 30))
        return script.recording
    }

    private static func perturbed(_ perturbation: Perturbation, _ recording: Recording) throws -> Recording {
        var random = SplitMix64(seed: 1)
        return try #require(try perturbation.applied(to: recording, &random))
    }

    private static func values(_ code: UInt16, in recording: Recording) -> [Int32] {
        recording.events.filter { $0.type == EventType.absolute && $0.code == code }.map(\.value)
    }

    private static func reports(_ recording: Recording) -> [Timestamp] {
        recording.events.filter { $0.type == EventType.synchronization }.map(\.time)
    }

    @Test(
        arguments: [
            (.mirrored, "scroll2-up swipe3-right tap1"), (.turned(quarters: 1), "scroll2-right swipe3-up tap1"),
            (.turned(quarters: 2), "scroll2-down swipe3-right tap1"),
            (.turned(quarters: 3), "scroll2-left swipe3-down tap1"),
            (.resolution(31), "scroll2-up swipe3-left tap1"), (.resampled(hertz: 60), "scroll2-up swipe3-left tap1"),
            (.resampled(hertz: 250), "scroll2-up swipe3-left tap1"), (.jittered, "scroll2-up swipe3-left tap1"),
            (.thinned, "scroll2-up swipe3-left tap1"),
        ] as [(Perturbation, String)])
    func `a perturbation changes a known stroke as expected`(_ perturbation: Perturbation, _ words: String) throws {
        let recording = Self.recording()
        let events = try Self.run.events(of: recording)
        #expect(events.completed.words == "scroll2-up swipe3-left tap1")
        let perturbed = try Self.run.events(of: Self.perturbed(perturbation, recording))
        #expect(perturbed.completed.words == words)
        #expect(perturbed.agree(with: events.map(perturbation.applied)))
    }

    @Test func `mirroring and turning are undone by doing them again`() throws {
        let recording = Self.recording()
        #expect(recording.mirrored().mirrored() == recording)
        #expect(try recording.turned(quarters: 4) == recording)
        #expect(try recording.turned(quarters: 1) != recording)
    }

    @Test func `another resolution keeps the millimetres`() throws {
        let recording = Self.recording(on: .touchpad)
        let scaled = try Self.perturbed(.resolution(100), recording)
        let axes = [recording, scaled].compactMap { $0.description.axis(AbsoluteCode.positionX) }
        #expect(axes.count == 2 && axes[1].resolution == 100)
        let positions = zip([recording, scaled], axes).map { recording, axis in
            Self.values(AbsoluteCode.positionX, in: recording).map {
                Double($0 - axis.minimum) / Double(axis.resolution)
            }
        }
        #expect(zip(positions[0], positions[1]).allSatisfy { ($0 - $1).magnitude < 0.01 })
    }

    @Test func `dropping frames keeps every finger's coming and going, and where it ended`() throws {
        let recording = Self.recording()
        let thinned = try Self.perturbed(.thinned, recording)
        let (all, left) = (Self.reports(recording).count, Self.reports(thinned).count)
        #expect(left < all && Double(left) > 0.85 * Double(all))
        let id = AbsoluteCode.trackingID
        #expect(Self.values(id, in: thinned) == Self.values(id, in: recording))
        let x = AbsoluteCode.positionX
        #expect(Self.values(x, in: thinned) == Self.values(x, in: recording))
    }

    @Test func `jitter moves frames by a millisecond at most and never past each other`() throws {
        let recording = Self.recording()
        let (before, after) = (Self.reports(recording), Self.reports(try Self.perturbed(.jittered, recording)))
        #expect(before != after)
        #expect(zip(before, after).allSatisfy { abs($0.microseconds - $1.microseconds) <= 1000 })
        #expect(zip(after, after.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test(arguments: [60, 90, 120, 250])
    func `another rate keeps every contact, each within a frame of its time`(_ hertz: Int) throws {
        let recording = Self.recording()
        let resampled = try Self.perturbed(.resampled(hertz: hertz), recording)
        let ids = [recording, resampled].map { recording in
            recording.events.filter { $0.type == EventType.absolute && $0.code == AbsoluteCode.trackingID }
        }
        #expect(ids[0].map(\.value) == ids[1].map(\.value))
        let frame = 1_000_000 / Int64(hertz)
        #expect(zip(ids[0], ids[1]).allSatisfy { abs($0.time.microseconds - $1.time.microseconds) <= frame })
        let ticks = Self.reports(resampled)
        let start = try #require(ticks.first)
        #expect(
            ticks.allSatisfy { (($0.microseconds - start.microseconds) * Int64(hertz) + 500_000) % 1_000_000 > 499_000 }
        )
    }

    @Test func `a tap that is shorter than a frame stays a tap at another rate`() throws {
        var events: [InputEvent] = []
        func add(_ time: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32) {
            events.append(InputEvent(time: Timestamp(microseconds: time), type: type, code: code, value: value))
        }
        for (time, id) in [(0, 1), (4000, -1)] as [(Int64, Int32)] {
            add(time, EventType.absolute, AbsoluteCode.trackingID, id)
            if id > 0 { add(time, EventType.absolute, AbsoluteCode.positionX, 500) }
            if id > 0 { add(time, EventType.absolute, AbsoluteCode.positionY, 500) }
            add(time, EventType.synchronization, SynchronizationCode.report, 0)
        }
        let device = ModelDevice.touchscreen
        let tap = Recording(description: device.description, kind: device.kind, events: events)
        let resampled = try Self.perturbed(.resampled(hertz: 60), tap)
        #expect(Self.values(AbsoluteCode.trackingID, in: resampled) == [1, -1])
        #expect(Self.reports(resampled).count == 2)
    }

    @Test func `directions of diagonal motions need not agree`() throws {
        var events: [AbstractEvent] = []
        for target in [Point(x: 80, y: 50), Point(x: 80, y: 51), Point(x: 80, y: 80)] {
            var script = StrokeScript(on: .touchscreen, seed: 4)
            script.jitter = 0
            script.drag(from: Point(x: 50, y: 20.5), to: target)
            events += try Self.run.events(of: script.recording)
        }
        #expect(events.map(\.word) == ["drag1-right", "drag1-down", "drag1-down"])
        #expect(events[0].agrees(with: events[1]))
        #expect(!events[0].agrees(with: events[2]))
    }
}
