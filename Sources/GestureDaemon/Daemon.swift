internal import CSystemd
public import GestureConfiguration
internal import GestureModel
internal import GesturePipeline
internal import GestureProtocol
internal import Glibc

/// Everything of the daemon that touches the system, around one ``Pipeline``: one thread, one loop.
///
/// Whatever wakes the loop does the same: feed the pipeline, then ``settle()``.
public final class Daemon {
    let loop: EventLoop
    let pipeline: Pipeline

    /// Nil where the configuration does not switch them on.
    var haptics: Haptics?
    /// What to read anew; nil for the default one.
    let configurationFile: String?
    let terminal = ControllingTerminal()

    private var clients: Clients?
    private(set) var inputs: (any Inputs)?
    /// Nil while it is being made.
    private(set) var sessions: Sessions?
    private var signals: [EventLoop.Source] = []
    /// When the timer is due; it may be earlier than the next deadline, never later.
    private var armed: Timestamp?
    private var isStopping = false
    /// A client or device went, and its descriptor with it: ``settle()`` tells those who may want one.
    var hasFreeDescriptor = false

    /// - Parameters:
    ///   - configurationFile: Where it was read from, and is read from anew; nil for the default one.
    ///   - socket: Where to listen; nil takes the service manager's socket, or else ``defaultSocket``.
    ///   - focusSocket: Where to listen for focus sources; nil takes the service manager's socket, or else listens nowhere.
    ///   - recordings: What to play instead of reading devices, one after the other.
    public init(
        configuration: Configuration, from configurationFile: String? = nil, socket: String?,
        focusSocket: String? = nil, recordings: [PlayedRecording]
    ) throws {
        self.configurationFile = configurationFile
        // A client that is gone is an error of send(2), not a signal.
        signal(SIGPIPE, SIG_IGN)
        loop = try EventLoop()
        pipeline = Pipeline(
            thresholds: configuration.thresholds, limits: configuration.limits,
            haptics: configuration.isHapticsEnabled ? .enabled : .notEnabled, server: "gestured \(Release.version)")
        pipeline.setRules(AccessRules(configuration), at: MonotonicClock.now)
        haptics = configuration.isHapticsEnabled ? Haptics(on: loop) : nil
        for number in [SIGTERM, SIGINT] {
            signals.append(try loop.watch(signal: number) { [unowned self] in stop() })
        }
        signals.append(try loop.watch(signal: SIGHUP) { [unowned self] in hangUp() })
        try loop.makeTimer { [unowned self] in timerFired() }
        clients = try Clients(of: self, at: socket, focusPath: focusSocket)
        sessions = makeSessions()
        takeSeats()
        inputs =
            recordings.isEmpty
            ? try TouchInputs(of: self, configuration) : RecordedInputs(of: self, recordings, configuration)
        settle()
    }

    /// How long a daemon that stops, or is put to sleep, waits for readers: within what a person calls at once.
    private static let patience = Microseconds.milliseconds(500)

    /// What the service manager shows.
    static let status = "Serving gestures"

    public static let defaultSocket = "/run/gestured/gestured.sock"

    /// Serves until SIGTERM or SIGINT, until its terminal closes, or until the last recording is over.
    ///
    /// - Returns: The exit status.
    public func run() throws -> Int32 {
        try loop.startWatchdog()
        sd_notify(0, "READY=1\nSTATUS=\(Daemon.status)")
        return try loop.run()
    }

    /// Cancels what is in progress, tells everybody, and leaves the loop.
    func stop() {
        guard !isStopping else { return }
        isStopping = true
        sd_notify(0, "STOPPING=1\nSTATUS=Stopping")
        _ = inputs?.drain(at: MonotonicClock.now)
        pipeline.shutDown(at: MonotonicClock.now)
        farewell()
        loop.exit(0)
    }

    /// Lets the clients read what waits for them, as far as they do soon.
    func farewell() { clients?.finish(by: MonotonicClock.now + Daemon.patience) }

    /// What every wakeup ends with: writes what was queued, and arms the timer for the next deadline.
    func settle() {
        guard !isStopping else { return }
        flush()
        if hasFreeDescriptor { passOnDescriptor() }
        armTimer()
    }

    /// Not where it is freed: that may be while the pipeline is being flushed, and a device that comes changes it.
    private func passOnDescriptor() {
        hasFreeDescriptor = false
        inputs?.useFreeDescriptor()
        flush()
    }

    /// Writes what was queued.
    func flush() { clients?.flush() }

    private func armTimer() {
        var due = pipeline.deadline
        due = earlier(due, inputs?.nextTime)
        due = earlier(due, clients?.nextTime)
        // A deadline that moves away with every frame (a finger that has not stopped yet) leaves the timer where it is:
        // it fires, finds nothing due and is armed anew. One wakeup in 40 ms instead of a system call a frame.
        guard let due, armed.map({ due < $0 }) ?? true else { return }
        loop.setTimer(due)
        armed = due
    }

    private func timerFired() {
        armed = nil
        let now = MonotonicClock.now
        // What the devices stamped before now comes before the deadlines that fall due now: a loop that was stalled
        // must not make long presses out of taps.
        if inputs?.drain(at: now) ?? true { pipeline.expire(upTo: now) }
        clients?.expire(at: now)
        settle()
    }

    private func earlier(_ a: Timestamp?, _ b: Timestamp?) -> Timestamp? {
        guard let a else { return b }
        return b.map { min(a, $0) } ?? a
    }
}
