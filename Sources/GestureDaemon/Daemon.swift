internal import CSystemd
public import GestureConfiguration
internal import GestureModel
internal import GesturePipeline
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport
internal import SystemdSupport

/// The parts of the daemon that use the system, around one ``Pipeline``. They share one thread and one event loop.
///
/// Each wakeup feeds the pipeline and then calls ``finishWakeup()``. The parts do not refer to the daemon; they call
/// closures that the daemon passes to them.
public final class Daemon {
    private let loop: EventLoop
    private let pipeline: Pipeline
    private let clients: Clients
    /// nil unless the configuration enables haptics.
    private var haptics: HapticPlayer?
    @exclusivity(unchecked) private var inputs: (any Inputs)?
    /// nil until it has been created.
    private var sessions: Sessions?
    private var signals: [EventLoop.Source] = []
    private let timer: DeadlineTimer
    /// The file to reload; nil for the default one.
    private let configurationFile: String?
    private let terminal = ControllingTerminal()
    /// True if the descriptor of a client or a device was closed since the last wakeup.
    @exclusivity(unchecked) private var hasFreedDescriptor = false
    /// True if ``Inputs/updateReading(at:)`` is due.
    @exclusivity(unchecked) private var haveReceiversChanged = true
    @exclusivity(unchecked) private var isStopping = false

    public static let defaultSocket = Listener.defaultPath

    /// How long clients may take to read their last events before the daemon stops or the machine sleeps. People still
    /// perceive this delay as immediate.
    private static let drainTimeout = Microseconds.milliseconds(500)
    /// The text that `systemctl status` shows.
    private static let status = "Serving gestures"

    /// - Parameters:
    ///   - configurationFile: The file from which `configuration` was read and is reloaded; nil for the default one.
    ///   - socket: Where to listen; nil for the service manager's socket, or ``defaultSocket`` if it passed none.
    ///   - focusSocket: Where to listen for focus sources; nil for the service manager's socket, if it passed one.
    ///   - recordings: Recordings to play one after the other, instead of reading devices.
    public init(
        configuration: Configuration, from configurationFile: String? = nil, socket: String?,
        focusSocket: String? = nil, recordings: [PlayedRecording]
    ) throws {
        self.configurationFile = configurationFile
        // With SIGPIPE ignored, writing to a client that has closed fails with EPIPE.
        signal(SIGPIPE, SIG_IGN)
        loop = try EventLoop()
        timer = try DeadlineTimer(on: loop)
        pipeline = Pipeline(
            thresholds: configuration.thresholds, limits: configuration.limits,
            haptics: configuration.isHapticsEnabled ? .enabled : .notEnabled, server: "gestured \(Release.version)")
        pipeline.setRules(AccessRules(configuration), at: MonotonicClock.now)
        haptics = configuration.isHapticsEnabled ? HapticPlayer(on: loop) : nil
        clients = try Clients(on: loop, pipeline, at: socket, focusPath: focusSocket)
        clients.onDescriptorFreed = { [unowned self] in hasFreedDescriptor = true }
        clients.onServed = { [unowned self] in carryOutCommand() }
        pipeline.onLinesQueued = { [unowned clients] in clients.flush() }
        pipeline.onReceiversChanged = { [unowned self] in haveReceiversChanged = true }
        clients.onConnect = { [unowned self] in inputs?.findGrabs(at: MonotonicClock.now) }
        loop.onHandled = { [unowned self] in finishWakeup() }
        for number in [SIGTERM, SIGINT] {
            signals.append(try loop.watch(signal: number) { [unowned self] in stop() })
        }
        signals.append(try loop.watch(signal: SIGHUP) { [unowned self] in hangUp() })
        timer.onFire = { [unowned self] in timerFired() }
        sessions = Sessions(
            on: loop, onChange: { [unowned self] in seatsChanged() }, onSleep: { [unowned self] in sleepChanged($0) },
            onTerminalSwitch: { [unowned self] in terminalSwitched() })
        seatsChanged()
        inputs = try makeInputs(configuration, recordings)
        finishWakeup()
    }

