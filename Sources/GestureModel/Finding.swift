/// The decision about one gesture that fingers might have made: recognised, or the reason why not.
public struct Finding: Hashable, Sendable {
    /// Whether the gesture was recognised, and if not, why.
    public enum Outcome: Hashable, Sendable {
        /// The fingers made the gesture; the value at that time.
        case recognised(GestureValue)
        /// The fingers did not make the gesture, or no longer do.
        case lost(CancellationReason)
        /// The sequence of which the gesture is a part ended before this part could begin.
        case notReached
    }

    /// The gesture that the decision is about; in a composition or a standard set, one of its gestures.
    public var recogniser: GestureName
    /// The number of the gesture in its composition, from 1 and in the expression's order; 0 if there is no
    /// composition.
    public var part: Int
    /// The decision.
    public var outcome: Outcome
    /// The time of the frame or deadline at which the decision was made.
    public var time: Timestamp
    /// The time from the first finger's touch to ``time``. The first finger is one that came down while no other was
    /// down.
    public var elapsed = Microseconds.zero
    /// The most fingers that were down at once since the first finger's touch.
    public var fingers = 0

    /// Creates a finding without ``elapsed`` and ``fingers``, which are zero.
    public init(_ recogniser: GestureName, part: Int = 0, _ outcome: Outcome, at time: Timestamp) {
        self.recogniser = recogniser
        self.part = part
        self.outcome = outcome
        self.time = time
    }

    /// The finding without the distance and the speed of one finger, for clients from which its path is withheld.
    package var withholdingPath: Finding {
        var finding = self
        switch outcome {
        case .recognised(let value): finding.outcome = .recognised(value.withholdingPath(isOver: false))
        case .lost(let reason): finding.outcome = .lost(reason.withholdingPath)
        case .notReached: break
        }
        return finding
    }

    /// The finding for clients from which positions are withheld: the numbers of a failure, also those in its sentence,
    /// are rounded to three decimals.
    package var withholdingPositions: Finding {
        guard case .lost(let reason) = outcome else { return self }
        var finding = self
        finding.outcome = .lost(reason.withholdingPositions)
        return finding
    }
}

extension Finding: CustomStringConvertible {
    /// A sentence such as `tap: moved 14.2 pt > 10 pt at 92 ms`.
    public var description: String {
        "\(recogniser.noun)\(part > 0 ? " (part \(part))" : ""): \(words) at \(Wording.milliseconds(elapsed))"
    }

    private var words: String {
        switch outcome {
        case .recognised(let value): "recognised: \(value.summary)"
        case .lost(let reason): reason.isOfFingers ? reason.phrase : "cancelled: \(reason.phrase)"
        case .notReached: "not reached"
        }
    }
}

extension CancellationReason {
    /// True if the fingers themselves decided.
    fileprivate var isOfFingers: Bool {
        switch self {
        case .failed, .outcompeted: true
        default: false
        }
    }
}

extension GestureValue {
    /// A phrase for the gesture, with the number that distinguishes the gesture from others.
    var summary: String {
        switch self {
        case .tap(let tap):
            "\(Wording.fingers(tap.fingers)) tapped\(tap.count > 1 ? " \(tap.count) times in a row" : "")"
        case .longPress(let press): "\(Wording.fingers(press.fingers)) held"
        case .drag(let drag):
            "\(Wording.fingers(drag.fingers)) moved \(Wording.points(drag.translation.length))"
        case .swipe(let swipe):
            "\(Wording.fingers(swipe.fingers)) swiped \(swipe.direction) \(Wording.points(swipe.translation.length))"
        case .magnify(let magnify):
            "\(Wording.fingers(magnify.fingers)) scaled by \(Wording.percent(abs(magnify.magnification - 1)))"
        case .rotate(let rotate):
            "\(Wording.fingers(rotate.fingers)) turned \(Wording.degrees(abs(rotate.rotation)))"
        case .stroke(let stroke): "drew \(stroke.template), \(Wording.percent(stroke.score, .down)) alike"
        case .swipeHold(let hold): "\(Wording.fingers(hold.fingers)) swiped \(hold.direction) and held"
        case .dial(let dial): "\(Wording.fingers(dial.fingers)) circled"
        case .touch(let touch): "\(Wording.fingers(touch.fingers)) on the surface"
        case .composition: "all of it"
        }
    }
}

