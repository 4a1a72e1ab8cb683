internal import CSystemd
internal import Glibc

/// A message from the bus, for as long as its handler runs. Values are read in their order; what is of another type than
/// the one asked for is nil.
struct BusMessage {
    let pointer: OpaquePointer

    /// Why a call failed; nil for a message that is no error.
    struct Failure: CustomStringConvertible {
        let name: String
        let text: String

        var description: String { text.isEmpty ? name : "\(name): \(text)" }
    }

    var failure: Failure? {
        guard let error = sd_bus_message_get_error(pointer)?.pointee, let name = error.name else { return nil }
        return Failure(name: String(cString: name), text: error.message.map { String(cString: $0) } ?? "")
    }

    /// The object that sent a signal.
    var path: String? { sd_bus_message_get_path(pointer).map { String(cString: $0) } }

    func string() -> String? {
        var value: UnsafePointer<CChar>?
        let code = withUnsafeMutablePointer(to: &value) { read(SD_BUS_TYPE_STRING, $0) }
        return code > 0 ? value.map { String(cString: $0) } : nil
    }

    func bool() -> Bool? {
        // A boolean is an int to sd-bus.
        var value: Int32 = 0
        return withUnsafeMutablePointer(to: &value) { read(SD_BUS_TYPE_BOOLEAN, $0) } > 0 ? value != 0 : nil
    }

    /// A copy of a descriptor, the caller's to close: the message closes its own.
    func descriptor() -> Int32? {
        var value: Int32 = -1
        guard withUnsafeMutablePointer(to: &value, { read(SD_BUS_TYPE_UNIX_FD, $0) }) > 0 else { return nil }
        let copy = fcntl(value, F_DUPFD_CLOEXEC, 3)
        return copy >= 0 ? copy : nil
    }

    /// What `body` reads of a variant that holds a `signature`.
    func variant<Value>(_ signature: String, _ body: () -> Value?) -> Value? {
        guard enter(SD_BUS_TYPE_VARIANT, signature), let value = body(), exit() else { return nil }
        return value
    }

    /// Hands out each key of an `a{sv}`.
    ///
    /// - Parameter body: Reads the value, and says whether it could.
    /// - Returns: Whether all of it could be read.
    func forEachProperty(_ body: (String) -> Bool) -> Bool {
        guard enter(SD_BUS_TYPE_ARRAY, "{sv}") else { return false }
        while sd_bus_message_at_end(pointer, 0) == 0 {
            guard enter(SD_BUS_TYPE_DICT_ENTRY, "sv"), let name = string(), body(name), exit() else { return false }
        }
        return exit()
    }

    /// Passes over the next value.
    func skip(_ signature: String) -> Bool { sd_bus_message_skip(pointer, signature) >= 0 }

    private func read<Value>(_ type: BusType, _ value: UnsafeMutablePointer<Value>) -> Int32 {
        sd_bus_message_read_basic(pointer, CChar(type), value)
    }

    private func enter(_ type: BusType, _ contents: String) -> Bool {
        sd_bus_message_enter_container(pointer, CChar(type), contents) > 0
    }

    private func exit() -> Bool { sd_bus_message_exit_container(pointer) > 0 }
}

/// How C's SD_BUS_TYPE_* come into Swift.
private typealias BusType = Int
