internal import CSystemd
internal import Glibc

/// What only logind on the bus tells: locks and sleep. It may come, go and be restarted, and the bus with it.
final class Logind {
    /// Called when ``isLocked(_:)`` may answer otherwise, or a session of any seat changed.
    var onChange: () -> Void = {}
    /// Called with whether the machine is about to sleep. May say the same twice.
    var onSleep: (Bool) -> Void = { _ in }

    private let bus: SystemBus
    private let report: (Log.Priority, String) -> Void
    private var ownerMatch: BusSlot?
    private var ownerCall: BusSlot?
    private var service: LogindService?
    private var followed: [String] = []
    /// By session; what was known before stays known while logind or the bus is away.
    private var locks: [String: Bool] = [:]
    /// Nobody has said yet whether logind is there.
    private var isAwaited = true
    private var isToldLost = false

    init(on loop: EventLoop, at address: String?, report: @escaping (Log.Priority, String) -> Void) {
        self.report = report
        bus = SystemBus(on: loop, at: address, report: report)
        bus.onOpen = { [unowned self] in lookForOwner() }
        bus.onLoss = { [unowned self] in loseBus() }
    }

    func open() { bus.open() }

    /// Whether the session is locked. Unknown, it counts as locked until ``follow(_:)`` asks for it and while the answer is
    /// on its way: a finger on a lock screen is nobody's business. Where no answer can come it counts as not locked, which
    /// the log has told.
    func isLocked(_ session: String) -> Bool {
        locks[session] ?? (isAwaited || service.map { $0.isAsking(session) || !followed.contains(session) } ?? false)
    }

    /// Asks of the sessions that were not followed before whether they are locked.
    func follow(_ sessions: [String]) {
        let new = sessions.filter { !followed.contains($0) }
        followed = sessions
        for session in new { service?.ask(session) }
    }

    /// Gives the inhibitor back, so that the machine may sleep at once.
    func letSleep() { service?.inhibitor.release() }

    // MARK: - Who logind is

    private func lookForOwner() {
        // Before the question, so that no change falls between the two.
        ownerMatch = bus.match(
            Logind.ownerRule,
            onRefusal: { [unowned self] in report(.warning, "the bus does not tell of logind's restarts: \($0)") }
        ) { [unowned self] message in
            guard message.string() != nil, message.string() != nil, let owner = message.string() else { return }
            setOwner(owner.isEmpty ? nil : owner)
        }
        ownerCall = bus.call(Logind.getNameOwner, at: "/org/freedesktop/DBus", [LogindService.name]) {
            [unowned self] answer in
            ownerCall = nil
            bus.noteAnswer()
            setOwner(answer.failure == nil ? answer.string() : nil)
        }
    }

    /// - Parameter owner: The connection that owns logind's name, such as `:1.7`. Signals are taken from that one alone: any
    ///   program may send any signal straight to the daemon, and sd-bus lets it pass where a match names `org.….login1`.
    private func setOwner(_ owner: String?) {
        ownerCall = nil
        guard service == nil || service?.owner != owner else { return }
        let wasThere = service != nil
        service = nil
        isAwaited = false
        if let owner {
            if isToldLost { report(.notice, "logind is back; screen locks and sleep are seen again") }
            isToldLost = false
            serve(owner)
        } else {
            tellLost(wasThere ? "logind is gone" : "logind is not on the system bus")
            // Nobody would tell of the end of a sleep that this one began.
            onSleep(false)
        }
        onChange()
    }

    private func serve(_ owner: String) {
        let service = LogindService(owner, on: bus, report: report)
        service.onLock = { [unowned self] session, isLocked in
            locks[session] = isLocked
            onChange()
        }
        service.onChange = { [unowned self] in onChange() }
        service.onSleep = { [unowned self] in onSleep($0) }
        self.service = service
        service.start(asking: followed)
    }

    private func loseBus() {
        // Each is on a connection that is dead.
        ownerMatch = nil
        ownerCall = nil
        service = nil
        isAwaited = false
        onSleep(false)
        onChange()
    }

    private func tellLost(_ what: String) {
        guard !isToldLost else { return }
        isToldLost = true
        report(.warning, "\(what); screen locks and sleep are not seen until it is there")
    }

    private static let ownerRule = """
        type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',\
        interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(LogindService.name)'
        """
    private static let getNameOwner = BusMethod(
        destination: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", member: "GetNameOwner")
}
