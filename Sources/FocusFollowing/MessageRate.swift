internal import DesktopAccess
internal import GestureModel
internal import LinuxSupport

/// Counts the messages of a peer, and stops a flooding one.
struct MessageRate {
    private var second = (start: Timestamp(microseconds: 0), messages: 0)

    /// The most messages in a second: more than moving a window causes, one for each frame of the fastest screens.
    static let most = 1000

    /// - Parameter consequence: The consequence, for the error.
    mutating func count(_ consequence: String) throws(DesktopFailure) {
        let now = MonotonicClock.now
        if now - second.start >= .milliseconds(1000) { second = (now, 0) }
        second.messages += 1
        guard second.messages <= Self.most else {
            throw DesktopFailure("more than \(Self.most) messages in a second; \(consequence)")
        }
    }
}
