internal import GestureModel

/// A measure of how contacts have moved relative to each other since they came down: a scale, or an angle.
protocol TransformMeasure: Sendable {
    init(_ thresholds: Thresholds)

    /// The measured value since touch-down; never infinite and never NaN, whatever the positions.
    var quantity: Double { get }
    /// The absolute difference from the value at touch-down.
    var delta: Double { get }
    /// The smallest delta that makes a gesture.
    var limit: Double { get }
    /// Why the delta is too small for a gesture.
    var shortfall: FailureReason { get }
    /// The failure if the relative motion of the contacts does not clearly change this measure; see
    /// ``isClear(_:slop:)``.
    var unclear: FailureReason { get }
    /// True if the relative motion of the contacts changes this measure more than the other measure, or too much to be
    /// a side effect.
    func isClear(_ motion: ContactMotion, slop: Double) -> Bool

    /// Called when contacts came down or lifted. Continues without a jump with the contacts that are down.
    mutating func rebase(on group: ContactGroup)
    /// Moves the group with the frame. Returns true if a contact moved.
    mutating func move(_ group: inout ContactGroup, in frame: borrowing TouchFrame) -> Bool
    mutating func reset()

    /// Called when the gesture is recognised. The reported value counts from the limit that was just passed.
    mutating func countFromLimit()
    /// - Parameter velocity: The rate of change of ``quantity``.
    func value(fingers: Int, location: Point, startLocation: Point, velocity: Double) -> GestureValue
}

/// Two or more contacts that move apart or towards each other. ``TransformRecogniser`` documents the states.
typealias MagnifyRecogniser = TransformRecogniser<Magnification>

/// The scale: the mean distance of the contacts from their centre, divided by that distance when they came down.
///
/// Each touch-down or lift starts a new factor, and the scale is the product of the factors. A touch-down or lift
/// therefore causes no jump. Contacts that a device counts but cannot locate are reported at one point and have no
/// distance. The scale then stays constant until the device reports them apart. If located contacts later come closer
/// than the lower bound of ``ContactGroup/trueSpans``, the scale stays at its value for that bound.
struct Magnification: TransformMeasure {
    let limit: Double
    /// The scale when a contact last came down or lifted.
    private var base = 1.0
    /// The span in points when a contact last came down or lifted. If the contacts were then at one point, the span
    /// when the device first reports them apart; nil until it does.
    private var reference: Double?
    private(set) var quantity = 1.0
    /// The quantity at which the reported scale is 1.
    private var origin = 1.0

    init(_ thresholds: Thresholds) { limit = thresholds.magnify.minimumScaleDelta }

    var delta: Double { abs(quantity - 1) }
    var shortfall: FailureReason { .scaledTooLittle(by: delta, limit: limit) }
    var unclear: FailureReason { .scaledTooLittle(by: min(delta, 0.25), limit: 0.25) }

    func isClear(_ motion: ContactMotion, slop: Double) -> Bool {
        motion.spread >= motion.arc || motion.isScaled(by: 1.25)
    }

    mutating func rebase(on group: ContactGroup) {
        base = quantity
        reference = Self.reference(of: group)
    }

    mutating func move(_ group: inout ContactGroup, in frame: borrowing TouchFrame) -> Bool {
        guard group.move(in: frame) else { return false }
        guard let reference else {
            reference = Self.reference(of: group)
            return true
        }
        let span = max(group.span, ContactGroup.trueSpans.lowerBound)
        if ContactGroup.trueSpans.contains(span) { quantity = Self.limited(base * span / reference) }
        return true
    }

    mutating func reset() { (base, reference, quantity, origin) = (1, nil, 1, 1) }

    mutating func countFromLimit() { origin = quantity / min(max(quantity, max(1 - limit, 1e-6)), 1 + limit) }

    func value(fingers: Int, location: Point, startLocation: Point, velocity: Double) -> GestureValue {
        .magnify(
            .init(
                fingers: fingers, location: location, startLocation: startLocation,
                magnification: Self.limited(quantity / origin), velocity: velocity / origin))
    }

    private static func reference(of group: ContactGroup) -> Double? {
        let span = group.span
        return ContactGroup.trueSpans.contains(span) ? span : nil
    }

    /// Limits a scale to a wider range than hands have: from touching fingers to a hand's width is a factor of 15.
    private static func limited(_ scale: Double) -> Double { min(max(scale, 1e-6), 1e6) }
}

/// Two or more contacts that turn about their centre. ``TransformRecogniser`` documents the states.
typealias RotateRecogniser = TransformRecogniser<Rotation>

/// The angle: the sum of the contacts' turns about their centre from frame to frame. It is not limited to half a turn,
/// and a contact that comes down or lifts causes no jump.
///
/// Contacts that a device counts but cannot locate are reported at one point and do not change the angle.
struct Rotation: TransformMeasure {
    let limit: Double
    private(set) var quantity = 0.0
    /// The quantity at which the reported angle is 0.
    private var origin = 0.0

    init(_ thresholds: Thresholds) { limit = thresholds.rotate.minimumAngleDelta }

    var delta: Double { abs(quantity) }
    var shortfall: FailureReason { .turnedTooLittle(by: delta, limit: limit) }
    var unclear: FailureReason { .turnedTooLittle(by: min(delta, .pi / 9), limit: .pi / 9) }

    /// Requires a large turn, because a hand that pinches also turns a little before the fingers close.
    func isClear(_ motion: ContactMotion, slop: Double) -> Bool {
        motion.isTurned || motion.arc >= 2 * slop && motion.arc >= ContactMotion.clarity * motion.spread
    }

    mutating func rebase(on group: ContactGroup) {}

    mutating func move(_ group: inout ContactGroup, in frame: borrowing TouchFrame) -> Bool {
        quantity += group.rotation(in: frame)
        return group.move(in: frame)
    }

    mutating func reset() { (quantity, origin) = (0, 0) }

    mutating func countFromLimit() { origin = quantity - min(max(quantity, -limit), limit) }

    func value(fingers: Int, location: Point, startLocation: Point, velocity: Double) -> GestureValue {
        .rotate(
            .init(
                fingers: fingers, location: location, startLocation: startLocation, rotation: quantity - origin,
                velocity: velocity))
    }
}
