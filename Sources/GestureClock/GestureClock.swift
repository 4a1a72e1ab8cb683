public import GestureModel
internal import LinuxSupport

extension Timestamp {
    /// The time on CLOCK_MONOTONIC, the clock of all touches and deadlines. It stands still while the machine sleeps.
    ///
    /// Draw animations of the daemon's gestures at this time, and those of a toolkit's window at the adapter's `now`.
    public static var now: Timestamp { MonotonicClock.now }
}
