internal import DesktopAccess
internal import GestureModel
internal import GestureProtocol
internal import LinuxSupport
internal import TouchCovering

/// Takes the touches of exclusive rules from the apps, with surfaces at the edges of the outputs, or on X11 by holding them
/// until the rules are decided. Without a connection that works, the apps receive them.
final class ExclusiveRules {
    var window = ActionWindow()
    /// The touch devices whose gestures the rules receive.
    var devices: [TouchDevice] = []
    /// What the rules do not receive.
    var silent: Set<ActionSource> = []
    /// Watches a descriptor until the returned object is released.
    var watch: (_ descriptor: Int32, _ handler: @escaping () -> Void) -> AnyObject? = { _, _ in nil }

    private let environment: [String: String]
    private let log: (String) -> Void
    private var rules: [Action] = []
    private var state = State.idle
    /// Says to another service of the user that it is not alone.
    private var mark: ProcessMark?
    private var holds = TouchHolds()
    /// Why touches were not taken. The same reason again and again is logged once.
    private var failure: (text: String, time: Timestamp)?
    private var backoff = Backoff(from: .milliseconds(1000), to: .milliseconds(60_000))
    /// What works for so long, twice the longest pause, has worked.
    private static let steady = Microseconds.milliseconds(120_000)
    /// What was covered last, so that nothing is computed as long as nothing changes.
    private var last: Input?

    private enum State {
        /// No rule needs a connection.
        case idle
        case covering(TouchCovers, watches: [AnyObject])
        case holding(X11Touches, watch: AnyObject?)
        /// The reason was logged. It is tried again then, and with new rules.
        case failed(retry: Timestamp)
    }

    private struct Input: Equatable {
        var window: ActionWindow
        var devices: [TouchDevice]
        var silent: Set<ActionSource>
    }

    init(environment: [String: String], log: @escaping (String) -> Void) {
        (self.environment, self.log) = (environment, log)
        holds.onSilence = { device in
            log("\(device): gestured does not report what its fingers do; apps receive them until it does")
        }
        holds.onAbsence = { device in
            log("\(device): the X server reports no touches of it; apps receive what its fingers do")
        }
    }

    /// When ``expire(at:)`` is due; nil if only events change anything.
    var deadline: Timestamp? {
        switch state {
        case .holding(let touches, _): [holds.deadline, touches.deadline].compactMap(\.self).min()
        case .failed(let retry) where !rules.isEmpty: retry
        case .idle, .covering, .failed: nil
        }
    }

    /// True while touches that are the apps' are still held, because another program holds the pointer.
    var isWaiting: Bool { if case .holding(let touches, _) = state { touches.isWaiting } else { false } }

    /// Replaces the rules.
    func use(_ actions: [Action]) {
        rules = actions.filter(\.isExclusive)
        last = nil
        decide(holds.reset())
        backoff.reset()
        if case .failed = state { state = .idle }
    }

    /// Covers what the rules need at present.
    func update() {
        guard !rules.isEmpty || last == nil else { return }
        let input = Input(window: window, devices: devices, silent: silent)
        guard input != last else { return }
        last = input
        let happening = rules.filter { rule in ActionSource.all(for: rule).contains { !silent.contains($0) } }
        if environment.isX11 { return attempt { () throws(DesktopFailure) in try hold(happening) } }
        let wanted = ExclusiveAreas.covers(for: happening, in: window, on: devices)
        let swipes = ExclusiveAreas.swipes(of: happening, in: window, on: devices)
        attempt { () throws(DesktopFailure) in try cover(wanted, swipes) }
    }

    private func cover(_ wanted: [ScreenCover], _ swipes: TakenSwipes) throws(DesktopFailure) {
        switch state {
        case .covering(let covers, _):
            // Without a rule there is no connection, either.
            guard rules.isEmpty else { return try covers.cover(wanted, swipes: swipes) }
            state = .idle
            mark = nil
        case .idle where !wanted.isEmpty || !swipes.isEmpty:
            let covers = try TouchCovers(environment: environment)
            setMark()
            let watches = covers.descriptors.compactMap { watch($0) { [unowned self] in processCovers() } }
            state = .covering(covers, watches: watches)
            try covers.cover(wanted, swipes: swipes)
        case .idle, .holding, .failed: return
        }
    }

