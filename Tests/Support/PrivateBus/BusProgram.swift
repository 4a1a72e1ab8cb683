internal import CSystemd
internal import Glibc

/// A program on a private bus, with which a test stands in for a service.
public struct BusProgram {
    public let connection: OpaquePointer

    /// - Parameter name: nil for a program without a name.
    public init(on address: String, name: String?) {
        var bus: OpaquePointer?
        sd_bus_new(&bus)
        sd_bus_set_address(bus, address)
        sd_bus_set_bus_client(bus, 1)
        precondition(sd_bus_start(bus) >= 0, "the stand-in cannot connect to its bus")
        connection = bus!
        if let name { precondition(sd_bus_request_name(bus, name, 0) >= 0, "\(name) is taken") }
    }

    /// Returns when the bus has delivered everything that was sent before.
    public func synchronise() {
        var call: OpaquePointer?
        sd_bus_message_new_method_call(
            connection, &call, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId")
        defer { sd_bus_message_unref(call) }
        precondition(sd_bus_call(connection, call, 0, nil, nil) >= 0, "the bus does not answer")
    }

    public func signal(
        _ path: String, _ interface: String, _ member: String, to destination: String? = nil,
        _ body: (OpaquePointer) -> Void = { _ in }
    ) {
        var message: OpaquePointer?
        sd_bus_message_new_signal(connection, &message, path, interface, member)
        body(message!)
        if let destination { sd_bus_message_set_destination(message, destination) }
        precondition(sd_bus_send(connection, message, nil) >= 0, "\(member) cannot be sent")
        sd_bus_message_unref(message)
    }

    public func reply(_ call: OpaquePointer, _ body: (OpaquePointer) -> Void = { _ in }) {
        var answer: OpaquePointer?
        sd_bus_message_new_method_return(call, &answer)
        body(answer!)
        sd_bus_send(connection, answer, nil)
        sd_bus_message_unref(answer)
    }

    public func reply(_ call: OpaquePointer, error name: String, _ text: String = "not today") {
        var error = sd_bus_error()
        sd_bus_error_set(&error, name, text)
        sd_bus_reply_method_error(call, &error)
        sd_bus_error_free(&error)
    }

    // MARK: - Arguments

    /// Reads the next argument as a string; an empty one if it is no string.
    public func string(_ message: OpaquePointer) -> String {
        var value: UnsafePointer<CChar>?
        _ = withUnsafeMutablePointer(to: &value) {
            sd_bus_message_read_basic(message, CChar(SD_BUS_TYPE_STRING), $0)
        }
        return value.map { String(cString: $0) } ?? ""
    }

    public func append(_ message: OpaquePointer, _ text: String) {
        sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_STRING), text)
    }

    public func append(_ message: OpaquePointer, _ flag: Bool) {
        var value: Int32 = flag ? 1 : 0
        sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_BOOLEAN), &value)
    }

    public func open(_ message: OpaquePointer, _ type: Character, _ contents: String) {
        sd_bus_message_open_container(message, CChar(type.asciiValue!), contents)
    }

    public func close(_ message: OpaquePointer) { sd_bus_message_close_container(message) }
}
