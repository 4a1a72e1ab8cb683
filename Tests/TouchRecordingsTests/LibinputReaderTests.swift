import GestureModel
import Strokes
import Testing
import TouchInput

@testable import TouchRecordings

@Suite struct LibinputReaderTests {
    /// Output of libinput 1.22's `libinput record` for virtual devices: a mouse, then a touchpad.
    private static let twoDevices = "libinput-record.yml"
    /// The touchpad again, with `--with-libinput`.
    private static let withLibinput = "libinput-record-with-libinput.yml"

    private static func text(_ name: String) throws -> String {
        String(decoding: try RecordedFiles.sample(name), as: UTF8.self)
    }

    private static func error(_ text: String) -> RecordingError? {
        do {
            _ = try Recording(parsing: Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test func `a mouse before the first touch device is skipped`() throws {
        let recording = try Recording(parsing: RecordedFiles.sample(Self.twoDevices))
        let device = recording.description
        #expect(recording.kind == .touchpad)
        #expect(device.name == "Sample Touchpad")
        #expect([device.bus, device.vendor, device.product, device.version] == [24, 4660, 22136, 256])
        #expect(device.properties == [0, 2])
        #expect(device.capabilities.map(\.type) == [1, 3])
        #expect(device.has(key: KeyCode.toolDoubleTap))
        #expect(device.axes.map(\.code) == [0, 1, 0x2f, 0x35, 0x36, 0x39])
        #expect(device.axis(AbsoluteCode.positionX) == .init(code: 0x35, minimum: 0, maximum: 3150, resolution: 30))
    }

    @Test func `events are read with their times`() throws {
        let events = try Recording(parsing: RecordedFiles.sample(Self.twoDevices)).events
        #expect(events.count == 48)
        #expect(
            events.first == InputEvent(time: Timestamp(microseconds: 4_911_540), type: 3, code: 0x39, value: 41))
        #expect(events.last == InputEvent(time: Timestamp(microseconds: 5_007_452), type: 0, code: 0, value: 0))
        #expect(events.filter { $0.code == AbsoluteCode.trackingID && $0.value == -1 }.count == 2)
    }

    @Test func `libinput's own events are skipped`() throws {
        let plain = try Recording(parsing: RecordedFiles.sample(Self.twoDevices))
        let annotated = try Recording(parsing: RecordedFiles.sample(Self.withLibinput))
        #expect(annotated.description == plain.description)
        #expect(annotated.events.map(\.value) == plain.events.map(\.value))
        #expect(annotated.events.map(\.code) == plain.events.map(\.code))
    }

    @Test func `an unknown entry ends the events before it`() throws {
        let text = try Self.text(Self.withLibinput)
        let extended = text.replacing("    libinput:\n    - {", with: "  - future:\n    - {")
        #expect(try Recording(parsing: Array(extended.utf8)) == Recording(parsing: Array(text.utf8)))
        #expect(extended != text)
    }

    @Test func `hid reports between events are skipped`() throws {
        let text = try Self.text(Self.withLibinput)
        let report = "  events:\n  - hid:\n      time: [  0,      0]\n      hidraw0: [0x01, 0x02]\n"
        let reported = text.replacing("  events:\n", with: report)
        #expect(try Recording(parsing: Array(reported.utf8)) == Recording(parsing: Array(text.utf8)))
    }

    @Test func `the error of a recording without a touch device names the other devices`() throws {
        let text = try Self.text(Self.twoDevices)
        let mouse = String(text.prefix(upTo: try #require(text.firstRange(of: "- node: /dev/input/event2")).lowerBound))
        #expect(
            Self.error(mouse)?.description
                == "not a touch device: \"Sample Mouse\" has no ABS_X and ABS_Y, nor ABS_MT_POSITION_X and "
                + "ABS_MT_POSITION_Y")
        let mice = Self.error(mouse + mouse.replacing("Sample", with: "Other"))
        #expect(mice?.code == .notATouchDevice)
        #expect(mice?.description.hasPrefix("no touch device: \"Sample Mouse\" has no") == true)
        #expect(mice?.description.contains("\"Other Mouse\" has no") == true)
    }

    @Test(arguments: [
        ("version: 1", "version: 2", "version \"2\" of libinput's recordings is unknown; expected 1"),
        ("[0, 4, 0, 0, 0]", "[0, 4, 0, 0]", "axis 47 is not [min, max, fuzz, flat, resolution]"),
        ("[24, 4660, 22136, 256]", "[24, 70000, 1, 1]", "\"70000\" is not a number in range"),
        ("5,   7452,   3,  57,      -1]", "5,   7452,   3,  57]", "an event is not [sec, µsec, type, code, value]"),
        ("5,   7452,   3,  57", "5, 1000000,   3,  57", "event time [\"5\", \"1000000\"] is not seconds, microseconds"),
        ("3,  57,      41]", "3,  57, 3000000000]", "event value \"3000000000\" is not a 32-bit number"),
        (
            "- [  5,   7452,   3,  57,      -1]", "- 5",
            "\"- 5 # EV_ABS / ABS_MT_TRACKING_ID       …\" is not an event, - [sec, µsec, type, code, value]"
        ),
        ("3,  57,      41]", "3,  five, 41]", "event type and code \"3\", \"five\" are not 16-bit numbers"),
    ])
    func `the error of a malformed line has its number and what is wrong`(
        _ right: String, _ wrong: String, _ reason: String
    ) throws {
        let text = try Self.text(Self.twoDevices)
        let range = try #require(text.firstRange(of: right))
        let line = text[..<range.lowerBound].count { $0 == "\n" } + 1
        var changed = text
        changed.replaceSubrange(range, with: wrong)
        #expect(Self.error(changed) == RecordingError(.malformed, line: line, reason: reason))
    }

    @Test(arguments: ["    - [  5,   7452,   1, 330,       0", "    - [  5,   74", "    - ["])
    func `the error of an incomplete last line has its number`(_ half: String) throws {
        let text = try Self.text(Self.twoDevices)
        let range = try #require(text.firstRange(of: "    - [  5,   7452,   1, 330,       0]"))
        let cut = String(text[..<range.lowerBound])
        #expect(Self.error(cut + half)?.code == .truncated)
        #expect(Self.error(cut + half)?.line == cut.count { $0 == "\n" } + 1)
        #expect(Self.error(cut) == nil)
    }

    @Test func `a file without a device is an error`() {
        #expect(Self.error("version: 1\nndevices: 0\ndevices:\n")?.code == .noDevice)
    }
}
