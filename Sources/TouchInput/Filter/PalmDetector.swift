internal import GestureModel

/// Detects palms and thumbs by pressure, size and position.
package struct PalmDetector: Sendable {
    private let kind: TouchDeviceKind
    private let surface: Surface
    private let thresholds: PalmThresholds
    private var fingerPressure = FingerPressure()
    /// The lowest pressure that any contact had.
    private var lowestPressure = Int32.max
    /// True if the pressure of a contact has changed while it was down.
    private(set) var measuresPressure = false
    /// When a palm was last on the surface.
    private var lastPalm: Timestamp?
    /// The lifts of the last two taps. In a drum roll of two fingers, each finger made one of them.
    private var lastTaps: (newer: Tap, older: Tap) = (Tap(), Tap())

    /// In millimetres: a contact that begins this near to the left or right edge counts as beginning at the edge. The
    /// centre of a fingertip rarely comes so near, because half of the finger would be off the surface. Palms extend
    /// over the edge by 2 to 4 mm.
    package static let edge = 1.0
    /// In millimetres: a contact that began at the edge is a finger once it is farther from the edge than this.
    private static let inside = 4.0
    /// The share of the width, at either side, where palms rest, as in libinput.
    package static let palmZone = 0.08
    /// For this long after a contact of a palm, contacts near it are expected to be other parts of the same palm. The
    /// median time from one part to the next is 200 ms, and the third quartile is 596 ms.
    private static let palmMemory = Microseconds.milliseconds(600)
    /// In millimetres: a light contact must move this far to be a finger. The median palm that brushes a pad and leaves
    /// moves 1.3 mm, and one in four at least 2.8 mm.
    private static let fingerMotion = 3.0
    /// Nearly all of people's taps are shorter than this.
    private static let tapDuration = Microseconds.milliseconds(300)
    /// How long a possible brush of a palm is held: parts of a palm flash for 14 to 26 ms, and 99 in 100 contacts that
    /// tap last longer.
    static let brushTime = Microseconds.milliseconds(30)
    /// How long a light contact with constant pressure is held while the usual pressure of fingers on this device is
    /// not known. In 95 of 100 recorded light contacts, measured pressure changes within the first 50 ms.
    static let unmeasuredTime = Microseconds.milliseconds(50)
    /// How long after a palm another part of it may brush the surface, because a resting hand returns.
    private static let brushMemory = Microseconds.milliseconds(10_000)
    /// In millimetres: a contact that comes down within this distance of a tap is the same finger. It is half the width
    /// of a fingertip.
    private static let returnDistance = 5.0
    /// The longest time from a finger's tap to its next touch-down, in a row of taps or a drum roll.
    private static let returnTime = Microseconds.milliseconds(300)
    /// In millimetres: within this distance of the lower edge, a resting thumb brushes the surface, because its tip
    /// reaches in from below.
    private static let thumbReach = 7.0
    /// In millimetres: the palms of both hands are farther apart than this. Two fingers of one hand side by side are
    /// closer.
    private static let handSpan = 60.0
    /// The share of the height, from the bottom, where thumbs rest, as in libinput.
    package static let thumbZone = 0.15

    init(surface: Surface, kind: TouchDeviceKind, pressure: DeviceDescription.Axis?, quirks: DeviceQuirks) {
        self.surface = surface
        self.kind = kind
        thresholds = PalmThresholds(kind: kind, pressure: pressure, quirks: quirks)
    }

    /// Learns the lowest pressure that the device reports, and whether it measures pressure.
    ///
    /// - Parameter last: The previous report of the contact; nil for a contact that begins.
    mutating func observe(_ contact: Contact, _ detail: ContactDetail, after last: ContactDetail?) {
        guard contact.isDown, let pressure = detail.pressure, pressure > 0 else { return }
        lowestPressure = min(lowestPressure, pressure)
        if let before = last?.pressure, before != pressure { measuresPressure = true }
    }

    /// Learns from a contact that has lifted how hard fingers press. The contact counts only if it was reported, if it
    /// tapped or moved, and if no palm was near. A contact that rested, as in a click, may be a thumb or a slanted
    /// finger. A tap is also kept, for contacts that return to its position.
    mutating func learn(from contact: TrackedContact, at time: Timestamp) {
        guard contact.isReported, !contact.detail.isPalm, !isNearPalm(at: time) else { return }
        let isTap =
            contact.motion.age(at: time) <= PalmDetector.tapDuration && contact.motion.reach < PalmDetector.fingerMotion
        if isTap || contact.motion.reach >= 2 * PalmDetector.fingerMotion {
            fingerPressure.add(highest: contact.highestPressure)
        }
        if isTap { lastTaps = (Tap(position: contact.position, end: time), lastTaps.newer) }
    }

    /// True if a finger has just tapped at the position where a contact comes down, and no palm is near. The contact is
    /// then that finger, however lightly it touches.
    private func returns(to position: Point, at time: Timestamp) -> Bool {
        !isNearPalm(at: time)
            && (lastTaps.newer.isFollowed(at: position, time) || lastTaps.older.isFollowed(at: position, time))
    }

    /// The position and time at which a contact that tapped lifted.
    private struct Tap: Hashable, Sendable {
        var position = Point.zero
        /// nil if there was no tap.
        var end: Timestamp?

        func isFollowed(at position: Point, _ time: Timestamp) -> Bool {
            guard let end else { return false }
            return time - end <= PalmDetector.returnTime
                && (position - self.position).millimetres < PalmDetector.returnDistance
        }
    }

    /// Called when a contact has lifted. Records a palm if the contact was held because it was perhaps too brief, and
    /// came down in a side zone. It was then probably part of a palm, and other parts are near.
    mutating func observeBrush(_ contact: TrackedContact, at time: Timestamp) {
        if case .held(.brief) = contact.state, kind == .touchpad, isInPalmZone(contact.motion.start) { lastPalm = time }
    }

    /// Returns why a contact that begins is possibly a palm or a thumb; nil for an ordinary contact.
    func holdReason(at position: Point, _ detail: ContactDetail, at time: Timestamp) -> TrackedContact.HoldReason? {
        guard kind == .touchpad else { return nil }
        if isAtEdge(position, detail) { return .edge }
        if isNearPalm(at: time), !isFingerNearPalm(position, detail) { return .nearPalm }
        if isLight(detail, at: position, at: time), !returns(to: position, at: time) {
            return mayNotMeasure(at: position) ? .unmeasured : .light
        }
        return isInPalmZone(position) || mayBrush(at: time) ? .brief : nil
    }

    /// True if a contact that began at an edge has turned out to be a finger.
    ///
    /// At the upper edge, where scrolls begin, the usual pressure of fingers on this device is enough. At the other
    /// edges it is not.
    func isFingerFromEdge(_ position: Point, _ detail: ContactDetail) -> Bool {
        guard min(sideDistance(position), bottomDistance(position)) > PalmDetector.inside else { return false }
        if topDistance(position) > PalmDetector.inside { return true }
        guard let pressure = detail.pressure, let firm = fingerPressure.firm else { return false }
        return pressure >= firm
    }

    /// True if a contact that began near a palm has turned out to be a finger.
    func isFingerNearPalm(_ position: Point, _ detail: ContactDetail) -> Bool {
        !isInPalmZone(position) && topDistance(position) > PalmDetector.inside && !isHeavy(detail)
    }

    /// True if a contact that began lightly has turned out to be a finger.
    func isFinger(_ position: Point, reach: Double, _ detail: ContactDetail, at time: Timestamp) -> Bool {
        !isLight(detail, at: position, at: time) || reach >= PalmDetector.fingerMotion
    }

    mutating func rejectPalms(in contacts: inout [TrackedContact], at time: Timestamp) {
        guard kind == .touchpad else { return rejectReportedPalms(in: &contacts, at: time) }
        for index in contacts.indices where !contacts[index].hasEnded || contacts[index].detail.isPalm {
            if isUnusual(contacts[index].detail), let (state, cause) = palm(&contacts[index], at: time) {
                contacts[index].reject(as: .palm, state, cause)
            }
            if case .held(.edge) = contacts[index].state,
                min(sideDistance(contacts[index].position), topDistance(contacts[index].position)) <= PalmDetector.edge
            {
                lastPalm = time
            }
        }
        if contacts.count > 1 { rejectBothPalms(in: &contacts, at: time) }
    }

    /// Rejects palms on a screen, where only the device's own report or the configuration identifies them.
    private mutating func rejectReportedPalms(in contacts: inout [TrackedContact], at time: Timestamp) {
        for index in contacts.indices
        where contacts[index].detail.isPalm || !contacts[index].hasEnded && thresholds.isPalm(contacts[index].detail) {
            lastPalm = time
            contacts[index].reject(as: .palm, .palm)
        }
    }

    /// Returns the state and the cause with which to reject a palm or a thumb; nil for a contact that may be a finger.
    /// A contact that was already rejected is only compared with the thresholds of palms. Also records when a palm was
    /// on the surface.
    ///
    /// - Parameter contact: `inout` although it is not changed: Swift 6.3 copies an array's element that is passed
    ///   without `inout`.
    private mutating func palm(
        _ contact: inout TrackedContact, at time: Timestamp
    ) -> (ContactReport.State, ContactReport.Cause?)? {
        if thresholds.isPalm(contact.detail) {
            lastPalm = time
            return (.palm, nil)
        }
        guard !contact.isRejected else { return nil }
        if isHeavy(contact.detail) {
            if isInPalmZone(contact.motion.start), isInPalmZone(contact.position) {
                lastPalm = time
                return (.palm, .heavy)
            }
            // A reported finger that has moved may press hard. Any other heavy contact near a palm is part of the palm.
            if isNearPalm(at: time), !contact.isReported || contact.motion.reach < PalmDetector.fingerMotion {
                return (.palm, .heavy)
            }
        }
        let isThumb =
            contact.position.y > surface.size.dy * (1 - PalmDetector.thumbZone) && thresholds.isThumb(contact.detail)
        return isThumb ? (.thumb, nil) : nil
    }

    /// Rejects the palms of both hands, which rest at both sides: no hand reaches from one side to the other.
    private mutating func rejectBothPalms(in contacts: inout [TrackedContact], at time: Timestamp) {
        for left in contacts.indices where isSidePalm(contacts[left], isLeft: true) {
            for right in contacts.indices where isSidePalm(contacts[right], isLeft: false) {
                guard (contacts[right].position - contacts[left].position).millimetres > PalmDetector.handSpan else {
                    continue
                }
                lastPalm = time
                contacts[left].reject(as: .palm, .palm, .bothSides)
                contacts[right].reject(as: .palm, .palm, .bothSides)
            }
        }
    }

    private func isSidePalm(_ contact: TrackedContact, isLeft: Bool) -> Bool {
        !contact.hasEnded && isInPalmZone(contact.motion.start) && isInPalmZone(contact.position)
            && (contact.motion.start.x < surface.size.dx / 2) == isLeft
    }

    /// True if a light contact may be a finger of a device that does not measure pressure. False in the zone where
    /// thumbs brush the surface, because there the contact may be a thumb.
    func mayNotMeasure(at position: Point) -> Bool {
        !measuresPressure && fingerPressure.light == nil && bottomDistance(position) > PalmDetector.thumbReach
    }

    func isNearPalm(at time: Timestamp) -> Bool {
        lastPalm.map { time - $0 <= PalmDetector.palmMemory } ?? false
    }

    private func mayBrush(at time: Timestamp) -> Bool {
        lastPalm.map { time - $0 <= PalmDetector.brushMemory } ?? false
    }

    /// The number that decided to hold or to reject a contact; nil if none did.
    func measure(of contact: TrackedContact, at time: Timestamp) -> ContactReport.Measure? {
        switch contact.state {
        case .held(.edge) where sideDistance(contact.motion.start) <= Self.edge:
            .edgeDistance(sideDistance(contact.motion.start), limit: Self.edge)
        case .held(.light), .held(.unmeasured):
            lightness(of: contact, at: time)
        case .held(.brief): .duration(contact.motion.age(at: time), limit: Self.brushTime)
        case .rejected(_, .heavy?):
            contact.detail.pressure.map {
                .pressure($0, limit: max(thresholds.heavyNearPalm, fingerPressure.heavy ?? 0))
            }
        case .rejected(.palm, nil): thresholds.palm(contact.detail)
        case .rejected(.thumb, nil): thresholds.thumb(contact.detail)
        case .accepted, .held, .rejected: nil
        }
    }

    /// The pressure of a contact that is held because it is light; nil if the limit has fallen to it meanwhile, because the
    /// device's fingers turned out to press less.
    private func lightness(of contact: TrackedContact, at time: Timestamp) -> ContactReport.Measure? {
        let limit = lightLimit(at: contact.position, at: time)
        return contact.highestPressure < limit ? .pressure(contact.highestPressure, limit: limit) : nil
    }

    /// True if a contact may be a palm or a thumb.
    private func isUnusual(_ detail: ContactDetail) -> Bool {
        isHeavy(detail) || thresholds.isPalm(detail) || thresholds.isThumb(detail)
    }

    private func isHeavy(_ detail: ContactDetail) -> Bool {
        guard let pressure = detail.pressure, pressure >= thresholds.heavyNearPalm else { return false }
        return pressure >= fingerPressure.heavy ?? 0
    }

    /// True if a contact is lighter than a finger. A device that reports far lighter contacts than other devices has
    /// another scale: until the pressure of fingers on it is known, a finger is assumed to be 1.5 times as heavy as the
    /// lightest touch. In the zone where thumbs brush the surface, the lightest touch is that of a thumb and does not
    /// count.
    private func isLight(_ detail: ContactDetail, at position: Point, at time: Timestamp) -> Bool {
        guard let pressure = detail.pressure, pressure > 0 else { return false }
        return pressure < lightLimit(at: position, at: time)
    }

    private func lightLimit(at position: Point, at time: Timestamp) -> Int32 {
        let light = isNearPalm(at: time) ? thresholds.lightNearPalm : thresholds.light
        if let learned = fingerPressure.light { return min(light, learned) }
        guard bottomDistance(position) > PalmDetector.thumbReach else { return light }
        return min(light, Int32(clamping: Int64(lowestPressure) * 3 / 2))
    }

    /// True if a contact is at an edge. Palms also extend over the upper edge, and thumbs over the lower edge. But
    /// fingers that scroll start within a millimetre of these two edges, so there only a contact beyond the axis
    /// counts.
    private func isAtEdge(_ position: Point, _ detail: ContactDetail) -> Bool {
        sideDistance(position) <= PalmDetector.edge
            || detail.isOutside && min(topDistance(position), bottomDistance(position)) <= PalmDetector.edge
    }

    /// Returns the distance from the lower edge, in millimetres.
    private func bottomDistance(_ position: Point) -> Double {
        (surface.size.dy - position.y) * Surface.millimetresPerPoint
    }

    /// Returns the distance from the nearer of the left and right edges, in millimetres.
    private func sideDistance(_ position: Point) -> Double {
        min(position.x, surface.size.dx - position.x) * Surface.millimetresPerPoint
    }

    private func topDistance(_ position: Point) -> Double { position.y * Surface.millimetresPerPoint }

    private func isInPalmZone(_ position: Point) -> Bool {
        min(position.x, surface.size.dx - position.x) < surface.size.dx * PalmDetector.palmZone
    }
}

