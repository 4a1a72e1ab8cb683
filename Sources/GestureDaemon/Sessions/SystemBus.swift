internal import CSystemd
internal import GestureModel
internal import Glibc
internal import LinuxSupport
internal import SystemdSupport

/// The system bus, attached to the daemon's loop. It never blocks, and reconnects after the bus was lost.
///
/// sd-bus itself waits for a bus that does not exist, by watching its folder (sd_bus_set_watch_bind(3)).
final class SystemBus {
    /// Called when there is a connection that accepts matches and calls, even if it is still being established.
    var onOpen: () -> Void = {}
    /// Called when the bus is lost or absent. All slots of the connection are then dead.
    var onLoss: () -> Void = {}

    private let loop: EventLoop
    private let address: String
    private let report: (Log.Priority, String) -> Void
    private var connection: WatchedBus?
    private var burst = MessageBurst()
    private var retry: EventLoop.Source?
    private var attempts = BusAttempts()
    private var hasReportedLoss = false

    /// - Parameter address: nil for DBUS_SYSTEM_BUS_ADDRESS or, if that is unset, the default address.
    init(on loop: EventLoop, at address: String?, report: @escaping (Log.Priority, String) -> Void) {
        self.loop = loop
        self.address =
            address ?? getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) }
            ?? "unix:path=/run/dbus/system_bus_socket"
        self.report = report
    }

    func open() {
        retry = nil
        attempts.begin(at: MonotonicClock.now)
        do throws(Errno) {
            do throws(Errno) {
                try connect(waiting: false)
            } catch  where [ENOENT, ECONNREFUSED].contains(error.rawValue) {
                reportLoss("cannot connect: \(error)")
                onLoss()
                try connect(waiting: true)
            }
            onOpen()
        } catch {
            lose("cannot connect: \(error)")
        }
    }

    /// Logs that the bus is back, if its loss was logged. Called when the bus has answered a call.
    func handleAnswer() {
        guard hasReportedLoss else { return }
        hasReportedLoss = false
        report(.notice, "system bus: connected again; screen locks and sleep are followed")
    }

    func match(
        _ rule: String, onRefusal: @escaping (BusFailure) -> Void, _ handler: @escaping (BusMessage) -> Void
    ) -> BusSlot? {
        connection?.bus.match(rule, onRefusal: onRefusal, handler)
    }

    func call(
        _ object: BusObject, _ method: String, _ arguments: [BusValue], _ handler: @escaping (BusMessage) -> Void
    ) -> BusSlot? {
        connection?.bus.call(object, method, arguments, handler)
    }

    // MARK: - Connecting

    private func connect(waiting: Bool) throws(Errno) {
        connection = nil
        burst = MessageBurst()
        let new = WatchedBus(
            try Bus(at: address, waitsForBus: waiting), onMessage: { [unowned self] in messageCame() },
            onDisconnection: { [unowned self] in lose("disconnected") })
        try new.bus.attach(to: loop, priority: .access)
        try new.watch()
        connection = new
    }

    /// Counts a message. Any program may send messages to the daemon as fast as the bus forwards them, and the loop
    /// handles messages before it reads devices, so a flood would hold up touches. Therefore, after a burst the next
    /// message waits until devices and deadlines have been served.
    private func messageCame() {
        guard let connection, let priority = burst.count(at: MonotonicClock.now, handled: loop.handledCount) else {
            return
        }
        try? connection.bus.attach(to: loop, priority: priority)
    }

    private func lose(_ event: String) {
        reportLoss(event)
        onLoss()
        // The connection is not closed at once, because it may itself be calling this method.
        do {
            retry = try loop.call(after: attempts.nextDelay(at: MonotonicClock.now)) { [unowned self] in open() }
        } catch {
            report(.error, "system bus: not connecting again: \(error)")
        }
    }

    private func reportLoss(_ event: String) {
        guard !hasReportedLoss else { return }
        hasReportedLoss = true
        report(.warning, "system bus: \(event); screen locks and sleep are not followed until it is back")
    }
}

/// A connection to a bus. It reports each message and the end of the connection.
private final class WatchedBus {
    let bus: Bus
    private let onMessage: () -> Void
    private let onDisconnection: () -> Void
    private var disconnection: OpaquePointer?
    private var filter: OpaquePointer?

    init(_ bus: Bus, onMessage: @escaping () -> Void, onDisconnection: @escaping () -> Void) {
        self.bus = bus
        self.onMessage = onMessage
        self.onDisconnection = onDisconnection
    }

    deinit {
        sd_bus_slot_unref(disconnection)
        sd_bus_slot_unref(filter)
    }

    func watch() throws(Errno) {
        let data = Unmanaged.passUnretained(self).toOpaque()
        var code = sd_bus_match_signal(
            bus.pointer, &disconnection, "org.freedesktop.DBus.Local", nil, "org.freedesktop.DBus.Local",
            "Disconnected", { _, data, _ in WatchedBus.dispatch(data) { $0.onDisconnection() } }, data)
        guard code >= 0 else { throw Errno(-code) }
        code = sd_bus_add_filter(
            bus.pointer, &filter, { _, data, _ in WatchedBus.dispatch(data) { $0.onMessage() } }, data)
        guard code >= 0 else { throw Errno(-code) }
    }

    private static func dispatch(_ data: UnsafeMutableRawPointer?, _ handle: (WatchedBus) -> Void) -> Int32 {
        if let data { handle(Unmanaged<WatchedBus>.fromOpaque(data).takeUnretainedValue()) }
        return 0
    }
}

/// How long to wait between attempts to connect to the bus.
private struct BusAttempts {
    /// A connection that lasted this long was successful.
    private static let minimumLife = Microseconds.milliseconds(60_000)

    /// A restarting bus is back within 100 ms. The limit of an hour is for a bus that drops every connection.
    private var backoff = Backoff(from: .milliseconds(100), to: .milliseconds(3_600_000))
    private var start = MonotonicClock.now

    mutating func begin(at time: Timestamp) { start = time }

    /// - Parameter time: When the attempt, or the connection that it made, failed.
    mutating func nextDelay(at time: Timestamp) -> Microseconds {
        if time >= start + BusAttempts.minimumLife { backoff.reset() }
        return backoff.nextDelay()
    }
}

/// Counts messages that were handled one after the other, without another handler between them.
struct MessageBurst {
    static let limit = 16
    /// The longest time from the first message of a burst to the last.
    private static let duration = Microseconds.milliseconds(10)

    private var count = 0
    private var start = Timestamp(microseconds: .min)
    private var handled: UInt64 = 0
    private var isYielding = false

    /// Counts a message.
    ///
    /// - Parameter handled: The number of other handlers that have run.
    /// - Returns: The priority of the next message; nil if it does not change.
    mutating func count(at now: Timestamp, handled: UInt64) -> EventLoop.Priority? {
        if isYielding || handled != self.handled || now > start + MessageBurst.duration {
            (count, start, self.handled) = (0, now, handled)
        }
        count += 1
        guard isYielding || count >= MessageBurst.limit else { return nil }
        isYielding.toggle()
        return isYielding ? .client : .access
    }
}
