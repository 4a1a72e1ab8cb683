internal import GestureModel
internal import GestureProtocol

/// Finds the actions of each touch sequence: the first rule that fits, and later rules if it has `continue`.
///
/// Rules that run while fingers are down are tried with each event. All other rules are tried when the fingers have
/// lifted. Once a rule without `continue` has run, no other rule starts in the sequence. Rules that have already made a
/// step can still make more steps.
///
/// Rules for each hand have sequences of their own. They are tried before those for all fingers together. A rule that runs
/// in a hand's sequence excludes those for all fingers, and the other way round.
struct ActionMatcher {
    /// An action to perform now.
    struct Match {
        /// The index of the rule in the file's order.
        var index: Int
        /// Whole steps of an action with `every`, negative for steps backward; 1 for other actions.
        var steps: Int
        /// The event that triggers the action.
        var message: GestureMessage
        /// The number of taps, for a rule of taps; nil for other rules.
        var taps: Int?
        var device: TouchDevice
        /// The window in which the gesture began.
        var window: ActionWindow
    }

    let actions: [Action]
    /// A rule with its numbers of fingers, which quickly exclude most of a thousand rules.
    private struct Candidate {
        let rule: Int
        /// nil for any number of fingers.
        let fingers: FingerCounts?

        func includes(_ count: Int) -> Bool { fingers?.contains(count) ?? true }
    }

    /// The rules that run while fingers are down.
    private let live: [Candidate]
    /// The rules that run when the fingers have lifted, except the rules for taps.
    private let final: [Candidate]
    private var sequences: [TouchSequence] = []
    private var rows: TapRows
    /// Where fingers are down.
    private var touched: Set<TouchSequence.Place> = []
    /// Gestures that began under the previous rules. They trigger nothing.
    private var ignored: Set<UInt64> = []
    /// The drags after taps that have begun.
    private var dragsAfterTaps: Set<UInt64> = []
    /// The current window, in which new gestures begin.
    var window = ActionWindow()
    /// True if a shield keeps touches from the apps at present. Called when fingers come down, if a rule depends on it.
    var isShielded: () -> Bool = { false }
    /// Where the present touch began on a shield.
    private var shielded: Set<TouchSequence.Place> = []
    private let dependsOnShield: Bool
    /// True if decided touch sequences are kept for explanations.
    var reportsDecisions = false
    private var decisions: [TouchSequence] = []

    /// - Parameter earlier: The matcher of the previous rules.
    init(_ actions: [Action] = [], after earlier: ActionMatcher? = nil) {
        self.actions = actions
        let candidates = actions.indices.map { rule in
            Candidate(rule: rule, fingers: actions[rule].gesture.word == nil ? nil : actions[rule].fingers)
        }
        live = candidates.filter { actions[$0.rule].isLive }
        // A swipe that has rested is no other swipe if there is a rule for it, and a drag after a tap no other drag.
        let atLift = candidates.filter { !actions[$0.rule].isLive && actions[$0.rule].gesture != .tap }
        let isSpecial = { (candidate: Candidate) in
            [.swipeHold, .tapDrag].contains(actions[candidate.rule].gesture.word)
        }
        final = atLift.filter(isSpecial) + atLift.filter { !isSpecial($0) }
        rows = TapRows(actions)
        dependsOnShield = actions.contains(where: \.filter.isDark)
        guard let earlier else { return }
        ignored = earlier.ignored
        for sequence in earlier.sequences { ignored.formUnion(sequence.parts.filter { !$0.isOver }.map(\.gesture)) }
        (window, isShielded) = (earlier.window, earlier.isShielded)
        guard ActionSubscriptions.reportTouches(for: actions) else { return }
        // These sequences are kept, so that no new rule runs while the fingers of a previous rule are still down.
        sequences = earlier.sequences.filter { $0.isOver && !earlier.isOver($0) }
        touched = earlier.touched
    }

    /// Drops all gestures in progress and waiting taps. Called after a disconnection, because the ends of gestures will
    /// not arrive.
    mutating func reset() {
        (sequences, ignored, touched, shielded, dragsAfterTaps) = ([], [], [], [], [])
        rows.reset()
    }

    /// Handles an event, and returns the actions to perform now. Call ``settle()`` after all events of the frame to
    /// receive the actions at the lift.
    mutating func handle(_ message: GestureMessage, from source: ActionSource, on device: TouchDevice) -> [Match] {
        if ignored.contains(message.gesture) {
            if message.phase.isTerminal { ignored.remove(message.gesture) }
            return []
        }
        var source = source
        if case .apart(let inner) = source { source = inner }
        if case .touch(let touch) = message.value, source == .touch { return handle(touch, message) }
        var message = message
        if case .tapDrag = source {
            guard let drag = drag(after: message, on: device) else { return [] }
            message = drag
        }
        var matches: [Match] = []
        let place = TouchSequence.Place(message)
        var index = sequences.firstIndex { $0.place == place }
        // A sequence that was over before this frame does not continue.
        if let old = index, isOver(sequences[old]), sequences[old].part(message.gesture) == nil,
            sequences[old].end != message.time
        {
            matches += decide(sequences.remove(at: old))
            index = nil
        }
        if index == nil {
            guard message.phase == .began || message.phase == .ended else { return matches }
            index = sequences.count
            sequences.append(
                TouchSequence(on: device, hand: message.hand, in: window, isShielded: shielded.contains(place)))
            relate(sequences.count - 1)
        }
        guard let index else { return matches }
        let part = sequences[index].add(message, from: source)
        if case .tap = message.value {} else { matches += rows.interrupt(place) }
        if !message.phase.isCancelled { matches += performLive(index, part) }
        return matches
    }

