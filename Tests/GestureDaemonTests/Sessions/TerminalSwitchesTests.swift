import CSystemd
import Glibc
import SystemdSupport
import Testing

@testable import GestureDaemon

@Suite("Terminal switches") struct TerminalSwitchesTests {
    private let loop = try! EventLoop()

    @Test func `are not watched on a machine without virtual terminals`() {
        #expect(TerminalSwitches(of: "/nowhere/active", on: loop) {} == nil)
    }

    @Test func `are not watched in a file that epoll rejects`() {
        #expect(TerminalSwitches(of: "/proc/self/exe", on: loop) {} == nil)
    }

    /// A pseudoterminal in packet mode is a file that becomes exceptional (POLLPRI) on demand. Its contents name the queue
    /// that its other side flushed.
    @Test func `are reported if the contents of the file have changed`() throws {
        var master: Int32 = -1
        var slave: Int32 = -1
        var packets: Int32 = 1
        try #require(openpty(&master, &slave, nil, nil, nil) == 0 && ioctl(master, UInt(TIOCPKT), &packets) == 0)
        _ = fcntl(master, F_SETFL, O_RDWR | O_NONBLOCK)
        defer { close(slave) }
        var switches = 0
        let terminals = TerminalSwitches(adopting: master, on: loop) { switches += 1 }
        try #require(terminals != nil)
        for (queue, count) in [(TCIFLUSH, 1), (TCIFLUSH, 1), (TCOFLUSH, 2), (TCIFLUSH, 3)] {
            tcflush(slave, Int32(queue))
            sd_event_run(loop.event, 10_000_000)
            #expect(switches == count)
        }
    }
}
