import GestureModel
import GesturePipeline
import GestureProtocol
import Testing
import TouchInput

@Suite struct PipelineDeviceTests {
    @Test func `hello lists the devices`() throws {
        let bench = Bench(screens: ["event1", "event2"])
        var framer = LineFramer(limit: .max)
        let client = try bench.pipeline.connect()
        client.outbox.flush { bytes in
            framer.append(bytes)
            return bytes.count
        }
        guard case .line(let line) = framer.next(), case .hello(let hello) = try ServerMessage(line: Array(line)) else {
            Issue.record("no hello")
            return
        }
        #expect(hello.server == "bench")
        #expect(hello.devices == bench.pipeline.devices.map(\.touchDevice))
        #expect(hello.devices.map(\.id) == ["event1", "event2"])
        #expect(hello.capabilities == Hello.allCapabilities)
    }

    @Test func `every client receives added and removed devices`() {
        var bench = Bench(screens: [])
        let first = bench.connect()
        let second = bench.connect()
        bench.add("event1")
        bench.remove(at: 0)
        #expect(bench.read(first) == ["added event1", "removed event1"])
        #expect(bench.read(second) == ["added event1", "removed event1"])
        #expect(bench.pipeline.devices.isEmpty)
    }

    @Test func `a subscription applies to devices that are added later`() {
        var bench = Bench(screens: [])
        let client = bench.client(#"{"tap":{}}"#)
        bench.add("event1")
        bench.tap(at: 0)
        #expect(bench.read(client) == ["added event1", "1 began 1", "1 ended 1"])
    }

    @Test func `a device without a usable position is refused, and no client receives it`() {
        var bench = Bench(screens: [])
        let client = bench.connect()
        #expect(throws: DeviceDescriptionError.self) {
            try bench.pipeline.add(id: "event1", node: "", kind: .touchpad, DeviceDescription(name: "keyboard"))
        }
        #expect(bench.read(client) == [])
    }

    // MARK: - Steps that were held back

