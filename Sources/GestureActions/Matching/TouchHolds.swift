internal import GestureModel
internal import GestureProtocol
internal import TouchCovering

/// Decides which of the touches that an X server holds back belong to exclusive rules, and which are the app's.
///
/// ```
/// finger down ─► no rule can happen there ──────────────────► the app's
///             └► held ─► a rule's gesture began ────────────► taken, with all later fingers of the hand
///                     ├► the daemon explains why it is none ─► the app's, with all later fingers of the hand
///                     └► no decision in time ───────────────► the app's
/// ```
///
/// The server and the daemon read the same device independently of each other. Their reports belong together by the time
/// at which the fingers came down.
struct TouchHolds {
    struct Verdict: Hashable {
        var touch: UInt32
        var isTaken: Bool
    }

    /// An exclusive rule, on one touchscreen.
    struct Claim: Hashable {
        var rule: Action
        var device: TouchDevice
        /// Where its fingers come down, in pixels of all outputs; nil for everywhere.
        var regions: [Region]?
    }

    /// What can take touches at present.
    var claims: [Claim] = []
    /// The window in which gestures begin at present.
    var window = ActionWindow()
    /// Called with the id of a device about whose fingers the daemon said nothing. Its touches are the apps' until the
    /// daemon reports about it again.
    var onSilence: (String) -> Void = { _ in }
    /// Called with the id of a device of which the daemon reports fingers, and the server no touches.
    var onAbsence: (String) -> Void = { _ in }

    /// From the first finger on the screen until all have lifted and are decided.
    private struct Hand {
        let device: TouchDevice
        /// Reports about fingers that came down before are about other hands.
        let since: Timestamp
        let start: Timestamp
        var end: Timestamp?
        var down: Set<UInt32>
        /// The most fingers that were down at once.
        var most = 1
        var sequence: TouchSequence
        var decision: Decision
        /// The time up to which the daemon has reported about it; nil if it has said nothing.
        var reported: Timestamp?

        init(
            _ touch: HeldTouch, on device: TouchDevice, in window: ActionWindow, since: Timestamp, _ decision: Decision
        ) {
            (self.device, self.since, start, down) = (device, since, touch.time, [touch.id])
            (sequence, self.decision) = (TouchSequence(on: device, in: window), decision)
        }
    }

    private enum Decision {
        case undecided([UInt32], among: [Action])
        case taken
        case given
    }

    private enum Report {
        case gesture(GestureMessage, ActionSource)
        /// - Parameter gesture: nil if the message says nothing about a whole gesture.
        case lost(GestureName?, ExplanationMessage, ActionSource)

        var device: String {
            switch self {
            case .gesture(let message, _): message.device
            case .lost(_, let message, _): message.device
            }
        }

        var time: Timestamp {
            switch self {
            case .gesture(let message, _): message.time
            case .lost(_, let message, _): message.time
            }
        }

        var gesture: UInt64? { if case .gesture(let message, _) = self { message.gesture } else { nil } }
    }

    private var hands: [Hand] = []
    /// Reports that came before the server's report of the touch, each with the time at which what it is about began.
    private var early: [(time: Timestamp, report: Report)] = []
    private var silent: Set<String> = []
    /// The devices of which the server has reported a touch, or ``onAbsence`` was called.
    private var known: Set<String> = []
    /// When the daemon first reported about the others.
    private var unknown: [String: Timestamp] = [:]
    /// The gestures in progress.
    private var open: Set<UInt64> = []

    /// The server's stamps are a little later than the kernel's, and whole milliseconds.
    private static let rounding = Microseconds.milliseconds(1)
    private static let mostEarly = 32
    /// Of one hand, and hands that are held. Touches beyond that are the apps'.
    static let mostFingers = 20
    static let mostHands = 20
    /// How long a touch is held without a decision: until fingers lift, and from then on until the daemon reports; once it has, and
    /// while too few of a rule's fingers are down.
    static let limit = Microseconds.milliseconds(1000)
    static let limitAfterLift = Microseconds.milliseconds(100)
    static let limitOfJoining = Microseconds.milliseconds(150)

    // MARK: The server's touches

    mutating func begin(_ touch: HeldTouch) -> [Verdict] {
        known.insert(touch.device)
        if let index = hands.lastIndex(where: { $0.device.id == touch.device && !$0.down.isEmpty }) {
            guard hands[index].down.count < Self.mostFingers else { return [Verdict(touch: touch.id, isTaken: false)] }
            hands[index].down.insert(touch.id)
            hands[index].most = max(hands[index].most, hands[index].down.count)
            switch hands[index].decision {
            case .taken: return [Verdict(touch: touch.id, isTaken: true)]
            case .given: return [Verdict(touch: touch.id, isTaken: false)]
            case .undecided(let held, let rules):
                hands[index].decision = .undecided(held + [touch.id], among: rules)
                return []
            }
        }
        guard hands.count < Self.mostHands else { return [Verdict(touch: touch.id, isTaken: false)] }
        let here = claims.filter { claim in
            claim.device.id == touch.device && claim.regions?.contains { $0.contains(touch.position) } != false
        }
        guard let device = here.first?.device, !silent.contains(device.id) else {
            return giveHand(of: touch)
        }
        let since = start(of: touch)
        hands.append(Hand(touch, on: device, in: window, since: since, .undecided([touch.id], among: here.map(\.rule))))
        removeDecided()
        early.removeAll { $0.report.device == device.id && $0.time < since }
        // They stay for the hands that follow, because the server may be late by several.
        let reports = early.filter { $0.report.device == device.id }
        return reports.flatMap { apply($0.report, to: hands.count - 1) }
    }

