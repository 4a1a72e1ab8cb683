public import GestureModel
internal import LinuxSupport

extension Timestamp {
    /// The time on CLOCK_MONOTONIC, the clock of all touches and deadlines. It stands still while the machine sleeps.
    ///
    /// Draw the animations of the daemon's gestures at this time. For a window's own gestures, use the `now` of the
    /// toolkit's adapter instead.
    public static var now: Timestamp { MonotonicClock.now }
}
