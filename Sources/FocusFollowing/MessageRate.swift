internal import DesktopAccess
internal import GestureModel
internal import LinuxSupport

/// Counts the messages of a peer, and throws an error if the peer floods.
struct MessageRate {
    private var second = (start: Timestamp(microseconds: 0), messages: 0)

    /// The most messages in a second. Moving a window causes fewer, even on the fastest screens: one for each refresh
    /// of the screen.
    static let most = 1000

    /// - Parameter consequence: What follows from the flood, as the end of the error's text.
    mutating func count(_ consequence: String) throws(DesktopFailure) {
        let now = MonotonicClock.now
        if now - second.start >= .milliseconds(1000) { second = (now, 0) }
        second.messages += 1
        guard second.messages <= Self.most else {
            throw DesktopFailure("more than \(Self.most) messages in a second; \(consequence)")
        }
    }
}
