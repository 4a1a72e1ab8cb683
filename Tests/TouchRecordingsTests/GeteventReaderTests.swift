import GestureModel
import Testing
import TouchInput

@testable import TouchRecordings

@Suite struct GeteventReaderTests {
    /// `getevent -lp`.
    private static let named = """
        add device 1: /dev/input/event4
          name:     "gpio-keys"
          events:
            KEY (0001): KEY_VOLUMEDOWN        KEY_POWER
          input props:
            <none>
        could not get driver version for /dev/input/mice, Not a typewriter
        add device 2: /dev/input/event2
          name:     "some_touchscreen"
          events:
            KEY (0001): BTN_TOUCH*            KEY_WAKEUP
            ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                        ABS_MT_POSITION_X     : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 10
                        ABS_MT_POSITION_Y     : value 0, min -5, max 2339, fuzz 2, flat 1, resolution 10
                        ABS_MT_TRACKING_ID    : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
          input props:
            INPUT_PROP_DIRECT

        """
    /// `getevent -lt`, which announces the devices again.
    private static let namedEvents = """
        add device 1: /dev/input/event2
          name:     "some_touchscreen"
        add device 2: /dev/input/event4
          name:     "gpio-keys"
        [   12.345678] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   0000002a
        [   12.345678] /dev/input/event2: EV_ABS       ABS_MT_POSITION_X    000001f4
        [   12.345678] /dev/input/event2: EV_KEY       BTN_TOUCH            DOWN
        [   12.345678] /dev/input/event2: EV_SYN       SYN_REPORT           00000000
        [   12.400000] /dev/input/event4: EV_KEY       KEY_POWER            DOWN
        [   12.400000] /dev/input/event4: EV_SYN       SYN_REPORT           00000000
        [   12.445678] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   ffffffff
        [   12.445678] /dev/input/event2: EV_KEY       KEY_WAKEUP           DOWN
        [   12.445678] /dev/input/event2: EV_SYN       SYN_REPORT           00000000

        """
    /// `getevent -p /dev/input/event2`, then `getevent -t /dev/input/event2`, of an older Android.
    private static let hexadecimal = """
        add device 1: /dev/input/event2
          bus:      0018
          vendor    04f3
          product   2494
          version   0100
          name:     "some_touchscreen"
          location: ""
          id:       ""
          version:  1.0.1
          events:
            KEY (0001): 014a
            ABS (0003): 002f  : value 0, min 0, max 9, fuzz 0 flat 0
                        0035  : value 0, min 0, max 1079, fuzz 0 flat 0
                        0036  : value 0, min 0, max 2339, fuzz 0 flat 0
                        0039  : value 0, min 0, max 65535, fuzz 0 flat 0
        [   12.345678] 0003 0039 0000002a
        [   12.345678] 0000 0000 00000000 rate 120

        """

    private static func read(_ text: String) throws(RecordingError) -> Recording {
        try Recording(parsing: Array(text.utf8))
    }

    private static func error(_ text: String) -> RecordingError? {
        do {
            _ = try read(text)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a device of keys before the touchscreen is skipped`() throws {
        let recording = try Self.read(Self.named + Self.namedEvents)
        #expect(recording.kind == .touchscreen)
        #expect(recording.description.name == "some_touchscreen")
        #expect(recording.description.properties == [InputProperty.direct])
        #expect(
            recording.description.capabilities == [
                .init(type: 1, codes: [0x14a]), .init(type: 3, codes: [0x2f, 0x35, 0x36, 0x39]),
            ])
        #expect(
            recording.description.axis(0x36)
                == .init(code: 0x36, minimum: -5, maximum: 2339, fuzz: 2, flat: 1, resolution: 10))
    }

    @Test func `only the touchscreen's events are read, with two's complement values`() throws {
        let events = try Self.read(Self.named + Self.namedEvents).events
        let (down, up) = (Timestamp(microseconds: 12_345_678), Timestamp(microseconds: 12_445_678))
        #expect(
            events == [
                InputEvent(time: down, type: 3, code: 0x39, value: 42),
                InputEvent(time: down, type: 3, code: 0x35, value: 500),
                InputEvent(time: down, type: 1, code: 0x14a, value: 1),
                InputEvent(time: down, type: 0, code: 0, value: 0),
                InputEvent(time: up, type: 3, code: 0x39, value: -1),
                InputEvent(time: up, type: 0, code: 0, value: 0),
            ])
    }

    @Test func `hexadecimal output of one device is read`() throws {
        let recording = try Self.read(Self.hexadecimal)
        let device = recording.description
        #expect([device.bus, device.vendor, device.product, device.version] == [0x18, 0x4f3, 0x2494, 0x100])
        #expect(device.axis(0x35) == .init(code: 0x35, minimum: 0, maximum: 1079))
        #expect(recording.kind == .touchscreen)
        #expect(recording.events.map(\.value) == [42, 0])
    }

    @Test func `every line may end in CR LF`() throws {
        let text = Self.named + Self.namedEvents
        let crlf = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        #expect(try Self.read(crlf) == Self.read(text))
    }

    @Test(arguments: [
        "[   12.345678] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   0000002a\n",
        "[   12.345678] EV_ABS       ABS_MT_TRACKING_ID   0000002a\n",
        Self.namedEvents,
    ])
    func `the error of a recording without axes names the missing command`(_ text: String) {
        let error = Self.error(text)
        #expect(error?.code == .noDevice)
        #expect(error?.description.contains("record with `getevent -lp` first, then `getevent -lt`") == true)
    }

    @Test(arguments: [
        (
            "[   12.3456] /dev/input/event2: EV_SYN SYN_REPORT 00000000\n",
            "event time \"12.3456\" is not seconds.microseconds"
        ),
        ("/dev/input/event2: EV_SYN SYN_REPORT 00000000\n", "no time: record with `getevent -lt`"),
        ("[   12.345678] /dev/input/event2: EV_ABS ABS_FOO 00000000\n", "\"ABS_FOO\" is not an axis"),
        ("[   12.345678] /dev/input/event2: EV_FOO ABS_X 00000000\n", "\"EV_FOO\" is not an event type"),
        (
            "[   12.345678] /dev/input/event2: EV_ABS ABS_X 2a\n",
            "event value \"2a\" is neither eight hexadecimal digits nor a known word"
        ),
        ("[   12.345678\n", "the time has no ]"),
        ("\u{1}garbage\n", "\"\\x01garbage\" is not a line of getevent"),
    ])
    func `the error of a malformed line has its number and what is wrong`(_ line: String, _ reason: String) {
        #expect(Self.error(Self.named + line) == RecordingError(.malformed, line: 18, reason: reason))
    }

    @Test(arguments: [
        "[   12.345678] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   0000",
        "[   12.345678] /dev/input/event2: EV_ABS       ABS_MT_TRA",
        "[   12.34",
    ])
    func `the error of an incomplete last line has its number`(_ half: String) {
        let error = Self.error(Self.named + Self.namedEvents + half)
        #expect(error?.code == .truncated)
        #expect(error?.line == 31)
    }

    @Test func `an axis without a range is refused`() {
        let cut = Self.named.replacing("max 1079, fuzz 0, flat 0, resolution 10", with: "")
        #expect(Self.error(cut)?.description == "line 13: axis \"ABS_MT_POSITION_X\" has no max")
    }
}
