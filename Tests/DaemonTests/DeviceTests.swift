import FakeEvdev
import GestureModel
import Glibc
import Testing
import TouchInput

@Suite("Devices") struct DeviceTests {
    @Test func `a device that is added and removed is reported to every client and leaks no descriptor`() throws {
        let daemon = try DaemonProcess()
        let clients = try [daemon.client(#"{"tap":{}}"#), daemon.client(#"{"tap":{}}"#)]
        let before = daemon.program.descriptors
        for id in 1...3 as ClosedRange<Int32> {
            try daemon.devices.add(.touchscreen, as: "event5", .touchscreen)
            for client in clients { #expect(try client.next("deviceAdded").text("device", "id") == "event5") }
            #expect(daemon.program.descriptors == before + 1)
            try daemon.devices.tap("event5", id: id)
            for client in clients { #expect(try client.gesture().phases == ["began", "ended"]) }
            daemon.devices.remove("event5")
            for client in clients { #expect(try client.next("deviceRemoved").text("device") == "event5") }
            #expect(eventually { daemon.program.descriptors == before })
        }
        #expect(try daemon.connect().next("hello").objects("devices").isEmpty)
    }

    /// A touchscreen that also has these keys, as a client sees it.
    private func touchscreen(withKeys codes: [UInt16]) throws -> Message {
        let daemon = try DaemonProcess { devices in
            var description = DeviceDescription.touchscreen
            let keys = DeviceDescription.Capability(type: EventType.key, codes: (codes + [0x14A]).sorted())
            description.capabilities.removeAll { $0.type == keys.type }
            description.capabilities.append(keys)
            try devices.add(description, as: "event5", .touchscreen)
        }
        return try #require(try daemon.connect().next("hello").objects("devices").first)
    }

    /// KEY_1 to KEY_0, KEY_A, KEY_KP5, KEY_KPENTER, KEY_BRL_DOT1, KEY_NUMERIC_D.
    @Test(arguments: [Array(2...11), [30], [76], [96], [0x1F1], [0x20F]])
    func `a touchscreen that also has keys for typing is shown and not opened`(_ codes: [UInt16]) throws {
        let device = try touchscreen(withKeys: codes)
        #expect(device.text("availability") == "unavailable")
        #expect(device.text("reason")?.hasPrefix("has keys for text or digits: not opened") == true)
    }

    /// KEY_F1 and KEY_LEFTMETA of the kernel's Goodix driver, KEY_VOLUMEUP, KEY_POWER, KEY_BACK.
    @Test func `a touchscreen with the keys of a frame is opened`() throws {
        #expect(try touchscreen(withKeys: [59, 64, 115, 116, 125, 158]).text("availability") == "open")
    }

    @Test func `a drag is cancelled before its unplugged device is reported as removed`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = try daemon.client(#"{"drag":{}}"#)
        try daemon.devices.drag("event5")
        _ = try client.next("gesture")
        daemon.devices.remove("event5")
        #expect(try client.gesture().phases.last == "cancelled deviceLost")
        #expect(try client.next()?.type == "deviceRemoved")
    }

    @Test func `a device whose removal udev does not report is removed when its descriptor hangs up`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = try daemon.client(#"{"drag":{}}"#)
        try daemon.devices.drag("event5")
        _ = try client.next("gesture")
        daemon.devices.remove("event5", announced: false)
        #expect(try client.gesture().phases.last == "cancelled deviceLost")
        #expect(try client.next("deviceRemoved").text("device") == "event5")
    }

    @Test func `after an overrun during a drag only a new touch begins a gesture`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = try daemon.client(#"{"drag":{}}"#)
        try daemon.devices.drag("event5", by: 16)
        _ = try client.next("gesture")
        try daemon.devices.silently("event5", .slot(0), .x(1500), .slot(1), .trackingID(7), .x(200), .y(200))
        try daemon.devices.send("event5", at: monotonicMicroseconds(), [.dropped, .report])
        #expect(try client.gesture().phases.last == "cancelled resynchronised")
        for step in 1...5 as ClosedRange<Int32> {
            let now = monotonicMicroseconds()
            try daemon.devices.emit(
                "event5", at: now, .slot(0), .x(1500 + 60 * step), .slot(1), .x(200 + 60 * step))
        }
        try daemon.devices.emit("event5", at: monotonicMicroseconds(), .slot(0), .trackingID(-1))
        try daemon.devices.emit("event5", at: monotonicMicroseconds(), .slot(1), .trackingID(-1))
        try daemon.devices.flick("event5", y: 1100, id: 8)
        let next = try client.gesture()
        #expect(next.transitions == ["began", "ended"])
        #expect(next.first?.numbers("value", "drag", "startLocation")?[1] == 692.913)
        #expect(try client.queued().isEmpty)
    }

    @Test func `contacts that are down when a device is opened begin no gesture`() throws {
        let daemon = try DaemonProcess {
            try $0.add(.touchscreen, as: "event5", .touchscreen)
            try $0.silently("event5", .slot(0), .trackingID(4), .x(500), .y(500))
        }
        let client = try daemon.client(#"{"drag":{"fingers":[1,2]}}"#, #"{"tap":{"fingers":[1,2]}}"#)
        for step in 1...5 as ClosedRange<Int32> {
            try daemon.devices.emit("event5", at: monotonicMicroseconds(), .slot(0), .x(500 + 60 * step))
        }
        try daemon.devices.lift("event5")
        try daemon.devices.tap("event5", x: 200, y: 300, id: 5)
        #expect(try client.gesture().first?.numbers("value", "tap", "location") == [125.984, 188.976])
    }

    @Test func `a device that may not be opened is listed with the reason, and opened once it is permitted`() throws {
        let daemon = try DaemonProcess {
            try $0.add(.touchscreen, as: "event5", .touchscreen)
            try $0.refuseOpening("event5", with: EACCES)
        }
        let client = try daemon.connect()
        let reason = "/dev/input/event5: cannot open: Permission denied (EACCES)"
        let shown = try client.next("hello").objects("devices")
        #expect(shown.map { $0.text("availability") } == ["unavailable"])
        #expect(shown.map { $0.text("reason") } == [reason])
        try client.subscribe(#"{"tap":{}}"#)
        // Logged once, however often it is tried.
        for _ in 0..<3 { daemon.devices.change("event5") }
        daemon.devices.permit("event5")
        daemon.devices.change("event5")
        #expect(try client.next("deviceAdded").text("device", "availability") == "open")
        #expect(daemon.logLines(reason).count == 1)
        try daemon.devices.tap("event5")
        #expect(try client.gesture().phases == ["began", "ended"])
        #expect(try daemon.connect().next("hello").objects("devices").count == 1)
    }

    @Test func `one failed read does not lose a touch device`() throws {
        let daemon = try DaemonProcess {
            try $0.add(.touchscreen, as: "event5", .touchscreen)
            try $0.allowFailures()
        }
        let client = try daemon.client(#"{"drag":{}}"#)
        try daemon.devices.failNext(.read, of: "event5", with: EIO)
        try daemon.devices.drag("event5")
        #expect(try client.next("deviceRemoved").text("device") == "event5")
        #expect(try client.next("deviceAdded").text("device", "id") == "event5")
        #expect(daemon.logs("event5: lost: /dev/input/event5: cannot read: Input/output error (EIO)"))
        try daemon.devices.lift("event5")
        try daemon.devices.flick("event5", id: 2)
        #expect(try client.gesture().transitions == ["began", "ended"])
    }

    @Test func `a device whose opening was interrupted is open`() throws {
        let daemon = try DaemonProcess {
            try $0.add(.touchscreen, as: "event5", .touchscreen)
            try $0.allowFailures()
            try $0.failNext(.open, of: "event5", with: EINTR)
        }
        let devices = try daemon.connect().next("hello").objects("devices")
        #expect(devices.map { $0.text("availability") } == ["open"])
        #expect(daemon.devices.hasFailed("event5"))
    }

    @Test func `a device with an invalid description is listed with the reason, and does not affect others`() throws {
        let daemon = try DaemonProcess {
            try $0.add(.broken, as: "event4", .touchscreen)
            try $0.add(.touchscreen, as: "event5", .touchscreen)
        }
        let client = try daemon.connect()
        let devices = try client.next("hello").objects("devices")
        #expect(devices.map { $0.text("availability") } == ["unavailable", "open"])
        let reason = "axis ABS_MT_POSITION_X has no range: minimum 0, maximum 0"
        #expect(devices.first?.text("reason")?.contains(reason) == true)
        #expect(devices.first?.text("name") == "Broken Touchscreen")
        for _ in 0..<3 { daemon.devices.change("event4") }
        try client.subscribe(#"{"tap":{}}"#)
        try daemon.devices.tap("event5")
        #expect(try client.gesture().phases == ["began", "ended"])
        #expect(daemon.logLines(reason).count == 1)
        daemon.devices.remove("event4")
        #expect(try client.next("deviceRemoved").text("device") == "event4")
    }

    @Test func `a device grabbed by another process is open again with its first frame`() throws {
        let daemon = try DaemonProcess {
            try $0.add(.touchscreen, as: "event5", .touchscreen)
            try $0.grabElsewhere("event5")
        }
        let client = try daemon.connect()
        #expect(try client.next("hello").objects("devices").map { $0.text("availability") } == ["grabbed"])
        try client.subscribe(#"{"tap":{}}"#)
        try daemon.devices.tap("event5")
        #expect(try client.next("deviceChanged").text("device", "availability") == "open")
        #expect(try client.gesture().phases == ["began", "ended"])
        #expect(daemon.logs("event5: grabbed by another process"))
    }

    @Test func `a device that another process grabs or releases later is found when a client connects`() throws {
        let daemon = try DaemonProcess { try $0.add(.touchscreen, as: "event5", .touchscreen) }
        let first = try daemon.connect()
        #expect(try first.next("hello").objects("devices").map { $0.text("availability") } == ["open"])
        /// Connects until a search is due that finds it: there is one in a second.
        func isFound(_ availability: String) throws -> Bool {
            try eventually {
                try daemon.connect().next("hello").objects("devices").map { $0.text("availability") } == [availability]
            }
        }
        try daemon.devices.grabElsewhere("event5")
        #expect(try isFound("grabbed"))
        #expect(try first.next("deviceChanged").text("device", "availability") == "grabbed")
        #expect(daemon.logs("event5: grabbed by another process"))
        daemon.devices.permit("event5")
        #expect(try isFound("open"))
        #expect(try first.next("deviceChanged").text("device", "availability") == "open")
        #expect(daemon.logs("event5: the process that had grabbed it has released it"))
    }

    @Test func `changes whose udev messages were lost are found`() throws {
        let daemon = try DaemonProcess {
            try $0.add(.touchscreen, as: "event5", .touchscreen)
            try $0.add(.touchpad, as: "event6", .touchpad)
        }
        let client = try daemon.client(#"{"tap":{}}"#)
        try daemon.devices.add(.touchscreen, as: "event7", .touchscreen, announced: false)
        daemon.devices.remove("event5", announced: false)
        daemon.devices.overrun()
        #expect(try client.next("deviceAdded").text("device", "id") == "event7")
        try daemon.devices.tap("event7")
        #expect(try client.gesture().phases == ["began", "ended"])
        #expect(
            try daemon.connect().next("hello").objects("devices").compactMap { $0.text("id") } == ["event6", "event7"])
    }

    @Test(arguments: [false, true])
    func `a device that took over a name while messages were lost, or before a reload, replaces the old device`(
        _ isReload: Bool
    ) throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = try daemon.client(#"{"tap":{}}"#)
        daemon.program.signal(SIGSTOP)
        daemon.devices.remove("event5", announced: false)
        try daemon.devices.add(.touchpad, as: "event5", .touchpad, announced: false)
        if isReload { daemon.program.signal(SIGHUP) } else { daemon.devices.overrun() }
        daemon.program.signal(SIGCONT)
        #expect(try client.next("deviceRemoved").text("device") == "event5")
        let added = try client.next("deviceAdded")
        #expect(added.text("device", "name") == "Fake Touchpad" && added.text("device", "kind") == "touchpad")
    }

    @Test func `a late removal does not affect the next device of that name`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = try daemon.client(#"{"tap":{}}"#)
        daemon.program.signal(SIGSTOP)
        // The next device is enumerated before the old one's removal is read. The message that added it was dropped.
        daemon.devices.overrun()
        daemon.devices.remove("event5")
        try daemon.devices.add(.touchscreen, as: "event5", .touchscreen, announced: false)
        try daemon.devices.add(.touchpad, as: "event6", .touchpad)
        daemon.program.signal(SIGCONT)
        #expect(try client.next("deviceRemoved").text("device") == "event5")
        #expect(try client.next("deviceAdded").text("device", "id") == "event5")
        #expect(try client.next("deviceAdded").text("device", "id") == "event6")
        try daemon.devices.tap("event5")
        #expect(try client.gesture().phases == ["began", "ended"])
        let devices = try daemon.connect().next("hello").objects("devices")
        #expect(devices.compactMap { $0.text("id") } == ["event5", "event6"])
    }

    @Test func `a device opened through the message of a removed one is opened again as its own kind`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client(#"{"tap":{}}"#)
        daemon.program.signal(SIGSTOP)
        try daemon.devices.add(.touchscreen, as: "event5", .touchscreen)
        daemon.devices.remove("event5")
        try daemon.devices.add(.touchpad, as: "event5", .touchpad)
        daemon.program.signal(SIGCONT)
        #expect(eventually { (try? daemon.connect().next("hello").objects("devices"))?.count == 1 })
        _ = try client.next("deviceAdded")
        #expect(try client.next("deviceRemoved").text("device") == "event5")
        #expect(try client.next("deviceAdded").text("device", "kind") == "touchpad")
    }

    @Test func `without udev the daemon serves no devices`() throws {
        // Without its directory the fake udev has no monitor.
        let without = try DaemonProcess { tree in unlink(tree.directory + "/uevents") }
        #expect(try without.connect().next("hello").objects("devices").isEmpty)
        #expect(without.logs("no device can be found"))
    }
}
