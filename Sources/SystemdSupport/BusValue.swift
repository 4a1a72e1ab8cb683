internal import CSystemd

/// A value in a call, or in the answer to one.
package enum BusValue: Hashable, Sendable {
    case string(String)
    case path(String)
    case integer(Int32)
    case unsigned(UInt32)
    case long(UInt64)
    case boolean(Bool)
    case strings([String])
    case numbers([UInt32])
    /// From strings to variants: `a{sv}`.
    case dictionary([String: BusValue])
    /// The properties of one of systemd's units: `a(sv)`.
    case properties([String: BusValue])
    /// Further units of a call of systemd's, without an element: `a(sa(sv))`.
    case noUnits

    /// The types that ``BusMessage/variant()`` reads.
    static let signatures: Set<String> = ["s", "o", "u", "b", "as"]

    private var signature: String {
        switch self {
        case .string: "s"
        case .path: "o"
        case .integer: "i"
        case .unsigned: "u"
        case .long: "t"
        case .boolean: "b"
        case .strings: "as"
        case .numbers: "au"
        case .dictionary: "a{sv}"
        case .properties: "a(sv)"
        case .noUnits: "a(sa(sv))"
        }
    }

    /// - Returns: Below 0 for an error.
    func append(to message: OpaquePointer) -> Int32 {
        switch self {
        case .string(let text): return sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_STRING), text)
        case .path(let path): return sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_OBJECT_PATH), path)
        case .integer(var number): return sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_INT32), &number)
        case .unsigned(var number): return sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_UINT32), &number)
        case .long(var number): return sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_UINT64), &number)
        case .boolean(let flag):
            var number: Int32 = flag ? 1 : 0
            return sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_BOOLEAN), &number)
        case .strings(let strings):
            return Self.appendArray("s", to: message, strings) { BusValue.string($0).append(to: message) }
        case .numbers(let numbers):
            return Self.appendArray("u", to: message, numbers) { BusValue.unsigned($0).append(to: message) }
        case .dictionary(let values):
            return Self.appendArray("{sv}", to: message, values.sorted { $0.key < $1.key }) {
                $0.value.appendEntry($0.key, CChar(SD_BUS_TYPE_DICT_ENTRY), to: message)
            }
        case .properties(let values):
            return Self.appendArray("(sv)", to: message, values.sorted { $0.key < $1.key }) {
                $0.value.appendEntry($0.key, CChar(SD_BUS_TYPE_STRUCT), to: message)
            }
        case .noUnits: return Self.appendArray("(sa(sv))", to: message, [Int]()) { _ in 0 }
        }
    }

    private static func appendArray<Element>(
        _ contents: String, to message: OpaquePointer, _ elements: [Element], _ append: (Element) -> Int32
    ) -> Int32 {
        var code = sd_bus_message_open_container(message, CChar(SD_BUS_TYPE_ARRAY), contents)
        for element in elements where code >= 0 { code = append(element) }
        return code < 0 ? code : sd_bus_message_close_container(message)
    }

    private func appendEntry(_ key: String, _ type: CChar, to message: OpaquePointer) -> Int32 {
        var code = sd_bus_message_open_container(message, type, "sv")
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
