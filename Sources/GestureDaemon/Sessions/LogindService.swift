internal import CSystemd
internal import Glibc
internal import SystemdSupport

/// One run of logind, from acquiring its name on the bus until losing it.
final class LogindService {
    static let name = "org.freedesktop.login1"

    /// The unique name of logind's connection to the bus.
    let owner: String
    let inhibitor: SleepInhibitor
    /// Receives a session and whether it is locked; nil if that is unknown.
    var onLock: (String, Bool?) -> Void = { _, _ in }
    /// Called when properties of a session have changed, but not its lock, for example because the session became
    /// active.
    var onChange: () -> Void = {}
    /// Called with true when the machine is about to sleep, and with false when it is awake.
    var onSleep: (Bool) -> Void = { _ in }

    private let bus: SystemBus
    private let report: (Log.Priority, String) -> Void
    private var matches: [BusSlot?] = []
    private var sleepCall: BusSlot?
    private var lockCalls: [String: BusSlot] = [:]
    /// The warnings that were logged; each is logged once.
    private var reported: Set<String> = []

    init(_ owner: String, on bus: SystemBus, report: @escaping (Log.Priority, String) -> Void) {
        self.owner = owner
        self.bus = bus
        self.report = report
        inhibitor = SleepInhibitor(on: bus)
        inhibitor.onRefusal = { [unowned self] in
            warn("refused a sleep inhibitor (\($0)); the machine may sleep before clients receive their cancels")
        }
    }

    func start(following sessions: [String]) {
        matches = [
            match("interface='\(Self.manager)',member='PrepareForSleep'") { [unowned self] in prepareForSleep($0) },
            match("interface='\(Self.manager)',member='SessionRemoved'") { [unowned self] in sessionRemoved($0) },
            match("interface='\(Self.properties)',member='PropertiesChanged',arg0='\(Self.session)'") {
                [unowned self] in propertiesChanged($0)
            },
        ]
        querySleep()
        inhibitor.acquire()
        for session in sessions { queryLock(of: session) }
    }

    func isQuerying(_ session: String) -> Bool { lockCalls[session] != nil }

    func queryLock(of session: String) {
        var path: UnsafeMutablePointer<CChar>?
        guard sd_bus_path_encode(Self.sessions, session, &path) >= 0, let path else { return }
        defer { free(path) }
        lockCalls[session] = bus.call(
            Self.properties(at: String(cString: path)), "Get", [.string(Self.session), "LockedHint"]
        ) { [unowned self] answer in
            lockCalls[session] = nil
            onLock(session, lockedHint(answer))
        }
    }

    // MARK: - Signals

    private func match(_ rule: String, _ handler: @escaping (BusMessage) -> Void) -> BusSlot? {
        bus.match(
            "type='signal',sender='\(owner)',\(rule)",
            onRefusal: { [unowned self] in warn("signals refused by the system bus: \($0)") }, handler)
    }

    private func prepareForSleep(_ signal: BusMessage) {
        guard let isBeginning = signal.bool() else { return queryInstead(of: "PrepareForSleep") { querySleep() } }
        sleepChanged(isBeginning)
    }

    private func sessionRemoved(_ signal: BusMessage) {
        if let session = signal.string() { onLock(session, nil) }
    }

    private func propertiesChanged(_ signal: BusMessage) {
        guard let session = Self.session(at: signal.path) else { return }
        var isLocked: Bool?
        let isRead =
            signal.skip("s")
            && signal.forEachProperty { name in
                guard name == "LockedHint" else { return signal.skip("v") }
                guard case .boolean(let hint)? = signal.variant() else { return false }
                isLocked = hint
                return true
            }
        guard isRead else { return queryInstead(of: "PropertiesChanged") { queryLock(of: session) } }
        if let isLocked { onLock(session, isLocked) } else { onChange() }
    }

    /// Queries a property because a signal about it cannot be read. Although unreadable, the signal shows that the
    /// property may have changed.
    private func queryInstead(of signal: String, _ query: () -> Void) {
        warn("\(signal) cannot be read; querying the property instead")
        query()
    }

    // MARK: - Answers

    private func querySleep() {
        let arguments: [BusValue] = [.string(Self.manager), "PreparingForSleep"]
        sleepCall = bus.call(Self.properties(at: Self.path), "Get", arguments) { [unowned self] answer in
            sleepCall = nil
            if case .boolean(let isPreparing)? = answer.variant() {
                sleepChanged(isPreparing)
            } else {
                warn("PreparingForSleep cannot be read (\(Self.reason(answer))); the machine counts as awake")
            }
        }
    }

    private func sleepChanged(_ isBeginning: Bool) {
        onSleep(isBeginning)
        if !isBeginning { inhibitor.acquire() }
    }

    private func lockedHint(_ answer: BusMessage) -> Bool? {
        if case .boolean(let isLocked)? = answer.variant() { return isLocked }
        // True if the session has ended meanwhile.
        let isEnded = ["org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.login1.NoSuchSession"]
            .contains(answer.failure?.name)
        if !isEnded { warn("LockedHint cannot be read (\(Self.reason(answer))); sessions count as unlocked") }
        return nil
    }

    private static func reason(_ answer: BusMessage) -> String { answer.failure?.description ?? "not a boolean" }

    private func warn(_ message: String) {
        guard reported.insert(message).inserted else { return }
        report(.warning, "logind: \(message)")
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

    private static func properties(at path: String) -> BusObject {
        BusObject(service: name, path: path, interface: properties)
    }
    fileprivate static let managerObject = BusObject(service: name, path: path, interface: manager)
}

/// Logind's delay inhibitor, which delays sleep until cancels have been sent to clients.
///
/// logind waits 5 s at most (InhibitDelayMaxSec). The inhibitor is a descriptor: closing the descriptor releases the
/// inhibitor.
final class SleepInhibitor {
    /// Called if logind refuses the inhibitor. Not called if the reason is that the machine is already going to sleep.
    var onRefusal: (BusFailure) -> Void = { _ in }

    private let bus: SystemBus
    private var call: BusSlot?
    private var descriptor: Int32 = -1

    init(on bus: SystemBus) { self.bus = bus }

    deinit { release() }

    /// Requests the inhibitor, unless it is held or requested.
    func acquire() {
        guard descriptor < 0, call == nil else { return }
        call = bus.call(
            LogindService.managerObject, "Inhibit",
            ["sleep", "gestured", "Sends clients the end of their gestures", "delay"]
        ) { [unowned self] answer in
            call = nil
            if let failure = answer.failure {
                // OperationInProgress: the machine is already going to sleep. The inhibitor is requested again
                // afterwards.
                if failure.name != "org.freedesktop.login1.OperationInProgress" { onRefusal(failure) }
            } else {
                descriptor = answer.descriptor() ?? -1
            }
        }
    }

    /// Releases the inhibitor, or cancels the request for it.
    func release() {
        call = nil
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
