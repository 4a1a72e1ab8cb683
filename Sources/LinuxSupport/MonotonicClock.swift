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
