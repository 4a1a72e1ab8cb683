internal import GestureModel

/// Reads the statements of a document: headers, and keys with values.
struct TOMLReader {
    struct Mistake: Error {
        var line: Int
        var message: String
        /// The key of the mistake, if it could be read.
        var key: String?
    }

    /// A key, bare, quoted or dotted.
    struct Key {
        var parts: [String]

        var spelling: String {
            let isBare = { (part: String) in !part.isEmpty && part.utf8.allSatisfy(\.isBareKey) }
            return parts.map { isBare($0) ? $0 : $0.debugDescription }.joined(separator: ".")
        }
    }

    let root = TOMLTableBuilder(.header, line: 1)
    private(set) var problems: [TOMLProblem] = []

    let bytes: [UInt8]
    var position = 0
    private(set) var line = 1
    /// The table to which keys are added; nil after an invalid header. The keys below that header are read but not
    /// added, so that they cause no further errors.
    private var table: TOMLTableBuilder?
    /// The name in the last valid header, for errors and for the depth of values.
    private var header = Key(parts: [])
    /// The number of the current header.
    private var scope = 0
    /// Counts headers and inline tables.
    private var scopes = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        table = root
    }

    mutating func readAll() {
        while position < bytes.count {
            let start = line
            do throws(Mistake) {
                skipBlanks()
                switch peek() {
                case UInt8(ascii: "["):
                    table = nil
                    try readHeader()
                case nil, UInt8(ascii: "#"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
                case let byte?:
                    try refuseControl(byte)
                    try readKeyAndValue()
                }
                try endLine()
            } catch {
                problems.append(.init(line: error.line, key: error.key, error.message))
                if line == start || !isAtStatement { skipStatement(isLong: line > start) }
            }
        }
        problems.sort { ($0.line ?? 0) < ($1.line ?? 0) }
    }

    /// Continues after the line of a mistake. In an array or a string of several lines, continues with the next line
    /// that looks like a statement.
    private mutating func skipStatement(isLong: Bool) {
        repeat {
            while let byte = next(), byte != UInt8(ascii: "\n") {}
        } while isLong && position < bytes.count && !looksLikeStatement
    }

    private var looksLikeStatement: Bool {
        let rest = bytes[position...].prefix { $0 != UInt8(ascii: "\n") }.drop(while: \.isBlank)
        if rest.first == UInt8(ascii: "[") {
            return rest.dropFirst().first { $0 != UInt8(ascii: "[") }?.isBareKey ?? false
        }
        return Self.isKeyAndValue(rest)
    }

    /// True if the line holds a statement and not values of an array, and only blanks precede the position. A statement
    /// is a header alone on its line, or `name = value`.
    var isAtStatement: Bool {
        var start = position
        while start > 0, bytes[start - 1].isBlank { start -= 1 }
        guard start == 0 || bytes[start - 1] == UInt8(ascii: "\n") else { return false }
        let rest = bytes[position...].prefix { $0 != UInt8(ascii: "\n") }.drop(while: \.isBlank)
        let brackets = rest.prefix { $0 == UInt8(ascii: "[") }.count
        guard brackets > 0 else { return Self.isKeyAndValue(rest) }
        let name = rest.dropFirst(brackets).prefix { $0.isBareKey || $0 == UInt8(ascii: ".") }
        let end = rest.dropFirst(brackets + name.count)
        let after = end.dropFirst(brackets).first { !$0.isBlank && $0 != UInt8(ascii: "\r") }
        return brackets <= 2 && name.first.map { !$0.isDigit && $0 != UInt8(ascii: "-") } ?? false
            && end.prefix(brackets).count == brackets && end.prefix(brackets).allSatisfy { $0 == UInt8(ascii: "]") }
            && after ?? UInt8(ascii: "#") == UInt8(ascii: "#")
    }

    private static func isKeyAndValue(_ rest: ArraySlice<UInt8>) -> Bool {
        rest.first?.isBareKey == true
            && rest.drop { $0.isBareKey || $0.isBlank || $0 == UInt8(ascii: ".") }.first == UInt8(ascii: "=")
    }
}

// MARK: - Bytes

extension TOMLReader {
    func peek(_ offset: Int = 0) -> UInt8? { position + offset < bytes.count ? bytes[position + offset] : nil }

