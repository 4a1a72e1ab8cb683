internal import GestureModel

/// One number that tells how fingers lie to each other, followed from when they came down: a scale, or an angle.
protocol TransformMeasure: Sendable {
    init(_ thresholds: Thresholds)

    /// What was measured so far; never infinite and never NaN, whatever the places.
    var quantity: Double { get }
    /// How far that is from nothing done.
    var delta: Double { get }
    /// The delta from which it is a gesture.
    var limit: Double { get }
    /// Why what was measured so far is no gesture.
    var shortfall: FailureReason { get }

    /// Fingers came or went: goes on from here with those that are down.
    mutating func rebase(on group: FingerGroup)
    /// Takes the fingers along to where the frame has them, and says whether that is elsewhere for any.
    mutating func move(_ group: inout FingerGroup, in frame: borrowing TouchFrame) -> Bool
    mutating func reset()

    func value(fingers: Int, location: Point, startLocation: Point, velocity: Double) -> GestureValue
}

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

/// Two or more fingers that turn about their centre. Its states are ``TransformRecogniser``'s.
typealias RotateRecogniser = TransformRecogniser<Rotation>

/// The angle: what the fingers turned about their centre from frame to frame, summed, so that it counts on past half a
/// turn and no finger that comes or goes makes a jump.
///
/// Fingers that a device puts at one point, since it has places for fewer, turn nothing while they are there.
struct Rotation: TransformMeasure {
    let limit: Double
    private(set) var quantity = 0.0

    init(_ thresholds: Thresholds) { limit = thresholds.rotate.minimumAngleDelta }

    var delta: Double { abs(quantity) }
    var shortfall: FailureReason { .turnedTooLittle(by: delta, limit: limit) }

    mutating func rebase(on group: FingerGroup) {}

    mutating func move(_ group: inout FingerGroup, in frame: borrowing TouchFrame) -> Bool {
        quantity += group.turn(in: frame)
        return group.move(in: frame)
    }

    mutating func reset() { quantity = 0 }

    func value(fingers: Int, location: Point, startLocation: Point, velocity: Double) -> GestureValue {
        .rotate(
            .init(
                fingers: fingers, location: location, startLocation: startLocation, rotation: quantity,
                velocity: velocity))
    }
}
