public import GestureModel
internal import Glibc

extension Timestamp {
    /// The time on CLOCK_MONOTONIC, the clock of every touch and deadline.
    public static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
}
