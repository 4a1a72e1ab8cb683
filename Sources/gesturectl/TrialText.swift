internal import GestureActions
internal import GestureModel
internal import GestureProtocol

/// One gesture or touch of a trial as text and as JSON.
struct TrialText {
    private let row: TrialTouches.Row
    private let number: Int
    /// From which seconds count.
    private let origin: Timestamp
    /// For the settings of the standard set.
    private let thresholds: Thresholds

    init(_ row: TrialTouches.Row, number: Int, since origin: Timestamp, _ thresholds: Thresholds) {
        (self.row, self.number, self.origin, self.thresholds) = (row, number, origin, thresholds)
    }

    var lines: [String] {
        var lines = ["\(seconds)  \(headline)"]
        if let cancelled = row.outcome?.cancelled { lines.append("    cancelled: \(row.cause ?? cancelled.phrase)") }
        lines += row.notes.map { "    \($0)" }
        guard let outcome = row.outcome else {
            return lines + reasons.map { "    \($0)" } + (row.near.isEmpty ? [] : near(row.near))
        }
        let runs = outcome.runs.reduce(into: [ActionTrial.Run]()) { rows, run in
            // Consecutive steps of one rule share a line.
            guard let last = rows.last, (last.line, last.effect) == (run.line, run.effect) else {
                return rows.append(run)
            }
            rows[rows.count - 1].steps += run.steps
        }.map { run in
            let times = abs(run.steps) > 1 ? " \(abs(run.steps)) times" : ""
            return "    would run “\(run.rule)”, line \(run.line)\(times): \(run.effect)"
        }
        if runs.isEmpty, outcome.cancelled != nil { return lines + ["    nothing runs"] }
        return lines + (runs.isEmpty ? near(outcome.near) : runs)
    }

    private var start: Timestamp { row.outcome?.start ?? row.touch?.start ?? origin }
    private var seconds: String {
        GestureLine.seconds(Timestamp(microseconds: max(0, (start - origin).count)))
    }
    private var headline: String { row.outcome?.headline ?? row.touch?.headline(on: row.kind) ?? "" }

    private func near(_ near: [ActionTrial.Near]) -> [String] {
        near.isEmpty
            ? ["    nothing runs, and no rule is near"]
            : ["    nothing runs; near:"]
                + near.map { "      “\($0.rule)”, line \($0.line): \($0.lacks.joined(separator: "; "))" }
    }

    /// Why no gesture was recognised, each with the settings that decided.
    private var reasons: [String] {
        row.explanations.map { explanation, cause in
            let sentence = explanation.sentence(
                cancelledBy: cause, limit: row.kind.flatMap { explanation.limit(on: $0, thresholds) })
            guard let touch = row.touch, let kind = row.kind,
                let advice = explanation.advice(touch.extent, kind, thresholds, row.replay)
            else { return sentence }
            return "\(sentence); \(advice)"
        }
    }

    var json: [UInt8] {
        let outcome = row.outcome
        return
            JSONValue.members([
                ("touch", JSONValue(number)), ("start", .integer(start.microseconds)),
                ("end", .integer((outcome?.end ?? row.touch?.end ?? start).microseconds)),
                ("fingers", JSONValue(outcome?.fingers ?? row.touch?.extent.fingers ?? 0)),
                ("seen", .string(headline)), ("gesture", outcome.map { .string($0.gesture) }),
                ("cancelled", outcome?.cancelled.map { .string("\($0)") }),
                ("runs", .array((outcome?.runs ?? []).map(\.json))),
                ("near", .array((outcome?.near ?? row.near).map(\.json))),
                ("why", .array((row.notes + reasons).map { .string($0) })),
            ]).line
    }
}

extension ExplanationMessage {
    /// Returns the settings that decided, and the value that would have decided otherwise; nil if there are none.
    ///
    /// - Parameters:
    ///   - replay: The touch, to leave out what it does not need; nil if its course is not known.
    ///   - isStandard: True if the gesture is one of the standard set.
    func advice(
        _ touch: TouchExtent, _ kind: TouchDeviceKind, _ thresholds: Thresholds, _ replay: TouchReplay?,
        isStandard: Bool = true
    ) -> String? {
        guard case .known(let gesture) = recogniser, case .known(let reason)? = reason else { return nil }
        return Remedy.advice(
            on: gesture, reason, in: touch, on: kind, thresholds, isStandard: isStandard,
            isEnough: replay.map { replay in { replay.makes(gesture, $0) } })
    }
}

extension ActionTrial.Run {
    fileprivate var json: JSONValue {
        .members([
            ("rule", .string(rule)), ("line", JSONValue(line)), ("steps", JSONValue(steps)),
            ("effect", .string(effect)),
            ("time", .integer(time.microseconds)), ("variables", .array(variables.map { .string($0) })),
        ])
    }
}

extension ActionTrial.Near {
    fileprivate var json: JSONValue {
        .members([
            ("rule", .string(rule)), ("line", JSONValue(line)), ("lacks", .array(lacks.map { .string($0) })),
        ])
    }
}
