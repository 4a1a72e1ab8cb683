/// How hard fingers press on one device, learned from contacts that tapped or moved.
///
/// Devices count pressure in numbers of their own: the highest of a contact reaches 80 of 255 in none of a hundred on one
/// touchpad, and in 52 on another.
struct FingerPressure: Hashable, Sendable {
    /// The highest pressure that three in four contacts stay below.
    private var level = 0.0
    private var contacts = 0

    /// Fewer contacts than this are no measure.
    private static let minimum = 3
    /// Below this share of the level, a contact may be no finger: on pads whose fingers reach 46 of 255, palms' edges reach
    /// 28 to 34.
    private static let lightShare = 0.7
    /// From this share of the level on, a contact presses like a finger: nine in ten that tap do.
    private static let firmShare = 0.9
    /// From this many times the level on, a contact next to a palm is one.
    private static let heavyFactor = 1.6

    /// The contact was a finger.
    mutating func add(highest: Int32) {
        let highest = Double(highest)
        guard highest > 0 else { return }
        contacts = min(contacts + 1, 50)
        guard contacts > 1 else { return level = highest }
        // A quantile by steps that get smaller: three up for one that is above, one down for each that is below.
        let step = level / Double(contacts)
        level += highest > level ? min(0.75 * step, highest - level) : max(-0.25 * step, highest - level)
    }

    /// nil while too little is known.
    var light: Int32? { contacts < Self.minimum ? nil : Int32(clamping: Int64(level * Self.lightShare)) }
    var firm: Int32? { contacts < Self.minimum ? nil : Int32(clamping: Int64(level * Self.firmShare)) }
    var heavy: Int32? { contacts < Self.minimum ? nil : Int32(clamping: Int64(level * Self.heavyFactor)) }
}
