internal import GestureModel
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport

/// Runs the programs and presses the keys of actions. For each action, at most one process runs. While it runs, at most
/// one further start of the action waits; for an action with `every`, at most ``mostSteps`` steps wait.
final class ActionRunner {
    /// The most processes of all actions together.
    static let mostProcesses = 32
    /// For an action with `every`, the most steps that wait for its process, or whose keys are pressed one after the
    /// other.
    static let mostSteps = 100
    /// The time from SIGTERM to SIGKILL, for a process that does not end at its timeout or when the service stops.
    static let killDelay = Microseconds.milliseconds(2000)
    /// A start that has waited longer than this for the end of a process is dropped: a user who closes an app does not
    /// expect it to start again.
    static let longestWait = Microseconds.milliseconds(5000)
    /// The longest error in the log, in bytes. The rest of the first line on standard error is dropped.
    private static let longestError = 300

    /// How long a program waits for its scope.
    static let scopeTimeout = Microseconds.milliseconds(1000)

    private struct Running {
        /// Leads its process group.
        var process: pid_t
        var program: String
        var place = Place.group
        /// The time at which the process is terminated or, once that has been tried, killed; nil for never.
        var deadline: Timestamp?
        var isTerminated = false
        /// The read end of the pipe that is the process's standard error; -1 if it is closed, or if the process uses
        /// the service's standard error.
        var errors: Int32
        var firstError: [UInt8] = []
        /// Watches ``errors`` until this object is released.
        var watch: AnyObject?

        /// True while the process group may have to be killed. Its number is not used again before its leader is reaped.
        var keepsGroup: Bool {
            if case .scope = place { return false }
            return isTerminated && deadline != nil
        }
    }

    /// Where a program and its descendants are.
    private enum Place {
        /// Only in the process group.
        case group
        /// The program does not run before `gate` is closed, which happens at `deadline` at the latest.
        case waiting(unit: String, gate: Int32, deadline: Timestamp)
        case scope(unit: String)
    }

    private struct Pending {
        /// For an action with `every`, the steps forward minus those backward.
        var steps: Int
        var variables: [String]
        var since: Timestamp
    }

    private let environment: [String]
    /// Those of `PATH`.
    private let folders: [String]
    private let keyboard: ActionKeyboard
    /// nil to start programs without a scope.
    private let scopes: ProgramScopes?
    private let log: (String) -> Void
    /// Watches a descriptor for ``readErrors()`` until the returned object is released.
    var watch: (Int32) -> AnyObject? = { _ in nil }
    private var running: [Action: Running] = [:]
    private var pending: [Action: Pending] = [:]
    /// The modifiers that are held, by the gesture at whose end they are released.
    private var held: [UInt64: [KeyCombination.Modifier]] = [:]
    /// Why the modifiers of a gesture could not be held. Each of its steps tries again, and the reason is logged once.
    private var unheld: (gesture: UInt64, reason: String)?
    /// Pauses the user's gestures for a number of seconds.
    var pause: (Double) -> Void = { _ in }

    /// - Parameters:
    ///   - environment: The variables that programs inherit. Those of the service itself are removed. Each start adds
    ///     those of its gesture.
    init(
        environment: [String: String], keyboard: ActionKeyboard, scopes: ProgramScopes? = nil,
        log: @escaping (String) -> Void
    ) {
        folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        self.environment = environment.filter { !Self.isOwn($0.key) }.map { "\($0.key)=\($0.value)" }.sorted()
        (self.keyboard, self.scopes, self.log) = (keyboard, scopes, log)
    }

    /// True for variables that systemd sets for the service only. Also true for `GESTURE_` variables, which this
    /// process has if an action started it.
    private static func isOwn(_ variable: String) -> Bool {
        ["GESTURE_", "LISTEN_", "WATCHDOG_", "SYSTEMD_EXEC_PID"].contains { variable.hasPrefix($0) }
            || [
                "NOTIFY_SOCKET", "INVOCATION_ID", "JOURNAL_STREAM", "MAINPID", "MANAGERPID", "SWIFT_BACKTRACE",
                "CREDENTIALS_DIRECTORY",
            ]
            .contains(variable)
    }

    // MARK: Starting

    /// Presses the keys of an action, or starts its program. If the program still runs, the start waits for its end. A
    /// program that outlives the service is not started again while it runs.
    ///
    /// - Parameters:
    ///   - steps: 1, or the steps of an action with `every`.
    ///   - variables: The gesture's variables, as `NAME=value`.
    ///   - gesture: The gesture at whose end the action's modifiers are released.
    func perform(_ action: Action, steps: Int, variables: [String], gesture: UInt64 = 0) {
        guard let effect = action.effects.effect(ofSteps: steps) else { return }
        if !action.effects.hold.isEmpty, !hold(action, until: gesture) { return }
        perform(effect, of: action, steps: steps, variables: variables)
    }

