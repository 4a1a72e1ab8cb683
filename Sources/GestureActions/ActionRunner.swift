internal import GestureModel
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport

/// Runs the programs of actions. Each action has one process at a time, and at most one that waits for its end.
final class ActionRunner {
    /// The limit for all actions together.
    static let mostProcesses = 32
    /// The most steps of an action with `every` that wait for its process.
    static let mostSteps = 100
    /// The time from SIGTERM to SIGKILL, for a process that does not end at its timeout.
    static let killDelay = Microseconds.milliseconds(2000)
    /// In bytes. The rest of the first line on standard error is dropped.
    private static let longestError = 300

    private struct Running {
        var process: pid_t
        var program: String
        var started: Timestamp
        /// The time at which it is terminated, and later killed; nil for never.
        var deadline: Timestamp?
        var isTerminated = false
        /// The reading end of its standard error; -1 if that is this process's own.
        var errors: Int32
        var firstError: [UInt8] = []
    }

    private struct Pending {
        /// For an action with `every`, the steps forward minus those backward.
        var steps: Int
        var variables: [String]
    }

    private let environment: [String]
    private let keyboard: ActionKeyboard
    private let log: (String) -> Void
    private var running: [Action: Running] = [:]
    private var pending: [Action: Pending] = [:]

    /// - Parameter environment: The programs' variables, without those of a gesture.
    init(environment: [String: String], keyboard: ActionKeyboard, log: @escaping (String) -> Void) {
        self.environment = environment.filter { !Self.isOwn($0.key) }.map { "\($0.key)=\($0.value)" }.sorted()
        self.keyboard = keyboard
        self.log = log
    }

    /// True for variables that systemd sets only for the service, and for those of a gesture that started this process.
    private static func isOwn(_ variable: String) -> Bool {
        ["GESTURE_", "LISTEN_", "WATCHDOG_", "SYSTEMD_EXEC_PID"].contains { variable.hasPrefix($0) }
            || [
                "NOTIFY_SOCKET", "INVOCATION_ID", "JOURNAL_STREAM", "MAINPID", "MANAGERPID", "SWIFT_BACKTRACE",
                "CREDENTIALS_DIRECTORY",
            ]
            .contains(variable)
    }

    // MARK: Starting

    /// - Parameters:
    ///   - steps: 1, or the steps of an action with `every`.
    ///   - variables: The gesture's variables, as `NAME=value`.
    func perform(_ action: Action, steps: Int, variables: [String]) {
        guard let effect = steps > 0 ? action.effect : action.backEffect else { return }
        if case .keys(let keys) = effect {
            do throws(ActionFailure) {
                for _ in 0..<abs(steps) { try keyboard.press(keys) }
            } catch {
                log("\(action.place): \(keys) not pressed: \(error)")
            }
            return
        }
        if running[action] == nil, pending[action] == nil, start(action, effect, steps.signum(), variables) {
            if abs(steps) > 1 { pending[action] = Pending(steps: steps - steps.signum(), variables: variables) }
        } else if running[action] != nil {
            wait(action, steps, variables)
        }
    }

    private func wait(_ action: Action, _ steps: Int, _ variables: [String]) {
        if action.outlivesService { return log("\(action.place): still runs, not started again") }
        var waiting = Pending(steps: steps, variables: variables)
        if action.step != nil {
            let sum = (pending[action]?.steps ?? 0) + steps
            waiting.steps = min(max(sum, -Self.mostSteps), Self.mostSteps)
        }
        pending[action] = waiting.steps == 0 ? nil : waiting
    }

