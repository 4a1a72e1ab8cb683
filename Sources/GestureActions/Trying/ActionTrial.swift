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
        package var cancelled: Reported<CancellationReason>?
        /// The daemon's number of the gesture.
        fileprivate var number: UInt64
        fileprivate var place: TouchSequence.Place
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
    /// The runs for sequences that are still undecided.
    private var runs: [TouchSequence.Place: [Run]] = [:]
    /// Taps that wait for the next tap of their row.
    private var waiting: [Outcome] = []
    private var outcomes: [Outcome] = []
    /// Why gestures were not recognised, by the device's id, the latest last.
    private var decisions: [String: [Decision]] = [:]
    /// The most rules in an explanation.
    private static let mostNear = 3

    package init(_ file: ActionFile) {
        self.file = file
        matcher = ActionMatcher(file.actions)
        matcher.reportsDecisions = true
        subscriptions = ActionSubscriptions(file, explains: true)
    }

    package var requests: [SubscribeRequest] { subscriptions.requests }

    /// The contacts show how far a touch went that is no gesture, and when its fingers have lifted. The daemon sends them
    /// only to users who may know positions.
    package var contactsRequest: ContactsRequest {
        ContactsRequest(id: Int64(requests.count) + 1, scope: .session)
    }

    /// What the fingers of each device have done in their touch, by the device's id, if that is known. With it, a near
    /// rule names exactly the settings that decided.
    package var touches: [String: TouchExtent] = [:]
    /// The thresholds of the recognisers.
    package var thresholds = Thresholds()

    package mutating func setWindow(_ window: ActionWindow) { matcher.window = window }

    /// Handles a message of the daemon. Call ``settle()`` after all messages of a frame.
    package mutating func handle(_ message: ServerMessage) {
        switch message {
        case .hello(let hello): devices = Dictionary(hello.devices.map { ($0.id, $0) }) { $1 }
        case .deviceAdded(let device), .deviceChanged(let device): devices[device.id] = device
        case .ok(let id, let subscription?): sources[subscription] = subscriptions.source(id)
        case .gesture(let message):
            guard let source = sources[message.subscription], let device = devices[message.device] else { return }
            add(matcher.handle(message, from: source, on: device))
            collect()
        case .explanation(let message):
            guard let source = sources[message.subscription], let decision = Decision(message, source) else { return }
            var all = decisions[message.device, default: []]
            if all.count >= Self.mostDecisions { all.removeFirst(Self.mostDecisions / 2) }
            decisions[message.device] = all + [decision]
        default: break
        }
    }

    /// How many fingers are down, if the message reports that; nil if it does not.
    package func touch(_ message: GestureMessage) -> GestureValue.Touch? {
        guard sources[message.subscription] == .touch, case .touch(let touch) = message.value else { return nil }
        return touch
    }

    /// True if the subscription is to what the fingers do in any case, and not to a gesture of a rule.
    package func isStandard(_ subscription: Int) -> Bool {
        if case .standard? = sources[subscription] { true } else { false }
    }

    /// True if a gesture on the device is in progress, or a tap waits for the next tap of its row.
    package func isUndecided(on device: String) -> Bool {
        matcher.isInProgress(on: device) || waiting.contains { $0.device == device }
    }

    /// True if ``settle()`` returns or decides something.
    package var isDecidable: Bool { !outcomes.isEmpty || matcher.isDecidable }

    /// Decides sequences whose fingers have lifted. Returns the outcomes.
    package mutating func settle() -> [Outcome] {
        add(matcher.settle())
        collect()
        defer { outcomes = [] }
        return outcomes.map { outcome in
            var outcome = outcome
            // While a tap waited, a rule may have run for it.
            if !outcome.runs.isEmpty { outcome.near = [] }
            return outcome
        }
    }

    /// Decides the sequences that are over, and returns their outcomes and those of taps that still wait. Called after
    /// the last message.
    package mutating func finish() -> [Outcome] {
        defer { waiting = [] }
        return settle() + waiting
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
                runs[TouchSequence.Place(match.message), default: []].append(run)
            }
        }
    }

    /// Collects the outcomes of the sequences that the matcher has decided.
    private mutating func collect() {
        for sequence in matcher.takeDecisions() {
            var runs = self.runs.removeValue(forKey: sequence.place) ?? []
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
        for outcome in waiting where !matcher.isWaiting(at: outcome.place, since: outcome.end) {
            outcomes.append(outcome)
        }
        waiting.removeAll { !matcher.isWaiting(at: $0.place, since: $0.end) }
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
            case .edge, .slide, .stroke, .swipeHold, .dial, .pointerDial, .tapDrag, .touch, .expression, .apart: true
            }
        }
        let one = main.first { isSpecific($0.source) } ?? main.last { $0.source != .pointer } ?? main.last
        let parts = one.map { [$0] } ?? shown
        return parts.map { part in
            return Outcome(
                device: sequence.device.id, start: part.start, end: part.message.time,
                fingers: part.fingers, gesture: part.word,
                headline: part.account.headline, cancelled: part.message.reason, number: part.gesture,
                place: sequence.place)
        }
    }

    /// Returns the rules that nearly applied, the nearest first: at most ``mostNear``, and only rules whose lacks weigh
    /// less than ``Lack/farthest``.
    private func near(_ sequence: TouchSequence) -> [Near] {
        let candidates = file.actions.compactMap { action -> (near: Near, weight: Double)? in
            var lacks = sequence.parts.map { self.lacks(action, $0, sequence) }
            lacks += [self.lacks(action, in: sequence)].filter { !$0.isEmpty }
            guard let least = lacks.min(by: { $0.weight < $1.weight }), !least.isEmpty else { return nil }
            return (Near(rule: action.name, line: action.line, lacks: least.map(\.description)), least.weight)
        }
        return nearest(candidates)
    }

    private func nearest(_ candidates: [(near: Near, weight: Double)]) -> [Near] {
        // The order of the file decides only between equal weights.
        candidates.enumerated().sorted { ($0.element.weight, $0.offset) < ($1.element.weight, $1.offset) }
            .prefix(Self.mostNear).filter { $0.element.weight < Lack.farthest }.map(\.element.near)
    }

    private func lacks(_ action: Action, _ part: TouchSequence.Part, _ sequence: TouchSequence) -> [Lack] {
        var lacks = action.lacks(
            of: part, in: sequence, at: action.step == nil ? action.moment : nil, isEnough: false)
        let rest = touches[sequence.device.id]?.rest ?? .zero
        if rest > thresholds.velocity.stopTime {
            lacks = lacks.map { lack in
                guard case .speed(let needed, 0) = lack else { return lack }
                return .stopped(rest, needed: needed, isLate: rest < thresholds.velocity.horizon)
            }
        }
        if lacks.contains(.gesture(needed: action.gesture)) {
            return self.lacks(action, ofDrag: part, in: sequence) ?? lacks
        }
        if case .tap(let tap) = part.value, action.count > tap.count {
            lacks.append(.count(needed: action.count, found: tap.count))
        }
        if let step = action.step, lacks.isEmpty {
            let position = action.position(in: part.value) ?? 0
            lacks.append(position > -1 ? .step(needed: step) : .back(min(-position, 1e6)))
        }
        if action.moment == .ended || action.moment == .cancelled, !action.moment.isPhase(part.message.phase) {
            lacks.append(.moment(needed: action.moment, found: part.message.phase.name))
        }
        return lacks
    }
}

