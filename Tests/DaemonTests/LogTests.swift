import FakeEvdev
import Foundation
import Testing

@Suite("The log") struct LogTests {
    @Test func `has plain lines outside of the journal`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        #expect(daemon.logs("gestured: event5: Fake Touchscreen (touchscreen)\n"))
        #expect(!daemon.program.errors.contains("<"))
    }

    @Test func `has a priority per line for the journal`() throws {
        let daemon = try DaemonProcess.withTouchscreen(
            shell: "export JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/2)")
        #expect(daemon.logs("<6>event5: Fake Touchscreen (touchscreen)\n"))
    }

    @Test func `is limited to five lines per device, and counts suppressed messages`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = try daemon.client(#"{"tap":{}}"#)
        for _ in 0..<20 {
            try daemon.devices.emit("event5", at: monotonicMicroseconds(), .slot(99), .slot(0))
        }
        try daemon.devices.tap("event5")
        #expect(try client.gesture().phases == ["began", "ended"])
        #expect(daemon.logLines("a slot beyond its last one").count == 5)
        daemon.devices.remove("event5")
        #expect(daemon.logs("event5: 15 more messages were suppressed\n"))
    }

    @Test func `counts hardware faults, within the same limit`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = try daemon.client(#"{"tap":{}}"#)
        func fault() throws { try daemon.devices.emit("event5", at: monotonicMicroseconds(), .slot(0), .x(.max)) }
        try fault()
        // Before the next one is sent: a slow daemon would read several at once and log their number.
        #expect(daemon.logs("event5: hardware fault: a coordinate far beyond the range of its axis (once)\n"))
        for _ in 1..<20 { try fault() }
        try daemon.devices.tap("event5")
        #expect(try client.gesture().phases == ["began", "ended"])
        #expect(daemon.logLines("hardware fault").count <= 5)
    }
}
