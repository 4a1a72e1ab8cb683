import GestureModel
import GesturePipeline
import RandomLives
import Strokes
import Testing
import TouchInput
import TouchRecordings

/// One test for each broken promise that the random lives found, as small as it goes.
@Suite struct FoundByRandomLivesTests {
    @Test(arguments: Array(stride(from: 400, to: 8000, by: 95)))
    func `an overrun in the middle of an event leaves no gesture open`(bound: Int) {
        var limits = Limits()
        limits.outbox = bound
        var world = World(limits: limits)
        var script = StrokeScript(on: .touchscreen, seed: 3)
        script.doubleTap(at: Point(x: 100, y: 100))
        script.drag(from: Point(x: 100, y: 100), to: Point(x: 200, y: 150))
        world.play([.add(device: 0, script.recording), .connect(client: 0, .never)])
        for gesture in ["tap", "tap", "drag", "drag", "longPress", "longPress"] {
            world.play(.send(#"{"type":"subscribe","id":1,"gesture":{"\#(gesture)":{}}}"#))
        }
        for event in script.recording.events { world.play(.take(device: 0, .event(event))) }
        world.stop()
        #expect(world.violations == [])
        #expect(world.text.contains(#""code":"overrun""#))
    }

    @Test func `a client that asks and does not read is cut`() {
        var limits = Limits()
        limits.outbox = 5000
        limits.subscriptions = 2
        var world = World(limits: limits)
        world.play(.connect(client: 0, .never))
        for _ in 0..<200 { world.play(.send("{}")) }
        world.stop()
        #expect(world.violations == [])
        #expect(world.text.contains(#""code":"overrun""#))
    }

    @Test func `time stays when a device's clock goes back behind a deadline that was met`() {
        var world = World()
        world.play([.add(device: 0, .touchscreen), .connect(client: 0, .promptly)])
        world.play(.send(#"{"type":"subscribe","id":1,"gesture":{"drag":{}}}"#))
        world.play(Action.down(1, x: 2000, y: 1000, at: 1000))
        for step in 1...5 { world.play(Action.move(x: 2000 + Int32(step) * 40, at: 1000 + Int64(step) * 8)) }
        world.play(.expire(at: 1100))
        world.play(Action.move(x: 2300, at: 1050))
        world.play(Action.up(at: 1110))
        world.stop()
        #expect(world.violations == [])
        #expect(world.text.contains(#""time":1080001,"#), "the standstill was told")
    }

    @Test func `a finger that was down before a subscription starts nothing, though others hear of it`() {
        var world = World()
        world.play([.add(device: 0, .touchscreen), .connect(client: 0, .promptly), .connect(client: 1, .promptly)])
        world.play(.send(#"{"type":"subscribe","id":1,"gesture":{"drag":{}}}"#))
        world.play(Action.down(1, x: 2000, y: 1000, at: 1000))
        world.play(.send(client: 1, #"{"type":"subscribe","id":1,"gesture":{"drag":{}}}"#))
        world.play(Action.move(x: 2400, at: 1010))
        world.play(Action.up(at: 1020))
        world.stop()
        #expect(world.violations == [])
        #expect(world.text.matches(of: /"phase":"began"/).count == 1)
    }

    @Test func `a press that begins in the frame that ended another is told in that frame`() {
        var world = World()
        world.play([.add(device: 0, .touchscreen), .connect(client: 0, .promptly)])
        world.play(.send(#"{"type":"subscribe","id":1,"gesture":{"longPress":{}}}"#))
        world.play(Action.down(1, x: 2000, y: 1000, at: 1000))
        world.play(Action.down(2, x: 2000, y: 1001, at: 1100))
        #expect(world.pipeline.deadline == Timestamp(microseconds: 1_600_000))
        world.play(.expire(at: 2000))
        world.play(Action.up(at: 2010))
        world.stop()
        #expect(world.violations == [])
        #expect(world.text.matches(of: /"phase":"began","time":1[01]00000/).count == 2)
        #expect(world.text.contains(#""phase":"ended","time":2010000"#))
    }
}
