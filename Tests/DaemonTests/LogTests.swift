import FakeEvdev
import Foundation
import Testing

@Suite struct LogTests {
    @Test func `lines are plain where the journal does not read them`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        #expect(daemon.logs("gestured: event5: Fake Touchscreen (touchscreen)\n"))
        #expect(!daemon.program.errors.contains("<"))
    }

    @Test func `the journal gets each line's priority`() throws {
        let daemon = try DaemonProcess.withTouchscreen(
            shell: "export JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/2)")
        #expect(daemon.logs("<6>event5: Fake Touchscreen (touchscreen)\n"))
    }

    @Test func `a device that floods the log is held to five lines, and what is left out is counted`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = try daemon.client(#"{"tap":{}}"#)
        for _ in 0..<20 {
            try daemon.devices.emit("event5", at: monotonicMicroseconds(), .slot(99), .slot(0))
        }
        try daemon.devices.tap("event5")
        #expect(try client.gesture().phases == ["began", "ended"])
        #expect(daemon.logLines("invalid slot").count == 5)
        daemon.devices.remove("event5")
        #expect(daemon.logs("event5: 15 more messages were left out\n"))
    }

    @Test func `faults of the hardware are told with their number, and no more often than the rest`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = try daemon.client(#"{"tap":{}}"#)
        func fault() throws { try daemon.devices.emit("event5", at: monotonicMicroseconds(), .slot(0), .x(.max)) }
        try fault()
        // Before there is another: a daemon that is slow to read would find several, and say how many.
        #expect(daemon.logs("event5: hardware fault: a coordinate far beyond the range of its axis (once)\n"))
        for _ in 1..<20 { try fault() }
        try daemon.devices.tap("event5")
        #expect(try client.gesture().phases == ["began", "ended"])
        #expect(daemon.logLines("hardware fault").count <= 5)
    }
}
