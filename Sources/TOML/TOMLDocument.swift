internal import GestureModel

/// A TOML 1.0 document. A mistake invalidates only its own statement, so that all mistakes can be reported.
///
/// The time to read a document is linear in its length. `docs/DECISIONS.md` explains why no library is used.
package struct TOMLDocument: Sendable {
    package private(set) var root: TOMLTable
    /// In the order of the lines.
    package private(set) var problems: [TOMLProblem]

    /// The deepest nesting of tables and arrays. Deeper nesting is a mistake, and would exhaust the stack of a
    /// recursive reader.
    static let maximumDepth = 64

    /// - Parameter text: Valid UTF-8. A byte order mark at its start, which some editors write, is ignored.
    package init(_ text: [UInt8]) {
        var reader = TOMLReader(text)
        reader.readAll()
        root = reader.root.freeze()
        problems = reader.problems
    }
}

/// A mistake in a file of settings.
public struct TOMLProblem: Error, Hashable, Sendable {
    /// The line, counted from 1; nil for the file as a whole.
    public var line: Int?
    /// The setting, such as `section.name`, or the header, such as `[section]`; nil if the problem concerns neither.
    public var key: String?
    /// The mistake, and the correct form.
    public var message: String

    package init(line: Int? = nil, key: String? = nil, _ message: String) {
        (self.line, self.key, self.message) = (line, key, message)
    }
}

/// A value of a TOML document.
package enum TOMLValue: Hashable, Sendable {
    case string(String)
    case integer(Int)
    /// Includes infinity and NaN, which TOML has.
    case number(Double)
    case boolean(Bool)
    case date(TOMLDate)
    case array([TOMLValue])
    case table(TOMLTable)

    /// Compares texts by their bytes, because Swift's `==` would normalise them.
    package static func == (one: TOMLValue, other: TOMLValue) -> Bool {
        switch (one, other) {
        case (.string(let one), .string(let other)): one.exact == other.exact
        case (.integer(let one), .integer(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        case (.boolean(let one), .boolean(let other)): one == other
        case (.date(let one), .date(let other)): one == other
        case (.array(let one), .array(let other)): one == other
        case (.table(let one), .table(let other)): one == other
        case (.string, _), (.integer, _), (.number, _), (.boolean, _), (.date, _), (.array, _), (.table, _): false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .string(let text): hasher.combine(text.exact)
        case .integer(let integer): hasher.combine(integer)
        case .number(let number): hasher.combine(number)
        case .boolean(let boolean): hasher.combine(boolean)
        case .date(let date): hasher.combine(date)
        case .array(let elements): hasher.combine(elements)
        case .table(let table): hasher.combine(table)
        }
    }
}

/// A valid date, time of day, or both, as it was written, but with `T` and `Z` in upper case and with `T` in place of a
/// blank.
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
        /// The line of the key, from 1.
        package var line: Int

        package static func == (one: Entry, other: Entry) -> Bool {
            one.key.exact == other.key.exact && one.value == other.value && one.line == other.line
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(key.exact)
            hasher.combine(line)
        }
    }

    /// The line of its header or its first key, from 1.
    package var line: Int
    package var entries: [Entry]

    package subscript(key: String) -> Entry? { entries.first { $0.key.exact == key.exact } }
}

extension TOMLValue: CustomStringConvertible {
    /// The value as errors show it.
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
    /// The number, whole or not; nil for any other value.
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
    /// The text as errors show it: quoted, in one line, and shortened.
    package var shown: String {
        let limit = 40
        let start = String(String.UnicodeScalarView(unicodeScalars.prefix(limit)))
        return (unicodeScalars.dropFirst(limit).isEmpty ? start : start + "…").debugDescription
    }
}

// MARK: - Reading

/// A table during reading. It is a class, because a header may add to a table of an earlier header.
final class TOMLTableBuilder {
    /// The origin of a table determines which statements may still add to it.
    enum Origin: Equatable {
        /// Created by the header of an inner table. The table's own header may still follow.
        case implied
        case header
        /// Created by a dotted key in the section or inline table with this number. Only further keys of that section
        /// or inline table may add to it.
        case dotted(Int)
        /// Complete: no statement may add to it.
        case inline
    }

    enum Content {
        case value(TOMLValue)
        case table(TOMLTableBuilder)
        /// The tables of `[[headers]]`.
        case tables(Elements)
    }

    /// This is a class, so that a header can add to the array without a copy.
    final class Elements {
        var tables: [TOMLTableBuilder]

        init(_ first: TOMLTableBuilder) { tables = [first] }
    }

    var origin: Origin
    let line: Int
    private var entries: [(key: String, line: Int, content: Content)] = []
    /// The index of each key in ``entries``; nil while there are few keys, because a dictionary takes several times as
    /// much memory.
    private var indices: [ExactText: Int]?
    private static let few = 16

    init(_ origin: Origin, line: Int) {
        self.origin = origin
        self.line = line
    }

    subscript(key: String) -> (line: Int, content: Content)? {
        let index = indices.map { $0[key.exact] } ?? entries.firstIndex { $0.key.exact == key.exact }
        return index.map { (entries[$0].line, entries[$0].content) }
    }

    func add(_ content: Content, as key: String, line: Int) {
        entries.append((key, line, content))
        if indices != nil {
            indices?[key.exact] = entries.count - 1
        } else if entries.count > Self.few {
            indices = Dictionary(uniqueKeysWithValues: entries.indices.map { (entries[$0].key.exact, $0) })
        }
    }

    /// Returns the table and empties this builder, so that a document is not in memory twice.
    func freeze() -> TOMLTable {
        var frozen: [TOMLTable.Entry] = []
        frozen.reserveCapacity(entries.count)
        for entry in entries {
            let value: TOMLValue =
                switch entry.content {
                case .value(let value): value
                case .table(let table): .table(table.freeze())
                case .tables(let elements): .array(elements.tables.map { .table($0.freeze()) })
                }
            frozen.append(TOMLTable.Entry(key: entry.key, value: value, line: entry.line))
        }
        (entries, indices) = ([], nil)
        return TOMLTable(line: line, entries: frozen)
    }
}