    /// - Returns: False, after logging it, if the program cannot start.
    private func start(_ action: Action, _ effect: Action.Effect, _ step: Int, _ variables: [String]) -> Bool {
        guard case .run(let words) = effect else { return false }
        guard running.count < Self.mostProcesses else {
            log("\(action.place): not started, \(Self.mostProcesses) other processes run")
            return false
        }
        var ends: [Int32] = [-1, -1]
        if !action.outlivesService { openPipe(&ends) }
        defer { if ends[1] >= 0 { close(ends[1]) } }
        var launch = ProcessLaunch(words)
        launch.isInBackground = true
        launch.environment = environment + variables + (action.step == nil ? [] : ["GESTURE_STEP=\(step)"])
        launch.errors = ends[1] >= 0 ? ends[1] : nil
        let now = MonotonicClock.now
        do throws(LinuxSupport.Errno) {
            let timeout = action.timeout.map { Microseconds(Int64($0 * 1e6)) }
            running[action] = Running(
                process: try launch.start(), program: words[0], started: now, deadline: timeout.map { now + $0 },
                errors: ends[0])
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
    var deadline: Timestamp? { running.values.compactMap(\.deadline).min() }

    var isIdle: Bool { running.isEmpty }

    /// Reads standard error of the processes. Keeps the first line and drops the rest.
    func readErrors() { for action in running.keys { readErrors(of: action) } }

    private func readErrors(of action: Action) {
        guard let process = running[action], process.errors >= 0 else { return }
        // Reads as much as a pipe holds, and only once: a program that writes without end must not block the service.
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(process.errors, &buffer, buffer.count)
        if count == 0 {
            close(process.errors)
            running[action]?.errors = -1
        }
        guard count > 0 else { return }
        let room = Self.longestError - process.firstError.count
        running[action]?.firstError += buffer[..<count].prefix(room)
    }

    /// Reaps processes that have ended, and starts those that waited for them.
    func reap() {
        for (action, process) in running {
            var status: Int32 = 0
            guard waitpid(process.process, &status, WNOHANG) == process.process else { continue }
            // Also ends the rest of a terminated group.
            if process.isTerminated { kill(-process.process, SIGKILL) }
            readErrors(of: action)
            let ended = running.removeValue(forKey: action) ?? process
            if ended.errors >= 0 { close(ended.errors) }
            logEnd(of: ended, action, status)
            guard let waiting = pending.removeValue(forKey: action) else { continue }
            perform(action, steps: waiting.steps, variables: waiting.variables)
        }
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

    /// Terminates the process groups whose deadline has passed, or kills them if they were terminated before.
    func expire(at now: Timestamp) {
        for (action, process) in running {
            guard let deadline = process.deadline, deadline <= now else { continue }
            if process.isTerminated {
                kill(-process.process, SIGKILL)
                running[action]?.deadline = nil
            } else {
                log("\(action.place): \(process.program) terminated after \(action.timeout ?? 0) s")
                kill(-process.process, SIGTERM)
                running[action]?.isTerminated = true
                running[action]?.deadline = now + Self.killDelay
            }
        }
    }

    /// Drops starts that wait. Called when the session is locked or no longer active, or the rules have changed.
    func clearPending() { pending = [:] }

    /// Terminates all processes but those that outlive the service.
    func terminateAll() {
        clearPending()
        for (action, process) in running where !action.outlivesService {
            kill(-process.process, SIGTERM)
            running[action]?.isTerminated = true
            running[action]?.deadline = MonotonicClock.now + Self.killDelay
        }
        running = running.filter { !$0.key.outlivesService }
    }
}

/// Why a key could not be pressed, or a command or a file of actions not be used.
package struct ActionFailure: Error, Hashable, CustomStringConvertible {
    package let description: String
    /// True if a retry cannot succeed, such as after the user's refusal.
    let isLasting: Bool

    init(_ description: String, isLasting: Bool = false) {
        (self.description, self.isLasting) = (description, isLasting)
    }
}

/// The environment variables of an action's program. Lengths are points, angles degrees, velocities per second.
struct GestureVariables {
    private(set) var list: [String] = []

    init(_ message: GestureMessage, _ action: Action, device: TouchDevice, window: ActionWindow) {
        add("RULE", action.name)
        add("DEVICE", device.name)
        add("DEVICE_KIND", device.kind.rawValue)
        add("PHASE", message.phase.name)
        if case .cancelled(let reason) = message.phase { add("REASON", message.unknownReason ?? "\(reason)") }
        if let app = window.app { add("APP", app) }
        add(message.value)
    }

    private mutating func add(_ value: GestureValue) {
        add("NAME", value.name?.rawValue ?? "composition")
        if let fingers = value.fingers { add("FINGERS", fingers) }
        if let movement = value.movement { add(movement) }
        switch value {
        case .tap(let tap): add("COUNT", tap.count)
        case .magnify(let magnify):
            add("SCALE", magnify.magnification, decimals: 3)
            add("VELOCITY", magnify.velocity, decimals: 3)
        case .rotate(let rotate):
            add("ROTATION", rotate.rotation * 180 / .pi, decimals: 1)
            add("VELOCITY", rotate.velocity * 180 / .pi, decimals: 1)
        case .stroke(let stroke):
            add("STROKE", stroke.template)
            add("SCORE", stroke.score, decimals: 3)
        default: break
        }
    }

    private mutating func add(_ movement: GestureValue.Movement) {
        let translation = movement.translation
        let direction = ActionDirection(diagonalOf: translation) ?? ActionDirection(mainAxisOf: translation)
        add("DIRECTION", direction.rawValue)
        add("DISTANCE", translation.length, decimals: 1)
        add("VELOCITY", movement.velocity.length, decimals: 1)
        if let edge = movement.edge { add("EDGE", edge.rawValue) }
        if let part = movement.part { add("PART", part.rawValue) }
        if let corner = movement.corner { add("CORNER", ActionGesture.words(of: corner)) }
    }

    private mutating func add(_ name: String, _ number: Double, decimals: Int) {
        let factor = decimals == 1 ? 10.0 : 1000.0
        add(name, "\((number * factor).rounded() / factor + 0)")
    }

    private mutating func add(_ name: String, _ number: Int) { add(name, "\(number)") }

    private mutating func add(_ name: String, _ text: String) {
        // An environment cannot hold a NUL.
        list.append("GESTURE_\(name)=\(text.filter { $0 != "\0" })")
    }
}