    private func makeInputs(_ configuration: Configuration, _ recordings: [PlayedRecording]) throws -> any Inputs {
        if !recordings.isEmpty {
            return RecordedInputs(pipeline, recordings, configuration) { [unowned self] in stop() }
        }
        return try TouchInputs(
            on: loop, pipeline, configuration, onDescriptorFreed: { [unowned self] in hasFreedDescriptor = true })
    }

    /// Serves until SIGTERM or SIGINT, until the daemon's terminal closes, or until the last recording has ended.
    ///
    /// - Returns: The exit status.
    public func run() throws -> Int32 {
        try loop.startWatchdog()
        sd_notify(0, "READY=1\nSTATUS=\(Daemon.status)")
        return try loop.run()
    }

    /// Handles the remaining input, cancels the gestures in progress, sends the cancels to clients, and leaves the
    /// loop.
    private func stop() {
        guard !isStopping else { return }
        isStopping = true
        sd_notify(0, "STOPPING=1\nSTATUS=Stopping")
        _ = inputs?.drain(at: MonotonicClock.now)
        pipeline.shutDown(at: MonotonicClock.now)
        drainClients()
        loop.exit(0)
    }

    private func drainClients() { clients.drain(until: MonotonicClock.now + Daemon.drainTimeout) }

    // MARK: - Wakeups

    /// Ends a wakeup: decides which devices are read, sends the queued bytes, and sets the timer to the next deadline. If
    /// a descriptor was freed, also tries again to open the devices that could not be opened for lack of one.
    private func finishWakeup() {
        guard !isStopping else { return }
        // Before the answer to a subscription: a touch that follows the answer is received.
        if haveReceiversChanged {
            haveReceiversChanged = false
            inputs?.updateReading(at: MonotonicClock.now)
        }
        clients.flush()
        if hasFreedDescriptor {
            hasFreedDescriptor = false
            inputs?.retryAfterEMFILE()
            clients.flush()
        }
        setTimer()
    }

    /// Carries out one command of the clients; only one, because each queries devices or reads files.
    private func carryOutCommand() {
        if let command = pipeline.nextHaptic() {
            // A reload may have disabled haptics since the request was accepted.
            let refusal =
                if let haptics {
                    haptics.perform(command, isActive: pipeline.mayAct(command.session))
                } else {
                    HapticRefusal.notEnabled("haptics.enabled is false")
                }
            pipeline.answer(command, refusal, at: MonotonicClock.now)
        } else if let command = pipeline.nextReload() {
            pipeline.answer(command, mistakes: reload(), at: MonotonicClock.now)
        }
    }

    private func setTimer() {
        timer.fire(by: earlier(earlier(pipeline.deadline, inputs?.nextTime), clients.nextTime))
    }

    private func timerFired() {
        let now = MonotonicClock.now
        // Events that were stamped before now precede deadlines that are due now. Otherwise a stalled loop would turn
        // taps into long presses.
        if inputs?.drain(at: now) ?? true { pipeline.expire(upTo: now) }
        clients.expire(at: now)
    }

    // MARK: - Sessions

    // ``EventLoop/onHandled`` is not called after handlers of sd-bus, so the handlers here finish their wakeups
    // themselves. Cancels are sent before anything else is read.

    private func seatsChanged() {
        guard let sessions else { return }
        pipeline.setSeats(sessions.seats, users: LoginUsers.withSessions(), at: MonotonicClock.now)
        finishWakeup()
        // This is done only after the cancels have been sent.
        clients.updatePriorities()
    }

    private func sleepChanged(_ phase: SleepPhase) {
        switch phase {
        case .begins:
            pipeline.suspend(at: MonotonicClock.now)
            drainClients()
            sessions?.allowSleep()
        case .ended:
            inputs?.reread(at: MonotonicClock.now)
            pipeline.resume(at: MonotonicClock.now)
        }
        finishWakeup()
        clients.updatePriorities()
    }

    private func terminalSwitched() {
        pipeline.switchTerminal(at: MonotonicClock.now)
        finishWakeup()
    }

    // MARK: - Reloading

    /// SIGHUP: stops the daemon if its terminal has closed, otherwise reloads the configuration.
    private func hangUp() {
        if terminal.hasHungUp { stop() } else { _ = reload() }
    }

