internal import CSystemd
internal import Glibc
internal import LinuxSupport

/// A message from the bus. Values are read in order; reading returns nil if the next value has another type than
/// requested.
package final class BusMessage {
    let pointer: OpaquePointer

    /// Takes ownership of a reference.
    init(adopting pointer: OpaquePointer) { self.pointer = pointer }

    deinit { sd_bus_message_unref(pointer) }

    package var sender: String { text(sd_bus_message_get_sender(pointer)) }
    /// The object that sent a signal, or the target of a call.
    package var path: String { text(sd_bus_message_get_path(pointer)) }
    package var member: String { text(sd_bus_message_get_member(pointer)) }

    /// The number of the call that this message answers; nil for a call or a signal.
    package var answered: UInt64? {
        var number: UInt64 = 0
        return sd_bus_message_get_reply_cookie(pointer, &number) >= 0 ? number : nil
    }

    /// Why a call failed; nil unless this is the answer to a failed call.
    package var failure: BusFailure? {
        guard let error = sd_bus_message_get_error(pointer)?.pointee, error.name != nil else { return nil }
        return BusFailure(error, Errno(sd_bus_message_get_errno(pointer)))
    }

    /// Answers a method call without a value. Does nothing for a signal.
    package func acknowledge() {
        guard sd_bus_message_is_method_call(pointer, nil, nil) > 0 else { return }
        var reply: OpaquePointer?
        guard sd_bus_message_new_method_return(pointer, &reply) >= 0 else { return }
        sd_bus_send(sd_bus_message_get_bus(pointer), reply, nil)
        sd_bus_message_unref(reply)
    }

    private func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
}

// MARK: - Values

extension BusMessage {
    package func string() -> String? {
        var value: UnsafePointer<CChar>?
        return read(SD_BUS_TYPE_STRING, &value) ? text(value) : nil
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

    /// Reads a descriptor and returns a copy of it. The caller must close the copy; the message closes its own
    /// descriptor.
    package func descriptor() -> Int32? {
        var value: Int32 = -1
        guard read(SD_BUS_TYPE_UNIX_FD, &value) else { return nil }
        let copy = fcntl(value, F_DUPFD_CLOEXEC, 3)
        return copy >= 0 ? copy : nil
    }

    /// Reads the strings of an array. Returns an empty array if the next value is not an array of strings.
    package func strings() -> [String] {
        guard enter(SD_BUS_TYPE_ARRAY, "s") else { return [] }
        var strings: [String] = []
        while let string = string() { strings.append(string) }
        _ = exit()
        return strings
    }

    /// Reads a variant. Skips it and returns nil if its type is not one of ``BusValue/signatures``.
    package func variant() -> BusValue? {
        var (type, contents): (CChar, UnsafePointer<CChar>?) = (0, nil)
        guard sd_bus_message_peek_type(pointer, &type, &contents) > 0, type == CChar(SD_BUS_TYPE_VARIANT), let contents,
            case let signature = String(cString: contents), BusValue.signatures.contains(signature),
            enter(SD_BUS_TYPE_VARIANT, signature)
        else {
            _ = skip("v")
            return nil
        }
        defer { _ = exit() }
        switch signature {
        case "s": return string().map(BusValue.string)
        case "o":
            var value: UnsafePointer<CChar>?
            return read(SD_BUS_TYPE_OBJECT_PATH, &value) ? .path(text(value)) : nil
        case "u": return unsigned().map(BusValue.unsigned)
        case "as": return .strings(strings())
        default: return bool().map(BusValue.boolean)
        }
    }

    /// Passes each key of a dictionary of strings and variants to `body`.
    ///
    /// - Parameter body: Reads the value, and returns false if it cannot.
    /// - Returns: False if the dictionary could not be read to its end.
    package func forEachProperty(_ body: (String) -> Bool) -> Bool {
        guard enter(SD_BUS_TYPE_ARRAY, "{sv}") else { return false }
        while sd_bus_message_at_end(pointer, 0) == 0 {
            guard enter(SD_BUS_TYPE_DICT_ENTRY, "sv"), let name = string(), body(name), exit() else { return false }
        }
        return exit()
    }

    /// Reads a dictionary of strings and variants, without the values that ``variant()`` cannot read.
    package func dictionary() -> [String: BusValue] {
        var values: [String: BusValue] = [:]
        _ = forEachProperty { name in
            values[name] = variant()
            return true
        }
        return values
    }

    /// Skips values of these types. Returns false if the next values have other types.
    package func skip(_ signature: String) -> Bool { sd_bus_message_skip(pointer, signature) >= 0 }

    private func read<Value>(_ type: BusType, _ value: inout Value) -> Bool {
        withUnsafeMutablePointer(to: &value) { sd_bus_message_read_basic(pointer, CChar(type), $0) } > 0
    }

    private func enter(_ type: BusType, _ contents: String) -> Bool {
        sd_bus_message_enter_container(pointer, CChar(type), contents) > 0
    }

    private func exit() -> Bool { sd_bus_message_exit_container(pointer) > 0 }
}

/// The type that C's SD_BUS_TYPE_* have in Swift.
private typealias BusType = Int