    /// Points; a finger that comes down farther from a tap is another one. UIKit's for the taps of a row.
    private static let tapDragSpacing = 45.0

    /// Returns the drag after a tap as a gesture of its own; nil while there is none.
    private mutating func drag(after message: GestureMessage, on device: TouchDevice) -> GestureMessage? {
        guard case .composition(let tree) = message.value,
            let value = tree.nodes.lazy.compactMap(\.value).first(where: { $0.movement != nil })
        else { return nil }
        // Another finger, or the next key of a keyboard on the screen.
        if case .drag(let drag) = value, let tap = tree.nodes.lazy.compactMap(\.value?.tapLocation).first,
            device.kind == .touchscreen, (drag.startLocation - tap).length > Self.tapDragSpacing
        {
            return nil
        }
        var drag = message
        drag.event.value = value
        if !message.phase.isTerminal {
            drag.event.phase = dragsAfterTaps.insert(message.gesture).inserted ? .began : .changed
        } else if dragsAfterTaps.remove(message.gesture) == nil {
            return nil
        }
        return drag
    }

    /// True if ``settle()`` decides a sequence.
    var isDecidable: Bool { sequences.contains(where: isOver) }

    /// Decides the sequences whose fingers have lifted, and returns their actions. Called when all events of a frame
    /// have been handled.
    mutating func settle() -> [Match] {
        var matches: [Match] = []
        // Hands first: a rule for one excludes those for all fingers.
        while let index = sequences.firstIndex(where: { $0.hand != nil && isOver($0) })
            ?? sequences.firstIndex(where: isOver)
        {
            matches += decide(sequences.remove(at: index))
        }
        return matches
    }

    /// Relates a new sequence to those of the same fingers, of all or of a hand, that are in progress.
    private mutating func relate(_ new: Int) {
        let place = sequences[new].place
        for index in sequences.indices where sequences[index].place.overlaps(place) {
            if sequences[index].progress == .won { sequences[new].progress = .excluded }
            sequences[place.hand == nil ? new : index].hasHands = true
        }
    }

    /// Lets no other rule start in the sequences of the same fingers: of all fingers, or of their hands.
    private mutating func exclude(overlapping place: TouchSequence.Place) {
        for index in sequences.indices
        where sequences[index].place.overlaps(place) && sequences[index].progress == .open {
            sequences[index].progress = .excluded
        }
    }

    /// True if a sequence is complete. If a rule without `continue` has run and ``TouchSequence/isReplaced`` is true,
    /// the sequence is complete only when a finger lifts. So no other rule runs before the lift.
    private func isOver(_ sequence: TouchSequence) -> Bool {
        sequence.isOver
            && (sequence.progress == .open || !sequence.isReplaced || !touched.contains(sequence.place))
    }

    /// Handles what the daemon reports of the fingers that are down.
    private mutating func handle(_ touch: GestureValue.Touch, _ message: GestureMessage) -> [Match] {
        let place = TouchSequence.Place(message)
        if touch.fingers == 0 || message.phase.isTerminal {
            touched.remove(place)
        } else if touched.insert(place).inserted {
            // A new touch means that the fingers of earlier sequences have lifted. Their lift is not reported if, for
            // example, the subscription of the previous rules has ended.
            sequences.removeAll { $0.place == place && $0.isOver && $0.end < message.time }
            // It is asked only now: the shield may be gone before the gesture is known.
            if dependsOnShield, isShielded() { shielded.insert(place) } else { shielded.remove(place) }
        }
        return rows.handle(touch, message.phase, at: place)
    }

    // MARK: Taps that wait

    /// Drops waiting taps. Called while no action may run, for example because the session is locked.
    mutating func clearWaiting() { rows.reset() }

    func isInProgress(on device: String) -> Bool { sequences.contains { $0.device.id == device } }

    /// Returns the touch sequences that were decided since the last call.
    mutating func takeDecisions() -> [TouchSequence] {
        defer { decisions = [] }
        return decisions
    }

    /// True if a tap that ended at `end` waits for the next tap of its row.
    func isWaiting(at place: TouchSequence.Place, since end: Timestamp) -> Bool {
        rows.isWaiting(at: place, since: end)
    }

    // MARK: Matching

