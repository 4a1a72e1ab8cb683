internal import CSystemd
package import GestureModel
internal import Glibc
internal import LinuxSupport

/// A connection to the user's message bus. It delivers messages one at a time, and never blocks except in calls that wait
/// for an answer.
package final class SessionBus {
    private let bus: OpaquePointer
    private let address: String

    private let timeout: Microseconds

    /// Connects to `DBUS_SESSION_BUS_ADDRESS`, or else to the bus in `XDG_RUNTIME_DIR`.
    ///
    /// - Parameter timeout: How long a call may take before the service counts as hung. A desktop that starts is busy for
    ///   several seconds.
    package init(environment: [String: String], timeout: Microseconds) throws(DesktopFailure) {
        self.timeout = timeout
        let folder = environment.value(of: "XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())"
        let address = environment.value(of: "DBUS_SESSION_BUS_ADDRESS") ?? "unix:path=\(folder)/bus"
        var new: OpaquePointer?
        let code = sd_bus_new(&new)
        guard let bus = new else { throw DesktopFailure("session bus: \(Errno(-code))") }
        (self.bus, self.address) = (bus, address)
        sd_bus_set_bus_client(bus, 1)
        try check(sd_bus_set_address(bus, address))
        try check(sd_bus_start(bus))
    }

    deinit { sd_bus_flush_close_unref(bus) }

    /// Becomes readable when ``next()`` may return a message.
    package var descriptor: Int32 { sd_bus_get_fd(bus) }

    /// This connection's own name, such as `:1.45`.
    package func name() throws(DesktopFailure) -> String {
        var name: UnsafePointer<CChar>?
        try check(sd_bus_get_unique_name(bus, &name))
        return name.map { String(cString: $0) } ?? ""
    }

    /// Returns the next message that has arrived; nil if none has.
    ///
    /// - Throws: If the connection has ended.
    package func next() throws(DesktopFailure) -> BusMessage? {
        while true {
            var message: OpaquePointer?
            let code = try check(sd_bus_process(bus, &message))
            if let message { return BusMessage(message) }
            if code == 0 { return nil }
        }
    }

    /// Subscribes to signals.
    package func match(_ rule: String) throws(DesktopFailure) {
        try call(BusObject.driver, "AddMatch", [.string(rule)])
    }

    /// The unique name of the connection that owns `name`; nil if there is none.
    package func owner(of name: String) throws(DesktopFailure) -> String? {
        try call(BusObject.driver, "GetNameOwner", [.string(name)])?.string()
    }

    package func process(of name: String) throws(DesktopFailure) -> Int32? {
        try call(BusObject.driver, "GetConnectionUnixProcessID", [.string(name)])?.unsigned().flatMap(
            Int32.init(exactly:))
    }

    /// - Returns: A property that is a string; nil if there is none.
    package func property(_ name: String, of object: BusObject) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard sd_bus_get_property_string(bus, object.service, object.path, object.interface, name, nil, &value) >= 0,
            let value
        else { return nil }
        defer { free(value) }
        return String(cString: value)
    }

    /// - Returns: A property that is an array of strings; none if there is no such property.
    package func strings(_ name: String, of object: BusObject) -> [String] {
        var values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        guard sd_bus_get_property_strv(bus, object.service, object.path, object.interface, name, nil, &values) >= 0,
            let values
        else { return [] }
        defer { free(values) }
        var strings: [String] = []
        while let value = values[strings.count] {
            strings.append(String(cString: value))
            free(value)
        }
        return strings
    }

    /// - Returns: A property that is a boolean; nil if the object does not have it.
    package func flag(_ name: String, of object: BusObject) -> Bool? {
        // sd-bus stores a boolean as an int.
        var value: Int32 = 0
        let code = sd_bus_get_property_trivial(
            bus, object.service, object.path, object.interface, name, nil, CChar(SD_BUS_TYPE_BOOLEAN), &value)
        return code >= 0 ? value != 0 : nil
    }

    /// Calls a method and waits for the answer.
    ///
    /// - Parameter startsService: True if the bus may start the service for the call.
    /// - Returns: nil if the service, the object or the method does not exist.
    @discardableResult
    package func call(
        _ object: BusObject, _ method: String, _ arguments: [BusValue] = [], startsService: Bool = false
    ) throws(DesktopFailure) -> BusMessage? {
        let request = try request(object, method, arguments, startsService: startsService)
        defer { sd_bus_message_unref(request) }
        var error = sd_bus_error()
        defer { sd_bus_error_free(&error) }
        var reply: OpaquePointer?
        let code = sd_bus_call(bus, request, UInt64(timeout.count), &error, &reply)
        if let reply, code >= 0 { return BusMessage(reply) }
        let name = error.name.map { String(cString: $0) } ?? ""
        if Self.absences.contains(name) { return nil }
        guard code != -ETIMEDOUT else { throw DesktopFailure("\(object.service) does not answer") }
        let text = error.message.map { String(cString: $0) } ?? "\(Errno(-code))"
        throw DesktopFailure("\(object.service) \(object.path) \(method): \(text)")
    }

    /// Calls a method without waiting. The answer comes from ``next()``.
    ///
    /// - Returns: The number that the answer has as ``BusMessage/answered``.
    package func send(
        _ object: BusObject, _ method: String, _ arguments: [BusValue], startsService: Bool = false
    ) throws(DesktopFailure) -> UInt64 {
        let request = try request(object, method, arguments, startsService: startsService)
        defer { sd_bus_message_unref(request) }
        var number: UInt64 = 0
        try check(sd_bus_send(bus, request, &number))
        try check(sd_bus_flush(bus))
        return number
    }

    private func request(
        _ object: BusObject, _ method: String, _ arguments: [BusValue], startsService: Bool
    ) throws(DesktopFailure) -> OpaquePointer {
        var created: OpaquePointer?
        let code = sd_bus_message_new_method_call(
            bus, &created, object.service, object.path, object.interface, method)
        guard let request = created else { throw DesktopFailure("session bus \(address): \(Errno(-code))") }
        sd_bus_message_set_auto_start(request, startsService ? 1 : 0)
        do throws(DesktopFailure) {
            for argument in arguments { try check(argument.append(to: request)) }
        } catch {
            sd_bus_message_unref(request)
            throw error
        }
        return request
    }

    private static let absences: Set<String> = Set(
        ["UnknownMethod", "UnknownObject", "UnknownInterface", "ServiceUnknown", "NameHasNoOwner"].map {
            "org.freedesktop.DBus.Error.\($0)"
        })

    @discardableResult
    private func check(_ code: Int32) throws(DesktopFailure) -> Int32 {
        guard code < 0 else { return code }
        throw DesktopFailure("session bus \(address): \(Errno(-code))")
    }
}

