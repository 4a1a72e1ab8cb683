internal import GestureProtocol

/// Reading a desktop's JSON. A member of an unexpected type counts as missing.
extension JSONValue {
    /// Parses a reply or an event; nil if it is not JSON.
    ///
    /// Repairs UTF-8: a window's title may be invalid, which would make the whole reply unreadable.
    init?(reply: some Sequence<UInt8>) {
        let text = String(decoding: Array(reply), as: UTF8.self)
        // A layout tree has two levels for each container.
        guard let value = try? JSONValue(line: Array(text.utf8), maximumDepth: 512) else { return nil }
        self = value
    }

    /// A member of an object; nil if it is missing or null.
    subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self, let member = members.last(where: { $0.key == key }) else { return nil }
        return member.value == .null ? nil : member.value
    }

    var isObject: Bool { if case .object = self { true } else { false } }
    var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    var string: String? { if case .string(let string) = self { string } else { nil } }
    /// A window's title.
    var title: String? { string.map(FocusedWindow.cut) }
    var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    var number: Double? {
        switch self {
        case .number(let number): number
        case .integer(let integer): Double(integer)
        default: nil
        }
    }

    /// A process id; nil if unknown, which desktops report as 0 or -1.
    var process: Int32? {
        guard case .integer(let integer) = self, integer > 0 else { return nil }
        return Int32(exactly: integer)
    }
}