    /// Returns the matches of the rules that run while fingers are down, and the next steps of rules with `every`.
    private mutating func performLive(_ index: Int, _ part: Int) -> [Match] {
        var matches = performSteps(index, part)
        guard sequences[index].progress == .open, !live.isEmpty else { return matches }
        let sequence = sequences[index]
        let observed = sequence.parts[part]
        let isBeginning = observed.start == observed.message.time && observed.message.phase == .began
        let fingers = observed.fingers
        for candidate in live where candidate.includes(fingers) {
            let rule = candidate.rule
            guard !sequence.performed.contains(rule), sequence.isOf(actions[rule]), actions[rule].concerns(observed)
            else { continue }
            let action = actions[rule]
            let steps: Int
            if action.step != nil {
                steps = action.position(in: observed.value).map { action.steps(at: $0, from: 0) } ?? 0
                guard steps != 0, action.lacks(of: observed, in: sequence, at: nil).isEmpty else { continue }
                sequences[index].steps.append((rule, observed.gesture, steps))
            } else {
                steps = 1
                if action.moment == .began, !isBeginning { continue }
                if action.moment == .completed, !observed.value.isCompleted { continue }
                guard action.lacks(of: observed, in: sequence, at: action.moment).isEmpty else { continue }
            }
            matches.append(match(rule, steps, observed, sequence))
            sequences[index].performed.append(rule)
            if !action.continues {
                sequences[index].progress = .won
                exclude(overlapping: sequence.place)
                break
            }
        }
        return matches
    }

    /// Returns the next steps of rules with `every` that have made a step.
    private mutating func performSteps(_ index: Int, _ part: Int) -> [Match] {
        let sequence = sequences[index]
        return sequence.steps.indices.compactMap { number in
            let (rule, gesture, count) = sequence.steps[number]
            let observed = sequence.parts[part]
            guard gesture == observed.gesture, let position = actions[rule].position(in: observed.value) else {
                return nil
            }
            let new = actions[rule].steps(at: position, from: count)
            guard new != count else { return nil }
            sequences[index].steps[number].count = new
            return match(rule, new - count, observed, sequence)
        }
    }

    private func match(
        _ rule: Int, _ steps: Int, _ part: TouchSequence.Part, _ sequence: TouchSequence
    ) -> Match {
        Match(index: rule, steps: steps, message: part.message, device: sequence.device, window: sequence.window)
    }

    /// Returns the matches of the rules that apply once the fingers have lifted. If no rule without `continue` has run,
    /// passes the taps to ``rows``, where they may wait.
    private mutating func decide(_ sequence: TouchSequence) -> [Match] {
        var sequence = sequence
        var matches: [Match] = []
        if sequence.progress == .open {
            let fingers = sequence.parts.map(\.fingers)
            for candidate in final where fingers.contains(where: candidate.includes) {
                let rule = candidate.rule
                guard !sequence.performed.contains(rule), sequence.isOf(actions[rule]) else { continue }
                guard let part = sequence.parts.first(where: { isFinal(actions[rule], $0, sequence) }) else { continue }
                matches.append(match(rule, 1, part, sequence))
                sequence.performed.append(rule)
                if !actions[rule].continues {
                    sequence.progress = .won
                    exclude(overlapping: sequence.place)
                    break
                }
            }
        }
        var isAwaited = false
        if sequence.progress == .open {
            for part in sequence.parts where part.message.phase == .ended {
                guard case .tap = part.value, case .standard = part.source else { continue }
                isAwaited = isAwaited || rows.isAwaited(part, sequence)
                matches += rows.handle(part, sequence)
            }
        }
        if isAwaited { exclude(overlapping: sequence.place) }
        // What a hand did is not reported again as what all fingers did.
        if reportsDecisions, !sequence.hasHands || isAwaited || !sequence.performed.isEmpty {
            decisions.append(sequence)
        }
        return matches
    }

    private func isFinal(_ action: Action, _ part: TouchSequence.Part, _ sequence: TouchSequence) -> Bool {
        guard action.concerns(part), action.moment.isPhase(part.message.phase) else { return false }
        return action.lacks(of: part, in: sequence, at: action.moment).isEmpty
    }
}

extension Action.Moment {
    /// True if a rule with this moment runs when a gesture ends with `phase`.
    func isPhase(_ phase: GesturePhase) -> Bool {
        switch self {
        case .ended: phase == .ended
        // A gesture that was replaced by another gesture of the same fingers does not count as cancelled.
        case .cancelled: phase.isCancelled && phase != .cancelled(.outcompeted)
        case .began, .reached, .completed: false
        }
    }
}

extension GestureValue {
    fileprivate var tapLocation: Point? { if case .tap(let tap) = self { tap.location } else { nil } }

    /// True for a long press that has lasted long enough, and for a swipe whose fingers have rested long enough.
    var isCompleted: Bool {
        switch self {
        case .longPress(let press): press.completed
        case .swipeHold: true
        default: false
        }
    }
}

extension GesturePhase {
    var isCancelled: Bool { if case .cancelled = self { true } else { false } }
}