/// An interface of an object on the bus.
package struct BusObject {
    package let service: String
    package let path: String
    package let interface: String

    package init(service: String, path: String, interface: String) {
        (self.service, self.path, self.interface) = (service, path, interface)
    }

    package static let driver = BusObject(
        service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus")
}

/// A message from the bus. Values are read in order; a value of another type than the requested one is nil.
package final class BusMessage {
    private let pointer: OpaquePointer

    fileprivate init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { sd_bus_message_unref(pointer) }

    package var sender: String { text(sd_bus_message_get_sender(pointer)) }
    package var path: String { text(sd_bus_message_get_path(pointer)) }
    package var member: String { text(sd_bus_message_get_member(pointer)) }

    /// The number of the call that this answers; nil for a call or a signal.
    package var answered: UInt64? {
        var number: UInt64 = 0
        return sd_bus_message_get_reply_cookie(pointer, &number) >= 0 ? number : nil
    }

    /// Why a call failed; nil for anything but the answer to a failed call.
    package var failure: String? {
        guard let error = sd_bus_message_get_error(pointer)?.pointee else { return nil }
        return error.message.map { String(cString: $0) } ?? text(error.name)
    }

    package func string() -> String? {
        var value: UnsafePointer<CChar>?
        return read(SD_BUS_TYPE_STRING, &value) ? text(value) : nil
    }

    /// Reads a dictionary of strings and variants. Values of other types than ``BusValue`` has are left out.
    package func dictionary() -> [String: BusValue] {
        var values: [String: BusValue] = [:]
        guard sd_bus_message_enter_container(pointer, CChar(SD_BUS_TYPE_ARRAY), "{sv}") > 0 else { return [:] }
        while sd_bus_message_enter_container(pointer, CChar(SD_BUS_TYPE_DICT_ENTRY), "sv") > 0 {
            if let key = string() { values[key] = variant() }
            sd_bus_message_exit_container(pointer)
        }
        sd_bus_message_exit_container(pointer)
        return values
    }

    /// Reads a variant; nil for one that ``BusValue`` does not have.
    package func variant() -> BusValue? {
        var (type, contents): (CChar, UnsafePointer<CChar>?) = (0, nil)
        guard sd_bus_message_peek_type(pointer, &type, &contents) > 0, type == CChar(SD_BUS_TYPE_VARIANT), let contents,
            BusValue.signatures.contains(String(cString: contents)),
            sd_bus_message_enter_container(pointer, type, contents) > 0
        else {
            sd_bus_message_skip(pointer, "v")
            return nil
        }
        defer { sd_bus_message_exit_container(pointer) }
        switch String(cString: contents) {
        case "s": return string().map(BusValue.string)
        case "o":
            var value: UnsafePointer<CChar>?
            return read(SD_BUS_TYPE_OBJECT_PATH, &value) ? .path(text(value)) : nil
        case "u": return unsigned().map(BusValue.unsigned)
        default: return bool().map(BusValue.boolean)
        }
    }

    package func unsigned() -> UInt32? {
        var value: UInt32 = 0
        return read(SD_BUS_TYPE_UINT32, &value) ? value : nil
    }

    package func bool() -> Bool? {
        // sd-bus stores a boolean as an int.
        var value: Int32 = 0
        return read(SD_BUS_TYPE_BOOLEAN, &value) ? value != 0 : nil
    }

    /// Answers a method call without a value. Does nothing for a signal.
    package func acknowledge() {
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

/// A value in a call, or in the answer to one.
package enum BusValue: Hashable, Sendable {
    case string(String)
    case path(String)
    case integer(Int32)
    case unsigned(UInt32)
    case boolean(Bool)
    /// Strings and variants.
    case dictionary([String: BusValue])

    /// The types that ``BusMessage/variant()`` reads.
    fileprivate static let signatures: Set<String> = ["s", "o", "u", "b"]

    private var signature: String {
        switch self {
        case .string: "s"
        case .path: "o"
        case .integer: "i"
        case .unsigned: "u"
        case .boolean: "b"
        case .dictionary: "a{sv}"
        }
    }

    /// - Returns: Below 0 for an error.
    fileprivate func append(to message: OpaquePointer) -> Int32 {
        switch self {
        case .string(let text): return sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_STRING), text)
        case .path(let path): return sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_OBJECT_PATH), path)
        case .integer(var number): return sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_INT32), &number)
        case .unsigned(var number): return sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_UINT32), &number)
        case .boolean(let flag):
            var number: Int32 = flag ? 1 : 0
            return sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_BOOLEAN), &number)
        case .dictionary(let values):
            var code = sd_bus_message_open_container(message, CChar(SD_BUS_TYPE_ARRAY), "{sv}")
            for (key, value) in values.sorted(by: { $0.key < $1.key }) where code >= 0 {
                code = sd_bus_message_open_container(message, CChar(SD_BUS_TYPE_DICT_ENTRY), "sv")
                if code >= 0 { code = BusValue.string(key).append(to: message) }
                if code >= 0 { code = value.appendVariant(to: message) }
                if code >= 0 { code = sd_bus_message_close_container(message) }
            }
            return code < 0 ? code : sd_bus_message_close_container(message)
        }
    }

    private func appendVariant(to message: OpaquePointer) -> Int32 {
        var code = sd_bus_message_open_container(message, CChar(SD_BUS_TYPE_VARIANT), signature)
        if code >= 0 { code = append(to: message) }
        return code < 0 ? code : sd_bus_message_close_container(message)
    }
}

extension BusValue: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self = .string(text) }
}
