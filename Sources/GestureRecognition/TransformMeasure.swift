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
