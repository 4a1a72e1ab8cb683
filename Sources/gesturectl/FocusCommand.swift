internal import ArgumentParser
internal import DesktopAccess
internal import FocusFollowing
internal import GestureModel
internal import Glibc
internal import LinuxSupport
internal import SystemdSupport

struct FocusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "focus", abstract: "Show the focused window, or keep gestured informed of it.",
        discussion: """
            With --follow, this is the focus source of a user's session: gestured learns which of its clients belong to the \
            focused window, until the desktop exits or another source of the same user takes over. The exit status is 69 if \
            no desktop is found. With --wait it follows one desktop after the other, and does not end.
            """)

    @Flag(help: "Keep gestured informed.")
    var follow = false

    @OptionGroup var displays: Actions.DisplayOption

    @Option(
        help: ArgumentHelp("One of \(DesktopChoice.names). (default: found in the environment)", valueName: "desktop"),
        completion: .list(DesktopChoice.allCases.map(\.rawValue)), transform: DesktopChoice.init(argument:))
    var desktop: DesktopChoice?

    @Option(help: ArgumentHelp("gestured's socket for focus sources.", valueName: "path"))
    var socket = FocusFollower.defaultPath

    @Flag(help: "Print the focus as a line of JSON; with --follow, also after each change.")
    var json = false

    func validate() throws {
        // An invalid path never becomes valid, so waiting for gestured would not end.
        guard 1...UnixSocket.maximumPathLength ~= socket.utf8.count else {
            throw ValidationError("--socket \(socket): expected a path of 1 to \(UnixSocket.maximumPathLength) bytes")
        }
    }

    func run() throws {
        // A signal ends the loop, so that the script in the desktop is unloaded.
        let signals = SignalPipe([SIGTERM, SIGINT, SIGHUP])
        if displays.wait { return try followAll(until: signals.descriptor) }
        let environment = SessionDisplay.environment(ProcessEnvironment.variables)
        guard follow else {
            let desktop = try choice(environment).connect(environment: environment)
            let focus = try desktop.focus(timeout: .milliseconds(2000))
            return json ? StandardOutput.line(json: focus.line.dropLast()) : StandardOutput.line(focus.sentence)
        }
        if let message = try follow(environment, until: signals.descriptor) {
            StandardError.writeLine("gesturectl: \(message)")
        }
    }

    /// Follows one display after the other, until `stop` becomes readable.
    private func followAll(until stop: Int32) throws {
        let watch = try DisplayWatch(SessionDisplays(environment: ProcessEnvironment.variables))
        var logged: Set<String> = []
        /// Logs a line, unless the same was logged of this display before.
        func log(_ line: String) {
            ServiceManager.report(status: line)
            if logged.insert(line).inserted { StandardError.writeLine("gesturectl: \(line)") }
        }
        var current: SessionDisplay?
        ServiceManager.report(status: "no display yet")
        while try wait(for: watch, until: stop) {
            let found = watch.search()
            guard let display = found.first else {
                ServiceManager.report(status: "no display yet")
                continue
            }
            if display != current { logged = [] }
            current = display
            if let choice = found.choice { log(choice) }
            log(display.text)
            let start = MonotonicClock.now
            display.adopt()
            do {
                guard let message = try follow(display.environment, until: stop) else { return }
                log(message)
                if try waitForEnd(of: display, or: stop) { return }
            } catch {
                // The desktop may not be ready, may have ended, or may never report the focus.
                log("\(display.text): \(error)")
                watch.retry(isFirst: MonotonicClock.now - start > .milliseconds(10_000))
            }
        }
    }

    /// Waits until the display has ended. Returns true if `stop` is readable before.
    private func waitForEnd(of display: SessionDisplay, or stop: Int32) throws -> Bool {
        let process = try display.openProcess()
        defer { close(process) }
        while true {
            let ready = ReadyDescriptors.wait(for: [process, stop])
            if !ready.isEmpty { return ready.contains(stop) }
        }
    }

    /// Waits until a search for displays is due. Returns false once `stop` is readable.
    private func wait(for watch: DisplayWatch, until stop: Int32) throws -> Bool {
        while true {
            let ready = ReadyDescriptors.wait(for: [watch.descriptor, stop], until: watch.deadline)
            if ready.contains(stop) { return false }
            if ready.isEmpty, let deadline = watch.deadline, deadline <= MonotonicClock.now { return true }
            watch.process()
        }
    }

    /// Follows the focus until the desktop ends, which throws, or `stop` becomes readable, or another source takes over,
    /// whose message is returned.
    private func follow(_ environment: [String: String], until stop: Int32) throws -> String? {
        let desktop = try choice(environment).connect(environment: environment)
        let follower = try FocusFollower(
            desktop, path: socket, environment: environment,
            log: { StandardError.writeLine("gesturectl: \($0)") },
            onChange: { if json { StandardOutput.line(json: $0.line.dropLast()) } })
        StandardError.writeLine("gesturectl: following \(desktop.name)")
        return try follower.run(until: stop)
    }

    private func choice(_ environment: [String: String]) throws -> DesktopChoice {
        if let desktop { return desktop }
        do {
            return try DesktopChoice(environment: environment)
        } catch {
            // A retry would not help: with this status, systemd does not restart the service.
            StandardError.writeLine("gesturectl: \(error)")
            throw ExitCode(EX_UNAVAILABLE)
        }
    }
}