    /// 25 mm in 4 ms may be a jump, until the finger goes on: the panel has stamped the landing late.
    @Test func `a flick whose first step was held back has it, with its time, and leaves with its speed`() throws {
        var speeds: [Double] = []
        for landing in [0.0, 12] {
            var bench = Bench()
            let client = bench.client(#"{"drag":{}}"#)
            bench.at(landing, .down(0, 90, 10))
            bench.at(16, .move(0, 65, 10))
            #expect(bench.gestures(client).isEmpty == (landing > 0))
            for (time, x) in [(32.0, 47.0), (48, 36), (64, 30)] { bench.at(time, .move(0, x, 10)) }
            bench.at(80, .lift(0))
            let messages = bench.gestures(client)
            if landing > 0 { #expect(messages.map(\.time) == [16, 32, 48, 64, 80].map { Timestamp($0) }) }
            try speeds.append(#require(messages.last?.drag).velocity.length)
        }
        #expect(speeds[0] > 500 && abs(speeds[1] / speeds[0] - 1) < 0.01, "\(speeds)")
    }

    @Test func `time does not go back for a step that was held back`() {
        var bench = Bench()
        let (drags, presses) = (bench.client(#"{"drag":{}}"#), bench.client(#"{"longPress":{}}"#))
        bench.at(0, .down(0, 90, 10))
        bench.at(480, .move(0, 89.9, 10))
        bench.at(496, .move(0, 65, 10))
        bench.wait(until: 505)
        #expect(bench.gestures(presses).map(\.time) == [0, 500].map { Timestamp($0) })
        bench.at(512, .move(0, 47, 10))
        #expect(bench.gestures(drags).map(\.time) == [500.001, 512].map { Timestamp($0) })
    }

    // MARK: - Loss

    @Test func `the gestures of a removed device are cancelled before its removal is reported`() {
        var bench = Bench()
        let client = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0)
        bench.remove(at: 12)
        #expect(bench.read(client) == ["1 began 1", "1 cancelled 1 deviceLost", "removed event1"])
        #expect(bench.pipeline.deadline == nil)
    }

    @Test func `removing a device does not affect the gestures of another`() {
        var bench = Bench(screens: ["event1", "event2"])
        let client = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0, on: 0)
        bench.drag(from: 4, on: 1)
        bench.remove(0, at: 20)
        bench.at(24, on: 1, .lift(0))
        #expect(
            bench.read(client) == [
                "1 began 1", "1 began 2", "1 cancelled 1 deviceLost", "removed event1", "1 ended 2",
            ])
    }

    @Test func `a removed device handles no events, and is removed once`() {
        var bench = Bench()
        let client = bench.client(#"{"tap":{}}"#)
        bench.remove(at: 0)
        bench.tap(at: 8)
        bench.remove(at: 100)
        #expect(bench.read(client) == ["removed event1"])
    }

    @Test func `events that arrive together result in the same as one by one`() {
        func lines(_ take: (inout Bench, [InputEvent]) -> Void) -> [String] {
            var bench = Bench()
            let client = bench.client(#"{"drag":{}}"#)
            var screen = Screen(bench.pipeline.devices[0])
            let down = screen.events(at: Timestamp(0), [.down(0, 10, 10)])
            let drag = screen.events(at: Timestamp(8), [.move(0, 20, 10)])
            let lift = screen.events(at: Timestamp(16), [.lift(0)])
            take(&bench, down + drag + [Screen.dropped(at: Timestamp(12))] + lift)
            return bench.read(client)
        }
        let expected = ["1 began 1", "1 cancelled 1 resynchronised"]
        #expect(lines { $0.take($1) } == expected)
        #expect(lines { bench, events in for event in events { bench.take(.event(event)) } } == expected)
    }

    @Test func `SYN_DROPPED cancels, and contacts that are down begin nothing`() {
        var bench = Bench()
        let client = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0)
        bench.take(.event(Screen.dropped(at: Timestamp(12))))
        #expect(bench.read(client) == ["1 began 1", "1 cancelled 1 resynchronised"])
        bench.at(16, .move(0, 30, 10))
        bench.at(24, .move(0, 60, 10))
        bench.at(32, .lift(0))
        #expect(bench.read(client) == [])
        bench.drag(from: 40)
        #expect(bench.read(client) == ["1 began 2"])
    }

    @Test func `lost state cancels, and contacts of the new state begin nothing`() {
        var bench = Bench()
        let client = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0)
        bench.take(.stateLost(Timestamp(12)))
        #expect(bench.read(client) == ["1 began 1", "1 cancelled 1 resynchronised"])
        bench.reportState(.down(0, 50, 50), .down(1, 60, 50), at: 12)
        bench.at(20, .move(0, 90, 50))
        bench.at(28, .lift(0), .lift(1))
        #expect(bench.read(client) == [])
        bench.drag(from: 40)
        #expect(bench.read(client) == ["1 began 2"])
    }

    @Test(arguments: [true, false])
    func `a contact that was elsewhere after a loss, and rested, begins nothing when it moves on`(_ isQueried: Bool) {
        var bench = Bench()
        let client = bench.client(#"{"longPress":{}}"#)
        bench.at(0, .down(0, 40, 50))
        #expect(bench.read(client) == ["1 began 1"])
        if isQueried {
            bench.take(.stateLost(Timestamp(12)))
            bench.reportState(.move(0, 80, 50), at: 12)
        } else {
            bench.take(.event(Screen.dropped(at: Timestamp(12))))
            bench.at(12, .move(0, 80, 50))
        }
        #expect(bench.read(client) == ["1 cancelled 1 resynchronised"])
        for step in 0..<10 { bench.at(900 + 8 * Double(step), .move(0, 81 + Double(step), 50)) }
        bench.at(990, .lift(0))
        #expect(bench.read(client) == [])
    }

    // MARK: - Availability

    @Test func `a grabbed device is open from its first frame on`() {
        var bench = Bench(screens: [])
        bench.add("event1", availability: .grabbed)
        let client = bench.client(#"{"tap":{}}"#)
        bench.tap(at: 0)
        #expect(bench.read(client) == ["changed event1 open", "1 began 1", "1 ended 1"])
        #expect(bench.pipeline.devices.map(\.touchDevice.availability) == [.open])
    }

    @Test func `a device that cannot be read is listed with the reason, and can be removed`() {
        var bench = Bench(screens: [])
        let client = bench.client(#"{"tap":{}}"#)
        let device = Bench.unavailable
        let added = bench.pipeline.add(unavailable: device)
        #expect(bench.messages(client) == [.deviceAdded(device)])
        added.handle(.event(Screen.report(at: Timestamp(0))))
        bench.pipeline.remove(added, at: Timestamp(0))
        #expect(bench.read(client) == ["removed event9"])
    }

    // MARK: - Deadlines

    @Test func `the pipeline's deadline is the earliest of all devices`() {
        var bench = Bench(screens: ["event1", "event2"])
        let client = bench.client(#"{"longPress":{"minimumDuration":2}}"#)
        bench.subscribe(client, #"{"longPress":{"minimumDuration":1}}"#)
        #expect(bench.pipeline.deadline == nil)
        bench.at(100, on: 1, .down(0, 10, 10))
        #expect(bench.pipeline.deadline == Timestamp(1100))
        bench.wait(until: 1100)
        #expect(bench.pipeline.deadline == Timestamp(2100))
        bench.at(1200, on: 1, .lift(0))
        #expect(bench.pipeline.deadline == nil)
    }

    /// The loop was stalled: the lift at 300 ms is still queued at 500 ms.
    @Test func `queued frames are handled before later deadlines`() {
        var bench = Bench()
        let client = bench.client(#"{"longPress":{}}"#)
        bench.at(0, .down(0, 10, 10))
        bench.at(300, .lift(0))
        bench.wait(until: 900)
        #expect(bench.read(client) == ["1 began 1", "1 cancelled 1 failed"])
    }

    /// The loop was stalled longer: the deadline at 500 ms comes before the frame at 700 ms, which is handled first.
    @Test func `deadlines expire before later frames`() {
        var bench = Bench()
        let client = bench.client(#"{"longPress":{}}"#)
        bench.at(0, .down(0, 10, 10))
        bench.at(700, .lift(0))
        let messages = bench.gestures(client)
        #expect(messages.map(\.phase) == [.began, .changed, .ended])
        #expect(messages.map(\.time) == [Timestamp(0), Timestamp(500), Timestamp(700)])
        #expect(messages.map { $0.longPress?.completed } == [false, true, true])
    }

    @Test func `deadlines expire in the order of their times, not of subscriptions`() {
        var bench = Bench()
        let client = bench.client(#"{"longPress":{"minimumDuration":0.9}}"#)
        bench.subscribe(client, #"{"longPress":{"minimumDuration":0.3}}"#)
        bench.at(0, .down(0, 10, 10))
        _ = bench.read(client)
        bench.at(2000, .move(0, 10.1, 10))
        #expect(bench.read(client) == ["2 changed 2", "1 changed 1"])
    }

    @Test func `a drag reports that a finger at rest has stopped`() {
        var bench = Bench()
        let client = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0)
        bench.at(16, .move(0, 30, 10))
        _ = bench.read(client)
        #expect(bench.pipeline.deadline == Timestamp(56.001))
        bench.wait(until: 100)
        let stopped = bench.gestures(client)
        #expect(stopped.map(\.time) == [Timestamp(56.001)])
        #expect(stopped.first?.drag?.velocity == .zero)
        #expect(bench.pipeline.deadline == nil)
    }

    // MARK: - Stopping

    @Test func `shutting down cancels the gestures on every device`() {
        var bench = Bench(screens: ["event1", "event2"])
        let client = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0, on: 0)
        bench.drag(from: 4, on: 1)
        _ = bench.read(client)
        bench.pipeline.shutDown(at: Timestamp(20))
        #expect(bench.read(client) == ["1 cancelled 1 shutdown", "1 cancelled 2 shutdown"])
        #expect(bench.pipeline.deadline == nil)
    }
}
