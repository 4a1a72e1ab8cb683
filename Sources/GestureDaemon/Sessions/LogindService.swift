internal import CSystemd
internal import Glibc

/// One run of logind: from when it owns its name until it does not.
final class LogindService {
    static let name = "org.freedesktop.login1"

    /// Its own name on the bus.
    let owner: String
    let inhibitor: SleepInhibitor
    /// Gets a session and whether it is locked; nil where that is not known.
    var onLock: (String, Bool?) -> Void = { _, _ in }
    /// Called when another of a session's properties changed: which one is active, it may be.
    var onChange: () -> Void = {}
    /// Gets whether the machine is about to sleep.
    var onSleep: (Bool) -> Void = { _ in }

    private let bus: SystemBus
    private let report: (Log.Priority, String) -> Void
    private var matches: [BusSlot?] = []
    private var preparingCall: BusSlot?
    private var lockCalls: [String: BusSlot] = [:]
    /// What was told already: the same once again is not worth a line.
    private var told: Set<String> = []

    init(_ owner: String, on bus: SystemBus, report: @escaping (Log.Priority, String) -> Void) {
        self.owner = owner
        self.bus = bus
        self.report = report
        inhibitor = SleepInhibitor(on: bus)
        inhibitor.onRefusal = { [unowned self] in
            tell("logind gives no inhibitor (\($0)); the machine may sleep before clients are told of it")
        }
    }

    func start(asking sessions: [String]) {
        matches = [
            match("interface='\(Self.manager)',member='PrepareForSleep'") { [unowned self] in takeSleep($0) },
            match("interface='\(Self.manager)',member='SessionRemoved'") { [unowned self] in takeRemoval($0) },
            match("interface='\(Self.properties)',member='PropertiesChanged',arg0='\(Self.session)'") {
                [unowned self] in takeChange($0)
            },
        ]
        askWhetherPreparing()
        inhibitor.take()
        for session in sessions { ask(session) }
    }

    func isAsking(_ session: String) -> Bool { lockCalls[session] != nil }

    /// Asks whether a session is locked.
    func ask(_ session: String) {
        var path: UnsafeMutablePointer<CChar>?
        guard sd_bus_path_encode(Self.sessions, session, &path) >= 0, let path else { return }
        defer { free(path) }
        lockCalls[session] = bus.call(Self.get, at: String(cString: path), [Self.session, "LockedHint"]) {
            [unowned self] answer in
            lockCalls[session] = nil
            onLock(session, lock(answer, of: session))
        }
    }

    // MARK: - What it says

    private func takeSleep(_ signal: BusMessage) {
        guard let isBeginning = signal.bool() else { return askAgain("PrepareForSleep") { askWhetherPreparing() } }
        sleep(isBeginning)
    }

    private func takeRemoval(_ signal: BusMessage) {
        if let session = signal.string() { onLock(session, nil) }
    }

    private func takeChange(_ signal: BusMessage) {
        guard let session = signal.path.flatMap(Self.session(at:)) else { return }
        var isLocked: Bool?
        let isRead =
            signal.skip("s")
            && signal.forEachProperty { name in
                guard name == "LockedHint" else { return signal.skip("v") }
                isLocked = signal.variant("b") { signal.bool() }
                return isLocked != nil
            }
        guard isRead else { return askAgain("PropertiesChanged") { ask(session) } }
        if let isLocked { onLock(session, isLocked) } else { onChange() }
    }

    private func sleep(_ isBeginning: Bool) {
        onSleep(isBeginning)
        if !isBeginning { inhibitor.take() }
    }

    private func askWhetherPreparing() {
        preparingCall = bus.call(Self.get, at: Self.path, [Self.manager, "PreparingForSleep"]) {
            [unowned self] answer in
            preparingCall = nil
            if let isPreparing = answer.variant("b", { answer.bool() }) {
                sleep(isPreparing)
            } else {
                tell("logind does not tell whether the machine is about to sleep (\(Self.reason(answer)))")
            }
        }
    }

    private func lock(_ answer: BusMessage, of session: String) -> Bool? {
        if let isLocked = answer.variant("b", { answer.bool() }) { return isLocked }
        // It ended meanwhile.
        let isGone = ["org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.login1.NoSuchSession"]
            .contains(answer.failure?.name)
        if !isGone { tell("logind does not tell whether sessions are locked (\(Self.reason(answer)))") }
        return nil
    }

    /// A signal that cannot be read says at least that there is something to ask for.
    private func askAgain(_ signal: String, _ ask: () -> Void) {
        tell("logind's \(signal) cannot be read; it is asked instead")
        ask()
    }

    private static func reason(_ answer: BusMessage) -> String { answer.failure?.description ?? "not a boolean" }

    private func tell(_ message: String) {
        guard told.insert(message).inserted else { return }
        report(.warning, message)
    }

    private func match(_ rule: String, _ handler: @escaping (BusMessage) -> Void) -> BusSlot? {
        bus.match(
            "type='signal',sender='\(owner)',\(rule)",
            onRefusal: { [unowned self] in tell("the system bus does not pass on logind's signals: \($0)") }, handler)
    }

    // MARK: - Names

    private static func session(at path: String) -> String? {
        var session: UnsafeMutablePointer<CChar>?
        guard sd_bus_path_decode(path, sessions, &session) > 0, let session else { return nil }
        defer { free(session) }
        return String(cString: session)
    }

    private static let path = "/org/freedesktop/login1"
    private static let sessions = "/org/freedesktop/login1/session"
    private static let manager = "org.freedesktop.login1.Manager"
    private static let session = "org.freedesktop.login1.Session"
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let get = BusMethod(destination: name, interface: properties, member: "Get")
    static let inhibit = BusMethod(destination: name, interface: manager, member: "Inhibit")
}
