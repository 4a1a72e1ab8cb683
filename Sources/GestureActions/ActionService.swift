internal import DesktopAccess
internal import FocusFollowing
internal import GestureClient
internal import GestureConfiguration
internal import GestureModel
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport

/// Runs the actions of a user: subscribes to their gestures, and starts their programs.
///
/// One poll(2) waits for gestured, the desktop, the file, signals and the programs' errors. An idle service does not wake up.
package final class ActionService {
    private let socket: String
    private let paths: [String]
    private let environment: [String: String]
    private let log: (String) -> Void

    private var file: ActionFile
    private var matcher = ActionMatcher()
    private let runner: ActionRunner
    private let keyboard: ActionKeyboard
    private let watch: FileWatch
    private let signals = SignalPipe([SIGCHLD, SIGTERM, SIGINT, SIGHUP])
    private var isStopping = false

    private var daemon: DaemonConnection?
    private var backoff = Backoff()
    private var nextAttempt = Timestamp(microseconds: 0)
    private var requests = ActionSubscriptions(ActionFile(path: ""))
    private var shapes: [Int: ActionShape] = [:]
    private var devices: [String: TouchDevice] = [:]
    private var isAllowed = false

    private var desktop: (any Desktop)?
    /// Why the desktop does not report the focus; nil if it does.
    private var unknownFocus: String?
    private var needsApp: Bool { file.actions.contains { $0.app != nil } }

    /// - Parameters:
    ///   - socket: The daemon's socket.
    ///   - paths: Possible paths of the file of actions. The first that exists is read.
    ///   - environment: The variables of this process, for the desktop and the programs.
    package init(
        socket: String, paths: [String], environment: [String: String], log: @escaping (String) -> Void
    ) {
        (self.socket, self.paths, self.environment, self.log) = (socket, paths, environment, log)
        file = ActionFile(path: paths.first ?? "")
        keyboard = ActionKeyboard(environment: environment, log: log)
        runner = ActionRunner(environment: environment, keyboard: keyboard, log: log)
        watch = FileWatch(paths)
    }

    /// Returns after SIGTERM or SIGINT.
    package func run() {
        reload()
        connectDesktop()
        while !isStopping || !runner.isIdle {
            connectIfDue()
            wait()
        }
    }

    private func wait() {
        let fixed = [
            signals.descriptor, watch.descriptor, daemon?.descriptor ?? -1, desktop?.descriptor ?? -1,
            keyboard.descriptor,
        ]
        var polled = (fixed + runner.descriptors).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = poll(&polled, nfds_t(polled.count), timeout)
        // gestured first: if the session lost its access, starts that wait for a process must be dropped before it is reaped.
        if polled[2].revents != 0 { receive() }
        if polled[0].revents != 0 { handleSignals() }
        if polled[3].revents != 0 { processDesktop() }
        if polled[4].revents != 0 { keyboard.process() }
        if polled[1].revents != 0, watch.process() { reload() }
        runner.readErrors()
        runner.expire(at: MonotonicClock.now)
    }

    /// Milliseconds, rounded up, so that the last wait is not a busy one; -1 for no limit.
    private var timeout: Int32 {
        let attempt = daemon == nil && !isStopping ? nextAttempt : nil
        guard let deadline = [attempt, runner.deadline].compactMap(\.self).min() else { return -1 }
        return Int32(clamping: max(0, (deadline - MonotonicClock.now).count + 999) / 1000)
    }

    private func handleSignals() {
        for signal in signals.read() {
            switch signal {
            case SIGHUP: reload()
            case SIGCHLD: runner.reap()
            default:
                isStopping = true
                daemon = nil
                runner.terminateAll()
            }
        }
    }

    // MARK: The file

    /// Reads the file again. A file with mistakes does not replace the rules.
    private func reload() {
        guard let path = paths.first(where: { access($0, F_OK) == 0 }) else {
            log("no actions: no file \(paths.joined(separator: " or ")); gesturectl actions init writes the first")
            return use(ActionFile(path: paths.first ?? ""))
        }
        do throws(ConfigurationError) {
            let new = try ActionFile.load(path, programPath: environment["PATH"] ?? "")
            for warning in new.warnings {
                log("\(path):\(warning.line ?? 0): \(warning.key ?? ""): \(warning.message)")
            }
            keyboard.retry()
            for problem in keyboard.problems(in: new) { log("\(path): \(problem)") }
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
        matcher = ActionMatcher(new.actions, after: matcher)
        let requests = ActionSubscriptions(new)
        guard requests.requests != self.requests.requests else { return }
        self.requests = requests
        // A new connection makes the new subscriptions. Gestures of the old one do not continue.
        daemon = nil
        shapes = [:]
        matcher.reset()
        nextAttempt = MonotonicClock.now
    }

    // MARK: The daemon

    private func connectIfDue() {
        guard daemon == nil, !isStopping, !requests.requests.isEmpty, nextAttempt <= MonotonicClock.now else { return }
        do throws(ConnectionFailure) {
            let daemon = try DaemonConnection(path: socket)
            for request in requests.requests { try daemon.send(.subscribe(request)) }
            self.daemon = daemon
        } catch {
            disconnect("\(error)")
        }
    }

    /// Logs only the first failure in a row, so that a daemon that stays away does not fill the log.
    private func disconnect(_ reason: String) {
        if backoff.isReset { log("\(reason); connecting again") }
        daemon = nil
        isAllowed = false
        shapes = [:]
        matcher.reset()
        runner.clearPending()
        nextAttempt = MonotonicClock.now + backoff.nextDelay()
    }

    private func receive() {
        guard let daemon else { return }
        do {
            guard let lines = try daemon.nextLines() else {
                return disconnect("\(socket): gestured has closed the connection")
            }
            for line in lines { handle(try ServerMessage(line: line)) }
        } catch {
            disconnect("\(error)")
        }
    }

    private func handle(_ message: ServerMessage) {
        switch message {
        case .hello(let hello):
            backoff.reset()
            devices = Dictionary(hello.devices.map { ($0.id, $0) }) { $1 }
            apply(hello.access)
        case .ok(let id, let subscription?): shapes[subscription] = requests.shape(id)
        case .accessChanged(let access): apply(access)
        case .deviceAdded(let device), .deviceChanged(let device): devices[device.id] = device
        case .deviceRemoved(let id): devices[id] = nil
        case .gesture(let message): perform(message)
        case .error(let error): logRefusal(error)
        case .ok, .explanation, .status, .subscriptionChanged, .unknown: break
        }
    }

    private func apply(_ access: Access) {
        isAllowed = access.session == .active || access.session == .unmanaged
        guard !isAllowed else { return }
        runner.clearPending()
        keyboard.clearWaiting()
    }

    private func perform(_ message: GestureMessage) {
        guard isAllowed, let shape = shapes[message.subscription], let device = devices[message.device] else { return }
        for match in matcher.handle(message, shape: shape, device: device) {
            let action = matcher.actions[match.index]
            let variables = GestureVariables(message, action, device: device, window: match.window)
            runner.perform(action, steps: match.steps, variables: variables.list)
        }
    }

    private func logRefusal(_ error: ErrorMessage) {
        let shape = error.id.flatMap(requests.shape)
        let names = file.actions.filter { ActionShape($0) == shape }.map(\.place).joined(separator: ", ")
        log("gestured refused \(names.isEmpty ? "a request" : names): \(error.message)")
    }

    // MARK: The desktop

    private func connectDesktop() {
        do {
            desktop = try DesktopChoice(environment: environment).connect(environment: environment)
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
            desktop = nil
            matcher.window = ActionWindow()
        }
    }
}

/// Watches files that need not exist, through inotify(7) on their folders, or on the folders that will hold these.
final class FileWatch {
    let descriptor: Int32
    private let paths: [String]
    private var watches: Set<Int32> = []
    private var lastState: [String] = []

    init(_ paths: [String]) {
        self.paths = paths
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        watchFolders()
        lastState = state
    }

    deinit { close(descriptor) }

    /// Reads the events.
    ///
    /// - Returns: True if a file has changed since the last call.
    func process() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
        }
        watchFolders()
        let state = state
        defer { lastState = state }
        return state != lastState
    }

    /// Differs if a file, its owner or its permissions have changed.
    private var state: [String] {
        paths.map { path in
            var status = stat()
            guard stat(path, &status) == 0 else { return "" }
            let change = status.st_ctim
            return "\(status.st_ino) \(status.st_size) \(change.tv_sec) \(change.tv_nsec)"
        }
    }

    private func watchFolders() {
        let mask =
            IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF
            | IN_MOVE_SELF | IN_ONLYDIR
        // A link also changes where it leads.
        let targets = paths.compactMap { path in
            realpath(path, nil).map { target in
                defer { free(target) }
                return String(cString: target)
            }
        }
        var current: Set<Int32> = []
        for path in paths + targets {
            let watch = inotify_add_watch(descriptor, Self.deepestFolder(of: path), UInt32(mask))
            if watch >= 0 { current.insert(watch) }
        }
        for watch in watches.subtracting(current) { inotify_rm_watch(descriptor, watch) }
        watches = current
    }

    private static func deepestFolder(of path: String) -> String {
        var end = path.endIndex
        repeat {
            end = path[..<end].lastIndex(of: "/") ?? path.startIndex
            if end == path.startIndex { return path.hasPrefix("/") ? "/" : "." }
        } while access(String(path[..<end]), F_OK) != 0
        return String(path[..<end])
    }
}
