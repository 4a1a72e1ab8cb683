internal import GestureActions
internal import GestureModel
internal import GestureProtocol

/// The touches of a trial, each with the rules' outcomes. Live fingers and a recording are handled alike, so that both
/// print the same.
struct TrialTouches {
    /// What is printed: a gesture with the rules' outcome, or a touch that was over without a gesture.
    struct Row {
        let outcome: ActionTrial.Outcome?
        let touch: TrackedTouch?
        let kind: TouchDeviceKind?
        /// Other fingers and contacts that were on the surface.
        let notes: [String]
        /// For a touch without a gesture: the rules that were near, and the daemon's explanations, each with a more exact
        /// cause if there is one.
        var near: [ActionTrial.Near] = []
        var explanations: [(message: ExplanationMessage, cause: String?)] = []
        var replay: TouchReplay?
        /// For a gesture that was cancelled: why, if a contact turned out to be no finger.
        var cause: String?
    }

    private var tracker = TouchTracker()
    private var devices: [String: TouchDevice] = [:]
    /// The devices that fingers touch, as long as contacts do not show them.
    private var touched: Set<String> = []
    /// The daemon's number of the subscription to contacts; nil until it is known.
    private var subscription: Int?
    /// True if contacts show the touches. Otherwise the number of fingers that are down shows them.
    private var reportsContacts = false
    private var explanations: [ExplanationMessage] = []
    /// When the first finger came down of touches with a row.
    private var reported: [(device: String, start: Timestamp)] = []
    private var rows: [Row] = []
    /// The start of the first touch, from which seconds count.
    private(set) var origin: Timestamp?

    /// The time from the end of a touch until it counts as complete.
    private static let rest = Microseconds.milliseconds(50)
    /// The same if the daemon has explained nothing about it.
    private static let silence = Microseconds.milliseconds(1000)
    /// The most explanations that are kept.
    private static let limit = 512

    mutating func add(_ message: ServerMessage, _ trial: ActionTrial) {
        switch message {
        case .hello(let hello): for device in hello.devices { devices[device.id] = device }
        case .deviceAdded(let device), .deviceChanged(let device): devices[device.id] = device
        case .deviceRemoved(let id): tracker.remove(device: id)
        case .ok(trial.contactsRequest.id, let number?): (subscription, reportsContacts) = (number, true)
        case .subscriptionChanged(subscription, let positions): reportsContacts = positions == .granted
        case .contacts(let frame): tracker.add(frame)
        case .gesture(let gesture) where !reportsContacts:
            if let touch = trial.touch(gesture) { add(touch, gesture) }
        case .explanation(let explanation)
        where explanation.contact != nil || trial.isStandard(explanation.subscription):
            add(explanation)
        default: break
        }
    }

    /// Adds how many fingers are down, where contacts are not reported.
    private mutating func add(_ touch: GestureValue.Touch, _ gesture: GestureMessage) {
        let device = gesture.device
        if touch.fingers > 0, touched.insert(device).inserted {
            tracker.add(TrackedTouch(on: device, at: gesture.time, fingers: touch.fingers))
        }
        if touched.contains(device), let index = tracker.touches.lastIndex(where: { $0.device == device }) {
            tracker.extend(index, to: gesture.time)
        }
        if touch.fingers == 0 || gesture.phase.isTerminal { touched.remove(device) }
    }

    private mutating func add(_ explanation: ExplanationMessage) {
        // Every subscription explains a contact.
        guard !explanations.contains(where: { $0.time == explanation.time && $0.sentence == explanation.sentence })
        else {
            return
        }
        if explanations.count >= Self.limit { explanations.removeFirst(Self.limit / 2) }
        explanations.append(explanation)
        if explanation.contact == nil {
            tracker.join(from: explanation.touch, to: explanation.time, on: explanation.device)
        }
        guard explanation.contact != nil, explanation.outcome != .known(.accepted) else { return }
        tracker.addContact(on: explanation.device, from: explanation.touch, to: explanation.time)
    }

    /// What the fingers of a device have done in their latest touch; nil if contacts are not reported.
    func extent(on device: String) -> TouchExtent? {
        reportsContacts ? tracker.touches.last { $0.device == device }?.extent : nil
    }

