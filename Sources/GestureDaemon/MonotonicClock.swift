internal import Glibc
internal import GestureModel

/// The clock evdev stamps its events with.
enum MonotonicClock {
    static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
}
