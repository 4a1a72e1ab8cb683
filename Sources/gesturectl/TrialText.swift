internal import GestureActions
internal import GestureModel
internal import GestureProtocol

/// The touches of a trial, each with the rules' outcome.
struct TrialTouches {
    /// A touch, from the first finger's touch-down until all fingers are lifted.
    struct Touch {
        var start: Timestamp
        var end: Timestamp
        var fingers: Int
        /// The displacement of the finger that moved farthest, in points.
        var movement = Vector.zero
        /// The rules' outcome; nil if the daemon recognised no gesture.
        var outcome: ActionTrial.Outcome?
        /// Why the daemon recognised no gesture.
        var explanations: [String] = []
        fileprivate var isFromFrames = false
    }

    private(set) var all: [Touch] = []
    private var positions: [Int: (start: Point, last: Point)] = [:]

    /// Adds a frame of a recording.
    mutating func add(_ frame: TouchFrame) {
        let down = frame.contacts.filter { $0.isDown && !$0.isRejected }
        if positions.isEmpty, !down.isEmpty {
            var touch = Touch(start: frame.time, end: frame.time, fingers: 0)
            touch.isFromFrames = true
            all.append(touch)
        }
        guard !all.isEmpty, !positions.isEmpty || !down.isEmpty else { return }
        for contact in down {
            positions[contact.id, default: (contact.position, contact.position)].last = contact.position
        }
        let index = all.lastIndex(where: \.isFromFrames) ?? all.count - 1
        all[index].end = frame.time
        all[index].fingers = max(all[index].fingers, down.count)
        for (start, last) in positions.values where (last - start).length > all[index].movement.length {
            all[index].movement = last - start
        }
        positions = positions.filter { position in down.contains { $0.id == position.key } }
    }

    /// Adds the outcomes of the rules for touches. While one finger rests, each movement of other fingers counts as a
    /// separate touch.
    mutating func add(_ outcomes: [ActionTrial.Outcome]) {
        for outcome in outcomes {
            let touch = Touch(start: outcome.start, end: outcome.end, fingers: outcome.fingers, outcome: outcome)
            // The outcome of a tap starts only when the tap is reported, some time after the touch has ended.
            let index = all.lastIndex { $0.start <= outcome.start && outcome.start <= $0.end + .milliseconds(600) }
            if let index, all[index].outcome == nil {
                all[index].outcome = outcome
            } else {
                all.insert(touch, at: (all.lastIndex { $0.start <= outcome.start } ?? -1) + 1)
            }
        }
    }

    mutating func add(_ message: ExplanationMessage, isLive: Bool = false) {
        let isMissing = [.lost, .dropped, .rejected].contains(message.outcome.value)
        guard isMissing else { return }
        let start = Timestamp(microseconds: message.time.microseconds - message.elapsed.count)
        if let index = all.lastIndex(where: { $0.start <= start && start <= $0.end }) {
            all[index].explanations.append(message.sentence)
            if isLive { all[index].fingers = max(all[index].fingers, message.fingers) }
        } else if isLive {
            all.append(
                Touch(start: start, end: message.time, fingers: message.fingers, explanations: [message.sentence]))
        }
    }

    /// The time from the end of a live touch until it counts as complete.
    private static let rest = Microseconds.milliseconds(50)

    /// The time at which ``takeOver(at:)`` returns the first touch; nil if there is no touch.
    var deadline: Timestamp? { all.first.map { $0.end + Self.rest } }

    /// Removes and returns the live touches that are complete.
    mutating func takeOver(at time: Timestamp) -> [Touch] {
        defer { all.removeAll { $0.end + Self.rest <= time } }
        return all.filter { $0.end + Self.rest <= time }
    }
}

extension Reported {
    /// The value; nil if this program does not know it, because the daemon is newer.
    fileprivate var value: Value? { if case .known(let value) = self { value } else { nil } }
}

/// One touch of a trial as text and as JSON.
struct TrialText {
    private let touch: TrialTouches.Touch
    private let number: Int
    private let kind: TouchDeviceKind?

    init(_ touch: TrialTouches.Touch, number: Int, kind: TouchDeviceKind?) {
        (self.touch, self.number, self.kind) = (touch, number, kind)
    }

    var lines: [String] {
        let time = GestureLine.seconds(touch.start)
        guard let outcome = touch.outcome else {
            return ["\(time)  \(headline)"] + Set(touch.explanations).sorted().map { "    \($0)" }
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
        return ["\(GestureLine.seconds(outcome.start))  \(outcome.headline)"]
            + (outcome.cancelled.map { ["    cancelled: \($0)"] } ?? []) + (runs.isEmpty ? near(outcome) : runs)
    }

    private func near(_ outcome: ActionTrial.Outcome) -> [String] {
        outcome.near.isEmpty
            ? ["    nothing runs, and no rule is near"]
            : ["    nothing runs; near:"]
                + outcome.near.map { "      “\($0.rule)”, line \($0.line): \($0.lacks.joined(separator: "; "))" }
    }

    /// A description of fingers that made no gesture.
    private var headline: String {
        let fingers = Wording.fingers(touch.fingers)
        let seconds = ((touch.end - touch.start).seconds * 100).rounded() / 100
        let moved = touch.movement.length
        let distance = (moved * Surface.millimetresPerPoint * 10).rounded() / 10
        let way = moved < 1 || !touch.isFromFrames ? "" : ", \(distance) mm \(SwipeDirection(touch.movement).rawValue)"
        let pointer = kind == .touchpad && touch.fingers == 1 && moved >= 10 ? ": moves the pointer" : ": no gesture"
        return "\(fingers)\(way) in \(seconds) s\(pointer)"
    }

    var json: [UInt8] {
        let outcome = touch.outcome
        return
            JSONValue.members([
                ("touch", JSONValue(number)), ("start", .integer((outcome?.start ?? touch.start).microseconds)),
                ("end", .integer((outcome?.end ?? touch.end).microseconds)),
                ("fingers", JSONValue(outcome?.fingers ?? touch.fingers)),
                ("seen", .string(outcome?.headline ?? headline)), ("gesture", outcome.map { .string($0.gesture) }),
                ("cancelled", outcome?.cancelled.map { .string($0) }),
                ("runs", .array((outcome?.runs ?? []).map(\.json))),
                ("near", .array((outcome?.near ?? []).map(\.json))),
                ("why", .array(outcome == nil ? Set(touch.explanations).sorted().map { .string($0) } : [])),
            ]).line
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