// MARK: - Gestures that were not recognised

/// Why a gesture was not recognised, by the daemon's explanation.
private struct Decision {
    let source: ActionSource
    let gesture: GestureName
    let reason: CancellationReason
    let fingers: Int
    /// When the first finger came down.
    let touch: Timestamp

    /// nil if the explanation is about a contact, or the gesture was not lost by what the fingers did.
    init?(_ message: ExplanationMessage, _ source: ActionSource) {
        guard message.contact == nil, case .known(let gesture) = message.recogniser,
            case .known(let reason)? = message.reason
        else { return nil }
        switch reason {
        case .failed, .outcompeted: break
        default: return nil
        }
        (self.source, self.gesture, self.reason, fingers) = (source, gesture, reason, message.fingers)
        touch = message.time - message.elapsed
    }

    /// The distance and the limit of fingers that came down too far from an edge.
    var start: (distance: Double, limit: Double)? {
        if case .failed(.startedFarFromEdge(let distance, let limit)) = reason { (distance, limit) } else { nil }
    }
}

extension ActionTrial {
    private static let mostDecisions = 128

    /// Returns the rules that were near to a touch without a gesture, the nearest first.
    ///
    /// - Parameters:
    ///   - touch: When its first finger came down.
    ///   - drag: What its finger did, if it moved: without a gesture, only the pointer of a touchpad moves.
    ///   - extent: What its fingers did; nil if that is not known.
    package func near(
        touch: Timestamp, on device: String, drag: GestureValue.Drag?, extent: TouchExtent?
    ) -> [Near] {
        guard let device = devices[device] else { return [] }
        var sequence = TouchSequence(on: device, in: matcher.window)
        if let drag {
            let event = GestureEvent(gesture: 0, phase: .ended, time: touch, value: .drag(drag))
            _ = sequence.add(GestureMessage(subscription: 0, device: device.id, event: event), from: .pointer)
        }
        return nearest(
            file.actions.compactMap { action in
                // What moves the pointer all day is near no rule for more fingers, and none for an edge far away.
                let lacks =
                    sequence.parts.isEmpty
                    ? lacks(action, touch, sequence, extent)
                    : lacks(action, ofDrag: sequence.parts[0], in: sequence) ?? []
                return lacks.isEmpty || !sequence.parts.isEmpty && lacks.contains(where: \.isFromMiddle)
                    ? nil : (Near(rule: action.name, line: action.line, lacks: lacks.map(\.description)), lacks.weight)
            })
    }

    /// Returns the reasons why the gesture of a rule was not recognised in the touch of a sequence, although other
    /// gestures were; empty if that is not known.
    private func lacks(_ action: Action, in sequence: TouchSequence) -> [Lack] {
        guard let start = sequence.parts.map(\.start).min(),
            let touch = decisions[sequence.device.id]?.map(\.touch).filter({ $0 <= start }).max()
        else { return [] }
        return lacks(action, touch, sequence, touches[sequence.device.id])
    }

