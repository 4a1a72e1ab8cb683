import GestureModel
import Strokes
import Testing
import TouchInput
import TouchRecordings

@Suite struct StrokeScriptTests {
    private static let centre = Point(x: 50, y: 30)

    private static func values(_ code: UInt16, in recording: Recording) -> [Int32] {
        recording.events.filter { $0.type == EventType.absolute && $0.code == code }.map(\.value)
    }

    /// Milliseconds from the first event to the last.
    private static func duration(_ recording: Recording) throws -> Double {
        let first = try #require(recording.events.first)
        return (try #require(recording.events.last).time - first.time).seconds * 1000
    }

    @Test func `equal seeds produce equal recordings, different seeds different ones`() {
        func recording(seed: UInt64) -> Recording {
            var script = StrokeScript(on: .touchscreen, seed: seed)
            script.tap(fingers: 3, at: Point(x: 100, y: 100))
            return script.recording
        }
        #expect(recording(seed: 5) == recording(seed: 5))
        #expect(recording(seed: 5) != recording(seed: 6))
    }

    @Test(arguments: ModelDevice.allCases)
    func `every contact that begins also ends, and time never decreases`(_ device: ModelDevice) {
        for seed in UInt64(0)..<20 {
            var script = StrokeScript(on: device, seed: seed)
            script.doubleTap(at: Self.centre)
            script.flick(fingers: 3, from: Self.centre, to: Point(x: 70, y: 30))
            script.pinch(at: Self.centre, spans: (from: 20, to: 40))
            script.turn(at: Self.centre, span: 30, by: 1)
            let recording = script.recording
            let ids = Self.values(AbsoluteCode.trackingID, in: recording)
            #expect(ids.count { $0 >= 0 } == ids.count { $0 < 0 })
            let touches = recording.events.filter { $0.type == EventType.key && $0.code == KeyCode.touch }
            #expect(touches.map(\.value) == Array([[1, 0], [1, 0], [1, 0], [1, 0], [1, 0]].joined()))
            #expect(zip(recording.events, recording.events.dropFirst()).allSatisfy { $0.time <= $1.time })
            #expect(recording.events.last?.type == EventType.synchronization)
        }
    }

    @Test func `a drag goes from its start to its end at rest, fastest in the middle`() {
        var script = StrokeScript(on: .touchpad, seed: 2)
        script.jitter = 0
        script.drag(from: Point(x: 10, y: 30), to: Point(x: 90, y: 30), duration: .milliseconds(400))
        let x = Self.values(AbsoluteCode.positionX, in: script.recording).map { Double($0) / 40 }
        #expect(x.first == 10)
        #expect(x.last == 90)
        let steps = zip(x, x.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { $0 > 0 })
        let fastest = steps.indices.max { steps[$0] < steps[$1] } ?? 0
        #expect(abs(fastest - steps.count / 2) <= 3)
    }

    @Test func `a flick is fastest when its finger lifts`() {
        var script = StrokeScript(on: .touchpad, seed: 2)
        script.jitter = 0
        script.flick(from: Point(x: 10, y: 30), to: Point(x: 60, y: 30))
        let x = Self.values(AbsoluteCode.positionX, in: script.recording)
        let steps = zip(x, x.dropFirst()).map { $1 - $0 }
        #expect((steps.last ?? 0) * 10 >= (steps.max() ?? 0) * 9)
    }

    @Test func `taps and three-finger drags last as long as people's`() throws {
        for seed in UInt64(0)..<100 {
            var script = StrokeScript(on: .touchpad, seed: seed)
            script.tap(at: Self.centre)
            // The last of the quantiles, and the frame in which the lift shows.
            #expect((40...160).contains(try Self.duration(script.recording)))
            var three = StrokeScript(on: .touchpad, seed: seed)
            three.drag(fingers: 3, from: Self.centre, to: Point(x: 60, y: 30), duration: .milliseconds(300))
            #expect((300...460).contains(try Self.duration(three.recording)))
        }
    }

    @Test func `frames have about the requested interval`() {
        var script = StrokeScript(on: .touchscreen, seed: 1, frameInterval: .milliseconds(16))
        script.drag(from: Self.centre, to: Point(x: 150, y: 30), duration: .milliseconds(480))
        let times = script.recording.events.filter { $0.type == EventType.synchronization }.map(\.time)
        let gaps = zip(times, times.dropFirst()).map { ($1 - $0).count }
        #expect(gaps.allSatisfy { (15_200...16_800).contains($0) })
        #expect(Set(gaps).count > 10)
    }

    @Test func `a pause produces no events`() {
        var script = StrokeScript(on: .touchscreen, seed: 1, start: Timestamp(microseconds: 5_000_000))
        script.pause(.milliseconds(300))
        #expect(script.now == Timestamp(microseconds: 5_300_000))
        #expect(script.recording.events.isEmpty)
    }
}
