import FakeEvdev
import GestureModel
import Glibc
import Testing

@Suite("Gestures from devices to clients") struct GestureTests {
    @Test func `hello lists the devices with all their properties`() throws {
        let daemon = try DaemonProcess {
            try $0.add(.touchscreen, as: "event5", .touchscreen)
            try $0.add(.touchpad, as: "event6", .touchpad)
            try $0.add(.unsized, as: "event10", .touchscreen)
        }
        let devices = try daemon.connect().next("hello").objects("devices")
        #expect(devices.map { $0.text("id") } == ["event5", "event6", "event10"])
        #expect(devices.map { $0.text("name") } == ["Fake Touchscreen", "Fake Touchpad", "Unsized Touchscreen"])
        #expect(devices.map { $0.text("node") } == ["event5", "event6", "event10"].map { "/dev/input/" + $0 })
        #expect(devices.map { $0.text("kind") } == ["touchscreen", "touchpad", "touchscreen"])
        #expect(devices.map { $0.number("slots") } == [10, 5, 2])
        #expect(devices.map { $0.text("availability") } == ["open", "open", "open"])
        #expect(devices.map { $0.numbers("size") } == [[300, 170], [104, 69], [294, 220.5]])
        #expect(devices.map { $0.numbers("resolution") } == [[10, 10], [31, 31], nil])
        #expect(devices.map { $0.text("assumption") } == [nil, nil, "no resolution: 294 × 221 mm assumed"])
    }

    @Test func `every client receives the same tap`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let clients = try (0..<3).map { _ in try daemon.client(#"{"tap":{}}"#) }
        try daemon.devices.tap("event5", x: 1000, y: 800)
        let taps = try clients.map { try $0.gesture() }
        #expect(taps[0].phases == ["began", "ended"])
        for point in 0...1 {
            // 100 and 80 mm, in points of 0.15875 mm.
            #expect(taps[0][point].numbers("value", "tap", "location") == [629.921, 503.937])
        }
        #expect(taps[1].map(\.description) == taps[0].map(\.description))
        #expect(taps[2].map(\.description) == taps[0].map(\.description))
    }

    @Test func `a long press completes while the finger rests`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = try daemon.client(#"{"longPress":{"minimumDuration":0.2}}"#)
        try daemon.devices.press("event5")
        let began = try client.next("gesture")
        let (start, deadline) = (began.number("time"), began.number("value", "longPress", "deadline"))
        #expect(deadline == start.map { $0 + 200_000 })
        let completed = try client.next("gesture")
        #expect(completed.phase == "changed" && completed.flag("value", "longPress", "completed") == true)
        // Not before it is due, and with the time at which it was due.
        #expect(completed.number("time") == deadline)
        #expect(Double(monotonicMicroseconds()) >= deadline ?? .infinity)
        try daemon.devices.lift("event5")
        let ended = try client.next("gesture")
        #expect(ended.phase == "ended" && ended.flag("value", "longPress", "pressing") == false)
    }

    @Test(arguments: [("touchscreen", 10.0), ("touchpad", 31.0)])
    func `a drag ends with the velocity of the finger`(_ kind: String, _ resolution: Double) throws {
        let daemon = try DaemonProcess {
            try $0.add(.touchscreen, as: "event5", .touchscreen)
            try $0.add(.touchpad, as: "event6", .touchpad)
        }
        let client = try daemon.client(#"{"drag":{}}"#)
        try daemon.devices.flick(kind == "touchpad" ? "event6" : "event5", by: 16)
        let drag = try client.gesture()
        #expect(drag.transitions == ["began", "ended"])
        let end = try #require(drag.last)
        // 16 units in 8 ms.
        let speed = 2000 / resolution / 0.15875
        let velocity = try #require(end.numbers("value", "drag", "velocity"))
        #expect(abs(velocity[0] - speed) < 0.5 && abs(velocity[1]) < 0.5)
        let travelled = 320 / resolution / 0.15875
        #expect(end.numbers("value", "drag", "translation").map { abs($0[0] - travelled) < 0.01 } == true)
    }

    @Test func `each subscription has its own units`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let millimetres = try daemon.client(#"{"tap":{}}"#, units: #""millimetres""#)
        let pixels = try daemon.client(#"{"tap":{}}"#, units: #"{"width":3000,"height":1700}"#)
        try daemon.devices.tap("event5", x: 1500, y: 850)
        #expect(try millimetres.next("gesture").numbers("value", "tap", "location") == [150, 85])
        #expect(try pixels.next("gesture").numbers("value", "tap", "location") == [1500, 850])
    }

    @Test func `a region excludes touches that begin outside it`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = try daemon.connect()
        try client.subscribe(
            #"{"tap":{}}"#, #""units":"normalized","region":{"x":0,"y":0,"width":0.5,"height":1}"#)
        try daemon.devices.tap("event5", x: 2500)
        try daemon.devices.tap("event5", x: 300, id: 2)
        #expect(try client.gesture().first?.numbers("value", "tap", "location")?[0] == 0.1)
        #expect(try client.queued().isEmpty)
    }

    @Test func `a client that subscribes during a drag receives the next one`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let early = try daemon.client(#"{"drag":{}}"#)
        try daemon.devices.drag("event5")
        _ = try early.next("gesture")
        let late = try daemon.client(#"{"drag":{}}"#)
        try daemon.devices.lift("event5")
        #expect(try early.gesture().transitions.last == "ended")
        #expect(try late.queued().isEmpty)
        try daemon.devices.flick("event5", id: 2)
        #expect(try late.gesture().transitions == ["began", "ended"])
    }

    @Test func `unsubscribing during a drag cancels it for that client only`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let leaving = try daemon.client(#"{"drag":{}}"#)
        let staying = try daemon.client(#"{"drag":{}}"#)
        try daemon.devices.drag("event5")
        _ = try leaving.next("gesture")
        try leaving.send(#"{"type":"unsubscribe","id":9,"subscription":1}"#)
        #expect(try leaving.gesture().phases.last == "cancelled unsubscribed")
        #expect(try leaving.next("ok").number("id") == 9)
        try daemon.devices.lift("event5")
        #expect(try staying.gesture().transitions == ["began", "ended"])
        #expect(try leaving.queued().isEmpty)
    }

    @Test func `stopping the daemon cancels a drag for every subscriber`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let clients = try (0..<3).map { _ in try daemon.client(#"{"drag":{}}"#) }
        try daemon.devices.drag("event5")
        for client in clients { _ = try client.next("gesture") }
        daemon.program.signal(SIGTERM)
        for client in clients { #expect(try client.readToEnd().phases.last == "cancelled shutdown") }
        #expect(daemon.program.exit() == .exited(0))
    }
}
