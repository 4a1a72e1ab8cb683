internal import CSystemd
internal import Glibc
internal import PrivateBus

/// Replaces logind on a private bus: its name, the properties and the method that the daemon uses, and its signals.
///
/// It runs in the loop of the code under test. Code that blocks for an answer therefore never gets one.
public final class LogindStandIn {
    /// By session. A session without an entry does not exist.
    public var lockedHints: [String: Bool] = [:]
    public var isPreparingForSleep = false
    /// The names of the errors that calls return, by method or property.
    public var refusals: [String: String] = [:]
    /// Properties whose answer is a string instead of a boolean.
    public var malformed: Set<String> = []
    /// The methods called and the properties read, in order.
    public private(set) var calls: [String] = []
    /// The arguments of the last Inhibit.
    public private(set) var inhibition: [String] = []
    /// The connection that called last.
    public private(set) var caller = ""

    private let bus: BusProgram
    private var inhibitors: [Int32] = []

    /// - Parameter name: nil for a program that is not logind.
    public init(at address: String, event: OpaquePointer, name: String? = "org.freedesktop.login1") {
        bus = BusProgram(on: address, name: name)
        sd_bus_add_filter(
            bus.connection, nil,
            { message, data, _ in
                Unmanaged<LogindStandIn>.fromOpaque(data!).takeUnretainedValue().answer(message!)
            }, Unmanaged.passUnretained(self).toOpaque())
        sd_bus_attach_event(bus.connection, event, 0)
    }

    deinit {
        inhibitors.forEach { Glibc.close($0) }
        sd_bus_detach_event(bus.connection)
        sd_bus_close_unref(bus.connection)
    }

    /// How many inhibitors the daemon holds.
    public var inhibitorCount: Int {
        inhibitors.count { descriptor in
            var polled = pollfd(fd: descriptor, events: 0, revents: 0)
            poll(&polled, 1, 0)
            return polled.revents & Int16(POLLHUP) == 0
        }
    }

    // MARK: - Signals

    public func setLocked(_ isLocked: Bool, _ session: String, to destination: String? = nil) {
        lockedHints[session] = isLocked
        signalChange(of: session, to: destination) { appendProperty($0, "LockedHint", isLocked) }
    }

    /// Sends a change of a property other than the lock.
    public func setActive(_ isActive: Bool, _ session: String) {
        signalChange(of: session) { appendProperty($0, "Active", isActive) }
    }

    /// Sends a lock of the wrong type.
    public func setLockedMalformed(_ session: String) {
        signalChange(of: session) { message in
            bus.open(message, "e", "sv")
            bus.append(message, "LockedHint")
            bus.open(message, "v", "s")
            bus.append(message, "perhaps")
            bus.close(message)
            bus.close(message)
        }
    }

    public func prepareForSleep(_ isBeginning: Bool, to destination: String? = nil) {
        isPreparingForSleep = isBeginning
        bus.signal("/org/freedesktop/login1", Self.manager, "PrepareForSleep", to: destination) {
            bus.append($0, isBeginning)
        }
    }

    /// Sends the start of a sleep with an argument of the wrong type.
    public func prepareForSleepMalformed() {
        bus.signal("/org/freedesktop/login1", Self.manager, "PrepareForSleep") { bus.append($0, "soon") }
    }

    /// Returns when the bus has delivered everything that was sent before.
    public func synchronise() { bus.synchronise() }

    private func signalChange(
        of session: String, to destination: String? = nil, _ properties: (OpaquePointer) -> Void
    ) {
        var path: UnsafeMutablePointer<CChar>?
        sd_bus_path_encode("/org/freedesktop/login1/session", session, &path)
        defer { free(path) }
        bus.signal(String(cString: path!), Self.properties, "PropertiesChanged", to: destination) { message in
            bus.append(message, "org.freedesktop.login1.Session")
            bus.open(message, "a", "{sv}")
            properties(message)
            bus.close(message)
            bus.open(message, "a", "s")
            bus.close(message)
        }
    }

    private func appendProperty(_ message: OpaquePointer, _ name: String, _ value: Bool) {
        bus.open(message, "e", "sv")
        bus.append(message, name)
        bus.open(message, "v", "b")
        bus.append(message, value)
        bus.close(message)
        bus.close(message)
    }

    // MARK: - Answers

    private func answer(_ message: OpaquePointer) -> Int32 {
        guard sd_bus_message_is_method_call(message, nil, nil) > 0 else { return 0 }
        let member = String(cString: sd_bus_message_get_member(message))
        caller = String(cString: sd_bus_message_get_sender(message))
        switch member {
        case "Inhibit": inhibit(message)
        case "Get": get(message)
        default: return 0
        }
        return 1
    }

    private func inhibit(_ message: OpaquePointer) {
        calls.append("Inhibit")
        inhibition = (0..<4).map { _ in bus.string(message) }
        if refuse(message, "Inhibit") { return }
        var ends: [Int32] = [-1, -1]
        // Not a pipe: only a socket has close-on-exec from the start, and another test may be starting a child.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        precondition(socketpair(AF_UNIX, type, 0, &ends) == 0)
        inhibitors.append(ends[0])
        bus.reply(message) { sd_bus_message_append_basic($0, CChar(SD_BUS_TYPE_UNIX_FD), &ends[1]) }
        Glibc.close(ends[1])
    }

    private func get(_ message: OpaquePointer) {
        _ = bus.string(message)
        let property = bus.string(message)
        calls.append(property)
        if refuse(message, property) { return }
        var isSet = isPreparingForSleep
        if property == "LockedHint" {
            var session: UnsafeMutablePointer<CChar>?
            sd_bus_path_decode(sd_bus_message_get_path(message), "/org/freedesktop/login1/session", &session)
            defer { free(session) }
            guard let hint = lockedHints[String(cString: session!)] else {
                return bus.reply(message, error: "org.freedesktop.DBus.Error.UnknownObject")
            }
            isSet = hint
        }
        bus.reply(message) { answer in
            let isMalformed = malformed.contains(property)
            bus.open(answer, "v", isMalformed ? "s" : "b")
            if isMalformed { bus.append(answer, "perhaps") } else { bus.append(answer, isSet) }
            bus.close(answer)
        }
    }

    private func refuse(_ message: OpaquePointer, _ what: String) -> Bool {
        guard let error = refusals[what] else { return false }
        bus.reply(message, error: error)
        return true
    }

    private static let manager = "org.freedesktop.login1.Manager"
    private static let properties = "org.freedesktop.DBus.Properties"
}