    /// Returns the time from which on reports can be about the hand that begins with a touch: the end of the previous one.
    private func start(of touch: HeldTouch) -> Timestamp {
        let last = hands.last { $0.device.id == touch.device }?.end
        return max(last.map { $0 + Self.rounding } ?? touch.time - Self.limit, touch.time - Self.limit)
    }

    /// A hand that no rule can take, so that its later fingers are not held, either.
    private mutating func giveHand(of touch: HeldTouch) -> [Verdict] {
        if let device = claims.first(where: { $0.device.id == touch.device })?.device {
            hands.append(Hand(touch, on: device, in: window, since: start(of: touch), .given))
            removeDecided()
        }
        return [Verdict(touch: touch.id, isTaken: false)]
    }

    /// Called when the finger lifts, also that of a touch which is the app's.
    mutating func end(_ touch: UInt32, at time: Timestamp) {
        guard let index = hands.firstIndex(where: { $0.down.contains(touch) }) else { return }
        hands[index].down.remove(touch)
        guard hands[index].down.isEmpty else { return }
        hands[index].end = time
    }

    /// The last hand on each device stays, so that late reports about it are not taken for those of the next.
    private mutating func removeDecided() {
        var later: Set<String> = []
        for index in hands.indices.reversed() {
            let isLast = later.insert(hands[index].device.id).inserted
            if case .undecided = hands[index].decision { continue }
            if !isLast { hands.remove(at: index) }
        }
    }

    // MARK: The daemon's reports

    mutating func handle(_ message: GestureMessage, from source: ActionSource) -> [Verdict] {
        guard source != .touch, source != .apart(.touch) else { return [] }
        let hasBegun = open.contains(message.gesture)
        if message.phase.isTerminal { open.remove(message.gesture) } else { open.insert(message.gesture) }
        let report = Report.gesture(message, source)
        guard hasBegun else { return handle(report, at: message.time) }
        // What began with another hand says nothing about this one.
        guard let index = hands.lastIndex(where: { $0.sequence.part(message.gesture) != nil }) else {
            // It may have begun with a hand of which the server still says nothing.
            let start = early.last { $0.report.gesture == message.gesture }?.time
            if let start, message.phase.isTerminal { keepEarly(report, start) }
            return []
        }
        defer { removeDecided() }
        return apply(report, to: index)
    }

    mutating func handle(_ message: ExplanationMessage, from source: ActionSource) -> [Verdict] {
        var gesture: GestureName?
        if message.part == 0, message.contact == nil, case .known(let name) = message.recogniser,
            message.outcome == .known(.lost)
        {
            gesture = name
        }
        return handle(.lost(gesture, message, source), at: message.time - message.elapsed)
    }

    private mutating func handle(_ report: Report, at time: Timestamp) -> [Verdict] {
        silent.remove(report.device)
        checkPresence(of: report.device, at: time)
        guard let index = hands.lastIndex(where: { $0.device.id == report.device && $0.since <= time }),
            hands[index].end.map({ time <= $0 + Self.rounding }) ?? true
        else {
            keepEarly(report, time)
            return []
        }
        // It may be about the next hand, if the server is so late that this one has not even lifted.
        if case .undecided = hands[index].decision {} else if hands[index].end == nil { keepEarly(report, time) }
        defer { removeDecided() }
        return apply(report, to: index)
    }

    /// The server may be late.
    private mutating func checkPresence(of device: String, at time: Timestamp) {
        guard !known.contains(device), claims.contains(where: { $0.device.id == device }) else { return }
        let first = unknown[device] ?? time
        unknown[device] = first
        guard first + Self.limit <= time else { return }
        known.insert(device)
        onAbsence(device)
    }

    private mutating func keepEarly(_ report: Report, _ time: Timestamp) {
        if early.count >= Self.mostEarly { early.removeFirst(Self.mostEarly / 2) }
        early.append((time, report))
    }

