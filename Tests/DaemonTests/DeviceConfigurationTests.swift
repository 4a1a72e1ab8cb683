import FakeEvdev
import GestureModel
import Glibc
import Testing
import TouchInput

/// Device settings of the configuration, udev and libinput's quirks, from the file to the wire.
@Suite("Device configuration") struct DeviceConfigurationTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func device(_ daemon: DaemonProcess) throws -> Message {
        try #require(try daemon.connect().next("hello").objects("devices").first)
    }

    @Test func `a device's size, rotation and thresholds are in effect`() throws {
        let daemon = try DaemonProcess(
            configuration: """
                [[device]]
                vendor = 0x1234
                product = 0x5678
                kind = "touchscreen"
                size = [150, 85]
                rotation = 90
                [device.tap]
                maximumDuration = 0.03
                """
        ) { try $0.add(.touchscreen, as: "event5", .touchscreen) }
        let file = daemon.directory.path("gestured.toml")
        #expect(
            try device(daemon).text("assumption")
                == "150 × 85 mm from the configuration; rotation, tap.maximumDuration by \(file), line 1")
        #expect(try device(daemon).numbers("size")?.map { $0.rounded() } == [85, 150])
        // The tap lasts 40 ms, which is too long here.
        let client = try daemon.client(#"{"tap":{}}"#)
        let patient = try daemon.client(#"{"tap":{"maximumDuration":1}}"#)
        try daemon.devices.tap("event5", x: 3000, y: 0)
        #expect(try patient.gesture().phases == ["began", "ended"])
        #expect(try client.queued().isEmpty)
    }

    @Test func `an ignored device is listed with the line that ignores it, and not opened`() throws {
        let daemon = try DaemonProcess(
            configuration: "[tap]\n[[device]]\nname = 'Fake Touch*'\nignore = true\n"
        ) { try $0.add(.touchscreen, as: "event5", .touchscreen) }
        let device = try device(daemon)
        #expect(device.text("availability") == "unavailable")
        #expect(device.text("reason") == "ignored by \(daemon.directory.path("gestured.toml")), line 2")
        #expect(daemon.logs("event5 (Fake Touchscreen): ignored by"))
        let listening = try DaemonProcess.withTouchscreen()
        let clients = try [daemon.connect(), listening.connect()]
        for client in clients { _ = try client.next("hello") }
        #expect(eventually { listening.program.descriptors == daemon.program.descriptors + 1 })
    }

    @Test func `udev's calibration matrix rotates a device; an invalid one is logged once`() throws {
        let daemon = try DaemonProcess {
            let property = "LIBINPUT_CALIBRATION_MATRIX"
            try $0.add(.touchscreen, as: "event5", .touchscreen, properties: ["\(property)=0 -1 1 1 0 0"])
            try $0.add(.touchpad, as: "event6", .touchpad, properties: ["\(property)=0 0 0 0 0 0"])
        }
        let devices = try daemon.connect().next("hello").objects("devices")
        #expect(
            devices.map { $0.text("assumption") } == ["calibration by udev's LIBINPUT_CALIBRATION_MATRIX", nil])
        #expect(devices.first?.numbers("size")?.map { $0.rounded() } == [170, 300])
        #expect(daemon.logLines("event6: udev's LIBINPUT_CALIBRATION_MATRIX ignored: expected six numbers").count == 1)
    }

    @Test func `libinput's quirks give a size to a device without one; an invalid file is logged in one line`() throws {
        _ = try directory.file(
            "10-a.quirks", "[a]\nMatchName=Unsized*\nAttrSizeHint=200x150\nAttrPalmPressureThreshold=130\n")
        let bad = try directory.file("20-b.quirks", "[b]\nMatchName=*\nAttrSizeHint=wide\n")
        let daemon = try DaemonProcess(environment: ["LIBINPUT_QUIRKS_DIR": directory.path]) {
            try $0.add(.unsized, as: "event5", .touchscreen)
        }
        #expect(
            try device(daemon).text("assumption")
                == "no resolution: 200 × 150 mm from libinput's quirks; palmPressure by libinput's quirks")
        #expect(daemon.logLines("\(bad):3: AttrSizeHint: expected two numbers").count == 1)
    }

    @Test func `recognise applies a daemon's configuration`() throws {
        let recording = try directory.file("tap", Recordings.tap)
        func output(_ configuration: String) throws -> [String] {
            let file = try directory.file("gestured.toml", configuration)
            let program = Program(
                "gesturectl", ["recognise", recording, "--gesture", #"{"tap":{}}"#, "--config", file])
            #expect(program.exit() == .exited(0))
            return program.outputLines.filter { $0.contains("began") }
        }
        #expect(try output("").count == 1)
        #expect(try output("[tap]\nmaximumDuration = 0.02").isEmpty)
        #expect(try output("[[device]]\nid = 'recording-*'\n[device.tap]\nmaximumDuration = 0.02").isEmpty)
    }

    @Test func `recognise reports mistakes in a configuration`() throws {
        let recording = try directory.file("tap", Recordings.tap)
        let file = try directory.file("bad.toml", "[[device]]\nname = '*'\nrotation = 45\n")
        let program = Program("gesturectl", ["recognise", recording, "--config", file])
        #expect(program.exit() == .exited(1))
        #expect(
            program.errors == "gesturectl: \(file):3: device.rotation: expected 0, 90, 180 or 270, found 45\n")
    }
}
