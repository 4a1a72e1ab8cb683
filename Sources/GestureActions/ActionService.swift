internal import DesktopAccess
package import FocusFollowing
internal import GestureClient
internal import GestureModel
internal import GestureProtocol
internal import Glibc
package import LinuxSupport
internal import SystemdSupport

/// Runs the actions of a user: subscribes to their gestures, and starts their programs. An idle service does not wake up.
package final class ActionService {
    private let paths: [String]
    private let environment: [String: String]
    private let log: (String) -> Void

    private let loop: EventLoop
    /// What the loop watches for the whole life of the service.
    private var sources: [EventLoop.Source] = []
    private var timer: EventLoop.Source?
    private var timerDeadline: Timestamp?
    private let watch: PathWatch
    private var isStopping = false

    private var file: ActionFile
    private var matcher = ActionMatcher()
    private let runner: ActionRunner
    private let keyboard: ActionKeyboard
    /// Watches the descriptor of the keyboard, which opens it at the first key.
    private var keyboardSource: (descriptor: Int32, source: EventLoop.Source)?

    private let client: GestureClient
    private var clientSource: EventLoop.Source?
    private var subscriptions: [(request: SubscribeRequest, subscription: MessageSubscription)] = []
    /// The devices of gestures in progress are known after they are gone.
    private var devices: [String: TouchDevice] = [:]
    private var isAllowed = false
    private var isDisconnectionLogged = false
    /// The rules that lack positions, as they were logged.
    private var silentActions: [Action] = []

    private var desktop: (any Desktop)?
    private var desktopSource: EventLoop.Source?
    /// Why the desktop does not report the focus; nil if it does.
    private var unknownFocus: String?
    private var needsApp: Bool { file.actions.contains { $0.app != nil } }

    /// - Parameters:
    ///   - socket: The daemon's socket.
    ///   - paths: Possible paths of the file of actions. The first that exists is read.
    ///   - environment: The variables of this process, for the desktop and the programs.
    /// - Throws: If the system lacks descriptors or memory.
    package init(
        socket: String, paths: [String], environment: [String: String], log: @escaping (String) -> Void
    ) throws(SystemError) {
        (self.paths, self.environment, self.log) = (paths, environment, log)
        file = ActionFile(path: paths.first ?? "")
        loop = try EventLoop()
        watch = try PathWatch(paths, for: .contents)
        keyboard = ActionKeyboard(environment: environment, log: log)
        runner = ActionRunner(
            environment: environment, keyboard: keyboard, adoptsOrphans: ProcessMarker.adoptOrphans(), log: log)
        client = GestureClient(path: socket)
    }

    /// Returns after SIGTERM or SIGINT.
    package func run() throws(SystemError) {
        try watchAll()
        client.onStateChange = { [unowned self] in handle($0) }
        client.onAccessChange = { [unowned self] in apply($0) }
        reload()
        connectDesktop()
        processClient()
        schedule()
        _ = try loop.run()
    }

    private func watchAll() throws(SystemError) {
        // gestured first: if the session lost its access, starts that wait for a process are dropped before it is reaped.
        let first = EventLoop.Priority(rawValue: -10)
        clientSource = try loop.watch(client.fileDescriptor, for: .readable, priority: first) { [unowned self] _ in
            processClient()
        }
        sources.append(
            try loop.watch(watch.descriptor, for: .readable) { [unowned self] _ in if watch.process() { reload() } })
        sources.append(try loop.watch(signal: SIGCHLD) { [unowned self] in runner.reap() })
        sources.append(try loop.watch(signal: SIGHUP) { [unowned self] in reload() })
        for signal in [SIGTERM, SIGINT] { sources.append(try loop.watch(signal: signal) { [unowned self] in stop() }) }
        timer = try loop.makeTimer { [unowned self] in expire() }
        runner.watch = { [unowned self] descriptor in
            try? loop.watch(copyOf: descriptor, for: .readable) { [unowned self] _ in runner.readErrors() }
        }
        loop.onHandled = { [unowned self] in schedule() }
    }

    /// Called after each handler.
    private func schedule() {
        watchKeyboard()
        if isStopping, runner.isIdle { return loop.exit(0) }
        let deadline = [runner.deadline, matcher.deadline].compactMap(\.self).min()
        guard deadline != timerDeadline else { return }
        timerDeadline = deadline
        timer?.fire(at: deadline ?? Timestamp(microseconds: .max))
    }

    private func expire() {
        timerDeadline = nil
        let now = MonotonicClock.now
        perform(matcher.expire(at: now))
        runner.expire(at: now)
    }

    private func stop() {
        guard !isStopping else { return }
        isStopping = true
        clientSource = nil
        client.close()
        runner.terminateAll()
    }

    private func watchKeyboard() {
        let descriptor = keyboard.descriptor
        guard descriptor != keyboardSource?.descriptor ?? -1 else { return }
        keyboardSource = nil
        guard descriptor >= 0 else { return }
        keyboardSource = try? (
            descriptor, loop.watch(copyOf: descriptor, for: .readable) { [unowned self] _ in keyboard.process() }
        )
    }

    // MARK: The file

    /// Reads the file again. A file with mistakes does not replace the rules.
    private func reload() {
        guard !isStopping else { return }
        guard let path = paths.first(where: { access($0, F_OK) == 0 }) else {
            log("no actions: no file \(paths.joined(separator: " or ")); gesturectl actions init writes the first")
            return use(ActionFile(path: paths.first ?? ""))
        }
        do throws(ActionFileError) {
            let new = try ActionFile.load(path, environment: environment)
            guard !new.isBlank || file.actions.isEmpty else {
                return log("\(path): empty, as while it is being written: not used; still in force: \(file.countText)")
            }
            keyboard.retry()
            for problem in new.warnings + keyboard.problems(in: new) { log(problem.text(in: path)) }
            use(new)
            log("\(new.countText) in \(path)")
        } catch {
            for line in "\(error)".split(separator: "\n") { log(String(line)) }
            log("\(path): not used; still in force: \(file.countText)")
        }
    }

    private func use(_ new: ActionFile) {
        runner.clearPending()
        file = new
        // A gesture in progress performs nothing more.
        matcher = ActionMatcher(new.actions, after: matcher)
        subscribe(ActionSubscriptions(new))
        logPositions(client.access)
    }

    /// Makes the subscriptions that are new, and ends those that no rule needs any more.
    private func subscribe(_ wanted: ActionSubscriptions) {
        var earlier = subscriptions
        subscriptions = zip(wanted.requests, wanted.sources).map { request, source in
            // The id is the client's.
            var request = request
            request.id = 0
            if let index = earlier.firstIndex(where: { $0.request == request }) { return earlier.remove(at: index) }
            let subscription = client.subscribe(request) { [unowned self] message in
                handle(message, from: source)
            } onFailure: { [unowned self] failure in
                let names = wanted.actions(of: source, in: file).map(\.place).joined(separator: ", ")
                let effect = source == .touch ? "rules may follow each other in one touch" : "\(names): does not happen"
                log("\(effect): gestured refused it: \(failure)")
            } onPositions: { [unowned self] positions in
                guard positions == .withheld else { return }
                let names = wanted.actions(of: source, in: file).map(\.place).joined(separator: ", ")
                log(
                    "\(names): does not happen: gestured withholds from this user where fingers are; see gestured.toml(5)"
                )
            }
            return (request, subscription)
        }
        for (_, subscription) in earlier { subscription.end() }
    }

    // MARK: The daemon

    private func processClient() {
        client.process()
        // All that belongs to one frame has arrived together.
        perform(matcher.settle())
    }

    private func handle(_ state: GestureClient.State) {
        switch state {
        case .connected: isDisconnectionLogged = false
        case .connecting: break
        case .disconnected(let failure):
            matcher.reset()
            runner.clearPending()
            // Only the first failure in a row: a daemon that stays away must not fill the log.
            guard let failure, !isDisconnectionLogged else { return }
            isDisconnectionLogged = true
            log("\(failure); connecting again")
        }
    }

    private func apply(_ access: Access?) {
        // Gestures that have ended belong to the access before.
        perform(matcher.settle())
        isAllowed = access?.session == .active || access?.session == .unmanaged
        logPositions(access)
        guard !isAllowed else { return }
        matcher.clearWaiting()
        runner.clearPending()
        keyboard.clearWaiting()
    }

    private func handle(_ message: GestureMessage, from source: ActionSource) {
        if let device = client.devices.first(where: { $0.id == message.device }) { devices[device.id] = device }
        guard let device = devices[message.device] else { return }
        perform(matcher.expire(at: message.time))
        perform(matcher.handle(message, from: source, on: device))
        // The ends of gestures count, too, when nothing may happen.
        if !isAllowed { matcher.clearWaiting() }
    }

    private func perform(_ matches: [ActionMatcher.Match]) {
        for match in matches where isAllowed && !isStopping {
            let action = matcher.actions[match.index]
            runner.perform(action, steps: match.steps, variables: GestureVariables(match, action).list)
        }
    }

    /// Logs rules that do not happen without positions, when these are withheld.
    private func logPositions(_ access: Access?) {
        guard let access else { return }
        let silent = access.positions == .withheld ? file.actions.filter { $0.corner != nil } : []
        guard silent != silentActions else { return }
        silentActions = silent
        for action in silent {
            log(
                "\(action.place): does not happen until the administrator grants positions to this user; see "
                    + "gestured.toml(5)")
        }
    }

    // MARK: The desktop

    private func connectDesktop() {
        do {
            let desktop = try DesktopChoice(environment: environment).connect(environment: environment)
            self.desktop = desktop
            desktopSource = try loop.watch(copyOf: desktop.descriptor, for: .readable, priority: .init(rawValue: -5)) {
                [unowned self] _ in processDesktop()
            }
            processDesktop()
        } catch {
            log("\(error); " + (needsApp ? "actions with app do not happen" : "GESTURE_APP is not set"))
        }
    }

    private func processDesktop() {
        do throws(DesktopFailure) {
            guard let focus = try desktop?.process() else { return }
            matcher.window = ActionWindow(focus)
            guard case .unknown(let reason, _) = focus, needsApp else { return unknownFocus = nil }
            if reason != unknownFocus { log("\(reason); actions with app do not happen") }
            unknownFocus = reason
        } catch {
            log("\(error); the focused window is not known any more")
            (desktopSource, desktop) = (nil, nil)
            matcher.window = ActionWindow()
        }
    }
}

extension ActionWindow {
    package init(_ focus: Focus) {
        if case .window(let window) = focus {
            self.init(app: window.app, title: window.title)
        } else {
            self.init()
        }
    }
}
