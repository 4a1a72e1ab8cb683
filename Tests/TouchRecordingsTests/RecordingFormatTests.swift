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
            ("Input driver version is 1.0.1\n", .evtest),
            ("No device specified, trying to scan all of /dev/input/event*\n", .evtest),
        ] as [(String, RecordingFormat)])
    func `the first line determines the format`(_ text: String, _ format: RecordingFormat) throws {
        #expect(try RecordingFormat(of: Array(text.utf8)) == format)
    }

    @Test func `the error of another file quotes it without control characters`() {
        let error = Self.error([0x7f] + Array("ELF\u{2}\u{1b}[31m and much more that goes on for long\n".utf8))
        #expect(error?.code == .notARecording)
        #expect(error?.line == 1)
        let start = "\"\\x7fELF\\x02\\x1b[31m and much more that goes on fo…\""
        #expect(
            error?.reason == "not a recording of evemu, libinput, evtest or getevent: it starts with \(start); "
                + "record with: gesturectl record event5 > a.evemu")
    }

    @Test(arguments: ["-event5   DEVICE_ADDED            Pad  seat0\n", " event5   POINTER_MOTION          +1.23s\n"])
    func `the output of libinput debug-events is named, with what to do instead`(_ text: String) {
        let reason =
            "the output of libinput debug-events, which has no touches: record with: gesturectl record event5 > a.evemu"
        #expect(Self.error(Array(text.utf8))?.reason == reason)
    }

    @Test func `an empty file is an error`() {
        #expect(Self.error([])?.description == "not a recording: the file is empty")
        #expect(Self.error(Array("# EVEMU 1.3\n\n".utf8))?.code == .noEvents)
    }
}
