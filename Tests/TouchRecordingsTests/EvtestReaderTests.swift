import GestureModel
import Testing
import TouchInput

@testable import TouchRecordings

@Suite struct EvtestReaderTests {
    private static let header = """
        No device specified, trying to scan all of /dev/input/event*
        Available devices:
        /dev/input/event2:\tsome_touchscreen
        Select the device event number [0-2]: 2
        Input driver version is 1.0.1
        Input device ID: bus 0x18 vendor 0x4f3 product 0x3187 version 0x100
        Input device name: "some "quoted" screen"
        Supported events:
          Event type 0 (EV_SYN)
          Event type 1 (EV_KEY)
            Event code 330 (BTN_TOUCH)
          Event type 3 (EV_ABS)
            Event code 47 (ABS_MT_SLOT)
              Value      0
              Min        0
              Max        9
            Event code 53 (ABS_MT_POSITION_X)
              Value    700
              Min       -5
              Max      799
              Fuzz       4
              Flat       2
              Resolution      31
            Event code 57 (ABS_MT_TRACKING_ID)
              Value      0
              Min        0
              Max    65535
          Event type 20 (EV_REP)
        Key repeat handling:
          Repeat type 20 (EV_REP)
            Repeat code 0 (REP_DELAY)
              Value    250
        Properties:
          Property type 1 (INPUT_PROP_DIRECT)
        Testing ... (interrupt to exit)

        """

    private static func events(_ lines: String) throws -> [InputEvent] {
        try EvtestReader.read(Array((header + lines).utf8)).events
    }

    private static func error(_ text: String) -> RecordingError? {
        do {
            _ = try EvtestReader.read(Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test func `the list of the device becomes its description`() throws {
        let description = try EvtestReader.read(Array(Self.header.utf8)).description
        #expect(description.name == #"some "quoted" screen"#)
        #expect(
            [description.bus, description.vendor, description.product, description.version] == [
                0x18, 0x4f3, 0x3187, 0x100,
            ])
        #expect(description.properties == [1])
        #expect(
            description.axes == [
                DeviceDescription.Axis(code: 0x2f, minimum: 0, maximum: 9),
                DeviceDescription.Axis(code: 0x35, minimum: -5, maximum: 799, fuzz: 4, flat: 2, resolution: 31),
                DeviceDescription.Axis(code: 0x39, minimum: 0, maximum: 65535),
            ])
        #expect(description.capabilities.map(\.type) == [1, 3])
        #expect(description.capabilities.map(\.codes) == [[330], [47, 53, 57]])
    }

    @Test func `event lines become events`() throws {
        let events = try Self.events(
            """
            Event: time 12.000345, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value -1
            Event: time 12.000345, type 4 (EV_MSC), code 4 (MSC_SCAN), value 9f
            Event: time 12.000345, type 3 (EV_ABS), code 99 (?), value 7
            Event: time 12.000345, ++++++++++++++ SYN_MT_REPORT ++++++++++++
            Event: time 12.000345, -------------- SYN_REPORT ------------
            Event: time 12.000346, >>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<

            """)
        #expect(events.map(\.type) == [3, 4, 3, 0, 0, 0])
        #expect(events.map(\.code) == [57, 4, 99, 2, 0, 3])
        #expect(events.map(\.value) == [-1, 0x9f, 7, 0, 0, 0])
        #expect(
            events.map(\.time.microseconds) == [12_000_345, 12_000_345, 12_000_345, 12_000_345, 12_000_345, 12_000_346])
    }

    @Test func `text around the events is skipped`() throws {
        let events = try Self.events(
            """
            ***********************************************
              This device is grabbed by another process.
            ***********************************************
            Event: time 1.000000, -------------- SYN_REPORT ------------
            ^C
            $ exit

            """)
        #expect(events.count == 1)
    }

    @Test func `events without the device are an error that says how to record`() {
        let error = Self.error("Event: time 1.000000, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 5\n")
        #expect(error?.code == .noDevice)
        #expect(error?.reason.contains("evtest") == true)
        #expect(error?.reason.contains("gesturectl record") == true)
    }

    @Test func `a file that is cut inside a line is truncated`() {
        let line = "Event: time 1.000000, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 398"
        for length in [14, 20, 24, 40, 70, line.utf8.count] {
            #expect(Self.error(Self.header + line.prefix(length))?.code == .truncated, "\(line.prefix(length))")
        }
    }

    @Test(
        arguments: [
            ("Event: time 1.0, type 3 (EV_ABS), code 53 (X), value 5", "event time"),
            ("Event: time 1.000000, type x (EV_ABS), code 53 (X), value 5", "event type"),
            ("Event: time 1.000000, type 3 (EV_ABS), code 70000 (X), value 5", "event code"),
            ("Event: time 1.000000, type 3 (EV_ABS), code 53 (X), value 5000000000", "event value"),
            ("Event: time 1.000000, -------------- SYN_WHAT ------------", "SYN_WHAT"),
        ])
    func `a line that is no event is an error that quotes it`(_ line: String, _ quoted: String) {
        let error = Self.error(Self.header + line + "\n")
        #expect(error?.code == .malformed)
        #expect(error?.line == 36)
        #expect(error?.reason.contains(quoted) == true)
    }
}
