/// A value of a TOML document.
package enum TOMLValue: Hashable, Sendable {
    case string(String)
    case integer(Int)
    /// Infinity and NaN too, which TOML has.
    case number(Double)
    case boolean(Bool)
    case date(TOMLDate)
    case array([TOMLValue])
    case table(TOMLTable)
}

/// A date, a time of day, or both, as it was written: valid, and with `T` and `Z` in upper case.
package struct TOMLDate: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case offsetDateTime = "date and time with an offset"
        case dateTime = "date and time"
        case date = "date"
        case time = "time"
    }

    package var kind: Kind
    package var text: String
}

/// A table, with its entries in the document's order.
package struct TOMLTable: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var key: String
        package var value: TOMLValue
        /// Of the key, from 1.
        package var line: Int
    }

    /// Of its header or its first key, from 1.
    package var line: Int
    package var entries: [Entry]

    package subscript(key: String) -> Entry? { entries.first { $0.key == key } }
}

extension TOMLValue: CustomStringConvertible {
    /// As an error names it.
    package var description: String {
        switch self {
        case .integer(let integer): "\(integer)"
        case .number(let number): "\(number)"
        case .string(let string): "the string \(string.shown)"
        case .boolean(let boolean): "\(boolean)"
        case .date(let date): "the \(date.kind.rawValue) \(date.text)"
        case .array(let elements):
            "[" + elements.prefix(8).map(\.description).joined(separator: ", ") + (elements.count > 8 ? ", …]" : "]")
        case .table: "a table"
        }
    }
}

// MARK: - Of one type

extension TOMLValue {
    /// A whole number is a number too.
    package var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        default: nil
        }
    }

    package var numbers: [Double]? { all(\.number) }
    package var strings: [String]? { all(\.text) }
    package var tables: [TOMLTable]? { all(\.table) }

    package var text: String? { if case .string(let text) = self { text } else { nil } }
    package var boolean: Bool? { if case .boolean(let boolean) = self { boolean } else { nil } }
    package var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }
    package var table: TOMLTable? { if case .table(let table) = self { table } else { nil } }
    package var elements: [TOMLValue]? { if case .array(let elements) = self { elements } else { nil } }

    package func integer(in range: ClosedRange<Int>) -> Int? {
        guard let integer, range.contains(integer) else { return nil }
        return integer
    }

    private func all<Element>(_ read: (TOMLValue) -> Element?) -> [Element]? {
        guard let elements else { return nil }
        let read = elements.compactMap(read)
        return read.count == elements.count ? read : nil
    }
}

extension StringProtocol {
    /// As an error shows it: quoted, one line, not long.
    package var shown: String {
        let limit = 40
        let start = String(String.UnicodeScalarView(unicodeScalars.prefix(limit)))
        return (unicodeScalars.dropFirst(limit).isEmpty ? start : start + "…").debugDescription
    }
}
