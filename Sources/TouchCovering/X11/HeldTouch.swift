package import GestureModel

/// A touch that an X server holds back from the apps until it is accepted or rejected.
package struct HeldTouch: Hashable, Sendable {
    /// Names the touch among those that are down or held.
    package let id: UInt32
    /// The id of the touchscreen in gestured's messages, such as `event5`.
    package let device: String
    /// Where it came down, in pixels of the root window.
    package let position: Point
    package let time: Timestamp

    package init(id: UInt32, device: String, position: Point, time: Timestamp) {
        (self.id, self.device, self.position, self.time) = (id, device, position, time)
    }
}

/// The server's clock, in milliseconds that begin again every 49 days.
enum X11Time {
    /// Returns the moment that a stamp of the server names. A server whose clock is not this machine's, such as one that
    /// is reached through a network, has no stamps that mean anything here: then it is `now`.
    static func timestamp(_ stamp: UInt32, now: Timestamp) -> Timestamp {
        let milliseconds = now.microseconds / 1000
        let age = Int32(truncatingIfNeeded: Int64(UInt32(truncatingIfNeeded: milliseconds)) - Int64(stamp))
        guard abs(Int64(age)) <= mostAge else { return now }
        return Timestamp(microseconds: (milliseconds - Int64(age)) * 1000)
    }

    private static let mostAge: Int64 = 10_000
}
