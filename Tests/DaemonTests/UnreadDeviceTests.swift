import FakeEvdev
import Foundation
import GestureModel
import Testing
import TouchInput

/// While no client may receive touches, the daemon does not read the devices: how often it wakes up shows nothing.
@Suite struct UnreadDeviceTests {
    let daemon: DaemonProcess

    init() throws { daemon = try .withTouchscreen() }

    @Test func `touches that no client may receive do not wake the daemon`() throws {
        let client = try daemon.client(#"{"tap":{}}"#)
        try daemon.devices.tap("event5", id: 1)
        #expect(try client.gesture().phases == ["began", "ended"])
        #expect(try client.request("unsubscribe", #""subscription":1"#).type == "ok")
        let before = try settledWakeups()
        for id in Int32(2)...50 { try daemon.devices.tap("event5", id: id) }
        #expect(daemon.program.wakeups == before)
        #expect(try client.subscribe(#"{"tap":{}}"#) == 2)
        try daemon.devices.tap("event5", id: 51)
        let gesture = try client.gesture()
        #expect(gesture.phases == ["began", "ended"], "the latest tap, and none of those before")
        #expect(gesture.first?.number("gesture") == 2)
    }

    @Test func `a finger that came down while nothing was read starts nothing`() throws {
        try daemon.devices.press("event5", id: 1)
        let client = try daemon.client(#"{"drag":{"minimumDistance":0}}"#)
        for x in Int32(1)...20 {
            try daemon.devices.emit("event5", at: monotonicMicroseconds(), .slot(0), .x(1000 + 20 * x))
        }
        try daemon.devices.lift("event5")
        try daemon.devices.flick("event5", id: 2)
        let gesture = try client.gesture()
        #expect(gesture.first?.number("gesture") == 1)
        #expect(gesture.phases.last == "ended")
    }

    @Test func `a device that is unplugged while it is not read is gone, and is read when it is back`() throws {
        let client = try daemon.client()
        daemon.devices.remove("event5", announced: false)
        #expect(try client.next("deviceRemoved").text("device") == "event5")
        try daemon.devices.add(.touchscreen, as: "event5", .touchscreen)
        _ = try client.next("deviceAdded")
        try client.subscribe(#"{"tap":{}}"#)
        try daemon.devices.tap("event5")
        #expect(try client.gesture().phases == ["began", "ended"])
    }

    @Test func `a device that is not read is not tested for a grab while a finger is down`() throws {
        try daemon.devices.press("event5")
        try daemon.devices.grabElsewhere("event5")
        let client = try daemon.connect()
        #expect(try client.next("hello").objects("devices").map { $0.text("availability") } == ["open"])
    }

    /// How often the daemon has woken up, once it sleeps.
    private func settledWakeups() throws -> Int {
        var last = -1
        #expect(
            eventually {
                defer { last = daemon.program.wakeups }
                return daemon.program.wakeups == last
            })
        return last
    }
}