/// How hard fingers press on one device, learned from contacts that tapped or moved.
///
/// Each device has its own scale: of a hundred contacts, none reaches 80 of 255 on one touchpad, and 52 do on another.
private struct FingerPressure: Hashable, Sendable {
    /// The third quartile of the contacts' highest pressures.
    private var level = 0.0
    private var contacts = 0

    /// The level is reliable once this many contacts are known.
    private static let minimum = 3
    /// Below this share of the level, a contact is possibly not a finger: on pads whose fingers reach 46 of 255, the
    /// edges of palms reach 28 to 34.
    private static let lightShare = 0.7
    /// With this share of the level or more, a contact presses like a finger. Nine in ten tapping fingers reach it.
    private static let firmShare = 0.9
    /// A contact next to a palm is part of the palm if its pressure is at least this multiple of the level.
    private static let heavyFactor = 1.6

    /// Adds a contact that was a finger, by its highest pressure.
    mutating func add(highest: Int32) {
        let highest = Double(highest)
        guard highest > 0 else { return }
        contacts = min(contacts + 1, 50)
        guard contacts > 1 else { return level = highest }
        // Estimates the third quartile in steps that get smaller: three steps up for a value above, one step down for a
        // value below.
        let step = level / Double(contacts)
        level += highest > level ? min(0.75 * step, highest - level) : max(-0.25 * step, highest - level)
    }

    /// nil until enough contacts are known.
    var light: Int32? { contacts < Self.minimum ? nil : Int32(clamping: Int64(level * Self.lightShare)) }
    var firm: Int32? { contacts < Self.minimum ? nil : Int32(clamping: Int64(level * Self.firmShare)) }
    var heavy: Int32? { contacts < Self.minimum ? nil : Int32(clamping: Int64(level * Self.heavyFactor)) }
}