    private func lacks(
        _ action: Action, _ touch: Timestamp, _ sequence: TouchSequence, _ extent: TouchExtent?
    ) -> [Lack] {
        guard let decision = decision(action, touch, on: sequence.device) else { return [] }
        var fit = ActionFit(isEnough: false)
        fit.checkTouch(action, fingers: decision.fingers, sequence)
        // Where the fingers began matters only if they then moved.
        if decision.start != nil { return [] }
        // A drag that went far is no failed tap, and only what rests is a press instead of a tap.
        if sequence.isFarther(than: decision.reason) { return [] }
        if decision.reason == .outcompeted, !sequence.isPress { return [] }
        if action.gesture.isFromEdge, case .failed(.movedTooLittle(let distance, Edge.inwardDistance)) = decision.reason
        {
            return fit.lacks + [.distance(needed: Edge.inwardDistance, found: distance)]
        }
        let setting: String?
        let kind = sequence.device.kind
        switch (decision.source, decision.reason) {
        case (let source, _) where extent != nil:
            setting = extent.flatMap { touch in
                var touch = touch
                if sequence.isMotion {
                    touch.made = .motion
                } else if sequence.parts.count > 1 {
                    touch.made = .several
                }
                return Remedy.advice(
                    on: decision.gesture, decision.reason, in: touch, on: kind, thresholds,
                    isStandard: source == .standard(kind))
            }
        case (.standard, .failed(let failure)):
            setting = Remedy.setting(of: decision.gesture, failure, inStandardSetOf: kind)
        case (.standard, _) where decision.gesture == .tap:
            setting = "[\(kind.rawValue)] holdDuration"
        case (_, .failed(let failure)):
            setting = Remedy.setting(of: decision.gesture, failure, on: kind)
        default: setting = nil
        }
        return fit.lacks + [.unrecognised(action.gesture, decision.reason, setting: setting)]
    }

    /// Returns the decision about the gesture of a rule; nil if there is none, or if it is only about the number of
    /// fingers.
    private func decision(_ action: Action, _ touch: Timestamp, on device: TouchDevice) -> Decision? {
        guard let (source, name) = action.recogniser(on: device.kind) else { return nil }
        return decisions[device.id]?.last { decision in
            guard decision.touch == touch, decision.source == source, decision.gesture == name else { return false }
            switch decision.reason {
            case .failed(.tooFewFingers), .failed(.tooManyFingers): return false
            case .outcompeted: return name == .tap
            default: return true
            }
        }
    }

    /// Returns the reasons why a rule for an edge, a corner or a slide does not apply to a drag that began too far
    /// inside; nil for other rules and gestures.
    private func lacks(
        _ action: Action, ofDrag part: TouchSequence.Part, in sequence: TouchSequence
    ) -> [Lack]? {
        guard !action.edges.isEmpty, case .drag(let drag) = part.value else { return nil }
        switch part.source {
        case .standard, .pointer: break
        default: return nil
        }
        let touches = decisions[sequence.device.id, default: []].filter { $0.touch <= part.start }
        guard let touch = touches.map(\.touch).max(),
            let start = touches.last(where: { $0.touch == touch && $0.start != nil })?.start
        else { return nil }
        let isKnown = part.message.positions == .granted
        return action.lacks(
            ofDragFrom: isKnown ? drag.startLocation : nil, orFrom: start.distance, limit: start.limit, part,
            in: sequence)
    }
}

extension TouchSequence {
    /// How far a finger may go that was meant to tap or to press, in points: 10 mm.
    private static let farthest = 63.0

    fileprivate var isMotion: Bool {
        parts.contains { part in
            switch part.value {
            case .tap, .longPress: false
            default: true
            }
        }
    }
    fileprivate var isPress: Bool { parts.contains { if case .longPress = $0.value { true } else { false } } }

    /// True if a gesture is lost because the fingers moved, and they went much farther than it allows.
    fileprivate func isFarther(than reason: CancellationReason) -> Bool {
        guard case .failed(.movedTooFar) = reason else { return false }
        return parts.contains { part in
            (part.value.movement?.translation.length ?? 0) > Self.farthest || Transform(part.value) != nil
        }
    }
}

extension Action {
    /// The subscription in which the rule's gesture is recognised, and its name there; nil for an expression.
    func recogniser(on kind: TouchDeviceKind) -> (ActionSource, GestureName)? {
        // Standard sets have a drag for all movements.
        let name = gesture.isSwipe ? .drag : gesture.name
        return name.map { (source(on: kind), $0) }
    }
}

extension [Lack] {
    fileprivate var weight: Double { reduce(0) { $0 + $1.weight } }
}

extension Lack {
    fileprivate var isFromMiddle: Bool {
        if case .start(_, let limit, let found) = self { found > Edge.middleFactor * limit } else { false }
    }

    /// A rule whose lacks have this total weight or more is not near.
    fileprivate static let farthest = 8.0
}
