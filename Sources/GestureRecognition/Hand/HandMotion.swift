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
        for finger in fingers where isPart(finger) {
            if finger.displacement.length >= HandMotion.moverShare * farthest { movers += 1 }
            let (a, b) = (finger.reference - .zero - before, finger.position - .zero - after)
            cross += a.dx * b.dy - a.dy * b.dx
            dot += a.dx * b.dx + a.dy * b.dy
            spanBefore += a.length
            spanAfter += b.length
        }
        self.movers = movers
        let arc = abs(Double.atan2(y: cross, x: dot)) * min(spanBefore, spanAfter) / count
        deformation = max(abs(spanAfter - spanBefore) / count, cross == 0 && dot == 0 ? 0 : arc)
    }

    /// Whether one of the two is clear by `slop`, and which; nil where it is too early to say. What is about as much the
    /// one as the other is decided at twice the slop.
    func meaning(slop: Double) -> HandMeaning? {
        if translation >= slop, translation >= HandMotion.clarity * deformation { return .drag }
        if deformation >= slop, deformation >= HandMotion.clarity * translation { return .transform }
        guard max(translation, deformation) >= 2 * slop else { return nil }
        return translation >= deformation ? .drag : .transform
    }

    private static let clarity = 1.5
}

/// What fingers that move mean.
enum HandMeaning: Hashable, Sendable {
    case drag
    case transform
}