    mutating func next() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        if bytes[position] == UInt8(ascii: "\n") { line += 1 }
        return bytes[position]
    }

    func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { text in
            text.count <= bytes.count - position && bytes[position..<position + text.count].elementsEqual(text)
        }
    }

    mutating func skip(_ text: StaticString) -> Bool {
        guard starts(with: text) else { return false }
        position += text.utf8CodeUnitCount
        return true
    }

    mutating func skipBlanks() { while peek()?.isBlank == true { position += 1 } }

    /// Skips a newline, `\n` or `\r\n`. Returns false if there is none.
    mutating func skipNewline() -> Bool {
        let length = starts(with: "\r\n") ? 2 : starts(with: "\n") ? 1 : 0
        position += length
        line += length > 0 ? 1 : 0
        return length > 0
    }

    /// Skips a comment, if there is one, up to its newline.
    mutating func skipComment() throws(Mistake) {
        guard peek() == UInt8(ascii: "#") else { return }
        while let byte = peek(), byte != UInt8(ascii: "\n"), !starts(with: "\r\n") {
            try refuseControl(byte)
            position += 1
        }
    }

    private mutating func endLine() throws(Mistake) {
        skipBlanks()
        try skipComment()
        guard peek() == nil || skipNewline() else {
            let hint = peek() == UInt8(ascii: ",") ? "; write no comma after a value" : ""
            throw mistake("expected the end of the line, found \(shownRest)\(hint)")
        }
    }

    func refuseControl(_ byte: UInt8) throws(Mistake) {
        guard byte.isControl else { return }
        throw mistake("a control character, \(Unicode.Scalar(byte).escaped(asASCII: true))")
    }

    func mistake(_ message: String, line: Int? = nil) -> Mistake { Mistake(line: line ?? self.line, message: message) }

    /// The rest of the line, as an error shows it.
    var shownRest: String { shown(from: position) }

    /// Returns the rest of the line without escapes, for a text whose quotes are the mistake.
    func shownPlain(from start: Int) -> String {
        String(shown(from: start).dropFirst().dropLast()).replacing(exact: "\\\"", with: "\"").replacing(
            exact: "\\'", with: "'")
    }

    func shown(from start: Int) -> String {
        // 400 bytes are more than the part that is shown.
        let rest = bytes[start...].prefix(400).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return rest.isEmpty ? "nothing" : String(decoding: rest, as: UTF8.self).shown
    }
}

// MARK: - Keys and headers

extension TOMLReader {
    private mutating func readHeader() throws(Mistake) {
        let (start, line) = (position, line)
        let isArray = skip("[[")
        if !isArray { position += 1 }
        guard let key = try? readKey(), isArray ? skip("]]") : skip("]") else {
            position = start
            let hint = isArray && shownRest.utf8.contains(UInt8(ascii: "]")) ? "; it ends with ]]" : ""
            throw mistake("expected a header such as [name] or [[name]], found \(shownRest)\(hint)")
        }
        try naming(isArray ? "[[\(key.spelling)]]" : "[\(key.spelling)]") { reader throws(Mistake) in
            try reader.open(key, isArray: isArray, line: line)
        }
        header = key
    }

    private mutating func open(_ key: Key, isArray: Bool, line: Int) throws(Mistake) {
        guard key.parts.count <= TOMLDocument.maximumDepth else { throw tooDeep }
        var parent = root
        for part in key.parts.dropLast() { parent = try existing(part, in: parent, line: line) }
        let name = key.parts[key.parts.count - 1]
        scope = nextScope()
        let opened = TOMLTableBuilder(.header, line: line)
        switch parent[name] {
        case nil: parent.add(isArray ? .tables(.init(opened)) : .table(opened), as: name, line: line)
        case (_, .tables(let elements))? where isArray: elements.tables.append(opened)
        case (_, .table(let table))? where !isArray && table.origin == .implied:
            table.origin = .header
            self.table = table
            return
        case (let first, .table)? where !isArray: throw givenTwice(first)
        case (let first, .tables)?: throw mistake("expected [[\(key.spelling)]], as on line \(first)")
        case (let first, _)?: throw mistake("has another value on line \(first)")
        }
        table = opened
    }

