internal import CSystemd
internal import Glibc
internal import SystemdSupport

/// Screen locks and sleep, which logind reports only on the bus. Both logind and the bus may stop and restart.
final class Logind {
    /// Called when ``isLocked(_:)`` may have changed, or when a session of any seat has changed.
    var onChange: () -> Void = {}
    /// Called with true when the machine is about to sleep, and with false when it is awake or its sleep can no longer
    /// be followed. Calls may repeat.
    var onSleep: (Bool) -> Void = { _ in }

    private let bus: SystemBus
    private let report: (Log.Priority, String) -> Void
    private var ownerMatch: BusSlot?
    private var ownerCall: BusSlot?
    private var service: LogindService?
    private var followed: [String] = []
    /// The known locks, by session. They are kept while logind or the bus is absent.
    private var locks: [String: Bool] = [:]
    /// True until the bus has answered whether logind is running, or until the bus is lost.
    private var isOwnerUnknown = true
    private var hasReportedLoss = false

    init(on loop: EventLoop, at address: String?, report: @escaping (Log.Priority, String) -> Void) {
        self.report = report
        bus = SystemBus(on: loop, at: address, report: report)
        bus.onOpen = { [unowned self] in queryOwner() }
        bus.onLoss = { [unowned self] in busLost() }
    }

    func open() { bus.open() }

    /// Returns whether the session is locked.
    ///
    /// A session counts as locked until ``follow(_:)`` has queried it and received the answer, because touches on a
    /// lock screen are private. If no answer is possible, the session counts as unlocked, and the log reports that.
    func isLocked(_ session: String) -> Bool {
        locks[session]
            ?? (isOwnerUnknown || service.map { $0.isQuerying(session) || !followed.contains(session) } ?? false)
    }

    /// Follows the locks of these sessions. Queries those that were not followed yet.
    func follow(_ sessions: [String]) {
        let new = sessions.filter { !followed.contains($0) }
        followed = sessions
        for session in new { service?.queryLock(of: session) }
    }

    /// Releases the inhibitor, so that the machine sleeps at once.
    func allowSleep() { service?.inhibitor.release() }

    // MARK: - Logind's connection to the bus

    private func queryOwner() {
        // Matched before the query, so that no change is missed in between.
        ownerMatch = bus.match(
            Logind.ownerRule,
            onRefusal: { [unowned self] in
                report(.warning, "system bus: refused the match for logind's restarts (\($0)); they are not noticed")
            }
        ) { [unowned self] message in
            guard message.string() != nil, message.string() != nil, let owner = message.string() else { return }
            setOwner(owner.isEmpty ? nil : owner)
        }
        ownerCall = bus.call(.driver, "GetNameOwner", [.string(LogindService.name)]) { [unowned self] answer in
            ownerCall = nil
            bus.handleAnswer()
            setOwner(answer.failure == nil ? answer.string() : nil)
        }
    }

    /// Replaces the run of logind that is followed.
    ///
    /// - Parameter owner: The connection that owns logind's name, such as `:1.7`; nil if logind is not running. Only
    ///   signals of this connection are accepted. Any program may send any signal directly to the daemon, and for a
    ///   match on the name `org.freedesktop.login1`, sd-bus would accept it.
    private func setOwner(_ owner: String?) {
        ownerCall = nil
        guard service == nil || service?.owner != owner else { return }
        let wasRunning = service != nil
        service = nil
        isOwnerUnknown = false
        if let owner {
            if hasReportedLoss { report(.notice, "logind: running again; screen locks and sleep are followed") }
            hasReportedLoss = false
            start(owner)
        } else {
            reportLoss(wasRunning ? "stopped" : "not on the system bus")
            // If logind stopped during a sleep, PrepareForSleep(false) never arrives, so the machine is treated as
            // awake.
            onSleep(false)
        }
        onChange()
    }

    private func start(_ owner: String) {
        let service = LogindService(owner, on: bus, report: report)
        service.onLock = { [unowned self] session, isLocked in
            locks[session] = isLocked
            onChange()
        }
        service.onChange = { [unowned self] in onChange() }
        service.onSleep = { [unowned self] in onSleep($0) }
        self.service = service
        service.start(following: followed)
    }

    private func busLost() {
        // All of these belong to the lost connection.
        ownerMatch = nil
        ownerCall = nil
        service = nil
        isOwnerUnknown = false
        onSleep(false)
        onChange()
    }

    private func reportLoss(_ event: String) {
        guard !hasReportedLoss else { return }
        hasReportedLoss = true
        report(.warning, "logind: \(event); screen locks and sleep are not followed until it is running")
    }

    private static let ownerRule = """
        type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',\
        interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(LogindService.name)'
        """
}
