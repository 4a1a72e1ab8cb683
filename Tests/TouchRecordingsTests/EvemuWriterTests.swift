import GestureModel
import Strokes
import Testing
import TouchInput
import TouchRecordings

@Suite struct EvemuWriterTests {
    private static func line(_ event: InputEvent) -> String {
        var bytes: [UInt8] = []
        EvemuWriter.event(event, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: ModelDevice.allCases)
    func `a written recording is read back unchanged`(_ device: ModelDevice) throws {
        var script = StrokeScript(on: device, seed: 3)
        script.drag(fingers: 2, from: Point(x: 30, y: 20), to: Point(x: 60, y: 40))
        #expect(try Recording(parsing: script.recording.evemu) == script.recording)
    }

    @Test func `extreme values survive a round trip`() throws {
        var recording = StrokeScript(on: .touchpad, seed: 1).recording
        recording.events = [
            InputEvent(time: Timestamp(microseconds: 0), type: 0, code: 0, value: 0),
            InputEvent(time: Timestamp(microseconds: 9), type: 3, code: 0x39, value: -1),
            InputEvent(time: Timestamp(microseconds: 81_233_012_345), type: 0xffff, code: 0xffff, value: .max),
            InputEvent(time: Timestamp(microseconds: .max), type: 3, code: 1, value: .min),
        ]
        #expect(try Recording(parsing: recording.evemu) == recording)
    }

    @Test func `an event line has evemu's format`() {
        let event = InputEvent(time: Timestamp(microseconds: 81_000_045), type: 3, code: 0x2f, value: 7)
        #expect(Self.line(event) == "E: 81.000045 0003 002f 0007\n")
        let lift = InputEvent(time: Timestamp(microseconds: 1), type: 3, code: 0x39, value: -1)
        #expect(Self.line(lift) == "E: 0.000001 0003 0039 -001\n")
    }

    @Test func `a negative time is written as zero`() {
        let event = InputEvent(time: Timestamp(microseconds: -5), type: 0, code: 0, value: 0)
        #expect(Self.line(event) == "E: 0.000000 0000 0000 0000\n")
    }

    @Test func `a header lists types, properties and codes in groups of eight bytes`() {
        var bytes: [UInt8] = []
        let device = DeviceDescription(
            name: "a\nE: b", bus: 3, properties: [1],
            capabilities: [.init(type: 3, codes: [0, 1, 0x40])], axes: [.init(code: 0, minimum: -5, maximum: 99)])
        EvemuWriter.header(device, into: &bytes)
        let expected = """
            # EVEMU 1.3
            N: a E: b
            I: 0003 0000 0000 0000
            P: 02 00 00 00 00 00 00 00
            B: 00 09 00 00 00 00 00 00 00
            B: 03 03 00 00 00 00 00 00 00
            B: 03 01 00 00 00 00 00 00 00
            A: 00 -5 99 0 0 0

            """
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }
}
