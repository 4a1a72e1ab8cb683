import GestureModel
import Testing
import TouchInput
import TouchRecordings

@Suite struct EvemuReaderTests {
    private static let header = """
        # EVEMU 1.3
        N: Some Touchpad
        I: 0018 06cb 7a13 0100
        P: 05 00 00 00 00 00 00 00
        B: 00 0b 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 01 00 00 00 00 00
        B: 01 20 24 00 00 00 00 00 00
        B: 03 03 00 00 00 00 80 60 02
        A: 00 0 4200 1 2 40
        A: 01 -10 2600 0 0
        L: 00 00
        S: 00 00

        """

    private static func read(_ text: String) throws(RecordingError) -> Recording {
        try Recording(parsing: Array(text.utf8))
    }

    /// The error of a header followed by `text`.
    private static func error(after header: String = header, _ text: String) -> RecordingError? {
        do {
            _ = try read(header + text)
            return nil
        } catch {
            return error
        }
    }

    @Test func `the header describes the device`() throws {
        let device = try Self.read(Self.header + "E: 0.000001 0000 0000 0000\n").description
        #expect(device.name == "Some Touchpad")
        #expect([device.bus, device.vendor, device.product, device.version] == [0x18, 0x6cb, 0x7a13, 0x100])
        #expect(device.properties == [0, 2])
        #expect(
            device.capabilities == [
                .init(type: 1, codes: [0x110, 0x145, 0x14a, 0x14d]),
                .init(type: 3, codes: [0, 1, 0x2f, 0x35, 0x36, 0x39]),
            ])
        #expect(
            device.axes == [
                .init(code: 0, minimum: 0, maximum: 4200, fuzz: 1, flat: 2, resolution: 40),
                .init(code: 1, minimum: -10, maximum: 2600, resolution: 0),
            ])
    }

    @Test(arguments: [
        "E: 12.000345 0003 0035 -1613\n",
        "E:\t12.000345\t0003\t0035\t-1613\t# EV_ABS / ABS_MT_POSITION_X   -1613\n",
        "E: 12.000345 3 35 -1613 \r\n",
        "E: 12.000345 0003 0035 -1613",
    ])
    func `an event may have any spacing`(_ line: String) throws {
        let event = InputEvent(time: Timestamp(microseconds: 12_000_345), type: 3, code: 0x35, value: -1613)
        #expect(try Self.read(Self.header + line).events == [event])
    }

    @Test func `microseconds with leading zeros are decimal and not a fraction`() throws {
        let events = try Self.read(Self.header + "E: 7.000010 0003 0000 0008\nE: 7.100000 0000 0000 0000\n").events
        #expect(events.map(\.time.microseconds) == [7_000_010, 7_100_000])
    }

    @Test func `every line may end in CR LF`() throws {
        let text = Self.header + "E: 1.000000 0003 0035 0001\n"
        let crlf = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        #expect(try Self.read(crlf) == Self.read(text))
    }

    @Test func `a header written twice is one device`() throws {
        let event = "E: 1.000000 0003 0035 0001\n"
        #expect(try Self.read(Self.header + Self.header + event) == Self.read(Self.header + event))
    }

    @Test(arguments: [
        ("E: 12.3x 0003 0035 0001\n", "line 17: event time \"12.3x\" is not seconds.microseconds"),
        ("E: 12.345 0003 0035 0001\n", "line 17: event time \"12.345\" is not seconds.microseconds"),
        ("E: -1.000000 0003 0035 0001\n", "line 17: event time \"-1.000000\" is not seconds.microseconds"),
        (
            "E: 9223372036855.000000 0003 0035 0001\n",
            "line 17: event time \"9223372036855.000000\" is not seconds.microseconds"
        ),
        (
            "\nE: 1.000000 10000 0035 0001\n",
            "line 18: event type and code \"10000\" \"0035\" are not hexadecimal numbers below 10000"
        ),
        ("E: 1.000000 0003 0035 2147483648\n", "line 17: event value \"2147483648\" is not a 32-bit number"),
        ("E: 1.000000 0003 0035\n", "line 17: event value \"\" is not a 32-bit number"),
        ("Q: 12\n", "line 17: \"Q: 12\" is not a line of an evemu recording"),
        ("\0\u{1b}[2J\n", "line 17: \"\\x00\\x1b[2J\" is not a line of an evemu recording"),
        ("A: 35 0 x 0 0\n", "line 17: axis \"35\" is not: code minimum maximum fuzz flat [resolution]"),
        ("B: 20 00 00 00 00 00 00 00 00\n", "line 17: \"20\" is not an event type, 00 to 1f"),
        ("B: 03 00 zz\n", "line 17: \"zz\" is not the hexadecimal byte 2 of 8"),
        ("I: 1 2 3\n", "line 17: \"1\"… is not bus, vendor, product and version in hexadecimal"),
        (
            "E: 1.000000 0003 0035 0001\nA: 35 0 1 0 0\n",
            "line 18: the device is described after its first event"
        ),
        (
            "E: 1.000000 0003 0035 0001\nN: Another\n",
            "line 18: a second device: an evemu recording holds one"
        ),
    ])
    func `the error of a malformed line has its number and what is wrong`(_ text: String, _ message: String) {
        let error = Self.error(text)
        #expect(error?.description == message)
        #expect(error?.code == .malformed)
    }

    @Test(arguments: [
        "E: 12.000345 0003 0035 16", "E: 12.000345 0003 0035", "E: 12.000345 0003 0", "E: 12.00", "E",
        "E: 1.000000 0000 0000 000",
    ])
    func `the error of an incomplete last line has its number`(_ half: String) {
        let error = Self.error("E: 1.000000 0003 0035 0001\n" + half)
        #expect(error?.code == .truncated)
        #expect(error?.line == 18)
        #expect(error?.description.hasPrefix("line 18: truncated: the file ends inside this line") == true)
    }

    @Test func `a file that was cut between lines is a shorter recording`() throws {
        #expect(try Self.read(Self.header + "E: 1.000000 0003 0035 0001\n").events.count == 1)
    }

    @Test func `the error of a recording without a device names the missing command`() {
        let error = Self.error(after: "", "E: 1.000000 0003 0035 0001\n")
        #expect(error?.code == RecordingError.Code.noDevice)
        #expect(error?.description.contains("evemu-describe") == true)
        #expect(error?.line == 1)
    }

    @Test func `a device without events is an error`() {
        #expect(Self.error("")?.description == "no events")
    }

    @Test func `endless code lines are refused before they use memory`() {
        let lines = String(repeating: "B: 01 00 00 00 00 00 00 00 00\n", count: 2000)
        #expect(Self.error(lines)?.description == "line 23: more than 768 codes of event type \"01\"")
        let properties = String(repeating: "P: 00 00 00 00 00 00 00 80\n", count: 2000)
        #expect(Self.error(properties)?.description == "line 17: more than 64 properties")
    }
}
