internal import CSystemd
internal import GestureModel
internal import Glibc
internal import LinuxSupport

/// A connection to the user's message bus. It delivers messages one at a time, and never blocks except in ``call(_:_:_:)``.
final class SessionBus {
    private let bus: OpaquePointer
    private let address: String

    private let timeout: Microseconds

    /// Connects to `DBUS_SESSION_BUS_ADDRESS`, or else to the bus in `XDG_RUNTIME_DIR`.
    ///
    /// - Parameter timeout: How long a call may take before the service counts as hung. A desktop that starts is busy for
    ///   several seconds.
    init(environment: [String: String], timeout: Microseconds) throws(FocusFailure) {
        self.timeout = timeout
        let folder = environment.value(of: "XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())"
        let address = environment.value(of: "DBUS_SESSION_BUS_ADDRESS") ?? "unix:path=\(folder)/bus"
        var new: OpaquePointer?
        let code = sd_bus_new(&new)
        guard let bus = new else { throw FocusFailure("session bus: \(Errno(-code))") }
        (self.bus, self.address) = (bus, address)
        sd_bus_set_bus_client(bus, 1)
        try check(sd_bus_set_address(bus, address))
        try check(sd_bus_start(bus))
    }

    deinit { sd_bus_flush_close_unref(bus) }

    var descriptor: Int32 { sd_bus_get_fd(bus) }

    /// This connection's own name, such as `:1.45`.
    func name() throws(FocusFailure) -> String {
        var name: UnsafePointer<CChar>?
        try check(sd_bus_get_unique_name(bus, &name))
        return name.map { String(cString: $0) } ?? ""
    }

    /// Returns the next message that has arrived; nil if none has.
    ///
    /// - Throws: If the connection has ended.
    func next() throws(FocusFailure) -> BusMessage? {
        while true {
            var message: OpaquePointer?
            let code = try check(sd_bus_process(bus, &message))
            if let message { return BusMessage(message) }
            if code == 0 { return nil }
        }
    }

    /// Subscribes to signals.
    func match(_ rule: String) throws(FocusFailure) {
        try call(BusObject.driver, "AddMatch", [rule])
    }

    /// The unique name of the connection that owns `name`; nil if there is none.
    func owner(of name: String) throws(FocusFailure) -> String? {
        try call(BusObject.driver, "GetNameOwner", [name])?.string()
    }

    func process(of name: String) throws(FocusFailure) -> Int32? {
        try call(BusObject.driver, "GetConnectionUnixProcessID", [name])?.unsigned().flatMap(Int32.init(exactly:))
    }

    /// - Returns: A property that is a string; nil if there is none.
    func property(_ name: String, of object: BusObject) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard sd_bus_get_property_string(bus, object.service, object.path, object.interface, name, nil, &value) >= 0,
            let value
        else { return nil }
        defer { free(value) }
        return String(cString: value)
    }

    /// Calls a method, whose arguments are all strings, and waits for the answer.
    ///
    /// - Returns: nil if the service, the object or the method does not exist.
    @discardableResult
    func call(
        _ object: BusObject, _ method: String, _ arguments: [String] = []
    ) throws(FocusFailure) -> BusMessage? {
        var created: OpaquePointer?
        try check(
            sd_bus_message_new_method_call(bus, &created, object.service, object.path, object.interface, method))
        guard let request = created else { return nil }
        defer { sd_bus_message_unref(request) }
        // A call never starts a service that is not running.
        sd_bus_message_set_auto_start(request, 0)
        for text in arguments {
            try check(sd_bus_message_append_basic(request, CChar(SD_BUS_TYPE_STRING), text))
        }
        var error = sd_bus_error()
        defer { sd_bus_error_free(&error) }
        var reply: OpaquePointer?
        let code = sd_bus_call(bus, request, UInt64(timeout.count), &error, &reply)
        if let reply, code >= 0 { return BusMessage(reply) }
        let name = error.name.map { String(cString: $0) } ?? ""
        if Self.absences.contains(name) { return nil }
        guard code != -ETIMEDOUT else { throw FocusFailure("\(object.service) does not answer") }
        let text = error.message.map { String(cString: $0) } ?? "\(Errno(-code))"
        throw FocusFailure("\(object.service) \(object.path) \(method): \(text)")
    }

    private static let absences: Set<String> = Set(
        ["UnknownMethod", "UnknownObject", "UnknownInterface", "ServiceUnknown", "NameHasNoOwner"].map {
            "org.freedesktop.DBus.Error.\($0)"
        })

    @discardableResult
    private func check(_ code: Int32) throws(FocusFailure) -> Int32 {
        guard code < 0 else { return code }
        throw FocusFailure("session bus \(address): \(Errno(-code))")
    }
}

/// An interface of an object on the bus.
struct BusObject {
    let service: String
    let path: String
    let interface: String

    static let driver = BusObject(
        service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus")
}

/// A message from the bus. Values are read in order; a value of another type than the requested one is nil.
final class BusMessage {
    private let pointer: OpaquePointer

    fileprivate init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { sd_bus_message_unref(pointer) }

    var sender: String { text(sd_bus_message_get_sender(pointer)) }
    var path: String { text(sd_bus_message_get_path(pointer)) }
    var member: String { text(sd_bus_message_get_member(pointer)) }

    func string() -> String? {
        var value: UnsafePointer<CChar>?
        return read(SD_BUS_TYPE_STRING, &value) ? text(value) : nil
    }

    func unsigned() -> UInt32? {
        var value: UInt32 = 0
        return read(SD_BUS_TYPE_UINT32, &value) ? value : nil
    }

    func bool() -> Bool? {
        // sd-bus stores a boolean as an int.
        var value: Int32 = 0
        return read(SD_BUS_TYPE_BOOLEAN, &value) ? value != 0 : nil
    }

    /// Answers a method call without a value. Does nothing for a signal.
    func acknowledge() {
        guard sd_bus_message_is_method_call(pointer, nil, nil) > 0 else { return }
        var reply: OpaquePointer?
        guard sd_bus_message_new_method_return(pointer, &reply) >= 0 else { return }
        sd_bus_send(sd_bus_message_get_bus(pointer), reply, nil)
        sd_bus_message_unref(reply)
    }

    private func read<Value>(_ type: Int, _ value: inout Value) -> Bool {
        withUnsafeMutablePointer(to: &value) { sd_bus_message_read_basic(pointer, CChar(type), $0) } > 0
    }

    private func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
}
