import CSystemd
import Glibc
import SystemdSupport
import Testing

@Suite struct EventLoopTests {
    /// A program that is being started holds all descriptors until its exec. sd-event aborted the service of actions.
    @Test func `a descriptor that a program still holds may be closed before its source is released`() async {
        await #expect(processExitsWith: .success) {
            let loop = try EventLoop()
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            let held = dup(ends[0])
            var source: EventLoop.Source? = try loop.watch(copyOf: ends[0], for: .readable) { _ in
                Issue.record("the source was released")
            }
            #expect(source?.isEnabled == true)
            close(ends[0])
            source = nil
            #expect(write(ends[1], "x", 1) == 1)
            #expect(sd_event_run(loop.event, 0) == 0)
            close(held)
        }
    }

    @Test func `a copy is watched after the descriptor was closed, and closed with its source`() throws {
        let loop = try EventLoop()
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        var count = 0
        var source: EventLoop.Source? = try loop.watch(copyOf: ends[0], for: .readable) { _ in count += 1 }
        close(ends[0])
        #expect(write(ends[1], "x", 1) == 1)
        #expect(sd_event_run(loop.event, 0) > 0)
        #expect(count == 1 && source != nil)
        source = nil
        // The copy was the last reader.
        var polled = pollfd(fd: ends[1], events: Int16(POLLOUT), revents: 0)
        #expect(poll(&polled, 1, 0) == 1 && Int32(polled.revents) & POLLERR != 0)
        close(ends[1])
    }
}