    private func perform(_ effect: Action.Effect, of action: Action, steps: Int, variables: [String]) {
        if case .keys(let keys) = effect { return press(keys, times: abs(steps), action) }
        if case .pause(let seconds) = effect { return pause(seconds) }
        if running[action] != nil {
            wait(action, steps, variables)
        } else if pending[action] == nil, start(action, effect, steps.signum(), variables), abs(steps) > 1 {
            let rest = max(-Self.mostSteps, min(Self.mostSteps, steps - steps.signum()))
            pending[action] = Pending(steps: rest, variables: variables, since: MonotonicClock.now)
        }
    }

    /// Holds the action's modifiers until ``release(_:)``.
    ///
    /// - Returns: False if they cannot be held. The reason is logged.
    private func hold(_ action: Action, until gesture: UInt64) -> Bool {
        guard held[gesture] != action.effects.hold else { return true }
        held[gesture] = action.effects.hold
        do throws(ActionFailure) {
            try keyboard.hold(Set(held.values.joined()))
            return true
        } catch {
            held[gesture] = nil
            let modifiers = action.effects.hold.map(\.rawValue).joined(separator: "+")
            let reason = "\(action.place): \(modifiers) not held: \(error)"
            if unheld?.gesture != gesture || unheld?.reason != reason { log(reason) }
            unheld = (gesture, reason)
            return false
        }
    }

    /// Releases the modifiers that are held for a gesture. Called when the gesture has ended or was cancelled.
    func release(_ gesture: UInt64) {
        guard held.removeValue(forKey: gesture) != nil else { return }
        releaseOthers()
    }

    /// Releases all modifiers. Called when the ends of gestures will not arrive, and when the service stops.
    func releaseAll() {
        guard !held.isEmpty else { return }
        held = [:]
        releaseOthers()
    }

    private func releaseOthers() {
        do throws(ActionFailure) {
            try keyboard.hold(Set(held.values.joined()))
        } catch {
            log("modifiers not released: \(error)")
        }
    }

    private func press(_ keys: [KeyCombination], times: Int, _ action: Action) {
        for _ in 0..<min(times, Self.mostSteps) {
            for keys in keys {
                do throws(ActionFailure) {
                    try keyboard.press(keys)
                } catch {
                    // Without this key, the following keys might have another meaning.
                    return log("\(action.place): \(keys) not pressed: \(error)")
                }
            }
        }
    }

    private func wait(_ action: Action, _ steps: Int, _ variables: [String]) {
        if action.lifetime.outlivesService { return log("\(action.place): still runs, not started again") }
        var waiting = Pending(steps: steps, variables: variables, since: MonotonicClock.now)
        if action.step != nil {
            let sum = (pending[action]?.steps ?? 0) + steps
            waiting.steps = min(max(sum, -Self.mostSteps), Self.mostSteps)
        }
        pending[action] = waiting.steps == 0 ? nil : waiting
    }

    /// - Returns: False if the program cannot start. The reason is logged.
    private func start(_ action: Action, _ effect: Action.Effect, _ step: Int, _ variables: [String]) -> Bool {
        guard let words = effect.words else { return false }
        guard running.count < Self.mostProcesses else {
            log("\(action.place): not started, \(Self.mostProcesses) other processes run")
            return false
        }
        let program = words[0]
        let errors = try? action.lifetime.outlivesService ? nil : PipeEnds()
        // Without this check, only the waiting process would find that the program is missing.
        let hasScope = ProgramFile.find(program, in: folders) != nil && scopes?.connect() ?? false
        let gate = try? hasScope ? PipeEnds() : nil
        defer { for end in [errors?.writer, gate?.reader].compactMap(\.self) { close(end) } }
        var launch = ProcessLaunch(gate == nil ? words : Self.waiting + words)
        launch.isInBackground = true
        launch.environment = environment + variables + (action.step == nil ? [] : ["GESTURE_STEP=\(step)"])
        (launch.errors, launch.input) = (errors?.writer, gate?.reader)
        let now = MonotonicClock.now
        do throws(LinuxSupport.Errno) {
            running[action] = Running(
                process: try launch.start(), program: program, deadline: action.lifetime.deadline(from: now),
                errors: errors?.reader ?? -1)
            // The service must not wait for a program's errors.
            if let errors {
                _ = fcntl(errors.reader, F_SETFL, O_NONBLOCK)
                running[action]?.watch = watch(errors.reader)
            }
        } catch {
            for end in [errors?.reader, gate?.writer].compactMap(\.self) { close(end) }
            log("\(action.place): cannot run \(program): \(error)")
            return false
        }
        if let gate { moveToScope(action, gate.writer, now) }
        return true
    }

    /// A program that waits until its standard input ends, and then becomes the program that follows.
    private static let waiting = ["/bin/sh", "-c", "read -r line; exec \"$@\" < /dev/null", "sh"]

    private func moveToScope(_ action: Action, _ gate: Int32, _ now: Timestamp) {
        guard let scopes, let process = running[action]?.process else { return }
        running[action]?.place = .waiting(unit: "", gate: gate, deadline: now + Self.scopeTimeout)
        let unit = scopes.start(process, timeout: action.lifetime.timeout, killDelay: Self.killDelay) {
            [unowned self] unit, hasScope in
            // The program may have ended meanwhile, or may run again.
            guard running[action]?.process == process, case .waiting? = running[action]?.place else { return }
            running[action]?.place = hasScope ? .scope(unit: unit) : .group
            close(gate)
        }
        guard case .waiting? = running[action]?.place else { return }
        running[action]?.place = .waiting(unit: unit, gate: gate, deadline: now + Self.scopeTimeout)
    }

