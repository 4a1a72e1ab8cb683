/// A TOML 1.0 document. A mistake costs its own statement and nothing else, so that all mistakes can be reported.
///
/// The time to read a document is linear in its length. `docs/DECISIONS.md` has the reason why no library reads it.
package struct TOMLDocument: Sendable {
    package private(set) var root: TOMLTable
    /// In the order of the lines.
    package private(set) var problems: [ConfigurationError.Problem]

    /// Tables and arrays within each other. Deeper ones are a mistake, and would take the stack of a recursive reader.
    static let maximumDepth = 64

    /// - Parameter text: Valid UTF-8. A byte order mark at its start is ignored: some editors write one.
    package init(_ text: [UInt8]) {
        var reader = TOMLReader(text)
        reader.readAll()
        root = reader.root.freeze()
        problems = reader.problems
    }
}

/// A table while it is read. A class, because headers return to tables that other headers have left.
final class TOMLTableBuilder {
    /// How a table came to be decides what may still add to it.
    enum Origin: Equatable {
        /// By a header of a table within it. A header of its own may follow.
        case implied
        case header
        /// By a dotted key below the header, or in the inline table, of this number. Only keys there may add to it.
        case dotted(Int)
        /// Complete.
        case inline
    }

    enum Content {
        case value(TOMLValue)
        case table(TOMLTableBuilder)
        /// Of `[[headers]]`.
        case tables(Elements)
    }

    /// A class, so that a header adds to it without a copy.
    final class Elements {
        var tables: [TOMLTableBuilder]

        init(_ first: TOMLTableBuilder) { tables = [first] }
    }

    var origin: Origin
    let line: Int
    private var entries: [(key: String, line: Int, content: Content)] = []
    /// Where each key is in ``entries``; nil while these are few. A dictionary takes several times their memory.
    private var indices: [String: Int]?
    private static let few = 16

    init(_ origin: Origin, line: Int) {
        self.origin = origin
        self.line = line
    }

    subscript(key: String) -> (line: Int, content: Content)? {
        let index = indices.map { $0[key] } ?? entries.firstIndex { $0.key == key }
        return index.map { (entries[$0].line, entries[$0].content) }
    }

    func add(_ content: Content, as key: String, line: Int) {
        entries.append((key, line, content))
        if indices != nil {
            indices?[key] = entries.count - 1
        } else if entries.count > Self.few {
            indices = Dictionary(uniqueKeysWithValues: entries.indices.map { (entries[$0].key, $0) })
        }
    }

    /// Returns the table. This builder is empty after that, so that a document is not in memory twice.
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
