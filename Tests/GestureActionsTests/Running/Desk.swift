import GestureModel
import Glibc
import LinuxSupport

@testable import GestureActions

/// A runner, and what its programs write to a file.
final class Desk {
    private(set) var lines: [String] = []
    let path = "/tmp/gestured-actions-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
    private(set) var runner: ActionRunner
    let scopes: ProgramScopes?
    /// Called while ``finish()`` waits.
    var pump: () -> Void = {}

    /// - Parameter bus: The address of a message bus, on which there may be a systemd; nil to start programs without
    ///   scopes.
    init(bus: String? = nil) {
        let environment = ["PATH": "/usr/bin:/bin", "NOTIFY_SOCKET": "x", "GESTURE_OLD": "x", "KEPT": "1"]
        let log = Log()
        scopes = bus.map {
            ProgramScopes(environment: ["DBUS_SESSION_BUS_ADDRESS": $0], log: { log.add($0) })
        }
        runner = ActionRunner(
            environment: environment, keyboard: ActionKeyboard(environment: [:]), scopes: scopes, log: { log.add($0) })
        log.add = { [unowned self] in lines.append($0) }
        scopes?.watch = { [unowned self] _, handler in
            pump = { [pump] in
                pump()
                handler()
            }
            return nil
        }
    }

    private final class Log {
        var add: (String) -> Void = { _ in }
    }

    deinit { unlink(path) }

    func action(_ script: String, _ change: (inout Action) -> Void = { _ in }) -> Action {
        var action = Action(
            name: "a", line: 3, gesture: .tap, fingers: .one,
            effects: Action.Effects(.run(["/bin/sh", "-c", script, "sh", path])))
        change(&action)
        return action
    }

    /// Performs an action, and waits until all programs have ended.
    func run(_ action: Action, steps: Int = 1, variables: [String] = []) {
        runner.perform(action, steps: steps, variables: variables)
        finish()
    }

    /// Waits until all programs have ended.
    func finish() { while !runner.isIdle { step() } }

    /// Handles what has happened, after at most 10 ms.
    func step() {
        var polled = runner.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = poll(&polled, nfds_t(polled.count), 10)
        pump()
        runner.readErrors()
        runner.expire(at: MonotonicClock.now)
        runner.reap()
    }

    var text: String { (try? String(decoding: FileContents.read(path), as: UTF8.self)) ?? "" }

    /// True if a process is gone, or a zombie until its parent reaps it. The kernel may take its time.
    static func hasEnded(_ process: pid_t) -> Bool {
        for _ in 0..<1000 {
            let state = (try? String(decoding: FileContents.read("/proc/\(process)/stat"), as: UTF8.self)) ?? ") Z"
            if state.split(separator: ")").last?.hasPrefix(" Z") ?? true { return true }
            usleep(10_000)
        }
        return false
    }
}