    // MARK: Ending

    /// The descriptors that become readable when ``readErrors()`` has work.
    var descriptors: [Int32] { running.values.map(\.errors).filter { $0 >= 0 } }

    /// The time at which ``expire(at:)`` has work; nil for never.
    var deadline: Timestamp? {
        running.values.flatMap { program in
            if case .waiting(_, _, let deadline) = program.place {
                [program.deadline, deadline]
            } else {
                [program.deadline]
            }
        }.compactMap(\.self).min()
    }

    var isIdle: Bool { running.isEmpty }

    /// Reads standard error of the processes. Keeps the beginning, whose first line is logged, and drops the rest.
    func readErrors() { for action in running.keys { readErrors(of: action) } }

    private func readErrors(of action: Action) {
        guard let process = running[action], process.errors >= 0 else { return }
        // Reads only once, as much as a pipe holds, so that a program that writes without end does not block the
        // service.
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(process.errors, &buffer, buffer.count)
        if count == 0 {
            running[action]?.watch = nil
            close(process.errors)
            running[action]?.errors = -1
        }
        guard count > 0 else { return }
        let room = Self.longestError - process.firstError.count
        running[action]?.firstError += buffer[..<count].prefix(room)
    }

    /// Reaps processes that have ended, and logs failures and the first line on standard error. Performs the starts
    /// that waited for these processes, and drops those that waited too long. A terminated program without a scope is
    /// reaped after its process group was killed, because its leader may end before the others.
    func reap() {
        var status: Int32 = 0
        for (action, program) in running where !program.keepsGroup {
            guard waitpid(program.process, &status, WNOHANG) == program.process else { continue }
            end(action, program, status)
        }
    }

    private func end(_ action: Action, _ process: Running, _ status: Int32) {
        readErrors(of: action)
        var ended = running.removeValue(forKey: action) ?? process
        ended.watch = nil
        if ended.errors >= 0 { close(ended.errors) }
        if case .waiting(_, let gate, _) = ended.place { close(gate) }
        logEnd(of: ended, action, status)
        guard let waiting = pending.removeValue(forKey: action) else { return }
        guard MonotonicClock.now - waiting.since <= Self.longestWait else {
            return log("\(action.place): not started again, because the gesture was too long ago")
        }
        let since = waiting.since
        // Holds nothing: the gesture may be over.
        guard let effect = action.effects.effect(ofSteps: waiting.steps) else { return }
        perform(effect, of: action, steps: waiting.steps, variables: waiting.variables)
        pending[action]?.since = since
    }

    private func logEnd(of process: Running, _ action: Action, _ status: Int32) {
        let text = String(decoding: process.firstError.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let outcome =
            status & 0x7F == 0 ? "exited with status \(status >> 8 & 0xFF)" : "ended by signal \(status & 0x7F)"
        // A success without output is not logged.
        guard status != 0 || !text.isEmpty else { return }
        let escaped = String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
        log("\(action.place): \(process.program) \(outcome)\(escaped.isEmpty ? "" : ": \(escaped)")")
    }

    /// Terminates the programs whose deadline has passed, or kills them if they were terminated before. Starts programs
    /// whose scope does not come.
    func expire(at now: Timestamp) {
        // The leader of a group that is killed may have ended long before.
        defer { reap() }
        for (action, program) in running {
            if case .waiting(let unit, _, let deadline) = program.place, deadline <= now { scopes?.abandon(unit) }
            guard let deadline = program.deadline, deadline <= now else { continue }
            if program.isTerminated {
                kill(-program.process, SIGKILL)
                running[action]?.deadline = nil
                continue
            }
            log(
                "\(action.place): \(program.program) terminated: it ran longer than timeout = "
                    + "\((action.lifetime.timeout ?? 0).rounded(to: 2))")
            // The scope has the same timeout, so that systemd also ends what the program leaves behind.
            if case .scope = program.place {} else { kill(-program.process, SIGTERM) }
            running[action]?.isTerminated = true
            running[action]?.deadline = now + Self.killDelay
        }
    }

    /// Drops waiting starts. Called when the user no longer receives gestures, the rules have changed, or the service
    /// stops.
    func clearPending() { pending = [:] }

    /// Terminates all processes except those that outlive the service, and drops waiting starts.
    func terminateAll() {
        clearPending()
        releaseAll()
        let deadline = MonotonicClock.now + Self.killDelay
        for (action, program) in running where !action.lifetime.outlivesService {
            if case .scope(let unit) = program.place { scopes?.stop(unit) } else { kill(-program.process, SIGTERM) }
            running[action]?.isTerminated = true
            running[action]?.deadline = deadline
        }
        running = running.filter { !$0.key.lifetime.outlivesService }
    }
}
