package import GestureModel
package import GestureProtocol

/// Reports what a hand did, and which rule would run. If no rule would run, reports the nearest rules and why they do
/// not apply. Runs nothing.
package struct ActionTrial {
    /// What a hand did in a touch sequence, and the rules that would run. Each tap of drumming fingers is a separate
    /// outcome.
    package struct Outcome: Hashable, Sendable {
        /// The device's id.
        package var device: String
        package var start: Timestamp
        package var end: Timestamp
        package var fingers: Int
        /// The word for the observed gesture, such as `drag`, which a rule may also call `swipe` or `flick`.
        package var gesture: String
        /// `3 fingers, 30 mm left in 0.26 s`.
        package var headline: String
        package var runs: [Run] = []
        /// The rules that nearly applied, the nearest first; empty if a rule would run.
        package var near: [Near] = []
        /// Why the gesture was cancelled; nil if it was not cancelled.
        package var cancelled: String?
        /// The daemon's number of the gesture.
        fileprivate var number: UInt64
    }

    /// A rule that would run.
    package struct Run: Hashable, Sendable {
        package var rule: String
        package var line: Int
        /// Whole steps of a rule with `every`; otherwise 1.
        package var steps: Int
        package var effect: String
        package var variables: [String]
        /// The time of the event for which the rule runs.
        package var time: Timestamp
        /// The daemon's number of the gesture for which the rule runs.
        fileprivate var number: UInt64
    }

    /// A rule that would not run.
    package struct Near: Hashable, Sendable {
        package var rule: String
        package var line: Int
        package var lacks: [String]
    }

    private let file: ActionFile
    private var matcher: ActionMatcher
    private let subscriptions: ActionSubscriptions
    private var sources: [Int: ActionSource] = [:]
    private var devices: [String: TouchDevice] = [:]
    /// The runs for sequences that are still undecided, by the device's id.
    private var runs: [String: [Run]] = [:]
    /// Taps that wait for the next tap of their row.
    private var waiting: [Outcome] = []
    private var outcomes: [Outcome] = []
    /// The most rules in an explanation.
    private static let mostNear = 3

    package init(_ file: ActionFile) {
        self.file = file
        matcher = ActionMatcher(file.actions)
        matcher.reportsDecisions = true
        subscriptions = ActionSubscriptions(file, explains: true)
    }

    package var requests: [SubscribeRequest] { subscriptions.requests }

    package mutating func setWindow(_ window: ActionWindow) { matcher.window = window }

    /// Handles a message of the daemon. Call ``settle(at:)`` after all messages of a frame.
    package mutating func handle(_ message: ServerMessage) {
        switch message {
        case .hello(let hello): devices = Dictionary(hello.devices.map { ($0.id, $0) }) { $1 }
        case .deviceAdded(let device), .deviceChanged(let device): devices[device.id] = device
        case .ok(let id, let subscription?): sources[subscription] = subscriptions.source(id)
        case .gesture(let message):
            guard let source = sources[message.subscription], let device = devices[message.device] else { return }
            add(matcher.expire(at: message.time))
            add(matcher.handle(message, from: source, on: device))
            collect()
        default: break
        }
    }

    /// The time at which a tap has waited long enough for the next tap of its row; nil if no tap waits.
    package var deadline: Timestamp? { matcher.deadline }

    /// Decides sequences whose fingers have lifted, and taps that have waited long enough at `time`. Returns the
    /// outcomes.
    package mutating func settle(at time: Timestamp? = nil) -> [Outcome] {
        add(matcher.settle())
        collect()
        if let time { add(matcher.expire(at: time)) }
        collect()
        defer { outcomes = [] }
        return outcomes.map { outcome in
            var outcome = outcome
            // While a tap waited, a rule may have run for it.
            if !outcome.runs.isEmpty { outcome.near = [] }
            return outcome
        }
    }

    /// Decides the sequences that are over and all waiting taps, and returns their outcomes. Called after the last
    /// message.
    package mutating func finish() -> [Outcome] {
        settle(at: Timestamp(microseconds: .max))
    }

    private mutating func add(_ matches: [ActionMatcher.Match]) {
        for match in matches {
            let action = file.actions[match.index]
            guard let effect = action.effects.effect(ofSteps: match.steps) else { continue }
            let run = Run(
                rule: action.name, line: action.line, steps: match.steps, effect: "\(effect)",
                variables: GestureVariables(match, action).list, time: match.message.time, number: match.message.gesture
            )
            if case .tap = match.message.value, let index = waiting.lastIndex(where: { $0.number == run.number }) {
                waiting[index].runs.append(run)
            } else {
                runs[match.message.device, default: []].append(run)
            }
        }
    }

    /// Collects the outcomes of the sequences that the matcher has decided.
    private mutating func collect() {
        for sequence in matcher.takeDecisions() {
            var runs = self.runs.removeValue(forKey: sequence.device.id) ?? []
            let touches = Self.outcomes(of: sequence)
            for (index, var outcome) in touches.enumerated() {
                // If several fingers tap in one frame, each tap has its own runs. The last outcome also has the runs of
                // gestures that have no outcome.
                outcome.runs = index == touches.count - 1 ? runs : runs.filter { $0.number == outcome.number }
                runs.removeAll { $0.number == outcome.number }
                if outcome.runs.isEmpty { outcome.near = near(sequence) }
                if outcome.gesture == "tap" { waiting.append(outcome) } else { outcomes.append(outcome) }
            }
        }
        // A tap that no longer waits for the next tap of its row is decided.
        for outcome in waiting where !matcher.isWaiting(on: outcome.device, since: outcome.end) {
            outcomes.append(outcome)
        }
        waiting.removeAll { !matcher.isWaiting(on: $0.device, since: $0.end) }
    }

    /// Returns the outcomes of a sequence: one gesture, or several taps of drumming fingers.
    private static func outcomes(of sequence: TouchSequence) -> [Outcome] {
        let made = sequence.parts.filter { $0.message.phase == .ended }
        let shown = made.isEmpty ? sequence.parts : made
        let main = shown.filter { if case .tap = $0.value { false } else { true } }
        // A gesture of another subscription, such as a drag from an edge, is more specific than one of the standard
        // set.
        let isSpecific = { (source: ActionSource) in
            switch source {
            case .standard: false
            case .pointer: sequence.standardFingers < 2
            case .edge, .slide, .stroke, .touch, .expression: true
            }
        }
        let one = main.first { isSpecific($0.source) } ?? main.last { $0.source != .pointer } ?? main.last
        let parts = one.map { [$0] } ?? shown
        return parts.map { part in
            var reason: String?
            if case .cancelled = part.message.phase { reason = part.message.reason.map { "\($0)" } }
            return Outcome(
                device: sequence.device.id, start: part.start, end: part.message.time,
                fingers: part.fingers, gesture: SequenceText.word(part),
                headline: SequenceText.headline(part), cancelled: reason, number: part.gesture)
        }
    }

    /// Returns the rules that nearly applied, the nearest first: at most ``mostNear``, and only rules whose lacks weigh
    /// less than ``Lack/farthest``.
    private func near(_ sequence: TouchSequence) -> [Near] {
        let candidates = file.actions.compactMap { action -> (near: Near, weight: Double)? in
            let lacks = sequence.parts.map { self.lacks(action, $0, sequence) }
            guard let least = lacks.min(by: { $0.weight < $1.weight }), !least.isEmpty else { return nil }
            return (Near(rule: action.name, line: action.line, lacks: least.map(\.description)), least.weight)
        }
        // The order of the file decides only between equal weights.
        return candidates.enumerated().sorted { ($0.element.weight, $0.offset) < ($1.element.weight, $1.offset) }
            .prefix(Self.mostNear).filter { $0.element.weight < Lack.farthest }.map(\.element.near)
    }

    private func lacks(_ action: Action, _ part: TouchSequence.Part, _ sequence: TouchSequence) -> [Lack] {
        var lacks = action.lacks(
            of: part, in: sequence, at: action.step == nil ? action.moment : nil, isEnough: false)
        if lacks.contains(.gesture(needed: action.gesture)) { return lacks }
        if case .tap(let tap) = part.value, action.count > tap.count {
            lacks.append(.count(needed: action.count, found: tap.count))
        }
        if let step = action.step, lacks.isEmpty { lacks.append(.step(needed: step)) }
        if action.moment == .ended || action.moment == .cancelled, !action.moment.isPhase(part.message.phase) {
            lacks.append(.moment(needed: action.moment, found: part.message.phase.name))
        }
        return lacks
    }
}

extension [Lack] {
    fileprivate var weight: Double { reduce(0) { $0 + $1.weight } }
}

extension Lack {
    /// A rule whose lacks have this total weight or more is not near.
    fileprivate static let farthest = 8.0
}
