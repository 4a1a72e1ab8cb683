internal import GestureModel
// For atan2.
internal import RealModule

/// The motion of contacts since the measurement last restarted (from ``StandardContact/reference``): together, or
/// relative to each other.
struct ContactMotion: Sendable {
    let count: Int
    /// How far the centre of the contacts moved, in points.
    let translation: Double
    /// How far the contacts moved towards the centre or away from it, on average, in points.
    let spread: Double
    /// How far the contacts moved around the centre, on average, in points.
    let arc: Double
    /// The larger of ``spread`` and ``arc``.
    let deformation: Double
    /// True if the contacts turned by more than 20°. In no recorded pinch did they turn so far.
    let isTurned: Bool

    /// True if the contacts turned, or parted or closed by more than 1.25. Unlike a distance in points, this ratio does
    /// not depend on an assumed size of the surface.
    var isDeformed: Bool { isTurned || isScaled(by: 1.25) }
    /// How far the farthest contact moved, in points.
    let farthest: Double
    /// The number of contacts that moved at least 35 % as far as the farthest. The others rest.
    let movers: Int
    /// The sums of the contacts' distances from their centre before and after the motion, in points.
    private let spans: (before: Double, after: Double)
    /// True if a contact moved against the others.
    let isOpposed: Bool
    /// True if a contact moved more than 60° aside from the others: it does not move together with them.
    let isDivergent: Bool

    /// A contact takes part if it moves at least this share of the distance that the farthest-moving contact moves.
    /// Thumbs move less than index fingers in a pinch.
    private static let moverShare = 0.35
    /// The least ratio of translation to deformation of contacts that move side by side.
    private static let parallelShare = 3.0
    /// The least ratio of translation to deformation of contacts that agree on a drag. It applies when the contacts
    /// have settled and one of them has crossed the slop.
    private static let agreementShare = 2.0
    /// The larger of translation and deformation decides if its ratio to the smaller is at least this.
    static let clarity = 1.5
    /// The largest ratio of translation to deformation of contacts whose drag turns out late to be a pinch.
    static let lateClarity = 2.0

    /// The motion of no contacts.
    init() { self.init(of: [], in: ContactSet()) }

    init(of contacts: [StandardContact], in part: ContactSet) {
        var count = 0
        var sum = Vector.zero
        var (before, after) = (Vector.zero, Vector.zero)
        var farthest = 0.0
        for index in contacts.indices where part.contains(index) {
            let contact = contacts[index]
            count += 1
            sum = sum + contact.displacement
            before = before + (contact.reference - .zero)
            after = after + (contact.position - .zero)
            farthest = max(farthest, contact.displacement.length)
        }
        self.count = count
        self.farthest = farthest
        let divisor = Double(max(count, 1))
        translation = sum.length / divisor
        // A single contact has no relative motion.
        guard count > 1 else {
            (spread, arc, deformation, movers, spans) = (0, 0, 0, count, (0, 0))
            (isTurned, isOpposed, isDivergent) = (false, false, false)
            return
        }
        (before, after) = (before / divisor, after / divisor)
        var (cross, dot, spanBefore, spanAfter) = (0.0, 0.0, 0.0, 0.0)
        var movers = 0
        var (isOpposed, isDivergent) = (false, false)
        for index in contacts.indices where part.contains(index) {
            let contact = contacts[index]
            let own = contact.displacement
            if own.length >= Self.moverShare * farthest {
                movers += 1
                let others = sum - own
                let along = own.dx * others.dx + own.dy * others.dy
                isOpposed = isOpposed || along < 0
                // Half of both lengths is the cosine of 60°.
                let limit = (own.dx * own.dx + own.dy * own.dy) * (others.dx * others.dx + others.dy * others.dy) / 4
                isDivergent = isDivergent || along < 0 || along * along < limit
            }
            let (a, b) = (contact.reference - .zero - before, contact.position - .zero - after)
            cross += a.dx * b.dy - a.dy * b.dx
            dot += a.dx * b.dx + a.dy * b.dy
            spanBefore += a.length
            spanAfter += b.length
        }
        self.movers = movers
        self.isOpposed = isOpposed
        self.isDivergent = isDivergent
        let turn = cross == 0 && dot == 0 ? 0 : abs(Double.atan2(y: cross, x: dot))
        isTurned = turn > .pi / 9
        spans = (spanBefore, spanAfter)
        arc = turn * min(spanBefore, spanAfter) / divisor
        spread = abs(spanAfter - spanBefore) / divisor
        deformation = max(spread, arc)
    }

