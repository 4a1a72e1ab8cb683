internal import GestureModel

/// Two or more fingers that part or close up. Its states are ``TransformRecogniser``'s.
typealias MagnifyRecogniser = TransformRecogniser<Magnification>

/// The scale: how many times as far from their centre the fingers are, in the mean, as when they came down.
///
/// It is a product over the fingers' comings and goings, so that none of these makes a jump. Fingers that a device puts
/// at one point, since it has places for fewer, have no distance to compare with: while they are there the scale stays as
/// it is, and it goes on from the first distance there is. Fingers that get so close only later make it no smaller than
/// the least distance does.
struct Magnification: TransformMeasure {
    let limit: Double
    /// The scale at the last change of fingers.
    private var base = 1.0
    /// The span then, in points; nil until there is a true one.
    private var reference: Double?
    private(set) var quantity = 1.0

    init(_ thresholds: Thresholds) { limit = thresholds.magnify.minimumScaleDelta }

    var delta: Double { abs(quantity - 1) }
    var shortfall: FailureReason { .scaledTooLittle(by: delta, limit: limit) }

    mutating func rebase(on group: FingerGroup) {
        base = quantity
        reference = Self.reference(of: group)
    }

    mutating func move(_ group: inout FingerGroup, in frame: borrowing TouchFrame) -> Bool {
        guard group.move(in: frame) else { return false }
        guard let reference else {
            reference = Self.reference(of: group)
            return true
        }
        let span = max(group.span, FingerGroup.trueSpans.lowerBound)
        if FingerGroup.trueSpans.contains(span) { quantity = Self.limited(base * span / reference) }
        return true
    }

    mutating func reset() { (base, reference, quantity) = (1, nil, 1) }

    func value(fingers: Int, location: Point, startLocation: Point, velocity: Double) -> GestureValue {
        .magnify(
            .init(
                fingers: fingers, location: location, startLocation: startLocation, magnification: quantity,
                velocity: velocity))
    }

    private static func reference(of group: FingerGroup) -> Double? {
        let span = group.span
        return FingerGroup.trueSpans.contains(span) ? span : nil
    }

    /// No hand gets near: between fingers that touch and a hand's width lies a factor of 15.
    private static func limited(_ scale: Double) -> Double { min(max(scale, 1e-6), 1e6) }
}
