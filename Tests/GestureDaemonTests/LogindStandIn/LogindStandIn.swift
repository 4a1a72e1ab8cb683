internal import CSystemd
internal import Glibc

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

    private var bus: OpaquePointer?
    private var inhibitors: [Int32] = []

    /// - Parameter name: nil for a program that is not logind.
    public init(at address: String, event: OpaquePointer, name: String? = "org.freedesktop.login1") {
        sd_bus_new(&bus)
        sd_bus_set_address(bus, address)
        sd_bus_set_bus_client(bus, 1)
        precondition(sd_bus_start(bus) >= 0, "the stand-in cannot connect to its bus")
        sd_bus_add_filter(
            bus, nil,
            { message, data, _ in
                Unmanaged<LogindStandIn>.fromOpaque(data!).takeUnretainedValue().answer(message!)
            }, Unmanaged.passUnretained(self).toOpaque())
        if let name { precondition(sd_bus_request_name(bus, name, 0) >= 0, "\(name) is taken") }
        sd_bus_attach_event(bus, event, 0)
    }

    deinit {
        inhibitors.forEach { Glibc.close($0) }
        sd_bus_detach_event(bus)
        sd_bus_close_unref(bus)
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
            open(message, "e", "sv")
            append(message, "LockedHint")
            open(message, "v", "s")
            append(message, "perhaps")
            close(message)
            close(message)
        }
    }

    public func prepareForSleep(_ isBeginning: Bool, to destination: String? = nil) {
        isPreparingForSleep = isBeginning
        signal("/org/freedesktop/login1", Self.manager, "PrepareForSleep", to: destination) { append($0, isBeginning) }
    }

    /// Sends the start of a sleep with an argument of the wrong type.
    public func prepareForSleepMalformed() {
        signal("/org/freedesktop/login1", Self.manager, "PrepareForSleep") { append($0, "soon") }
    }

    /// Returns when the bus has delivered everything that was sent before.
    public func synchronise() {
        var call: OpaquePointer?
        sd_bus_message_new_method_call(
            bus, &call, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId")
        defer { sd_bus_message_unref(call) }
        precondition(sd_bus_call(bus, call, 0, nil, nil) >= 0, "the bus does not answer")
    }

    private func signalChange(
        of session: String, to destination: String? = nil, _ properties: (OpaquePointer) -> Void
    ) {
        var path: UnsafeMutablePointer<CChar>?
        sd_bus_path_encode("/org/freedesktop/login1/session", session, &path)
        defer { free(path) }
        signal(String(cString: path!), Self.properties, "PropertiesChanged", to: destination) { message in
            append(message, "org.freedesktop.login1.Session")
            open(message, "a", "{sv}")
            properties(message)
            close(message)
            open(message, "a", "s")
            close(message)
        }
    }

    private func signal(
        _ path: String, _ interface: String, _ member: String, to destination: String? = nil,
        _ body: (OpaquePointer) -> Void
    ) {
        var message: OpaquePointer?
        sd_bus_message_new_signal(bus, &message, path, interface, member)
        body(message!)
        if let destination { sd_bus_message_set_destination(message, destination) }
        precondition(sd_bus_send(bus, message, nil) >= 0, "\(member) cannot be sent")
        sd_bus_message_unref(message)
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
        inhibition = (0..<4).map { _ in string(message) }
        if refuse(message, "Inhibit") { return }
        var ends: [Int32] = [-1, -1]
        // Not a pipe: only a socket has close-on-exec from the start, and another test may be starting a child.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        precondition(socketpair(AF_UNIX, type, 0, &ends) == 0)
        inhibitors.append(ends[0])
        reply(message) { sd_bus_message_append_basic($0, CChar(SD_BUS_TYPE_UNIX_FD), &ends[1]) }
        Glibc.close(ends[1])
    }

    private func get(_ message: OpaquePointer) {
        _ = string(message)
        let property = string(message)
        calls.append(property)
        if refuse(message, property) { return }
        var isSet = isPreparingForSleep
        if property == "LockedHint" {
            var session: UnsafeMutablePointer<CChar>?
            sd_bus_path_decode(sd_bus_message_get_path(message), "/org/freedesktop/login1/session", &session)
            defer { free(session) }
            guard let hint = lockedHints[String(cString: session!)] else {
                return reply(message, error: "org.freedesktop.DBus.Error.UnknownObject")
            }
            isSet = hint
        }
        reply(message) { answer in
            let isMalformed = malformed.contains(property)
            open(answer, "v", isMalformed ? "s" : "b")
            if isMalformed { append(answer, "perhaps") } else { append(answer, isSet) }
            close(answer)
        }
    }

    private func refuse(_ message: OpaquePointer, _ what: String) -> Bool {
        guard let error = refusals[what] else { return false }
        reply(message, error: error)
        return true
    }

    private func reply(_ message: OpaquePointer, _ body: (OpaquePointer) -> Void) {
        var answer: OpaquePointer?
        sd_bus_message_new_method_return(message, &answer)
        body(answer!)
        sd_bus_send(bus, answer, nil)
        sd_bus_message_unref(answer)
    }

    private func reply(_ message: OpaquePointer, error name: String) {
        var error = sd_bus_error()
        sd_bus_error_set(&error, name, "not today")
        sd_bus_reply_method_error(message, &error)
        sd_bus_error_free(&error)
    }

    private static let manager = "org.freedesktop.login1.Manager"
    private static let properties = "org.freedesktop.DBus.Properties"
}

// MARK: - Messages

extension LogindStandIn {
    fileprivate func string(_ message: OpaquePointer) -> String {
        var value: UnsafePointer<CChar>?
        _ = withUnsafeMutablePointer(to: &value) {
            sd_bus_message_read_basic(message, CChar(SD_BUS_TYPE_STRING), $0)
        }
        return value.map { String(cString: $0) } ?? ""
    }

    fileprivate func append(_ message: OpaquePointer, _ text: String) {
        sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_STRING), text)
    }

    fileprivate func append(_ message: OpaquePointer, _ flag: Bool) {
        var value: Int32 = flag ? 1 : 0
        sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_BOOLEAN), &value)
    }

    fileprivate func appendProperty(_ message: OpaquePointer, _ name: String, _ value: Bool) {
        open(message, "e", "sv")
        append(message, name)
        open(message, "v", "b")
        append(message, value)
        close(message)
        close(message)
    }

    fileprivate func open(_ message: OpaquePointer, _ type: Character, _ contents: String) {
        sd_bus_message_open_container(message, CChar(type.asciiValue!), contents)
    }

    fileprivate func close(_ message: OpaquePointer) { sd_bus_message_close_container(message) }
}
