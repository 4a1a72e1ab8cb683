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

    private struct Running {
        var process: pid_t
        var program: String
        /// Identifies the descendants of the process by a variable in their environment.
        var marker: ProcessMarker
        /// The time at which the process is terminated or, once that has been tried, killed; nil for never.
        var deadline: Timestamp?
        var isTerminated = false
        /// The read end of the pipe that is the process's standard error; -1 if it is closed, or if the process uses
        /// the service's standard error.
        var errors: Int32
        var firstError: [UInt8] = []
        /// Watches ``errors`` until this object is released.
        var watch: AnyObject?
    }

    /// Processes that were left behind by a program with a timeout.
    private struct Remainder {
        var action: Action
        var process: pid_t
        var marker: ProcessMarker
        var deadline: Timestamp
        var isTerminated = false
    }

    private struct Pending {
        /// For an action with `every`, the steps forward minus those backward.
        var steps: Int
        var variables: [String]
        var since: Timestamp
    }

    private let environment: [String]
    private let keyboard: ActionKeyboard
    /// True if orphans of programs become children of this process, which must reap them.
    private let adoptsOrphans: Bool
    private let log: (String) -> Void
    /// Watches a descriptor for ``readErrors()`` until the returned object is released.
    var watch: (Int32) -> AnyObject? = { _ in nil }
    private var running: [Action: Running] = [:]
    private var pending: [Action: Pending] = [:]
    private var remainders: [Remainder] = []

    /// - Parameters:
    ///   - environment: The variables that programs inherit. Those of the service itself are removed. Each start adds
    ///     those of its gesture.
    ///   - adoptsOrphans: True if this process is the subreaper of its descendants, and all its children belong to
    ///     actions.
    init(
        environment: [String: String], keyboard: ActionKeyboard, adoptsOrphans: Bool = false,
        log: @escaping (String) -> Void
    ) {
        self.environment = environment.filter { !Self.isOwn($0.key) }.map { "\($0.key)=\($0.value)" }.sorted()
        (self.keyboard, self.adoptsOrphans, self.log) = (keyboard, adoptsOrphans, log)
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
    func perform(_ action: Action, steps: Int, variables: [String]) {
        guard let effect = action.effects.effect(ofSteps: steps) else { return }
        if case .keys(let keys) = effect { return press(keys, times: abs(steps), action) }
        if running[action] != nil {
            wait(action, steps, variables)
        } else if pending[action] == nil, start(action, effect, steps.signum(), variables), abs(steps) > 1 {
            let rest = max(-Self.mostSteps, min(Self.mostSteps, steps - steps.signum()))
            pending[action] = Pending(steps: rest, variables: variables, since: MonotonicClock.now)
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
        var ends: [Int32] = [-1, -1]
        if !action.lifetime.outlivesService { openPipe(&ends) }
        defer { if ends[1] >= 0 { close(ends[1]) } }
        let marker = ProcessMarker()
        var launch = ProcessLaunch(words)
        launch.isInBackground = true
        launch.environment =
            environment + variables + (action.step == nil ? [] : ["GESTURE_STEP=\(step)"]) + [marker.variable]
        launch.errors = ends[1] >= 0 ? ends[1] : nil
        let now = MonotonicClock.now
        do throws(LinuxSupport.Errno) {
            running[action] = Running(
                process: try launch.start(), program: words[0], marker: marker,
                deadline: action.lifetime.deadline(from: now),
                errors: ends[0])
            if ends[0] >= 0 { running[action]?.watch = watch(ends[0]) }
            return true
        } catch {
            if ends[0] >= 0 { close(ends[0]) }
            log("\(action.place): cannot run \(words[0]): \(error)")
            return false
        }
    }

    private func openPipe(_ ends: inout [Int32]) {
        guard pipe(&ends) == 0 else {
            ends = [-1, -1]
            return
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    }

    // MARK: Ending

    /// The descriptors that become readable when ``readErrors()`` has work.
    var descriptors: [Int32] { running.values.map(\.errors).filter { $0 >= 0 } }

    /// The time at which ``expire(at:)`` has work; nil for never.
    var deadline: Timestamp? { (running.values.compactMap(\.deadline) + remainders.map(\.deadline)).min() }

    var isIdle: Bool { running.isEmpty && remainders.isEmpty }

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
    /// that waited for these processes, and drops those that waited too long.
    func reap() {
        var status: Int32 = 0
        guard adoptsOrphans else {
            for (action, process) in running where waitpid(process.process, &status, WNOHANG) == process.process {
                end(action, process, status)
            }
            return
        }
        while true {
            let ended = waitpid(-1, &status, WNOHANG)
            guard ended > 0 else { return }
            // A process that belongs to no action is an orphan: no action waits for its end.
            guard let (action, process) = running.first(where: { $0.value.process == ended }) else { continue }
            end(action, process, status)
        }
    }

    private func end(_ action: Action, _ process: Running, _ status: Int32) {
        readErrors(of: action)
        var ended = running.removeValue(forKey: action) ?? process
        ended.watch = nil
        if ended.errors >= 0 { close(ended.errors) }
        keepRemainder(of: ended, action)
        logEnd(of: ended, action, status)
        guard let waiting = pending.removeValue(forKey: action) else { return }
        guard MonotonicClock.now - waiting.since <= Self.longestWait else {
            return log("\(action.place): not started again, because the gesture was too long ago")
        }
        let since = waiting.since
        perform(action, steps: waiting.steps, variables: waiting.variables)
        pending[action]?.since = since
    }

    /// Keeps the processes that a program with a timeout has left behind. They are terminated at the timeout, even
    /// though the program itself has ended.
    private func keepRemainder(of process: Running, _ action: Action) {
        guard let deadline = process.deadline,
            !process.marker.processes(of: process.process, isRunning: false).isEmpty
        else { return }
        remainders.append(
            Remainder(
                action: action, process: process.process, marker: process.marker, deadline: deadline,
                isTerminated: process.isTerminated))
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

    /// Terminates the programs whose deadline has passed, with all their processes, or kills them if they were
    /// terminated before. Does the same to processes that were left behind by programs that have ended.
    func expire(at now: Timestamp) {
        for (action, process) in running {
            guard let deadline = process.deadline, deadline <= now else { continue }
            if process.isTerminated {
                process.marker.kill(SIGKILL, process.process, isRunning: true)
                running[action]?.deadline = nil
            } else {
                log(
                    "\(action.place): \(process.program) terminated: it ran longer than timeout = "
                        + "\((action.lifetime.timeout ?? 0).rounded(to: 2))")
                process.marker.kill(SIGTERM, process.process, isRunning: true)
                running[action]?.isTerminated = true
                running[action]?.deadline = now + Self.killDelay
            }
        }
        expireRemainders(at: now)
    }

    private func expireRemainders(at now: Timestamp) {
        for index in remainders.indices.reversed() where remainders[index].deadline <= now {
            let remainder = remainders[index]
            guard !remainder.marker.processes(of: remainder.process, isRunning: false).isEmpty else {
                remainders.remove(at: index)
                continue
            }
            if remainder.isTerminated {
                remainder.marker.kill(SIGKILL, remainder.process, isRunning: false)
                remainders.remove(at: index)
            } else {
                log("\(remainder.action.place): what it started terminated: it ran longer than timeout")
                remainder.marker.kill(SIGTERM, remainder.process, isRunning: false)
                remainders[index].isTerminated = true
                remainders[index].deadline = now + Self.killDelay
            }
        }
    }

    /// Drops waiting starts. Called when the user no longer receives gestures, the rules have changed, or the service
    /// stops.
    func clearPending() { pending = [:] }

    /// Terminates all processes except those that outlive the service, and drops waiting starts.
    func terminateAll() {
        clearPending()
        let deadline = MonotonicClock.now + Self.killDelay
        for (action, process) in running where !action.lifetime.outlivesService {
            process.marker.kill(SIGTERM, process.process, isRunning: true)
            running[action]?.isTerminated = true
            running[action]?.deadline = deadline
        }
        running = running.filter { !$0.key.lifetime.outlivesService }
        remainders.removeAll { $0.action.lifetime.outlivesService }
        for index in remainders.indices {
            remainders[index].marker.kill(SIGTERM, remainders[index].process, isRunning: false)
            (remainders[index].isTerminated, remainders[index].deadline) = (true, deadline)
        }
    }
}
