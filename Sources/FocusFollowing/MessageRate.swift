package import DesktopAccess
internal import GestureModel
internal import LinuxSupport

/// Counts the messages of a peer, and throws an error if the peer floods.
package struct MessageRate {
    private let most: Int
    private var second = (start: Timestamp(microseconds: 0), messages: 0)

    /// - Parameter most: The most messages in a second. Moving a window causes fewer than 1000, even on the fastest
    ///   screens: one for each refresh of the screen.
    package init(most: Int = 1000) { self.most = most }

    /// - Parameter consequence: What follows from the flood, as the end of the error's text.
    package mutating func count(_ consequence: String) throws(DesktopFailure) {
        let now = MonotonicClock.now
        if now - second.start >= .milliseconds(1000) { second = (now, 0) }
        second.messages += 1
        guard second.messages <= most else {
            throw DesktopFailure("more than \(most) messages in a second; \(consequence)")
        }
    }
}
