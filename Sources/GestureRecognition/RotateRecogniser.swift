internal import GestureModel

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
