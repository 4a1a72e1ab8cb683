internal import CSystemd
internal import GestureModel
internal import Glibc
internal import LinuxSupport
internal import SystemdSupport

/// The system bus, attached to the daemon's loop. It never blocks, and connects again after the bus was lost.
///
/// sd-bus itself waits for a bus that does not exist, by watching its folder (sd_bus_set_watch_bind(3)).
final class SystemBus {
    /// Called when there is a connection that accepts matches and calls. It may still be established then.
    var onOpen: () -> Void = {}
    /// Called when the bus is lost or absent. All slots on it are dead.
    var onLoss: () -> Void = {}

    private let loop: EventLoop
    private let address: String
    private let report: (Log.Priority, String) -> Void
    private var bus: Bus?
    private var disconnection: OpaquePointer?
    private var filter: OpaquePointer?
    private var burst = MessageBurst()
    private var retry: EventLoop.Source?
    /// A bus that restarts is back within 100 ms. The limit of an hour is for one that drops every connection.
    private var backoff = Backoff(from: .milliseconds(100), to: .milliseconds(3_600_000))
    private var openedAt = MonotonicClock.now
    private var hasReportedLoss = false

    /// A connection that lasted this long was successful.
    private static let minimumLife = Microseconds.milliseconds(60_000)

    /// - Parameter address: nil for DBUS_SYSTEM_BUS_ADDRESS or, if that is unset, the default address.
    init(on loop: EventLoop, at address: String?, report: @escaping (Log.Priority, String) -> Void) {
        self.loop = loop
        self.address =
            address ?? getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) }
            ?? "unix:path=/run/dbus/system_bus_socket"
        self.report = report
    }

    deinit { close() }

    func open() {
        retry = nil
        openedAt = MonotonicClock.now
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

    /// The bus has answered a call, and therefore is back if it was lost.
    func handleAnswer() {
        guard hasReportedLoss else { return }
        hasReportedLoss = false
        report(.notice, "system bus: connected again; screen locks and sleep are followed")
    }

    func match(
        _ rule: String, onRefusal: @escaping (BusFailure) -> Void, _ handler: @escaping (BusMessage) -> Void
    ) -> BusSlot? {
        bus?.match(rule, onRefusal: onRefusal, handler)
    }

    func call(
        _ object: BusObject, _ method: String, _ arguments: [BusValue], _ handler: @escaping (BusMessage) -> Void
    ) -> BusSlot? {
        bus?.call(object, method, arguments, handler)
    }

    // MARK: - Connecting

    private func connect(waiting: Bool) throws(Errno) {
        close()
        let bus = try Bus(at: address, waitsForBus: waiting)
        do throws(Errno) {
            try bus.attach(to: loop, priority: .access)
            try watchDisconnection(of: bus)
            try countMessages(of: bus)
        } catch {
            close()
            throw error
        }
        self.bus = bus
    }

    private func watchDisconnection(of bus: Bus) throws(Errno) {
        let code = sd_bus_match_signal(
            bus.pointer, &disconnection, "org.freedesktop.DBus.Local", nil, "org.freedesktop.DBus.Local",
            "Disconnected",
            { _, data, _ in
                guard let data else { return 0 }
                Unmanaged<SystemBus>.fromOpaque(data).takeUnretainedValue().lose("disconnected")
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
        guard code >= 0 else { throw Errno(-code) }
    }

    /// Any program may send messages to the daemon, as fast as the bus forwards them. sd-bus handles one at a time, before every
    /// device. After a burst of them it waits until devices and deadlines were served, and one more message was handled.
    private func countMessages(of bus: Bus) throws(Errno) {
        burst = MessageBurst()
        let code = sd_bus_add_filter(
            bus.pointer, &filter,
            { _, data, _ in
                if let data { Unmanaged<SystemBus>.fromOpaque(data).takeUnretainedValue().messageCame() }
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
        guard code >= 0 else { throw Errno(-code) }
    }

    private func messageCame() {
        guard let bus, let priority = burst.count(at: MonotonicClock.now, handled: loop.handledCount) else { return }
        try? bus.attach(to: loop, priority: priority)
    }

    private func lose(_ event: String) {
        reportLoss(event)
        onLoss()
        if MonotonicClock.now >= openedAt + SystemBus.minimumLife { backoff.reset() }
        // Not at once: this may be called by the connection that is to be closed.
        do {
            retry = try loop.call(after: backoff.nextDelay()) { [unowned self] in open() }
        } catch {
            report(.error, "system bus: not connecting again: \(error)")
        }
    }

    private func reportLoss(_ event: String) {
        guard !hasReportedLoss else { return }
        hasReportedLoss = true
        report(.warning, "system bus: \(event); screen locks and sleep are not followed until it is back")
    }

    private func close() {
        sd_bus_slot_unref(disconnection)
        disconnection = nil
        sd_bus_slot_unref(filter)
        filter = nil
        bus = nil
    }
}

/// The messages that came one after the other, without another handler between them.
struct MessageBurst {
    static let limit = 16
    /// Messages that are further apart do not count as a burst.
    private static let duration = Microseconds.milliseconds(10)

    private var count = 0
    private var start = Timestamp(microseconds: .min)
    private var handled: UInt64 = 0
    private var isYielding = false

    /// Counts a message.
    ///
    /// - Parameter handled: How many other handlers have run.
    /// - Returns: The priority of the next one, if it changes.
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
