internal import CSystemd

/// A value in a call, or in the answer to one.
package enum BusValue: Hashable, Sendable {
    case string(String)
    case path(String)
    case integer(Int32)
    case unsigned(UInt32)
    case boolean(Bool)
    case strings([String])
    /// From strings to variants: `a{sv}`.
    case dictionary([String: BusValue])

    /// The types that ``BusMessage/variant()`` reads.
    static let signatures: Set<String> = ["s", "o", "u", "b", "as"]

    private var signature: String {
        switch self {
        case .string: "s"
        case .path: "o"
        case .integer: "i"
        case .unsigned: "u"
        case .boolean: "b"
        case .strings: "as"
        case .dictionary: "a{sv}"
        }
    }

    /// - Returns: Below 0 for an error.
    func append(to message: OpaquePointer) -> Int32 {
        switch self {
        case .string(let text): return sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_STRING), text)
        case .path(let path): return sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_OBJECT_PATH), path)
        case .integer(var number): return sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_INT32), &number)
        case .unsigned(var number): return sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_UINT32), &number)
        case .boolean(let flag):
            var number: Int32 = flag ? 1 : 0
            return sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_BOOLEAN), &number)
        case .strings(let strings):
            var code = sd_bus_message_open_container(message, CChar(SD_BUS_TYPE_ARRAY), "s")
            for string in strings where code >= 0 { code = BusValue.string(string).append(to: message) }
            return code < 0 ? code : sd_bus_message_close_container(message)
        case .dictionary(let values):
            var code = sd_bus_message_open_container(message, CChar(SD_BUS_TYPE_ARRAY), "{sv}")
            for (key, value) in values.sorted(by: { $0.key < $1.key }) where code >= 0 {
                code = value.appendEntry(key, to: message)
            }
            return code < 0 ? code : sd_bus_message_close_container(message)
        }
    }

    private func appendEntry(_ key: String, to message: OpaquePointer) -> Int32 {
        var code = sd_bus_message_open_container(message, CChar(SD_BUS_TYPE_DICT_ENTRY), "sv")
        if code >= 0 { code = BusValue.string(key).append(to: message) }
        if code >= 0 { code = appendVariant(to: message) }
        return code < 0 ? code : sd_bus_message_close_container(message)
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
