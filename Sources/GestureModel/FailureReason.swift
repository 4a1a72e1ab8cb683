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
    /// A sentence part with the number and the limit: `moved 14.2 pt, limit 10 pt`.
    public var description: String {
        switch self {
        case .movedTooFar(let distance, let limit): "moved \(points(distance, .up)) pt, limit \(points(limit)) pt"
        case .movedTooLittle(let distance, let limit): "moved \(points(distance, .down)) pt, needs \(points(limit)) pt"
        case .tooSlow(let speed, let limit): "lifted at \(points(speed, .down)) pt/s, needs \(points(limit)) pt/s"
        case .wrongDirection(let direction, let accepted):
            "went \(direction), needs \(accepted.directions.map(\.rawValue).joined(separator: " or "))"
        case .startedFarFromEdge(let distance, let limit):
            "started \(points(distance, .up)) pt from the edge, limit \(points(limit)) pt"
        case .scaledTooLittle(let delta, let limit):
            "scaled by \(hundredths(delta * 100, .down)) %, needs \(hundredths(limit * 100)) %"
        case .turnedTooLittle(let angle, let limit):
            "turned \(hundredths(angle * 180 / .pi, .down))°, needs \(hundredths(limit * 180 / .pi))°"
        case .heldTooLong(let time, let limit): "held \(milliseconds(time)) ms, limit \(milliseconds(limit)) ms"
        case .liftedEarly(let time, let limit): "lifted after \(milliseconds(time)) ms, needs \(milliseconds(limit)) ms"
        case .tooManyFingers(let count, let limit): "\(fingers(count)), limit \(limit)"
        case .tooFewFingers(let count, let accepted):
            "\(fingers(count)), needs \(accepted.counts.map(String.init).joined(separator: " or "))"
        case .tooFewTaps(let count, let needed): "\(count == 1 ? "1 tap" : "\(count) taps"), needs \(needed)"
        case .didNotMove: "did not move"
        case .nothingFollowed(let limit): "nothing followed within \(milliseconds(limit)) ms"
        case .clicked: "clicked"
        case .other(let sentence): sentence
        }
    }

    /// At most one decimal, rounded away from the limit that was missed: 9.97 of 10 pt must not read as 10.
    private func points(_ points: Double, _ rule: FloatingPointRoundingRule = .toNearestOrEven) -> String {
        let tenths = (points * 10).rounded(rule)
        // What no surface holds is written as Swift writes it.
        guard abs(tenths) < 1e15, tenths.truncatingRemainder(dividingBy: 10) == 0 else { return "\(tenths / 10)" }
        return "\(Int64(tenths / 10))"
    }

    /// At most two decimals: the limits of a scale and of a turn are about one percent and one degree.
    private func hundredths(_ number: Double, _ rule: FloatingPointRoundingRule = .toNearestOrEven) -> String {
        let hundredths = (number * 100).rounded(rule)
        guard abs(hundredths) < 1e15, hundredths.truncatingRemainder(dividingBy: 100) == 0 else {
            return "\(hundredths / 100)"
        }
        return "\(Int64(hundredths / 100))"
    }

    /// Rounded down: 499.9 of 500 ms are 499.
    private func milliseconds(_ time: Microseconds) -> Int64 { time.count / 1000 }
    private func fingers(_ count: Int) -> String { count == 1 ? "1 finger" : "\(count) fingers" }
}
