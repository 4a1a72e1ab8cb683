public import GestureModel
internal import Glibc

/// CLOCK_MONOTONIC, which this project selects for the times of evdev events. It stands still while the machine sleeps.
public enum MonotonicClock {
    public static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
}

/// Waits until a descriptor is readable or has hung up.
///
/// - Returns: False if neither has happened by `deadline`. The call may return up to 1 ms later.
public func waitUntilReadable(_ descriptor: Int32, deadline: Timestamp) throws(Errno) -> Bool {
    while true {
        let left = (deadline - MonotonicClock.now).count
        guard left > 0 else { return false }
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // Rounded up, because otherwise the last wait would be a busy loop.
        switch poll(&polled, 1, Int32(clamping: left / 1000 + 1)) {
        case 1...: return true
        case 0: continue
        default:
            let code = Errno.current
            if code.rawValue != EINTR { throw code }
        }
    }
}
