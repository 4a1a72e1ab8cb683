internal import CSystemd
internal import GestureModel
internal import Glibc

/// The system bus, in the daemon's loop. It never waits for the bus, and comes back to one that was gone.
///
/// A bus that is not there yet is waited for by sd-bus itself, which watches its folder (sd_bus_set_watch_bind(3)).
final class SystemBus {
    /// Called each time there is a connection to put matches and calls on; it may not be made yet.
    var onOpen: () -> Void = {}
    /// Called when nothing can be known from it: it is gone, or was not there. Every slot on it is dead then.
    var onLoss: () -> Void = {}

    private let loop: EventLoop
    private let address: String
    private let report: (Log.Priority, String) -> Void
    private var bus: OpaquePointer?
    private var disconnection: OpaquePointer?
    private var retry: EventLoop.Source?
    private var delay = SystemBus.firstDelay
    private var openedAt = MonotonicClock.now
    /// It was told that the bus is not there.
    private var isToldLost = false

    /// A bus that restarts comes back within this; one that drops every connection is asked half as often each time.
    private static let firstDelay = Microseconds.milliseconds(100)
    private static let longestDelay = Microseconds.milliseconds(3_600_000)
    /// A connection that lasted for so long was a good one.
    private static let goodLife = Microseconds.milliseconds(60_000)

    /// - Parameter address: nil for DBUS_SYSTEM_BUS_ADDRESS, or else the usual place.
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
        close()
        openedAt = MonotonicClock.now
        var code = start(waiting: false)
        if code == -ENOENT || code == -ECONNREFUSED {
            tellLost("cannot be reached", code)
            onLoss()
            code = start(waiting: true)
        }
        if code >= 0 { onOpen() } else { lose("cannot be reached", code) }
    }

    /// Notes that the bus has answered.
    func noteAnswer() {
        guard isToldLost else { return }
        isToldLost = false
        report(.notice, "the system bus is back; screen locks and sleep are seen again")
    }

    func match(
        _ rule: String, onRefusal: @escaping (BusMessage.Failure) -> Void, _ handler: @escaping (BusMessage) -> Void
    ) -> BusSlot? {
        bus.flatMap { BusSlot(matching: rule, on: $0, onRefusal: onRefusal, handler) }
    }

    /// Calls a method all of whose arguments are strings.
    func call(
        _ method: BusMethod, at path: String, _ arguments: [String], _ handler: @escaping (BusMessage) -> Void
    ) -> BusSlot? {
        var call: OpaquePointer?
        let code = sd_bus_message_new_method_call(
            bus, &call, method.destination, path, method.interface, method.member)
        guard code >= 0, let bus, let call else { return nil }
        defer { sd_bus_message_unref(call) }
        // Whoever is not there is not started on the daemon's account.
        sd_bus_message_set_auto_start(call, 0)
        for argument in arguments {
            guard sd_bus_message_append_basic(call, CChar(SD_BUS_TYPE_STRING), argument) >= 0 else { return nil }
        }
        return BusSlot(sending: call, on: bus, handler)
    }

    // MARK: - Coming and going

    /// - Returns: 0, or the errno, negative.
    private func start(waiting: Bool) -> Int32 {
        close()
        var code = sd_bus_new(&bus)
        guard code >= 0, let bus else { return code }
        sd_bus_set_description(bus, "system")
        sd_bus_set_bus_client(bus, 1)
        sd_bus_set_watch_bind(bus, waiting ? 1 : 0)
        // The loop's end would wait until the bus has taken everything.
        sd_bus_set_close_on_exit(bus, 0)
        code = sd_bus_set_address(bus, address)
        if code >= 0 { code = sd_bus_start(bus) }
        if code >= 0 { code = sd_bus_attach_event(bus, loop.event, Int32(EventLoop.urgent)) }
        if code >= 0 { code = watchDisconnection(of: bus) }
        if code < 0 { close() }
        return min(code, 0)
    }

    private func watchDisconnection(of bus: OpaquePointer) -> Int32 {
        sd_bus_match_signal(
            bus, &disconnection, "org.freedesktop.DBus.Local", nil, "org.freedesktop.DBus.Local", "Disconnected",
            { _, data, _ in
                guard let data else { return 0 }
                Unmanaged<SystemBus>.fromOpaque(data).takeUnretainedValue().lose("is gone", 0)
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func lose(_ how: String, _ code: Int32) {
        tellLost(how, code)
        onLoss()
        if MonotonicClock.now >= openedAt + SystemBus.goodLife { delay = SystemBus.firstDelay }
        // Later, and not now: this may run inside of the connection that is to be closed.
        do {
            retry = try loop.call(after: delay) { [unowned self] in open() }
        } catch {
            report(.error, "\(error); the system bus is given up")
        }
        delay = min(Microseconds(delay.count * 2), SystemBus.longestDelay)
    }

    private func tellLost(_ how: String, _ code: Int32) {
        guard !isToldLost else { return }
        isToldLost = true
        let why = code == 0 ? "" : " (\(String(cString: strerror(-code))))"
        report(.warning, "the system bus \(how)\(why); screen locks and sleep are not seen until it is there")
    }

    private func close() {
        sd_bus_slot_unref(disconnection)
        disconnection = nil
        sd_bus_close_unref(bus)
        bus = nil
    }
}

/// A method of somebody on the bus.
struct BusMethod {
    let destination: String
    let interface: String
    let member: String
}