/// Writes numbers for sentences that people read.
package enum Wording {
    /// Writes at most one decimal. A number that missed a limit is rounded away from the limit: 9.97 of 10 pt must not
    /// read as 10.
    static func points(_ points: Double, _ rule: FloatingPointRoundingRule = .toNearestOrEven) -> String {
        let tenths = (points * 10).rounded(rule)
        // A number beyond any surface is written in Swift's own notation.
        guard abs(tenths) < 1e15, tenths.truncatingRemainder(dividingBy: 10) == 0 else { return "\(tenths / 10) pt" }
        return "\(Int64(tenths / 10)) pt"
    }

    /// Writes `3.2, 189 pt`.
    static func position(_ point: Point) -> String { "\(points(point.x).dropLast(3)), \(points(point.y))" }

    static func percent(_ share: Double, _ rule: FloatingPointRoundingRule = .toNearestOrEven) -> String {
        "\(hundredths(share * 100, rule)) %"
    }

    static func degrees(_ radians: Double, _ rule: FloatingPointRoundingRule = .toNearestOrEven) -> String {
        "\(hundredths(radians * 180 / .pi, rule))°"
    }

    /// Rounds down: 499.9 of 500 ms are written as 499.
    static func milliseconds(_ time: Microseconds) -> String { "\(time.count / 1000) ms" }

    /// Writes a distance in points as millimetres: `30 mm`, `2.5 mm`. Below 10 mm with one decimal.
    package static func millimetres(_ points: Double) -> String {
        "\(decimal(points * Surface.millimetresPerPoint, abs(points) < 63 ? 1 : 0)) mm"
    }

    /// Writes an angle in radians as degrees with its direction: `34° clockwise`.
    package static func turn(_ radians: Double) -> String {
        "\(decimal(abs(radians) * 180 / .pi, 0))° \(radians < 0 ? "counterclockwise" : "clockwise")"
    }

    /// Rounds a number to at most two decimals, without `.0`.
    package static func decimal(_ number: Double, _ decimals: Int) -> String {
        let factor = decimals == 0 ? 1.0 : decimals == 1 ? 10 : 100
        let rounded = (number * factor).rounded() / factor + 0
        return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
    }

    package static func fingers(_ count: Int) -> String { count == 1 ? "1 finger" : "\(count) fingers" }

    /// Writes `2, 4 or 5`, and `2 to 10` where there is no gap.
    static func choice(_ counts: [Int]) -> String {
        guard let first = counts.first, let last = counts.last, counts.count > 1 else {
            return counts.first.map(String.init) ?? "none"
        }
        if counts.count > 2, counts.count == last - first + 1 { return "\(first) to \(last)" }
        return "\(counts.dropLast().map(String.init).joined(separator: ", ")) or \(last)"
    }

    /// Writes `≥` if the number reads the same as the limit that it reached, otherwise `>`.
    static func exceeds(_ number: String, _ limit: String) -> String {
        number == limit ? "\(number) ≥ \(limit)" : "\(number) > \(limit)"
    }

    /// Writes at most two decimals, because the limits of a scale and of a turn are about one percent and one degree.
    private static func hundredths(_ number: Double, _ rule: FloatingPointRoundingRule) -> String {
        let hundredths = (number * 100).rounded(rule)
        guard abs(hundredths) < 1e15, hundredths.truncatingRemainder(dividingBy: 100) == 0 else {
            return "\(hundredths / 100)"
        }
        return "\(Int64(hundredths / 100))"
    }
}
