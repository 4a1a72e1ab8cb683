import GestureModel
import LinuxSupport
import SystemdSupport
import Testing

@testable import GestureDaemon

@Suite struct DeadlineTimerTests {
    /// Sets the timer to deadlines in milliseconds from now, one after the other, and returns after what time it fires.
    private func delay(_ deadlines: [Int64]) throws -> Microseconds {
        let loop = try EventLoop()
        let timer = try DeadlineTimer(on: loop)
        let start = MonotonicClock.now
        var delay = Microseconds.zero
        timer.onFire = {
            delay = MonotonicClock.now - start
            loop.exit(0)
        }
        for deadline in deadlines { timer.fire(by: start + .milliseconds(deadline)) }
        _ = try withExtendedLifetime(timer) { try loop.run() }
        return delay
    }

    @Test func `the timer follows a deadline that has moved on`() throws {
        #expect(try delay([5, 30]) >= .milliseconds(30))
    }

    @Test func `the timer follows a deadline that comes earlier`() throws {
        #expect(try delay([3_600_000, 5]) >= .milliseconds(5))
    }
}