    /// Reloads the configuration. If it has mistakes, they are logged and the previous one stays in effect.
    ///
    /// - Returns: The first mistake and the number of the others, in one line; nil if the new configuration is in
    ///   effect.
    private func reload() -> String? {
        // systemd considers the daemon to be reloading until the next READY=1 (sd_notify(3), Type=notify-reload).
        let time = MonotonicClock.now.microseconds
        sd_notify(0, "RELOADING=1\nMONOTONIC_USEC=\(time)\nSTATUS=Reading the configuration")
        var status = Daemon.status
        defer { sd_notify(0, "READY=1\nSTATUS=\(status)") }
        do throws(ConfigurationError) {
            apply(try Configuration.load(path: configurationFile))
            Log.notice("configuration: reloaded")
            return nil
        } catch {
            let lines = "\(error)".exactParts(separatedBy: "\n")
            for line in lines { Log.error(line) }
            Log.error("configuration: not reloaded; the previous one stays in effect")
            status += "; configuration not reloaded: \(lines.first ?? "")"
            return error.summary
        }
    }

    private func apply(_ configuration: Configuration) {
        haptics = configuration.isHapticsEnabled ? haptics ?? HapticPlayer(on: loop) : nil
        pipeline.configure(
            thresholds: configuration.thresholds, limits: configuration.limits,
            haptics: configuration.isHapticsEnabled ? .enabled : .notEnabled)
        pipeline.setRules(AccessRules(configuration), at: MonotonicClock.now)
        inputs?.reload(configuration)
        clients.updatePriorities()
    }
}

extension ConfigurationError {
    /// The first mistake, and how many more there are.
    var summary: String {
        var first = self
        first.problems = Array(problems.prefix(1))
        let more = problems.count - 1
        return more < 1 ? "\(first)" : "\(first); and \(more) more mistake\(more == 1 ? "" : "s")"
    }
}

/// The terminal from which the daemon was started, if any.
private struct ControllingTerminal {
    private let existed = ControllingTerminal.exists

    /// True if there was a terminal and it has closed. The kernel detaches the terminal's processes before it sends
    /// SIGHUP.
    var hasHungUp: Bool { existed && !ControllingTerminal.exists }

    private static var exists: Bool {
        let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard terminal >= 0 else { return false }
        close(terminal)
        return true
    }
}

/// The order of the daemon's work.
extension EventLoop.Priority {
    /// Sessions, locks and the focus: a client that may no longer receive gestures receives its cancel before the next
    /// event is read.
    static let access = Self(rawValue: -100)
    static let device = normal
    /// After the devices, because queued frames precede later deadlines.
    static let deadline = Self(rawValue: 10)
    /// New connections that have waited for several steps of ``Clients``. They precede the other clients, so that a new
    /// client's `hello` does not wait until all others have been read.
    static let accept = Self(rawValue: 15)
    /// Connections and requests. Each handler does a bounded amount of work.
    static let client = Self(rawValue: 20)
}

/// The one timer for the deadlines of gestures, inputs and clients. It fires at the next deadline or before it.
///
/// While fingers move, every frame moves the deadline to a later time. The timer follows only when it is ``lag`` early,
/// which saves most of the system calls. It then fires only after a pause, not between two frames: the deadline is 40 ms
/// after the last frame, the default ``/GestureModel/Thresholds/Velocity/stopTime``.
final class DeadlineTimer {
    var onFire: () -> Void = {}
    private var source: EventLoop.Source?
    /// When it fires; nil if it is not set.
    private var time: Timestamp?
    /// How early the timer may be: half of the default stop time, so that it never fires while frames come at 50 Hz.
    private static let lag = Microseconds.milliseconds(20)

    init(on loop: EventLoop) throws {
        source = try loop.makeTimer(priority: .deadline) { [unowned self] in fire() }
    }

    /// Sets the timer, unless it already fires by then and at most ``lag`` too early.
    func fire(by next: Timestamp?) {
        guard let next, time.map({ next < $0 || next - $0 >= DeadlineTimer.lag }) ?? true else { return }
        source?.fire(at: next)
        time = next
    }

    private func fire() {
        time = nil
        onFire()
    }
}
