package import FocusFollowing
internal import GestureModel
internal import GestureProtocol
internal import Glibc
package import LinuxSupport
internal import SystemdSupport

/// Runs the actions of a user: subscribes to gestures, and starts programs or presses keys. An idle service does not
/// wake up.
package final class ActionService {
    private let loop: EventLoop
    /// The event sources of the running service.
    private var sources: [EventLoop.Source] = []
    private var timer: (source: EventLoop.Source, deadline: Timestamp?)?
    private var isStopping = false

    private let rules: ActionRules
    private var matcher = ActionMatcher()
    private let client: ActionClient
    /// True while the daemon is connected, and this user's session is active or there is no logind.
    private var isAllowed = false
    private let window: WindowFollower
    private let scopes: ProgramScopes
    private let runner: ActionRunner
    private let keyboard: ActionKeyboard
    /// Watches the descriptor of the keyboard's connection; nil if there is no connection, or it has no descriptor.
    private var keyboardSource: (connection: Int, source: EventLoop.Source)?

    /// - Parameters:
    ///   - socket: The daemon's socket.
    ///   - paths: Possible paths of the file of actions. The first that exists is read.
    ///   - environment: The variables of this process, for the desktop and the programs.
    /// - Throws: If the system lacks descriptors or memory.
    package init(
        socket: String, paths: [String], environment: [String: String], log: @escaping (String) -> Void
    ) throws(SystemError) {
        loop = try EventLoop()
        rules = try ActionRules(paths, environment: environment, log: log)
        client = ActionClient(path: socket, log: log)
        window = WindowFollower(environment: environment, log: log)
        keyboard = ActionKeyboard(environment: environment, log: log)
        scopes = ProgramScopes(environment: environment, log: log)
        runner = ActionRunner(environment: environment, keyboard: keyboard, scopes: scopes, log: log)
    }

    /// Runs the service. After SIGTERM or SIGINT, terminates the programs, and returns when they have ended. Programs
    /// that outlive the service keep running.
    package func run() throws(SystemError) {
        try watchAll()
        window.onChange = { [unowned self] in matcher.window = $0 }
        client.onGesture = { [unowned self] in handle($0, from: $1, on: $2) }
        client.onAccess = { [unowned self] in apply($0) }
        client.onDisconnected = { [unowned self] in
            matcher.reset()
            runner.clearPending()
        }
        reload()
        window.connect(on: loop)
        processClient()
        schedule()
        _ = try loop.run()
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
            try loop.watch(signal: SIGTERM) { [unowned self] in stop() },
            try loop.watch(signal: SIGINT) { [unowned self] in stop() },
        ]
        timer = (try loop.makeTimer { [unowned self] in expire() }, nil)
        runner.watch = { [unowned self] descriptor in
            try? loop.watch(copyOf: descriptor, for: .readable) { [unowned self] _ in runner.readErrors() }
        }
        scopes.watch = { [unowned self] descriptor, handler in
            try? loop.watch(copyOf: descriptor, for: .readable) { _ in handler() }
        }
        loop.onHandled = { [unowned self] in schedule() }
    }

    /// Watches the keyboard and sets the timer. Ends the loop once the service is stopping and the programs have ended.
    /// Called after each handler.
    private func schedule() {
        watchKeyboard()
        if isStopping, runner.isIdle { return loop.exit(0) }
        let deadline = [runner.deadline, matcher.deadline].compactMap(\.self).min()
        guard deadline != timer?.deadline else { return }
        timer?.deadline = deadline
        timer?.source.fire(at: deadline ?? Timestamp(microseconds: .max))
    }

    private func expire() {
        timer?.deadline = nil
        let now = MonotonicClock.now
        perform(matcher.expire(at: now))
        runner.expire(at: now)
    }

    private func stop() {
        guard !isStopping else { return }
        isStopping = true
        // The first source is the client's.
        sources.removeFirst()
        client.close()
        runner.terminateAll()
    }

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
            return keyboard.problems(in: file)
        }
        guard isNew else { return }
        runner.clearPending()
        // A gesture in progress has no further effect.
        matcher = ActionMatcher(rules.file.actions, after: matcher)
        window.isNeeded = rules.file.actions.contains { $0.filter.app != nil }
        client.use(rules.file)
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
        isAllowed = access?.session == .active || access?.session == .unmanaged
        guard !isAllowed else { return }
        matcher.clearWaiting()
        runner.clearPending()
        keyboard.clearWaiting()
    }

    private func handle(_ message: GestureMessage, from source: ActionSource, on device: TouchDevice) {
        perform(matcher.expire(at: message.time))
        perform(matcher.handle(message, from: source, on: device))
        // The ends of gestures are tracked even while no action may run.
        if !isAllowed { matcher.clearWaiting() }
    }

    private func perform(_ matches: [ActionMatcher.Match]) {
        for match in matches where isAllowed && !isStopping {
            let action = matcher.actions[match.index]
            runner.perform(action, steps: match.steps, variables: GestureVariables(match, action).list)
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
