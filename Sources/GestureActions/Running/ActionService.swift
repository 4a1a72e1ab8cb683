package import DesktopAccess
package import FocusFollowing
internal import GestureModel
internal import GestureProtocol
internal import Glibc
package import LinuxSupport
internal import SystemdSupport
internal import TouchCovering

/// Runs the actions of a user: subscribes to gestures, and starts programs or presses keys. An idle service does not
/// wake up.
///
/// A service that follows the user's displays runs without one, too, for rules that need none. It ends when the first
/// display appears and when its display ends, and its caller makes the next one, with the variables of the next display.
package final class ActionService {
    private let loop: EventLoop
    /// The event sources of the running service.
    private var sources: [EventLoop.Source] = []
    private var timer: (source: EventLoop.Source, deadline: Timestamp?)?
    private var isStopping = false
    private var end = End.stopped
    private let display: Display
    private let environment: [String: String]

    /// What the service knows of the display on which it runs.
    package enum Display {
        /// It runs in the environment of its start.
        case given
        /// It runs until this display ends.
        case found(SessionDisplay)
        /// It runs until a display is found.
        case awaited(DisplayWatch)
    }

    /// Why a service has ended.
    package enum End: Sendable {
        /// SIGTERM or SIGINT.
        case stopped
        /// A display was found, or has ended.
        case displayChanged
    }

    private let rules: ActionRules
    private var matcher = ActionMatcher()
    private let client: ActionClient
    /// What this user may receive; nil while the daemon is not connected.
    private var access: Access?
    /// The state that was last reported to systemd.
    private var reported = ""
    /// True while the daemon is connected, and this user's session is active or there is no logind.
    private var isAllowed: Bool { access?.session == .active || access?.session == .unmanaged }
    private let window: WindowFollower
    private let scopes: ProgramScopes
    private let runner: ActionRunner
    private let keyboard: ActionKeyboard
    private let exclusive: ExclusiveRules
    private let log: (String) -> Void
    /// Watches the descriptor of the keyboard's connection; nil if there is no connection, or it has no descriptor.
    private var keyboardSource: (connection: Int, source: EventLoop.Source)?

    /// - Parameters:
    ///   - socket: The daemon's socket.
    ///   - paths: Possible paths of the file of actions. The first that exists is read.
    ///   - environment: The variables of this process, for the bus of its systemd; and for the desktop and the programs,
    ///     unless `display` has others.
    /// - Throws: If the system lacks descriptors or memory.
    package init(
        socket: String, paths: [String], environment own: [String: String], display: Display,
        log: @escaping (String) -> Void
    ) throws(SystemError) {
        var environment = own
        if case .found(let display) = display { environment = display.environment }
        (self.display, self.environment, self.log) = (display, environment, log)
        loop = try EventLoop()
        rules = try ActionRules(paths, environment: environment, log: log)
        client = ActionClient(path: socket, holdsTouches: environment.isX11, log: log)
        window = WindowFollower(environment: environment, log: log)
        keyboard = ActionKeyboard(environment: environment, log: log)
        exclusive = ExclusiveRules(environment: environment, log: log)
        scopes = ProgramScopes(environment: own, log: log)
        runner = ActionRunner(environment: environment, keyboard: keyboard, scopes: scopes, log: log)
    }

    /// Runs the service. At its end, terminates the programs, and returns when they have ended. Programs that outlive the
    /// service keep running.
    package func run() throws(SystemError) -> End {
        try watchAll()
        try watchDisplay()
        window.onChange = { [unowned self] in (matcher.window, exclusive.window) = ($0, $0) }
        client.onGesture = { [unowned self] in handle($0, from: $1, on: $2) }
        client.onExplanation = { [unowned self] in exclusive.handle($0, from: $1) }
        client.onAccess = { [unowned self] in apply($0) }
        runner.pause = { [unowned self] in client.pause(seconds: $0) }
        client.onDisconnected = { [unowned self] in
            matcher.reset()
            exclusive.disconnect()
            runner.clearPending()
            runner.releaseAll()
            access = nil
            report()
        }
        reload()
        if case .awaited = display {} else { window.connect(on: loop) }
        processClient()
        takeTouches()
        schedule()
        _ = try loop.run()
        return end
    }

    private func watchDisplay() throws(SystemError) {
        switch display {
        case .given: return
        case .found(let display):
            do throws(Errno) {
                let process = try display.openProcess()
                defer { close(process) }
                let source = try? loop.watch(copyOf: process, for: .readable) { [unowned self] _ in
                    log("\(display.text) has ended")
                    stop(.displayChanged)
                }
                if let source { sources.append(source) }
            } catch Errno(ESRCH) {
                stop(.displayChanged)
            } catch {
                log("\(display.text): its end will not be noticed: \(error)")
            }
        case .awaited(let watch):
            sources.append(
                try loop.watch(watch.descriptor, for: .readable) { [unowned self] _ in
                    watch.process()
                    search(watch)
                })
        }
    }

    private func search(_ watch: DisplayWatch) {
        if !watch.search().isEmpty { stop(.displayChanged) }
    }

    private func watchAll() throws(SystemError) {
        // gestured's messages come first: if the session loses its access, waiting starts are dropped before the end of
        // a process triggers them.
        let first = EventLoop.Priority(rawValue: -10)
        sources = [
            try loop.watch(client.descriptor, for: .readable, priority: first) { [unowned self] _ in processClient() },
            try loop.watch(rules.descriptor, for: .readable) { [unowned self] _ in if rules.hasChanged() { reload() } },
            try loop.watch(signal: SIGCHLD) { [unowned self] in runner.reap() },
            try loop.watch(signal: SIGHUP) { [unowned self] in reload() },
            try loop.watch(signal: SIGTERM) { [unowned self] in stop(.stopped) },
            try loop.watch(signal: SIGINT) { [unowned self] in stop(.stopped) },
        ]
        timer = (try loop.makeTimer { [unowned self] in expire() }, nil)
        runner.watch = { [unowned self] descriptor in
            try? loop.watch(copyOf: descriptor, for: .readable) { [unowned self] _ in runner.readErrors() }
        }
        let watch = { [unowned self] (descriptor: Int32, handler: @escaping () -> Void) -> AnyObject? in
            try? loop.watch(copyOf: descriptor, for: .readable) { _ in handler() }
        }
        (scopes.watch, exclusive.watch) = (watch, watch)
        matcher.isShielded = { [environment] in ProcessMark.isSet(.shield, environment) }
        loop.onHandled = { [unowned self] in
            takeTouches()
            schedule()
        }
    }

    /// Takes the touches of exclusive rules from the apps, as long as the rules can happen.
    private func takeTouches() {
        exclusive.devices = isAllowed && !isStopping ? client.current : []
        exclusive.silent = client.silent
        if case .awaited = display { return }
        exclusive.update()
    }

    /// Watches the keyboard and sets the timer. Ends the loop once the service is stopping and the programs have ended.
    /// Called after each handler.
    private func schedule() {
        watchKeyboard()
        if isStopping, runner.isIdle, !exclusive.isWaiting { return loop.exit(0) }
        var searchDeadline: Timestamp?
        if case .awaited(let watch) = display { searchDeadline = watch.deadline }
        let deadline = [runner.deadline, exclusive.deadline, searchDeadline].compactMap(\.self).min()
        guard deadline != timer?.deadline else { return }
        timer?.deadline = deadline
        timer?.source.fire(at: deadline ?? Timestamp(microseconds: .max))
    }

    private func expire() {
        timer?.deadline = nil
        let now = MonotonicClock.now
        exclusive.expire(at: now)
        runner.expire(at: now)
        if case .awaited(let watch) = display { search(watch) }
    }

    private func stop(_ reason: End) {
        // A service that is to stop does not start again because its display ends meanwhile.
        if reason == .stopped { end = .stopped }
        guard !isStopping else { return }
        (isStopping, end) = (true, reason)
        // The first source is the client's.
        sources.removeFirst()
        client.close()
        runner.terminateAll()
    }

    /// Reports the state to systemd, for `systemctl --user status` and `gesturectl doctor`.
    private func report() {
        let connection = access.map { isAllowed ? "receives gestures" : "no gestures: the session is \($0.session)" }
        let place =
            switch display {
            case .given: ""
            case .found(let display): ", \(display.text)"
            case .awaited: ", no display yet"
            }
        let state = "\(connection ?? Self.isDisconnected); \(rules.file.countText)\(place)"
        guard state != reported else { return }
        reported = state
        ServiceManager.report(status: state)
    }

    /// How the reported state begins without a connection.
    package static let isDisconnected = "not connected to gestured"

    private func watchKeyboard() {
        let descriptor = keyboard.descriptor
        guard descriptor >= 0 else { return keyboardSource = nil }
        guard keyboard.connections != keyboardSource?.connection else { return }
        keyboardSource = try? (
            keyboard.connections,
            loop.watch(copyOf: descriptor, for: .readable) { [unowned self] _ in keyboard.process() }
        )
    }

    /// Reads the file of rules again, and applies the rules unless the previous rules stay in force.
    private func reload() {
        guard !isStopping else { return }
        let isNew = rules.reload { file in
            keyboard.retry()
            return keyboard.problems(in: file.actions)
        }
        report()
        guard isNew else { return }
        runner.clearPending()
        // A gesture in progress has no further effect, and its end may not arrive.
        runner.releaseAll()
        matcher = ActionMatcher(rules.file.actions, after: matcher)
        window.isNeeded = rules.file.actions.contains { $0.filter.namesApps }
        client.use(rules.file)
        exclusive.use(rules.file.actions)
    }

    // MARK: Gestures

    private func processClient() {
        client.process()
        // All events of a frame arrive together, so sequences can be decided now.
        perform(matcher.settle())
    }

    private func apply(_ access: Access?) {
        // Gestures that ended before the change are decided with the previous access.
        perform(matcher.settle())
        self.access = access
        report()
        guard !isAllowed else { return }
        matcher.clearWaiting()
        runner.clearPending()
        runner.releaseAll()
        keyboard.clearWaiting()
    }

    private func handle(_ message: GestureMessage, from source: ActionSource, on device: TouchDevice) {
        // First the touches: a rule's program takes time to start.
        exclusive.handle(message, from: source)
        perform(matcher.handle(message, from: source, on: device))
        if message.phase.isTerminal { runner.release(message.gesture) }
        // The ends of gestures are tracked even while no action may run.
        if !isAllowed { matcher.clearWaiting() }
    }

    private func perform(_ matches: [ActionMatcher.Match]) {
        for match in matches where isAllowed && !isStopping {
            let action = matcher.actions[match.index]
            runner.perform(
                action, steps: match.steps, variables: GestureVariables(match, action).list,
                gesture: match.message.gesture)
        }
    }
}

extension ActionWindow {
    package init(_ focus: DesktopFocus) {
        if case .window(let window) = focus {
            self.init(app: window.app, title: window.title)
        } else {
            self.init()
        }
    }
}
