internal import CSystemd

/// What messages are read and written by.
extension LogindStandIn {
    func string(_ message: OpaquePointer) -> String {
        var value: UnsafePointer<CChar>?
        _ = withUnsafeMutablePointer(to: &value) {
            sd_bus_message_read_basic(message, CChar(SD_BUS_TYPE_STRING), $0)
        }
        return value.map { String(cString: $0) } ?? ""
    }

    func append(_ message: OpaquePointer, _ text: String) {
        sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_STRING), text)
    }

    func append(_ message: OpaquePointer, _ flag: Bool) {
        var value: Int32 = flag ? 1 : 0
        sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_BOOLEAN), &value)
    }

    func appendProperty(_ message: OpaquePointer, _ name: String, _ value: Bool) {
        open(message, "e", "sv")
        append(message, name)
        open(message, "v", "b")
        append(message, value)
        close(message)
        close(message)
    }

    func open(_ message: OpaquePointer, _ type: Character, _ contents: String) {
        sd_bus_message_open_container(message, CChar(type.asciiValue!), contents)
    }

    func close(_ message: OpaquePointer) { sd_bus_message_close_container(message) }
}
