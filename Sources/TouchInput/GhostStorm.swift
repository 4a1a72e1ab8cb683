internal import GestureModel

/// Whether a device reports contacts that come and go in numbers that no hand makes.
///
/// A bucket that each contact too brief for a finger fills, and that empties faster than hands tap.
struct GhostStorm: Hashable, Sendable {
    private var level = 0.0
    private var time = Timestamp(microseconds: .min)
    private(set) var isRaging = false
    /// Whether any contact lately was too brief for a finger.
    var isBrewing: Bool { level > 0 }

    /// Only a quarter of people's taps are shorter than 61 ms.
    static let brief = Microseconds.milliseconds(60)
    /// What a contact must live to be believed in a storm: the median tap lasts 85 ms, and ghosts live one or two
    /// frames of up to 27 ms.
    static let plausible = Microseconds.milliseconds(80)
    /// What a contact must live where one may well be a ghost, but none was there lately: of people's taps 5 % last less than 48 ms.
    static let blip = Microseconds.milliseconds(45)
    /// A device whose contact leapt across the surface, or lost its id, reports other nonsense as well, for so long.
    static let distrust = Microseconds.milliseconds(10_000)
    /// A hand that rests five fingers taps with none beside them. Its fingers come over 30 to 110 ms: where so many come in
    /// one frame they may be ghosts, and what comes later and goes at once is a finger of the hand that the device lost
    /// and found.
    static let hand = 5
    static let arrival = Microseconds.milliseconds(150)
    /// Two fingers that tap six times a second each, as fast as people do, bring it to nothing.
    static let perSecond = 12.0
    /// A tap of all ten fingers brings it no further.
    static let most = 10.0

    mutating func advance(to now: Timestamp) {
        defer { time = now }
        guard level > 0, now > time else { return }
        level = max(0, level - (now - time).seconds * GhostStorm.perSecond)
        if level == 0 { isRaging = false }
    }

    mutating func add() {
        // Two seconds of silence end any storm.
        level = min(level + 1, 2 * GhostStorm.perSecond)
        if level > GhostStorm.most { isRaging = true }
    }
}

extension ContactRejection {
    /// Whether the device lately reported what no finger does. Touchpads that leap only merge two fingers into one.
    func isDistrusted(at time: Timestamp) -> Bool {
        kind == .touchscreen && (isLately(lastLeap, time) || isLately(lastFlicker, time))
    }

    private func isLately(_ fault: Timestamp?, _ time: Timestamp) -> Bool {
        fault.map { time - $0 < GhostStorm.distrust } ?? false
    }

    /// How long a suspicious contact is held; nil where that is no question of time.
    func plausibleAge(_ suspicion: TrackedContact.Suspicion) -> Microseconds? {
        switch suspicion {
        case .storm: storm.isBrewing ? GhostStorm.plausible : GhostStorm.blip
        case .corner: GhostStorm.blip
        case .afterthought: flickers ? GhostStorm.arrival : GhostStorm.plausible
        case .edge, .palm, .light, .successor: nil
        }
    }

    /// Whether a contact that begins now comes long after a hand's worth of others.
    func isAfterthought(at time: Timestamp) -> Bool {
        contacts.count { $0.isShown && !$0.hasEnded && $0.age(at: time) > GhostStorm.arrival } >= GhostStorm.hand
    }
}
