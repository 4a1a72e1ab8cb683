/// Why a recogniser decided that the fingers do not make its gesture, with the measured number and the limit.
public enum FailureReason: Hashable, Sendable {
    /// The distance that was moved, in points, and the limit that it reached.
    case movedTooFar(by: Double, limit: Double)
    /// The distance that was moved, or the diagonal of a drawn shape, in points, and the distance that was needed.
    case movedTooLittle(by: Double, limit: Double)
    /// The speed on the fastest part of the path, in points per second, and the speed that was needed.
    case tooSlow(Double, limit: Double)
    /// The speed when the first of the fingers lifted, in points per second, and the speed that was needed.
    case liftedSlowly(Double, limit: Double)
    /// The direction of the fingers, and the accepted directions. If the fingers turned back or aside, these are the
    /// direction in which they turned, and the direction of their whole path.
    case wrongDirection(SwipeDirection, accepted: SwipeDirection.Set)
    /// The distance from the gesture's edges to the nearest finger that came down, in points, and the limit. If the
    /// nearest finger is within the limit, the number is the distance to another finger that came down too far away.
    case startedFarFromEdge(by: Double, limit: Double)
    /// How many points the fingers moved relative to each other on average, and the distance from which the motion is
    /// no longer a drag.
    case deformedTooLittle(by: Double, limit: Double)
    /// How many points the fingers moved relative to each other on average, and the distance up to which the motion is
    /// a drag.
    case deformedTooFar(by: Double, limit: Double)
    /// How far from 1 the scale was when the gesture failed, and how far it needed to be.
    case scaledTooLittle(by: Double, limit: Double)
    /// The angle turned in either direction when the gesture failed, in radians, and the angle that was needed.
    case turnedTooLittle(by: Double, limit: Double)
    /// The highest score of a template, and the score that was needed.
    case matchedPoorly(score: Double, limit: Double)
    /// How long the fingers were down, and the limit that was reached.
    case heldTooLong(for: Microseconds, limit: Microseconds)
    /// How long the fingers were down together when one of them lifted, and the time that was needed.
    case liftedEarly(after: Microseconds, limit: Microseconds)
    /// How many fingers took part, and the most that the gesture accepts, or the number with which it began.
    case tooManyFingers(Int, limit: Int)
    /// How many fingers were down or moved, and the numbers that the gesture accepts.
    case tooFewFingers(Int, accepted: FingerCounts)
    /// The time from the fingers' first motion to another finger's touch, and the limit: a finger that comes later is
    /// not part of the gesture.
    case joinedTooLate(after: Microseconds, limit: Microseconds)
    /// How many taps were made in a row, and how many were needed. The next tap did not come in time, or was too far
    /// away.
    case tooFewTaps(Int, needed: Int)
    /// In a `race` or `exclusive` composition: the fingers of a part with a minimum of 0 lifted without moving. A press
    /// and hold also fails with this reason there, because it is never completed.
    case didNotMove
    /// A part of a sequence ended, and no finger came down in time for the next part.
    case nothingFollowed(limit: Microseconds)
    /// The button under the surface was pressed: the fingers click.
    case clicked
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
        case .deformedTooFar(let distance, let limit):
            "parted or turned \(Wording.exceeds(Wording.points(distance, .up), Wording.points(limit)))"
        case .tooSlow(let speed, let limit):
            "went \(Wording.points(speed, .down))/s < \(Wording.points(limit))/s"
        case .liftedSlowly(let speed, let limit):
            "lifted at \(Wording.points(speed, .down))/s < \(Wording.points(limit))/s"
        case .wrongDirection(let direction, let accepted):
            "went \(direction), needs \(accepted.directions.map(\.rawValue).joined(separator: " or "))"
        case .startedFarFromEdge(let distance, let limit):
            "started \(Wording.exceeds(Wording.points(distance, .up), Wording.points(limit))) from the edge"
        case .scaledTooLittle(let delta, let limit):
            "scaled by \(Wording.percent(delta, .down)) < \(Wording.percent(limit))"
        case .turnedTooLittle(let angle, let limit):
            "turned \(Wording.degrees(angle, .down)) < \(Wording.degrees(limit))"
        case .matchedPoorly(let score, let limit):
            "matched no template: \(Wording.percent(score, .down)) < \(Wording.percent(limit))"
        case .heldTooLong(let time, let limit):
            "held \(Wording.exceeds(Wording.milliseconds(time), Wording.milliseconds(limit)))"
        case .liftedEarly(let time, let limit):
            "lifted after \(Wording.milliseconds(time)) < \(Wording.milliseconds(limit))"
        case .tooManyFingers(let count, let limit): "\(Wording.fingers(count)) > \(limit)"
        case .tooFewFingers(let count, let accepted):
            "\(Wording.fingers(count)), needs \(Wording.choice(accepted.counts))"
        case .joinedTooLate(let time, let limit):
            "another finger came after \(Wording.exceeds(Wording.milliseconds(time), Wording.milliseconds(limit)))"
        case .tooFewTaps(let count, let needed): "\(count == 1 ? "1 tap" : "\(count) taps") < \(needed)"
        case .didNotMove: "did not move"
        case .nothingFollowed(let limit): "nothing followed within \(Wording.milliseconds(limit))"
        case .clicked: "clicked"
        }
    }
}

