import Testing
import TouchInput

@testable import TouchRecordings

@Suite struct RecordingFormatTests {
    private static func error(_ bytes: [UInt8]) -> RecordingError? {
        do {
            _ = try RecordingFormat(of: bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            ("# EVEMU 1.3\n\nN: Pad\n", .evemu), ("E: 1.000000 0000 0000 0\n", .evemu),
            ("# libinput record\nversion: 1\n", .libinput), ("---\ndevices:\n", .libinput),
            ("add device 1: /dev/input/event2\n", .getevent), ("\r\n[   12.345678] 0003 0039 0000002a\n", .getevent),
            ("/dev/input/event2: 0003 0039 0000002a\n", .getevent),
        ] as [(String, RecordingFormat)])
    func `the first line determines the format`(_ text: String, _ format: RecordingFormat) throws {
        #expect(try RecordingFormat(of: Array(text.utf8)) == format)
    }

    @Test func `the error of another file quotes it without control characters`() {
        let error = Self.error([0x7f] + Array("ELF\u{2}\u{1b}[31m and much more that goes on for long\n".utf8))
        #expect(error?.code == .notARecording)
        #expect(error?.line == 1)
        let start = "\"\\x7fELF\\x02\\x1b[31m and much more that goes on fo…\""
        #expect(error?.reason == "not an evemu, libinput or getevent recording: it starts with \(start)")
    }

    @Test func `an empty file is an error`() {
        #expect(Self.error([])?.description == "not a recording: the file is empty")
        #expect(Self.error(Array("# EVEMU 1.3\n\n".utf8))?.code == .noEvents)
    }
}