    /// True if one of two contacts moved straight towards the other or away from it, by 5 mm or more, while the other
    /// rested.
    ///
    /// Of 82 recorded pinches about a resting contact, 80 change the distance by 6.4 mm and more. Of 17 scrolls next to a
    /// contact that rests, none changes it by more than 5 mm, or by more than half of its way.
    var isStraight: Bool {
        let change = 2 * spread
        return count == 2 && movers == 1 && change >= 31 && change >= Self.straightShare * farthest
    }

    /// The cosine of 30°.
    private static let straightShare = 0.866

    /// True if the contacts' distances from their centre grew or shrank by more than a factor.
    func isScaled(by factor: Double) -> Bool {
        max(spans.before, spans.after) > factor * min(spans.before, spans.after)
    }

    /// True if several contacts moved side by side: each takes part, and they hardly moved relative to each other.
    /// Fingers that tap do not move side by side: they roll in different directions.
    var isParallel: Bool {
        count > 1 && movers == count && !isOpposed && translation >= Self.parallelShare * deformation
    }

    /// Returns the gesture on which several contacts agree; nil while they do not agree. One contact must have crossed
    /// the slop, and the others must move the same way. Of two contacts, the second may also move the opposite way (a
    /// pinch). With more than two, a smaller motion suffices, because their wobble averages out with the square root of
    /// their number.
    func agreement(slop: Double) -> GestureClass? {
        guard count > 1, FingerCounts.allowed.contains(count), farthest >= slop * (2 / Double(count)).squareRoot()
        else { return nil }
        if isOpposed { return count == 2 && deformation >= Self.clarity * translation ? .transform : nil }
        return movers == count && !isDivergent && translation >= Self.agreementShare * deformation ? .drag : nil
    }

    /// True if the contact moved much less than the farthest one.
    func rests(_ contact: StandardContact) -> Bool { contact.displacement.length < farthest * Self.moverShare }

    /// Returns a drag if the translation is larger than the deformation, otherwise a transform. The larger of the two
    /// must reach `slop` and be clearly larger. Returns nil while it is too early to decide. At twice the slop the
    /// larger one decides, however small the difference. If a contact moves against the others or aside, only the
    /// deformation decides: a thumb that moves against four fingers pinches, although their centre moves.
    func gesture(slop: Double) -> GestureClass? {
        if isDivergent { return deformation >= slop ? .transform : nil }
        if translation >= slop, translation >= Self.clarity * deformation { return .drag }
        if deformation >= slop, deformation >= Self.clarity * translation { return .transform }
        guard max(translation, deformation) >= 2 * slop else { return nil }
        return translation >= deformation ? .drag : .transform
    }

    /// Returns the other gesture if contacts that were recognised as `gesture` now clearly make the other: they oppose
    /// each other, or the ratio of translation to deformation has changed by a factor of 2. At the slop, 8 in 100
    /// scrolls deform more than they translate; 150 ms later, fewer than 1 in 100 do.
    func revised(_ gesture: GestureClass, _ decision: ContactMotion, slop: Double) -> GestureClass? {
        guard movers == count, let now = self.gesture(slop: slop), now != gesture else { return nil }
        let (before, after) = (decision.translation * deformation, translation * decision.deformation)
        switch now {
        case .drag: return after >= 2 * before ? now : nil
        case .transform: return isOpposed || before >= 2 * after ? now : nil
        }
    }
}
