import FakeEvdev
import Foundation
import GestureModel
import Glibc
import Testing
import TouchInput

/// What another configuration changes for those who are connected.
@Suite struct ReloadedSettingsTests {
    @Test func `a gesture in progress goes on as it began; the next is recognised by the new thresholds`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = try daemon.client(#"{"drag":{}}"#)
        try daemon.devices.drag("event5")
        #expect(try client.next("gesture").phase == "began")
        try daemon.reload("[drag]\nminimumDistance = 10000\n")
        try daemon.devices.lift("event5")
        #expect(try client.gesture().turns == ["ended"])
        let other = try daemon.client(#"{"drag":{"minimumDistance":10}}"#)
        try daemon.devices.flick("event5", id: 2)
        #expect(try other.gesture().turns == ["began", "ended"])
        #expect(try client.queued().isEmpty)
    }

    @Test func `a device's own thresholds change without a word to anybody`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = try daemon.client(#"{"tap":{}}"#)
        try daemon.reload("[[device]]\nname = '*'\n[device.tap]\nmaximumDuration = 0.03\n")
        let patient = try daemon.client(#"{"tap":{"maximumDuration":1}}"#)
        try daemon.devices.tap("event5")
        #expect(try patient.gesture().phases == ["began", "ended"])
        #expect(try client.queued().isEmpty)
        let device = try daemon.connect().next("hello").objects("devices").first
        #expect(device?.text("assumption") == "tap.maximumDuration by \(daemon.configurationFile), line 1")
    }

    @Test func `another surface is another device: its gestures are cancelled, and it comes again`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        try daemon.devices.add(.touchpad, as: "event6", .touchpad)
        let client = try daemon.client(#"{"drag":{}}"#)
        #expect(try eventually { try daemon.connect().next("hello").objects("devices").count == 2 })
        try daemon.devices.drag("event5")
        #expect(try client.next("gesture").phase == "began")
        try daemon.reload("[[device]]\nkind = 'touchscreen'\nrotation = 90\n")
        #expect(try client.gesture().turns == ["cancelled deviceLost"])
        #expect(try client.next()?.text("device") == "event5")
        let added = try #require(try client.next())
        #expect(added.type == "deviceAdded" && added.text("device", "id") == "event5")
        #expect(added.numbers("device", "size")?.map { $0.rounded() } == [170, 300])
        #expect(try client.queued().isEmpty)
        try daemon.devices.lift("event5")
        try daemon.devices.flick("event5", id: 2)
        #expect(try client.gesture().turns == ["began", "ended"])
    }

    @Test func `a device that is to be ignored is closed, and opened when it is not any more`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = try daemon.client(#"{"tap":{}}"#)
        let descriptors = daemon.program.descriptors
        try daemon.reload("[[device]]\nname = '*'\nignore = true\n")
        #expect(try client.next("deviceAdded").text("device", "availability") == "unavailable")
        // The requester's connection may not have been missed yet.
        #expect(eventually { daemon.program.descriptors == descriptors - 1 })
        try daemon.reload("")
        #expect(try client.next("deviceAdded").text("device", "availability") == "open")
        try daemon.devices.tap("event5")
        #expect(try client.gesture().phases == ["began", "ended"])
    }

    @Test func `haptics are switched on for connections that come, and off again`() throws {
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

    @Test func `limits hold for what comes, and take nothing away`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = try daemon.client(#"{"tap":{}}"#, #"{"drag":{}}"#)
        try daemon.reload("[limits]\nsubscriptions = 1\n")
        let third = try client.request("subscribe", #""gesture":{"tap":{}}"#)
        #expect(third.text("message") == "limits.subscriptions: a client has at most 1")
        try daemon.devices.tap("event5")
        #expect(try client.gesture().phases == ["began", "ended"])
    }

    @Test func `names that nobody has are a line each, and what they stand in gives nothing`() throws {
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
        #expect(daemon.logLines("access.focusGroup: there is no group \"no-such-group\"; nobody is in it").count == 1)
        let grant = "\(file), line 3: there is no user \"no-such-user\"; its [[grant]] is not in force"
        #expect(daemon.logLines(grant).count == 1)
        try daemon.reload("[[grant]]\nuser = \"root\"\nsession = true\n")
        #expect(daemon.logLines("there is no").count == 2)
    }

    @Test func `a recording that plays is recognised by the new thresholds`() throws {
        let directory = try TemporaryDirectory()
        let daemon = try DaemonProcess(
            configuration: "[tap]\nmaximumDuration = 0.03\n", ["--play", try directory.file("tap", Recordings.tap)])
        _ = try daemon.client()
        try daemon.reload("")
        #expect(try daemon.client(#"{"tap":{}}"#).gesture().phases == ["began", "ended"])
        #expect(daemon.program.exit() == .exited(0))
    }
}