    /// Returns the table with this name, or the last table in an array of tables. Creates the table if it is missing.
    private func existing(_ part: String, in parent: TOMLTableBuilder, line: Int) throws(Mistake) -> TOMLTableBuilder {
        switch parent[part] {
        case (_, .table(let table))?:
            return table
        case (_, .tables(let elements))?: return elements.tables[elements.tables.count - 1]
        case (let first, .value)?: throw mistake("\(part) has a value on line \(first) that is no table to add to")
        case nil:
            let table = TOMLTableBuilder(.implied, line: line)
            parent.add(.table(table), as: part, line: line)
            return table
        }
    }

    private mutating func readKeyAndValue() throws(Mistake) {
        let (start, line) = (position, line)
        guard let key = try? readKey(), skip("=") else {
            var hint = peek() == UInt8(ascii: ":") ? "; write = in place of :" : ""
            position = start
            if starts(with: "//") { hint = "; write # in place of //" }
            if starts(with: "{") { hint = "; this is TOML, not JSON: each name = value is a line, below a [[header]]" }
            throw mistake("expected name = value, a [section] or a # comment, found \(shownRest)\(hint)")
        }
        let spelling = Key(parts: header.parts + key.parts).spelling
        try naming(spelling) { reader throws(Mistake) in
            reader.skipBlanks()
            let value = try reader.readValue(depth: reader.header.parts.count + key.parts.count)
            if let table = reader.table { try reader.add(value, as: key, to: table, scope: reader.scope, line: line) }
        }
    }

    /// Reads a bare, quoted or dotted key and the blanks around it.
    mutating func readKey() throws(Mistake) -> Key {
        var parts: [String] = []
        repeat {
            skipBlanks()
            switch peek() {
            case UInt8(ascii: "\""): parts.append(try readBasicString())
            case UInt8(ascii: "'"): parts.append(try readLiteralString())
            default:
                let part = bytes[position...].prefix(while: \.isBareKey)
                guard !part.isEmpty else { throw mistake("expected a key, found \(shownRest)") }
                position += part.count
                parts.append(String(decoding: part, as: UTF8.self))
            }
            skipBlanks()
        } while skip(".")
        return Key(parts: parts)
    }

    func add(
        _ value: TOMLValue, as key: Key, to table: TOMLTableBuilder, scope: Int, line: Int
    ) throws(Mistake) {
        guard key.parts.count <= TOMLDocument.maximumDepth else { throw tooDeep }
        var parent = table
        for part in key.parts.dropLast() {
            switch parent[part] {
            case nil:
                let table = TOMLTableBuilder(.dotted(scope), line: line)
                parent.add(.table(table), as: part, line: line)
                parent = table
            case (_, .table(let table))? where table.origin == .dotted(scope) || table.origin == .implied:
                table.origin = .dotted(scope)
                parent = table
            case (let first, .value)?:
                throw mistake("\(part) has a value on line \(first) that is no table to add to", line: line)
            case (let first, _)?:
                throw mistake("\(part) is a table of its own, from line \(first); add to it there", line: line)
            }
        }
        let name = key.parts[key.parts.count - 1]
        if let (first, _) = parent[name] { throw givenTwice(first, line: line) }
        parent.add(.value(value), as: name, line: line)
    }

    /// Runs `work`, and adds the key to a mistake that has no key.
    private mutating func naming(
        _ key: String, _ work: (inout TOMLReader) throws(Mistake) -> Void
    ) throws(Mistake) {
        do {
            try work(&self)
        } catch {
            var mistake = error
            mistake.key = mistake.key ?? key
            throw mistake
        }
    }

    mutating func nextScope() -> Int {
        scopes += 1
        return scopes
    }

    var tooDeep: Mistake { mistake("nested deeper than \(TOMLDocument.maximumDepth) levels") }

    private func givenTwice(_ first: Int, line: Int? = nil) -> Mistake {
        mistake("given twice; the first is on line \(first)", line: line)
    }
}

extension UInt8 {
    /// True for TOML's only white space within a line, a space or a tab.
    var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
    var isControl: Bool { self < 0x20 && self != UInt8(ascii: "\t") || self == 0x7F }
    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    var isBareKey: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
