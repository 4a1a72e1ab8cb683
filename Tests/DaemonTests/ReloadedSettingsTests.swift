import FakeEvdev
import Foundation
import GestureModel
import Glibc
import Testing
import TouchInput

/// The effect of another configuration on connected clients.
@Suite("Reloaded settings") struct ReloadedSettingsTests {
    @Test func `thresholds apply to the next gesture, not to one in progress`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = try daemon.client(#"{"drag":{}}"#)
        try daemon.devices.drag("event5")
        #expect(try client.next("gesture").phase == "began")
        try daemon.reload("[drag]\nminimumDistance = 10000\n")
        try daemon.devices.lift("event5")
        #expect(try client.gesture().transitions == ["ended"])
        let other = try daemon.client(#"{"drag":{"minimumDistance":10}}"#)
        try daemon.devices.flick("event5", id: 2)
        #expect(try other.gesture().transitions == ["began", "ended"])
        #expect(try client.queued().isEmpty)
    }

    @Test func `a device's thresholds change, and clients receive what it assumes`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = try daemon.client(#"{"tap":{}}"#)
        try daemon.reload("[[device]]\nname = '*'\n[device.tap]\nmaximumDuration = 0.03\n")
        let patient = try daemon.client(#"{"tap":{"maximumDuration":1}}"#)
        let changed = try client.next("deviceChanged")
        let device = try daemon.connect().next("hello").objects("devices").first
        #expect(changed.text("device", "assumption") == device?.text("assumption"))
        try daemon.devices.tap("event5")
        #expect(try patient.gesture().phases == ["began", "ended"])
        #expect(try client.queued().isEmpty)
        #expect(device?.text("assumption") == "tap.maximumDuration by \(daemon.configurationFile), line 1")
    }

    @Test func `a device with another surface is removed, with its gestures cancelled, and added again`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        try daemon.devices.add(.touchpad, as: "event6", .touchpad)
        let client = try daemon.client(#"{"drag":{}}"#)
        #expect(try eventually { try daemon.connect().next("hello").objects("devices").count == 2 })
        try daemon.devices.drag("event5")
        #expect(try client.next("gesture").phase == "began")
        try daemon.reload("[[device]]\nkind = 'touchscreen'\nrotation = 90\n")
        #expect(try client.gesture().transitions == ["cancelled deviceLost"])
        #expect(try client.next()?.text("device") == "event5")
        let added = try #require(try client.next())
        #expect(added.type == "deviceAdded" && added.text("device", "id") == "event5")
        #expect(added.numbers("device", "size")?.map { $0.rounded() } == [170, 300])
        #expect(try client.queued().isEmpty)
        try daemon.devices.lift("event5")
        try daemon.devices.flick("event5", id: 2)
        #expect(try client.gesture().transitions == ["began", "ended"])
    }

    @Test func `an ignored device is closed, and opened again when it is not ignored any more`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = try daemon.client(#"{"tap":{}}"#)
        let descriptors = daemon.program.descriptors
        try daemon.reload("[[device]]\nname = '*'\nignore = true\n")
        #expect(try client.next("deviceAdded").text("device", "availability") == "unavailable")
        // The daemon may not have noticed yet that the requester disconnected.
        #expect(eventually { daemon.program.descriptors == descriptors - 1 })
        try daemon.reload("")
        #expect(try client.next("deviceAdded").text("device", "availability") == "open")
        try daemon.devices.tap("event5")
        #expect(try client.gesture().phases == ["began", "ended"])
    }

    @Test func `haptics can be enabled and disabled for new connections`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        #expect(try client.request("haptic", #""feedback":"light""#).text("reason") == "notEnabled")
        try daemon.reload("[haptics]\nenabled = true\n")
        #expect(try daemon.connect().next("hello").description.contains(#","haptic"]"#))
        #expect(try client.request("haptic", #""feedback":"light""#).text("reason") == "noDevice")
        try daemon.reload("")
        #expect(try !daemon.connect().next("hello").description.contains(#","haptic"]"#))
        #expect(try client.request("haptic", #""feedback":"light""#).text("reason") == "notEnabled")
    }

    @Test func `limits apply to new connections and subscriptions only`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = try daemon.client(#"{"tap":{}}"#, #"{"drag":{}}"#)
        try daemon.reload("[limits]\nsubscriptions = 1\n")
        let third = try client.request("subscribe", #""gesture":{"tap":{}}"#)
        #expect(third.text("message") == "limits.subscriptions: a client has at most 1 subscriptions")
        try daemon.devices.tap("event5")
        #expect(try client.gesture().phases == ["began", "ended"])
    }

    @Test func `each unknown name is logged in one line, and grants no access`() throws {
        let daemon = try DaemonProcess.withTouchscreen(
            configuration: """
                [access]
                focusGroup = "no-such-group"
                [[grant]]
                user = "no-such-user"
                session = true
                """)
        _ = try daemon.client()
        let file = daemon.configurationFile
        #expect(
            daemon.logLines("access.focusGroup: there is no group \"no-such-group\"; treating the group as empty").count
                == 1)
        let grant = "\(file), line 3: [[grant]] ignored: there is no user \"no-such-user\""
        #expect(daemon.logLines(grant).count == 1)
        try daemon.reload("[[grant]]\nuser = \"root\"\nsession = true\n")
        #expect(daemon.logLines("there is no").count == 2)
    }

    @Test func `thresholds apply to a recording that is playing`() throws {
        let directory = try TemporaryDirectory()
        let daemon = try DaemonProcess(
            configuration: "[tap]\nmaximumDuration = 0.03\n", ["--play", try directory.file("tap", Recordings.tap)])
        _ = try daemon.client()
        try daemon.reload("")
        #expect(try daemon.client(#"{"tap":{}}"#).gesture().phases == ["began", "ended"])
        #expect(daemon.program.exit() == .exited(0))
    }
}
