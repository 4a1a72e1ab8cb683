internal import GestureModel

/// Detects ghost touches: more contacts that come and go than a hand can make.
///
/// It is a leaky bucket: each contact too brief for a finger adds to it, and it drains faster than hands tap.
struct GhostTouchDetector: Sendable {
    private var level = 0.0
    private var time = Timestamp(microseconds: .min)
    /// True if contacts that begin now are probably ghosts.
    private(set) var isActive = false
    /// How many contacts began in this frame of a touchscreen, if there were five or more; otherwise 0.
    private(set) var burst = 0
    /// When a contact last jumped.
    private var lastJump: Timestamp?
    /// The number of consecutive contacts that lasted for one report each, and the time at which the last of them
    /// lifted.
    private var flashes = (count: 0, end: Timestamp(microseconds: .min))

    /// A contact that lasts less than this is brief. Only a quarter of people's taps are shorter than 61 ms.
    static let briefContact = Microseconds.milliseconds(60)
    /// How long a contact is held after recent ghosts: the median tap lasts 85 ms, and ghosts last one or two frames of
    /// up to 27 ms.
    static let confirmationTime = Microseconds.milliseconds(80)
    /// How long a possible ghost is held if there were no recent ghosts: 5 % of people's taps last less than 48 ms.
    static let minimumContactTime = Microseconds.milliseconds(45)
    /// Only 1 in 400 contacts of people's taps is shorter than this, so two such contacts in a row are not fingers.
    private static let flash = Microseconds.milliseconds(20)
    /// The longest time between two consecutive flashes. After a longer time, the count starts again.
    private static let flashMemory = Microseconds.milliseconds(1000)
    /// How long a device is expected to report further faults after a jump or a changed tracking id.
    private static let faultMemory = Microseconds.milliseconds(10_000)
    /// The fingers of a hand come down over 30 to 110 ms, so five contacts that begin in one frame may be ghosts. A
    /// sixth contact that begins after ``handArrivalTime`` and ends at once is a finger that the device lost and found
    /// again.
    static let fingersOfHand = 5
    static let handArrivalTime = Microseconds.milliseconds(150)
    /// The taps of two fingers that each tap six times a second, as fast as people can.
    private static let drainPerSecond = 12.0
    /// A tap with all ten fingers does not exceed this level.
    private static let activationLevel = 10.0

    mutating func advance(to now: Timestamp, arrivals: Int) {
        burst = arrivals >= Self.fingersOfHand ? arrivals : 0
        defer { time = now }
        guard level > 0, now > time else { return }
        level = max(0, level - (now - time).seconds * GhostTouchDetector.drainPerSecond)
        if level == 0 { isActive = false }
    }

    /// Adds a contact too brief for a finger.
    mutating func addBriefContact() {
        // Limited so that two seconds of silence end any burst.
        level = min(level + 1, 2 * GhostTouchDetector.drainPerSecond)
        if level > GhostTouchDetector.activationLevel { isActive = true }
    }

    mutating func addJump(at time: Timestamp) { lastJump = time }

    /// Called when a contact of a touchpad has lifted. Counts it if the device reported it once and it was shorter than
    /// ``flash``; any other contact ends the count. Overlapping contacts count once.
    ///
    /// - Parameter isFlash: True if the device reported the contact only once.
    mutating func addTouch(from start: Timestamp, to end: Timestamp, isFlash: Bool) {
        guard isFlash, end - start < Self.flash else { return flashes.count = 0 }
        guard start >= flashes.end else { return }
        flashes = (end - flashes.end < Self.flashMemory ? flashes.count + 1 : 1, end)
    }

    /// True if the device reports lifts of fingers that stay down: the last contacts lasted for one report each, one
    /// after the other.
    func isLifting(at now: Timestamp) -> Bool { flashes.count > 1 && now - flashes.end < Self.flashMemory }

    /// How long a possible ghost is held that begins now.
    var holdTime: Microseconds {
        level > 0 ? GhostTouchDetector.confirmationTime : GhostTouchDetector.minimumContactTime
    }

    /// True if the device recently reported a fault that no finger causes.
    func hasRecentFault(at now: Timestamp, lastIDFlicker: Timestamp?) -> Bool {
        func isRecent(_ fault: Timestamp?) -> Bool { fault.map { now - $0 < GhostTouchDetector.faultMemory } ?? false }
        return isRecent(lastJump) || isRecent(lastIDFlicker)
    }
}
