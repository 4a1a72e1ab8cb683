import DaemonSimulation
import GestureModel
import GesturePipeline
import Strokes
import Testing
import TouchInput
import TouchRecordings

/// A minimal test for each broken promise that the simulations found.
@Suite struct RegressionTests {
    @Test(arguments: Array(stride(from: 400, to: 8000, by: 95)))
    func `an overrun in the middle of an event leaves no gesture open`(bound: Int) {
        var limits = Limits()
        limits.outbox = bound
        var daemon = SimulatedDaemon(limits: limits)
        var script = StrokeScript(on: .touchscreen, seed: 3)
        script.doubleTap(at: Point(x: 100, y: 100))
        script.drag(from: Point(x: 100, y: 100), to: Point(x: 200, y: 150))
        daemon.play([.add(device: 0, script.recording), .connect(client: 0, .never)])
        for gesture in ["tap", "tap", "drag", "drag", "longPress", "longPress"] {
            daemon.play(.send(#"{"type":"subscribe","id":1,"gesture":{"\#(gesture)":{}}}"#))
        }
        for event in script.recording.events { daemon.play(.event(device: 0, .event(event))) }
        daemon.stop()
        #expect(daemon.violations == [])
        #expect(daemon.text.contains(#""code":"overrun""#))
    }

    @Test func `a client that sends requests and does not read is disconnected`() {
        var limits = Limits()
        limits.outbox = 5000
        limits.subscriptions = 2
        var daemon = SimulatedDaemon(limits: limits)
        daemon.play(.connect(client: 0, .never))
        for _ in 0..<200 { daemon.play(.send("{}")) }
        daemon.stop()
        #expect(daemon.violations == [])
        #expect(daemon.text.contains(#""code":"overrun""#))
    }

    @Test func `time does not decrease when a device's clock goes back past an expired deadline`() {
        var daemon = SimulatedDaemon()
        daemon.play([.add(device: 0, .touchscreen), .connect(client: 0, .promptly)])
        daemon.play(.send(#"{"type":"subscribe","id":1,"gesture":{"drag":{}}}"#))
        daemon.play(Action.down(1, x: 2000, y: 1000, at: 1000))
        for step in 1...5 { daemon.play(Action.move(x: 2000 + Int32(step) * 40, at: 1000 + Int64(step) * 8)) }
        daemon.play(.expire(at: 1100))
        daemon.play(Action.move(x: 2300, at: 1050))
        daemon.play(Action.up(at: 1110))
        daemon.stop()
        #expect(daemon.violations == [])
        #expect(daemon.text.contains(#""time":1080001,"#), "the stop was reported")
    }

    @Test func `a finger that was down before a subscription starts no gesture, although others receive it`() {
        var daemon = SimulatedDaemon()
        daemon.play([.add(device: 0, .touchscreen), .connect(client: 0, .promptly), .connect(client: 1, .promptly)])
        daemon.play(.send(#"{"type":"subscribe","id":1,"gesture":{"drag":{}}}"#))
        daemon.play(Action.down(1, x: 2000, y: 1000, at: 1000))
        daemon.play(.send(client: 1, #"{"type":"subscribe","id":1,"gesture":{"drag":{}}}"#))
        daemon.play(Action.move(x: 2400, at: 1010))
        daemon.play(Action.up(at: 1020))
        daemon.stop()
        #expect(daemon.violations == [])
        #expect(daemon.text.matches(of: /"phase":"began"/).count == 1)
    }

    @Test func `a press that begins in the frame that ended another is reported in that frame`() {
        var daemon = SimulatedDaemon()
        daemon.play([.add(device: 0, .touchscreen), .connect(client: 0, .promptly)])
        daemon.play(.send(#"{"type":"subscribe","id":1,"gesture":{"longPress":{}}}"#))
        daemon.play(Action.down(1, x: 2000, y: 1000, at: 1000))
        daemon.play(Action.down(2, x: 2000, y: 1001, at: 1100))
        #expect(daemon.pipeline.deadline == Timestamp(microseconds: 1_600_000))
        daemon.play(.expire(at: 2000))
        daemon.play(Action.up(at: 2010))
        daemon.stop()
        #expect(daemon.violations == [])
        #expect(daemon.text.matches(of: /"phase":"began","time":1[01]00000/).count == 2)
        #expect(daemon.text.contains(#""phase":"ended","time":2010000"#))
    }
}

/// Explicit touches on a touchscreen with 20 units per millimetre.
extension Recording {
    static var touchscreen: Recording { StrokeScript(on: .touchscreen, seed: 1).recording }
}

extension Action {
    static func send(client: Int = 0, _ line: String) -> Action { .send(client: client, Array("\(line)\n".utf8)) }

    /// One frame of a touchscreen, as ABS_MT codes and values.
    static func frame(at milliseconds: Int64, device: Int = 0, _ values: (code: UInt16, value: Int32)...) -> [Action] {
        let time = Timestamp(microseconds: milliseconds * 1000)
        let events = values.map { InputEvent(time: time, type: EventType.absolute, code: $0.code, value: $0.value) }
        let report = InputEvent(
            time: time, type: EventType.synchronization, code: SynchronizationCode.report, value: 0)
        return (events + [report]).map { .event(device: device, .event($0)) }
    }

    static func down(_ id: Int32, x: Int32, y: Int32, at milliseconds: Int64) -> [Action] {
        frame(
            at: milliseconds, (AbsoluteCode.trackingID, id), (AbsoluteCode.positionX, x), (AbsoluteCode.positionY, y))
    }

    static func move(x: Int32, at milliseconds: Int64) -> [Action] {
        frame(at: milliseconds, (AbsoluteCode.positionX, x))
    }

    static func up(at milliseconds: Int64) -> [Action] { frame(at: milliseconds, (AbsoluteCode.trackingID, -1)) }

    static func expire(at milliseconds: Int64) -> Action { .expire(Timestamp(microseconds: milliseconds * 1000)) }
}
