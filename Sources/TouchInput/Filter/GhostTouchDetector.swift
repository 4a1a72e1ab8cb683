internal import GestureModel

/// Detects ghost touches: contacts that come and go in numbers that no hand makes.
///
/// A leaky bucket. Each contact too brief for a finger fills it, and it drains faster than hands tap.
struct GhostTouchDetector: Sendable {
    private var level = 0.0
    private var time = Timestamp(microseconds: .min)
    /// True if contacts that begin now are probably ghosts.
    private(set) var isActive = false
    /// True if a hand's worth of contacts began in this frame.
    private(set) var isBurst = false
    /// When a contact last jumped.
    private var lastJump: Timestamp?
    /// The number of consecutive contacts that lasted for one report each, and the time at which the last of them lifted.
    private var flashes = (count: 0, end: Timestamp(microseconds: .min))

    /// Only a quarter of people's taps are shorter than 61 ms.
    static let briefContact = Microseconds.milliseconds(60)
    /// How long a contact is held after recent ghosts: the median tap lasts 85 ms, and ghosts live one or two frames of up
    /// to 27 ms.
    static let confirmationTime = Microseconds.milliseconds(80)
    /// How long a possible ghost is held if there was none recently: 5 % of people's taps last less than 48 ms.
    static let minimumContactTime = Microseconds.milliseconds(45)
    /// 1 in 400 contacts of people's taps is shorter, so that two in a row are no fingers.
    private static let flash = Microseconds.milliseconds(20)
    /// The longest time from one such contact to the next.
    private static let flashMemory = Microseconds.milliseconds(1000)
    /// For how long a device that had a jump or a changed tracking id is expected to report other faults.
    private static let faultMemory = Microseconds.milliseconds(10_000)
    /// The fingers of a hand come down over 30 to 110 ms, so five contacts that begin in one frame may be ghosts. A hand has
    /// no sixth finger: a contact that begins later and ends at once is a finger that the device lost and found again.
    static let fingersOfHand = 5
    static let handArrivalTime = Microseconds.milliseconds(150)
    /// Two fingers that tap six times a second each, as fast as people do, empty the bucket.
    private static let drainPerSecond = 12.0
    /// A tap of all ten fingers does not exceed it.
    private static let activationLevel = 10.0

    mutating func advance(to now: Timestamp, arrivals: Int) {
        isBurst = arrivals >= Self.fingersOfHand
        defer { time = now }
        guard level > 0, now > time else { return }
        level = max(0, level - (now - time).seconds * GhostTouchDetector.drainPerSecond)
        if level == 0 { isActive = false }
    }

    /// Adds a contact too brief for a finger.
    mutating func addBriefContact() {
        // Two seconds of silence end any burst.
        level = min(level + 1, 2 * GhostTouchDetector.drainPerSecond)
        if level > GhostTouchDetector.activationLevel { isActive = true }
    }

    mutating func addJump(at time: Timestamp) { lastJump = time }

    /// A contact of a touchpad has lifted. Those that overlap are of one touch.
    ///
    /// - Parameter isFlash: The device reported it once.
    mutating func addTouch(from start: Timestamp, to end: Timestamp, isFlash: Bool) {
        guard isFlash, end - start < Self.flash else { return flashes.count = 0 }
        guard start >= flashes.end else { return }
        flashes = (end - flashes.end < Self.flashMemory ? flashes.count + 1 : 1, end)
    }

    /// True if the device lifts fingers that stay: the last contacts lasted for one report each, one after the other.
    func isLifting(at now: Timestamp) -> Bool { flashes.count > 1 && now - flashes.end < Self.flashMemory }

    /// How long a contact is held that may be a ghost.
    var holdTime: Microseconds {
        level > 0 ? GhostTouchDetector.confirmationTime : GhostTouchDetector.minimumContactTime
    }

    /// True if the device recently reported a fault that no finger causes.
    func hasRecentFault(at now: Timestamp, lastIDFlicker: Timestamp?) -> Bool {
        func isRecent(_ fault: Timestamp?) -> Bool { fault.map { now - $0 < GhostTouchDetector.faultMemory } ?? false }
        return isRecent(lastJump) || isRecent(lastIDFlicker)
    }
}