    private func setMark() {
        mark = try? ProcessMark(.exclusive, environment)
        if mark == nil, let other = ProcessMark.holder(of: .exclusive, environment) {
            log("process \(other) already takes touches for the rules of this user; the rules of both happen")
        }
    }

    private func processCovers() {
        attempt { () throws(DesktopFailure) in
            guard case .covering(let covers, _) = state else { return }
            for output in try covers.process().refused {
                log("\(output.text): the compositor closed the strips; apps receive what begins there")
            }
        }
    }

    // MARK: X11

    private func hold(_ happening: [Action]) throws(DesktopFailure) {
        let held = ExclusiveAreas.held(of: happening, in: window, on: devices)
        let touches: X11Touches
        switch state {
        case .holding(let connected, _): touches = connected
        case .idle where !held.isEmpty:
            touches = try X11Touches(environment: environment)
            state = .holding(touches, watch: watch(touches.descriptor) { [unowned self] in processTouches() })
        case .idle, .covering, .failed: return
        }
        holds.window = window
        holds.claims = held.map { rule, device in
            let cover = ExclusiveAreas.covers(for: [rule], in: window, on: [device]).first
            return TouchHolds.Claim(rule: rule, device: device, regions: cover.map(touches.regions))
        }
        if held.isEmpty { decide(holds.removeHands()) }
        try touches.hold(!held.isEmpty)
        removeUnused()
    }

    /// A touch that still waits would be given at once with the end of the connection.
    private func removeUnused() { if rules.isEmpty, !isWaiting { state = .idle } }

    private func processTouches() {
        attempt { () throws(DesktopFailure) in
            guard case .holding(let touches, _) = state else { return }
            let outputsChanged = try touches.process { event in
                switch event {
                case .began(let touch): send(holds.begin(touch))
                case .lifted(let touch, let time): holds.end(touch, at: time)
                case .devicesChanged: send(holds.removeHands())
                }
            }
            if outputsChanged { last = nil }
            give()
        }
    }

    private func decide(_ verdicts: [TouchHolds.Verdict]) {
        send(verdicts)
        give()
    }

    private func send(_ verdicts: [TouchHolds.Verdict]) {
        guard case .holding(let touches, _) = state else { return }
        for verdict in verdicts { touches.decide(verdict.touch, isTaken: verdict.isTaken) }
    }

    private func give() {
        guard case .holding(let touches, _) = state else { return }
        for _ in 0..<touches.give(at: MonotonicClock.now) {
            log("another program holds the pointer, as an open menu or a drag does; a touch that waited for it is lost")
        }
    }

    func handle(_ message: GestureMessage, from source: ActionSource) {
        if case .holding = state { decide(holds.handle(message, from: source)) }
    }

    func handle(_ message: ExplanationMessage, from source: ActionSource) {
        if case .holding = state { decide(holds.handle(message, from: source)) }
    }

    /// Called when the connection to the daemon has ended.
    func disconnect() { decide(holds.disconnect()) }

    func expire(at now: Timestamp) {
        switch state {
        case .failed(let retry) where retry <= now:
            (state, last) = (.idle, nil)
        case .holding:
            decide(holds.expire(at: now))
            removeUnused()
        case .idle, .covering, .failed: break
        }
    }

    private func attempt(_ work: () throws(DesktopFailure) -> Void) {
        do throws(DesktopFailure) {
            try work()
        } catch {
            let now = MonotonicClock.now
            if let last = failure?.time, last + Self.steady <= now { backoff.reset() }
            if backoff.isReset || "\(error)" != failure?.text {
                log("\(error); apps also receive the fingers of rules with exclusive = true")
            }
            failure = ("\(error)", now)
            state = .failed(retry: now + backoff.nextDelay())
            mark = nil
            holds.claims = []
            _ = holds.reset()
        }
    }
}