    /// Adds the rules' outcomes.
    mutating func add(_ outcomes: [ActionTrial.Outcome]) {
        for outcome in outcomes {
            tracker.join(from: outcome.start, to: outcome.end, on: outcome.device)
            let touch = tracker.index(on: outcome.device, at: outcome.start).map { tracker.touches[$0] }
            var notes = contacts(touch, from: outcome.start, to: outcome.end)
            let surface = devices[outcome.device]?.surface
            if outcome.cancelled == nil,
                let others = touch?.others(besides: outcome.fingers, at: outcome.end, on: surface)
            {
                notes.append(others)
            }
            if outcome.gesture == "drag", let late = touch?.latePinch(afterDragOf: outcome.fingers) {
                notes.append(late)
            }
            if !["tap", "long press"].contains(outcome.gesture),
                let early = touch?.earlyLift(from: outcome.gesture, of: outcome.fingers, endingAt: outcome.end)
            {
                notes.append(early)
            }
            if let touch, !isReported(touch) { notes += touch.notes(on: devices[outcome.device], isMade: true) }
            if let touch { reported.append((touch.device, touch.start)) }
            origin = origin ?? touch?.start ?? outcome.start
            rows.append(
                Row(
                    outcome: outcome, touch: touch, kind: devices[outcome.device]?.kind, notes: notes,
                    cause: explanations.cause(of: outcome.cancelled, at: outcome.end, on: outcome.device)))
        }
    }

    /// Removes and returns the rows that are complete: gestures at once, touches without a gesture when their fingers
    /// have lifted.
    ///
    /// - Parameters:
    ///   - time: The time up to which all messages have been received.
    ///   - device: The only device of which they have been received; nil for all.
    mutating func take(at time: Timestamp, on device: String?, _ trial: ActionTrial) -> [Row] {
        if let first = tracker.touches.first { origin = origin ?? first.start }
        for touch in tracker.touches
        where device ?? touch.device == touch.device && isComplete(touch, at: time, trial) {
            if !isReported(touch) { rows.append(row(touch, trial)) }
            tracker.remove { $0.device == touch.device && $0.start == touch.start }
        }
        defer { rows = [] }
        return rows
    }

    /// True if a gesture of the touch has a row.
    private func isReported(_ touch: TrackedTouch) -> Bool {
        reported.contains {
            $0.device == touch.device && ($0.start == touch.start || touch.start < $0.start && $0.start < touch.end)
        }
    }

    private func isComplete(_ touch: TrackedTouch, at time: Timestamp, _ trial: ActionTrial) -> Bool {
        completion(of: touch, trial).map { $0 <= time } ?? false
    }

    /// The time at which a touch is complete if nothing follows; nil while its fingers are down, or a gesture is
    /// undecided.
    private func completion(of touch: TrackedTouch, _ trial: ActionTrial) -> Timestamp? {
        guard !touch.isDown, !trial.isUndecided(on: touch.device) else { return nil }
        // A tap may be reported, and a contact be decided about, some time after the lift.
        let isExplained = explanations.contains { touch.has($0) && $0.contact == nil }
        return touch.end + (isExplained ? Self.rest : Self.silence)
    }

    /// The time from which ``take(at:on:_:)`` returns another row without another message; nil without such a row.
    func deadline(_ trial: ActionTrial) -> Timestamp? {
        tracker.touches.compactMap { completion(of: $0, trial) }.min()
    }

    private func row(_ touch: TrackedTouch, _ trial: ActionTrial) -> Row {
        let kind = devices[touch.device]?.kind
        let own = explanations.filter { $0.contact == nil && touch.has($0) && $0.isOfFingers }
        return Row(
            outcome: nil, touch: touch, kind: kind,
            notes: contacts(touch, from: touch.start, to: touch.end) + touch.notes(on: devices[touch.device]),
            near: trial.near(
                touch: touch.start, on: touch.device, drag: touch.isPointing(on: kind) ? touch.drag : nil,
                // The next touch of the device may have begun.
                extent: reportsContacts ? touch.extent : nil),
            explanations: touch.isPointing(on: kind)
                ? [] : own.map { ($0, explanations.cause(of: $0.reason, at: $0.time, on: $0.device)) },
            replay: devices[touch.device].flatMap { TouchReplay(touch, on: $0) })
    }

    /// The sentences about contacts that were no fingers in this time.
    private func contacts(_ touch: TrackedTouch?, from start: Timestamp, to end: Timestamp) -> [String] {
        explanations.filter {
            $0.contact != nil && $0.outcome != .known(.accepted) && $0.device == touch?.device && $0.touch <= end
                && start <= $0.time
        }.map { $0.sentence(on: devices[$0.device]?.surface, .points, since: touch?.start) }
    }
}

extension TrackedTouch {
    /// True if an explanation is about this touch.
    fileprivate func has(_ explanation: ExplanationMessage) -> Bool {
        explanation.device == device && contains(explanation.touch)
    }
}

extension ExplanationMessage {
    /// When the first finger, or the contact, came down.
    var touch: Timestamp { time - elapsed }

    /// True if a gesture was lost by more than the number of fingers.
    fileprivate var isOfFingers: Bool {
        switch reason {
        case .known(.failed(.tooFewFingers))?, nil: false
        default: true
        }
    }
}