    private mutating func apply(_ report: Report, to index: Int) -> [Verdict] {
        hands[index].reported = max(hands[index].reported ?? report.time, report.time)
        guard case .undecided(_, var rules) = hands[index].decision else { return [] }
        switch report {
        case .lost(let gesture?, _, let source):
            rules.removeAll { rule in
                rule.recogniser(on: hands[index].device.kind).map { $0 == (source, gesture) } ?? false
            }
        case .lost: break
        case .gesture(let message, let source):
            let part = hands[index].sequence.add(message, from: source)
            let sequence = hands[index].sequence
            let fits = rules.map { $0.takes(sequence.parts[part], in: sequence) }
            if fits.contains(true) { return decide(index, isTaken: true) }
            rules = zip(rules, fits).filter { $0.1 == nil }.map(\.0)
        }
        return keep(rules, index)
    }

    private mutating func keep(_ rules: [Action], _ index: Int) -> [Verdict] {
        guard case .undecided(let held, _) = hands[index].decision else { return [] }
        hands[index].decision = .undecided(held, among: rules)
        return rules.isEmpty ? decide(index, isTaken: false) : []
    }

    private mutating func decide(_ index: Int, isTaken: Bool) -> [Verdict] {
        guard case .undecided(let held, _) = hands[index].decision else { return [] }
        hands[index].decision = isTaken ? .taken : .given
        return held.map { Verdict(touch: $0, isTaken: isTaken) }
    }

    // MARK: Time

    /// When ``expire(at:)`` has work; nil if nothing is held.
    var deadline: Timestamp? { hands.compactMap(Self.deadline).min() }

    private static func deadline(_ hand: Hand) -> Timestamp? {
        guard case .undecided(_, let rules) = hand.decision else { return nil }
        if let end = hand.end {
            // A busy daemon is not a silent one.
            let isReported = hand.reported.map { $0 + rounding >= end } ?? false
            return end + (isReported ? limitAfterLift : limit)
        }
        return hand.start + (rules.contains { hand.most < $0.fewestFingers } ? limitOfJoining : limit)
    }

    /// Gives the touches that were held too long to the apps.
    mutating func expire(at now: Timestamp) -> [Verdict] {
        var verdicts: [Verdict] = []
        for index in hands.indices {
            guard let deadline = Self.deadline(hands[index]), deadline <= now,
                case .undecided(_, let rules) = hands[index].decision
            else { continue }
            let hand = hands[index]
            if hand.end == nil, now < hand.start + Self.limit {
                verdicts += keep(rules.filter { hand.most >= $0.fewestFingers }, index)
                continue
            }
            if hand.reported == nil, silent.insert(hand.device.id).inserted { onSilence(hand.device.id) }
            verdicts += decide(index, isTaken: false)
        }
        removeDecided()
        return verdicts
    }

    /// Gives everything that is held to the apps. Called when the rules are replaced, or can no longer happen.
    mutating func reset() -> [Verdict] {
        defer { removeDecided() }
        early = []
        return hands.indices.flatMap { decide($0, isTaken: false) }
    }

    /// Called when fingers may lift without a report: devices have come or gone, or the server holds nothing any more.
    mutating func removeHands() -> [Verdict] {
        defer { hands = [] }
        return reset()
    }

    /// Called when the daemon has gone. The next one begins with its own numbers of gestures.
    mutating func disconnect() -> [Verdict] {
        (open, silent, known, unknown) = ([], [], [], [:])
        return reset()
    }
}

extension Action {
    /// True if an X server can hold the touches of the rule until it is decided. Taps in a row and a drag after a tap are
    /// decided long after a tap, and what decides about an expression is not known.
    package var canHoldTouches: Bool {
        guard isExclusive, !filter.isDark, filter.device != .kind(.touchpad) else { return false }
        switch gesture {
        case .tap: return count == 1
        case .tapDrag, .expression: return false
        default: return true
        }
    }

    fileprivate var fewestFingers: Int { fingers.counts.min() ?? 1 }

    /// Returns whether a gesture is the rule's; nil while that is open. What happens later, such as a movement back, does
    /// not change it.
    fileprivate func takes(_ part: TouchSequence.Part, in sequence: TouchSequence) -> Bool? {
        guard concerns(part) else { return nil }
        if part.message.phase.isCancelled { return moment == .cancelled }
        if part.message.phase == .ended { return lacks(of: part, in: sequence, at: .ended).isEmpty }
        switch gesture {
        case .tap, .flick, .stroke: return nil
        case .longPress: return part.value.isCompleted ? lacks(of: part, in: sequence, at: .completed).isEmpty : nil
        default: break
        }
        let lacks = lacks(of: part, in: sequence, at: .began, isEnough: false)
        if lacks.isEmpty { return true }
        // Short movements have no clear direction.
        let isShort = (part.value.movement?.translation.length ?? 0) < Self.clearDirection
        return lacks.allSatisfy { $0.mayPass || isShort && $0.isDirection } ? nil : false
    }

    /// 5 mm.
    private static let clearDirection = Amount.points(millimetres: 5)
}

extension Lack {
    /// True if the fingers only have to go on.
    fileprivate var mayPass: Bool {
        switch self {
        case .distance, .scale, .angle, .transform, .speed, .step: true
        default: false
        }
    }

    fileprivate var isDirection: Bool { if case .direction = self { true } else { false } }
}
