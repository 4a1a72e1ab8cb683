internal import CSystemd
internal import Glibc

/// A message from the bus, valid while its handler runs. Values are read in order; a value of another type than the
/// requested one is nil.
struct BusMessage {
    let pointer: OpaquePointer

    /// The error that a call returned.
    struct Failure: CustomStringConvertible {
        let name: String
        let text: String

        var description: String { text.isEmpty ? name : "\(name): \(text)" }
    }

    /// nil for a message that is not an error.
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
        // sd-bus stores a boolean as an int.
        var value: Int32 = 0
        return withUnsafeMutablePointer(to: &value) { read(SD_BUS_TYPE_BOOLEAN, $0) } > 0 ? value != 0 : nil
    }

    /// A copy of a descriptor, which the caller must close. The message closes its own.
    func descriptor() -> Int32? {
        var value: Int32 = -1
        guard withUnsafeMutablePointer(to: &value, { read(SD_BUS_TYPE_UNIX_FD, $0) }) > 0 else { return nil }
        let copy = fcntl(value, F_DUPFD_CLOEXEC, 3)
        return copy >= 0 ? copy : nil
    }

    /// Returns what `body` reads from a variant with this signature.
    func variant<Value>(_ signature: String, _ body: () -> Value?) -> Value? {
        guard enter(SD_BUS_TYPE_VARIANT, signature), let value = body(), exit() else { return nil }
        return value
    }

    /// Passes each key of an `a{sv}` to `body`.
    ///
    /// - Parameter body: Reads the value, and returns false if it cannot.
    /// - Returns: False if the array could not be read to its end.
    func forEachProperty(_ body: (String) -> Bool) -> Bool {
        guard enter(SD_BUS_TYPE_ARRAY, "{sv}") else { return false }
        while sd_bus_message_at_end(pointer, 0) == 0 {
            guard enter(SD_BUS_TYPE_DICT_ENTRY, "sv"), let name = string(), body(name), exit() else { return false }
        }
        return exit()
    }

    func skip(_ signature: String) -> Bool { sd_bus_message_skip(pointer, signature) >= 0 }

    private func read<Value>(_ type: BusType, _ value: UnsafeMutablePointer<Value>) -> Int32 {
        sd_bus_message_read_basic(pointer, CChar(type), value)
    }

    private func enter(_ type: BusType, _ contents: String) -> Bool {
        sd_bus_message_enter_container(pointer, CChar(type), contents) > 0
    }

    private func exit() -> Bool { sd_bus_message_exit_container(pointer) > 0 }
}

/// The type that C's SD_BUS_TYPE_* have in Swift.
private typealias BusType = Int

/// A match, or a call without an answer so far. Releasing it cancels it.
final class BusSlot {
    private let handler: (BusMessage) -> Void
    private let onRefusal: (BusMessage.Failure) -> Void
    private var slot: OpaquePointer?

    /// Adds a match to the bus, without waiting for it.
    ///
    /// - Parameter onRefusal: Called if the bus refuses the match.
    init?(
        matching rule: String, on bus: OpaquePointer, onRefusal: @escaping (BusMessage.Failure) -> Void,
        _ handler: @escaping (BusMessage) -> Void
    ) {
        self.handler = handler
        self.onRefusal = onRefusal
        let data = Unmanaged.passUnretained(self).toOpaque()
        let code = sd_bus_add_match_async(
            bus, &slot, rule, { message, data, _ in BusSlot.dispatch(message, data) { $0.handler($1) } },
            // Without an install handler sd-bus closes the connection when a match is refused.
            { message, data, _ in
                BusSlot.dispatch(message, data) { slot, message in message.failure.map(slot.onRefusal) }
            }, data)
        guard code >= 0 else { return nil }
    }

    /// Sends a call, without waiting for its answer.
    ///
    /// - Parameter handler: Receives the answer or the error, within the 25 s of sd-bus's default timeout.
    init?(sending call: OpaquePointer, on bus: OpaquePointer, _ handler: @escaping (BusMessage) -> Void) {
        self.handler = handler
        onRefusal = { _ in }
        let data = Unmanaged.passUnretained(self).toOpaque()
        let code = sd_bus_call_async(
            bus, &slot, call, { message, data, _ in BusSlot.dispatch(message, data) { $0.handler($1) } }, data, 0)
        guard code >= 0 else { return nil }
    }

    deinit { sd_bus_slot_unref(slot) }

    /// A connection that ends answers each open call with an error of its own. ``SystemBus/onLoss`` reports that end.
    private var isOpen: Bool { sd_bus_is_open(sd_bus_slot_get_bus(slot)) > 0 }

    private static func dispatch(
        _ message: OpaquePointer?, _ data: UnsafeMutableRawPointer?, _ body: (BusSlot, BusMessage) -> Void
    ) -> Int32 {
        guard let data, let message else { return 0 }
        // Retained meanwhile: a handler may release the last reference to its own slot.
        let slot = Unmanaged<BusSlot>.fromOpaque(data).takeUnretainedValue()
        withExtendedLifetime(slot) {
            if slot.isOpen { body(slot, BusMessage(pointer: message)) }
        }
        return 0
    }
}
