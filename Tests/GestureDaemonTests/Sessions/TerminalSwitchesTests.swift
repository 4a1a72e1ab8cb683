import CSystemd
import Glibc
import Testing

@testable import GestureDaemon

@Suite struct TerminalSwitchesTests {
    private let loop = try! EventLoop()

    @Test func `a machine without virtual terminals has none to tell of`() {
        #expect(TerminalSwitches(of: "/nowhere/active", on: loop) {} == nil)
    }

    @Test func `a file that cannot be waited for is none to tell of`() {
        #expect(TerminalSwitches(of: "/proc/self/exe", on: loop) {} == nil)
    }

    /// A pseudoterminal in packet mode is the file at hand that is exceptional (POLLPRI) on demand: what it reads as then
    /// says which queue its other side flushed.
    @Test func `a switch is told when the file reads otherwise, and only then`() throws {
        var master: Int32 = -1
        var slave: Int32 = -1
        var packets: Int32 = 1
        try #require(openpty(&master, &slave, nil, nil, nil) == 0 && ioctl(master, UInt(TIOCPKT), &packets) == 0)
        _ = fcntl(master, F_SETFL, O_RDWR | O_NONBLOCK)
        defer { close(slave) }
        var switches = 0
        let terminals = TerminalSwitches(taking: master, on: loop) { switches += 1 }
        try #require(terminals != nil)
        for (queue, count) in [(TCIFLUSH, 1), (TCIFLUSH, 1), (TCOFLUSH, 2), (TCIFLUSH, 3)] {
            tcflush(slave, Int32(queue))
            sd_event_run(loop.event, 10_000_000)
            #expect(switches == count)
        }
    }
}