// MARK: - Fields

/// Visits the numbers of a failure in their order in a `gesture` line.
package protocol FailureVisitor {
    /// Visits a distance, a speed, a scale, an angle or a score that was measured, and its `limit`.
    mutating func measured(_ name: StaticString, _ number: inout Double, limit: inout Double)
    mutating func time(_ name: StaticString, _ time: inout Microseconds)
    mutating func count(_ name: StaticString, _ count: inout Int)
    mutating func counts(_ name: StaticString, _ counts: inout FingerCounts)
    mutating func word(_ name: StaticString, _ word: inout some ProtocolWord)
    mutating func words(_ name: StaticString, _ words: inout some WordSet)
}

extension FailureReason {
    /// One failure of each kind, to find a kind by its name.
    package static let each: [FailureReason] = [
        .movedTooFar(by: 0, limit: 0), .movedTooLittle(by: 0, limit: 0), .tooSlow(0, limit: 0),
        .liftedSlowly(0, limit: 0), .wrongDirection(.up, accepted: []), .startedFarFromEdge(by: 0, limit: 0),
        .deformedTooLittle(by: 0, limit: 0), .deformedTooFar(by: 0, limit: 0),
        .scaledTooLittle(by: 0, limit: 0), .turnedTooLittle(by: 0, limit: 0), .matchedPoorly(score: 0, limit: 0),
        .heldTooLong(for: .zero, limit: .zero),
        .liftedEarly(after: .zero, limit: .zero), .tooManyFingers(0, limit: 0), .tooFewFingers(0, accepted: []),
        .joinedTooLate(after: .zero, limit: .zero), .tooFewTaps(0, needed: 0), .didNotMove,
        .nothingFollowed(limit: .zero), .clicked,
    ]

    /// The word on the wire.
    package var name: String {
        switch self {
        case .movedTooFar: "movedTooFar"
        case .movedTooLittle: "movedTooLittle"
        case .tooSlow: "tooSlow"
        case .liftedSlowly: "liftedSlowly"
        case .wrongDirection: "wrongDirection"
        case .startedFarFromEdge: "startedFarFromEdge"
        case .deformedTooLittle: "deformedTooLittle"
        case .deformedTooFar: "deformedTooFar"
        case .scaledTooLittle: "scaledTooLittle"
        case .turnedTooLittle: "turnedTooLittle"
        case .matchedPoorly: "matchedPoorly"
        case .heldTooLong: "heldTooLong"
        case .liftedEarly: "liftedEarly"
        case .tooManyFingers: "tooManyFingers"
        case .tooFewFingers: "tooFewFingers"
        case .joinedTooLate: "joinedTooLate"
        case .tooFewTaps: "tooFewTaps"
        case .didNotMove: "didNotMove"
        case .nothingFollowed: "nothingFollowed"
        case .clicked: "clicked"
        }
    }

