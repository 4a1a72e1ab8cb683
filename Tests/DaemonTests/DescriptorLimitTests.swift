import FakeEvdev
import GestureModel
import Testing
import TouchInput

@Suite("Running out of descriptors") struct DescriptorLimitTests {
    @Test func `is logged once; a waiting client connects when another one leaves`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let steady = try daemon.client(#"{"tap":{}}"#)
        daemon.program.allowDescriptors(more: 2)
        let first = try [daemon.client(), daemon.client()]
        let waiting = try daemon.connect()
        #expect(daemon.logs("cannot accept a client: Too many open files (EMFILE); 3 clients are connected"))
        try daemon.devices.tap("event5")
        #expect(try steady.gesture().phases == ["began", "ended"])
        _ = consume first
        #expect(try waiting.next("hello").number("protocol") == 1)
        try daemon.devices.tap("event5", id: 2)
        #expect(try steady.gesture().phases == ["began", "ended"])
        #expect(daemon.logLines("Too many open files").count == 1)
    }

    @Test func `does not interrupt a drag; a client that connects late receives the next one`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let steady = try daemon.client(#"{"drag":{}}"#)
        daemon.program.allowDescriptors(more: 1)
        let first = try daemon.client(#"{"drag":{}}"#)
        try daemon.devices.drag("event5")
        #expect(try steady.next("gesture").phase == "began")
        let waiting = try (0..<20).map { _ in try daemon.connect() }
        #expect(daemon.logs("cannot accept a client: Too many open files (EMFILE); 2 clients are connected"))
        try daemon.devices.lift("event5")
        let phases = try steady.gesture().phases
        #expect(phases.first == "changed" && phases.last == "ended")
        _ = consume first
        let next = try #require(waiting.first)
        _ = try next.next("hello")
        try next.subscribe(#"{"drag":{}}"#)
        try daemon.devices.flick("event5", id: 2)
        for client in [steady, next] { #expect(try client.gesture().transitions == ["began", "ended"]) }
        #expect(daemon.logLines("Too many open files").count == 1)
    }

    @Test func `delays opening a new device until clients leave`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let steady = try daemon.client(#"{"tap":{}}"#)
        // The daemon may open a few meanwhile, to connect to the system bus.
        let leaving = try (0..<8).map { _ in try daemon.client() }
        daemon.program.allowDescriptors(more: 0)
        try daemon.devices.add(.touchscreen, as: "event6", .touchscreen)
        let shown = try steady.next("deviceAdded")
        #expect(shown.text("device", "reason") == "/dev/input/event6: cannot open: Too many open files (EMFILE)")
        _ = consume leaving
        #expect(try steady.next("deviceRemoved").text("device") == "event6")
        let opened = try steady.next("deviceAdded")
        #expect(opened.text("device", "availability") == "open")
        #expect(opened.text("device", "name") == "Fake Touchscreen")
        try daemon.devices.tap("event6")
        #expect(try steady.gesture().phases == ["began", "ended"])
        #expect(daemon.logLines("cannot be used").count == 1)
    }

    // With one free descriptor, udev finds no device: those that were open looked as if they were gone.
    @Test func `keeps the open devices when a single client leaves`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let steady = try daemon.client(#"{"tap":{}}"#)
        var leaving = try (0..<8).map { _ in try daemon.client() }
        daemon.program.allowDescriptors(more: 0)
        try daemon.devices.add(.touchscreen, as: "event6", .touchscreen)
        #expect(try steady.next("deviceAdded").text("device", "availability") == "unavailable")
        // A query needs four.
        for id in Int32(1)...2 {
            leaving.removeLast()
            try daemon.devices.tap("event5", id: id)
            #expect(try steady.gesture().phases == ["began", "ended"])
        }
        leaving = []
        #expect(try steady.next("deviceRemoved").text("device") == "event6")
        #expect(try steady.next("deviceAdded").text("device", "availability") == "open")
    }

    @Test func `ends when a device is removed: the waiting client connects`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        try daemon.devices.add(.touchscreen, as: "event6", .touchscreen)
        let steady = try daemon.client()
        try daemon.devices.tap("event6")
        #expect(eventually { daemon.logLines("event6: Fake Touchscreen").count == 1 })
        daemon.program.allowDescriptors(more: 0)
        let waiting = try daemon.connect()
        #expect(daemon.logs("cannot accept a client: Too many open files (EMFILE); 1 clients are connected"))
        daemon.devices.remove("event6")
        #expect(try waiting.next("hello").objects("devices").count == 1)
        #expect(try steady.queued().last?.type == "deviceRemoved")
    }
}
