internal import GestureModel
// atan2.
internal import RealModule

/// How some fingers moved since a finger last came or left: as one, or about each other.
struct HandMotion: Sendable {
    /// Points that their centre went.
    let translation: Double
    /// Points that a finger went to or from the centre, or around it, in the mean.
    let deformation: Double
    /// Points that the furthest of them went.
    let farthest: Double
    /// How many went about as far as that one: the others rest.
    let movers: Int

    /// Whether they are by a quarter closer or further from each other, or turned by 20°: sizes that are only assumed do not
    /// matter to this.
    let isDeformed: Bool
    /// Whether one of them went against the others.
    let isOpposed: Bool

    /// A finger that goes a third as far as another still takes part: thumbs go less far than index fingers in a pinch.
    static let moverShare = 0.35

    init(of fingers: [HandFinger], where isPart: (HandFinger) -> Bool) {
        var count = 0.0
        var sum = Vector.zero
        var (before, after) = (Vector.zero, Vector.zero)
        var farthest = 0.0
        for finger in fingers where isPart(finger) {
            count += 1
            sum = sum + finger.displacement
            before = before + (finger.reference - .zero)
            after = after + (finger.position - .zero)
            farthest = max(farthest, finger.displacement.length)
        }
        self.farthest = farthest
        count = max(count, 1)
        translation = sum.length / count
        (before, after) = (before / count, after / count)
        var (cross, dot, spanBefore, spanAfter) = (0.0, 0.0, 0.0, 0.0)
        var movers = 0
        var isOpposed = false
        for finger in fingers where isPart(finger) {
            let own = finger.displacement
            if own.length >= HandMotion.moverShare * farthest {
                movers += 1
                let others = sum - own
                isOpposed = isOpposed || own.dx * others.dx + own.dy * others.dy < 0
            }
            let (a, b) = (finger.reference - .zero - before, finger.position - .zero - after)
            cross += a.dx * b.dy - a.dy * b.dx
            dot += a.dx * b.dx + a.dy * b.dy
            spanBefore += a.length
            spanAfter += b.length
        }
        self.movers = movers
        self.isOpposed = isOpposed
        let turn = cross == 0 && dot == 0 ? 0 : abs(Double.atan2(y: cross, x: dot))
        isDeformed = max(spanAfter, spanBefore) > 1.25 * min(spanAfter, spanBefore) || turn > .pi / 9
        let arc = turn * min(spanBefore, spanAfter) / count
        deformation = max(abs(spanAfter - spanBefore) / count, arc)
    }

    /// Whether one of the two is clear by `slop`, and which; nil where it is too early to say. What is about as much the
    /// one as the other is decided at twice the slop. A thumb against four fingers pinches, although their centre moves.
    func meaning(slop: Double) -> HandMeaning? {
        if isOpposed { return deformation >= slop ? .transform : nil }
        if translation >= slop, translation >= HandMotion.clarity * deformation { return .drag }
        if deformation >= slop, deformation >= HandMotion.clarity * translation { return .transform }
        guard max(translation, deformation) >= 2 * slop else { return nil }
        return translation >= deformation ? .drag : .transform
    }

    private static let clarity = 1.5
}

/// What fingers mean.
enum HandMeaning: Hashable, Sendable {
    case tap
    case drag
    case transform
}
