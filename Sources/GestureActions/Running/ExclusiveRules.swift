internal import DesktopAccess
internal import GestureModel
internal import TouchCovering

/// Takes the touches of exclusive rules from the apps, with surfaces at the edges of the outputs. Without a connection
/// that works, the apps receive them.
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
    /// What was covered last, so that nothing is computed as long as nothing changes.
    private var last: Input?

    private enum State {
        /// No rule needs a connection.
        case idle
        case connected(TouchCovers, watches: [AnyObject])
        /// The reason was logged. New rules try again.
        case failed
    }

    private struct Input: Equatable {
        var window: ActionWindow
        var devices: [TouchDevice]
        var silent: Set<ActionSource>
    }

    init(environment: [String: String], log: @escaping (String) -> Void) {
        (self.environment, self.log) = (environment, log)
    }

    /// Replaces the rules.
    func use(_ actions: [Action]) {
        rules = actions.filter(\.isExclusive)
        last = nil
        if case .failed = state { state = .idle }
    }

    /// Covers what the rules need at present.
    func update() {
        guard !rules.isEmpty || last == nil else { return }
        let input = Input(window: window, devices: devices, silent: silent)
        guard input != last else { return }
        last = input
        let happening = rules.filter { rule in ActionSource.all(for: rule).contains { !silent.contains($0) } }
        let wanted = ExclusiveAreas.covers(for: happening, in: window, on: devices)
        let swipes = ExclusiveAreas.swipes(of: happening, in: window, on: devices)
        attempt { () throws(DesktopFailure) in try cover(wanted, swipes) }
    }

    private func cover(_ wanted: [ScreenCover], _ swipes: TakenSwipes) throws(DesktopFailure) {
        switch state {
        case .connected(let covers, _):
            // Without a rule there is no connection, either.
            if rules.isEmpty { state = .idle } else { try covers.cover(wanted, swipes: swipes) }
        case .idle where !wanted.isEmpty || !swipes.isEmpty:
            let covers = try TouchCovers(environment: environment)
            let watches = covers.descriptors.compactMap { watch($0) { [unowned self] in process() } }
            state = .connected(covers, watches: watches)
            try covers.cover(wanted, swipes: swipes)
        case .idle, .failed: return
        }
    }

    private func process() {
        attempt { () throws(DesktopFailure) in
            guard case .connected(let covers, _) = state else { return }
            for output in try covers.process().refused {
                log("\(output.text): the compositor closed the strips; apps receive what begins there")
            }
        }
    }

    private func attempt(_ work: () throws(DesktopFailure) -> Void) {
        do throws(DesktopFailure) {
            try work()
        } catch {
            state = .failed
            log("\(error); apps also receive the fingers of rules with exclusive = true")
        }
    }
}
