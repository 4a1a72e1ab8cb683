/// Why a recogniser decided that what the fingers do is not its gesture: the number that broke the limit, and the limit.
public enum FailureReason: Hashable, Sendable {
    /// Points moved, and the limit that was reached.
    case movedTooFar(by: Double, limit: Double)
    /// Points moved when the fingers lifted, and the distance there should have been.
    case movedTooLittle(by: Double, limit: Double)
    /// Points per second when the first of the fingers lifted, and the speed there should have been.
    case tooSlow(Double, limit: Double)
    /// Where the fingers went, or were going as they lifted, and what would have been right: for fingers that turned, the
    /// way they had come.
    case wrongDirection(SwipeDirection, accepted: SwipeDirection.Set)
    /// Points from the edges that were asked for to the finger that came down furthest from them, and the limit.
    case startedFarFromEdge(by: Double, limit: Double)
    /// Points that the fingers of a hand went to or from each other, or around each other, in the mean, and the distance
    /// that makes it no drag.
    case deformedTooLittle(by: Double, limit: Double)
    /// How far from 1 the scale was when the fingers lifted, and how far it should have been.
    case scaledTooLittle(by: Double, limit: Double)
    /// Radians turned when the fingers lifted, either way, and the angle there should have been.
    case turnedTooLittle(by: Double, limit: Double)
    /// Time down, and the limit that was reached.
    case heldTooLong(for: Microseconds, limit: Microseconds)
    /// Time down when a finger lifted, and the time there should have been.
    case liftedEarly(after: Microseconds, limit: Microseconds)
    case tooManyFingers(Int, limit: Int)
    case tooFewFingers(Int, accepted: FingerCounts)
    /// The next tap of a multi-tap did not come in time, or not near enough.
    case tooFewTaps(Int, needed: Int)
    /// The fingers of a gesture that needs no distance lifted from where they came down, while another might have been
    /// meant.
    case didNotMove
    /// A part of a sequence ended, and no finger came for the next one in time.
    case nothingFollowed(limit: Microseconds)
    /// The button under the surface was pressed: the fingers click.
    case clicked
    /// A failure that came after this client, as the daemon's sentence has it. No recogniser fails with it.
    case other(String)
}

extension FailureReason: CustomStringConvertible {
    /// A sentence part with the number and the limit: `moved 14.2 pt > 10 pt`.
    public var description: String {
        switch self {
        case .movedTooFar(let distance, let limit):
            "moved \(Wording.exceeds(Wording.points(distance, .up), Wording.points(limit)))"
        case .movedTooLittle(let distance, let limit):
            "moved \(Wording.points(distance, .down)) < \(Wording.points(limit))"
        case .deformedTooLittle(let distance, let limit):
            "parted or turned \(Wording.points(distance, .down)) < \(Wording.points(limit))"
        case .tooSlow(let speed, let limit):
            "lifted at \(Wording.points(speed, .down))/s < \(Wording.points(limit))/s"
        case .wrongDirection(let direction, let accepted):
            "went \(direction), needs \(accepted.directions.map(\.rawValue).joined(separator: " or "))"
        case .startedFarFromEdge(let distance, let limit):
            "started \(Wording.exceeds(Wording.points(distance, .up), Wording.points(limit))) from the edge"
        case .scaledTooLittle(let delta, let limit):
            "scaled by \(Wording.percent(delta, .down)) < \(Wording.percent(limit))"
        case .turnedTooLittle(let angle, let limit):
            "turned \(Wording.degrees(angle, .down)) < \(Wording.degrees(limit))"
        case .heldTooLong(let time, let limit):
            "held \(Wording.exceeds(Wording.milliseconds(time), Wording.milliseconds(limit)))"
        case .liftedEarly(let time, let limit):
            "lifted after \(Wording.milliseconds(time)) < \(Wording.milliseconds(limit))"
        case .tooManyFingers(let count, let limit): "\(Wording.fingers(count)) > \(limit)"
        case .tooFewFingers(let count, let accepted):
            "\(Wording.fingers(count)), needs \(Wording.choice(accepted.counts))"
        case .tooFewTaps(let count, let needed): "\(count == 1 ? "1 tap" : "\(count) taps") < \(needed)"
        case .didNotMove: "did not move"
        case .nothingFollowed(let limit): "nothing followed within \(Wording.milliseconds(limit))"
        case .clicked: "clicked"
        case .other(let sentence): sentence
        }
    }
}