    package mutating func visit(_ visitor: inout some FailureVisitor) {
        switch self {
        case .movedTooFar(let by, let limit): self = visitor.pair("by", by, limit, FailureReason.movedTooFar)
        case .movedTooLittle(let by, let limit): self = visitor.pair("by", by, limit, FailureReason.movedTooLittle)
        case .tooSlow(let velocity, let limit): self = visitor.pair("velocity", velocity, limit, FailureReason.tooSlow)
        case .liftedSlowly(let velocity, let limit):
            self = visitor.pair("velocity", velocity, limit, FailureReason.liftedSlowly)
        case .wrongDirection(var direction, var accepted):
            visitor.word("direction", &direction)
            visitor.words("accepted", &accepted)
            self = .wrongDirection(direction, accepted: accepted)
        case .startedFarFromEdge(let by, let limit):
            self = visitor.pair("by", by, limit, FailureReason.startedFarFromEdge)
        case .deformedTooLittle(let by, let limit):
            self = visitor.pair("by", by, limit, FailureReason.deformedTooLittle)
        case .deformedTooFar(let by, let limit): self = visitor.pair("by", by, limit, FailureReason.deformedTooFar)
        case .scaledTooLittle(let by, let limit): self = visitor.pair("by", by, limit, FailureReason.scaledTooLittle)
        case .turnedTooLittle(let by, let limit): self = visitor.pair("by", by, limit, FailureReason.turnedTooLittle)
        case .matchedPoorly(let score, let limit):
            self = visitor.pair("score", score, limit, FailureReason.matchedPoorly)
        case .heldTooLong(let time, let limit): self = visitor.pair("for", time, limit, FailureReason.heldTooLong)
        case .liftedEarly(let time, let limit): self = visitor.pair("after", time, limit, FailureReason.liftedEarly)
        case .tooManyFingers(var count, var limit):
            visitor.count("fingers", &count)
            visitor.count("limit", &limit)
            self = .tooManyFingers(count, limit: limit)
        case .tooFewFingers(var count, var accepted):
            visitor.count("fingers", &count)
            visitor.counts("accepted", &accepted)
            self = .tooFewFingers(count, accepted: accepted)
        case .joinedTooLate(let time, let limit):
            self = visitor.pair("after", time, limit, FailureReason.joinedTooLate)
        case .tooFewTaps(var count, var needed):
            visitor.count("taps", &count)
            visitor.count("needed", &needed)
            self = .tooFewTaps(count, needed: needed)
        case .nothingFollowed(var limit):
            visitor.time("limit", &limit)
            self = .nothingFollowed(limit: limit)
        case .didNotMove, .clicked: break
        }
    }

    /// The reason without the distance or the speed of one finger, for clients from which its path is withheld: a number
    /// that reached its limit is the limit, and one that missed it is 0.
    package var withholdingPath: FailureReason {
        var (failure, hiding) = (self, MeasurementHiding())
        failure.visit(&hiding)
        return failure
    }

    /// The reason for clients from which positions are withheld. The last digits of a distance depend on the positions
    /// between which it was measured and would reveal them. Rounded to three decimals, as values are, the number
    /// reveals only the distance.
    package var withholdingPositions: FailureReason {
        var (failure, rounding) = (self, MeasurementRounding())
        failure.visit(&rounding)
        return failure
    }
}

extension FailureVisitor {
    fileprivate mutating func pair(
        _ name: StaticString, _ number: Double, _ limit: Double, _ failure: (Double, Double) -> FailureReason
    ) -> FailureReason {
        var (number, limit) = (number, limit)
        measured(name, &number, limit: &limit)
        return failure(number, limit)
    }

    fileprivate mutating func pair(
        _ name: StaticString, _ time: Microseconds, _ limit: Microseconds,
        _ failure: (Microseconds, Microseconds) -> FailureReason
    ) -> FailureReason {
        var (time, limit) = (time, limit)
        self.time(name, &time)
        self.time("limit", &limit)
        return failure(time, limit)
    }
}

private struct MeasurementRounding: MeasurementVisitor {
    mutating func measured(_ name: StaticString, _ number: inout Double, limit: inout Double) {
        number = number.thousandths
    }
}

private struct MeasurementHiding: MeasurementVisitor {
    mutating func measured(_ name: StaticString, _ number: inout Double, limit: inout Double) {
        number = number < limit ? 0 : limit
    }
}

/// Changes measured numbers only.
private protocol MeasurementVisitor: FailureVisitor {}

extension MeasurementVisitor {
    mutating func time(_ name: StaticString, _ time: inout Microseconds) {}
    mutating func count(_ name: StaticString, _ count: inout Int) {}
    mutating func counts(_ name: StaticString, _ counts: inout FingerCounts) {}
    mutating func word(_ name: StaticString, _ word: inout some ProtocolWord) {}
    mutating func words(_ name: StaticString, _ words: inout some WordSet) {}
}
