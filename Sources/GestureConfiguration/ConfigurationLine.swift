/// One line of the subset of TOML 1.0 that settings need: a `[section]`, an `[[element]]` of an array of tables, a
/// `name = value` with a number, a boolean, a one-line string or a one-line array, or nothing but a comment.
///
/// TOMLKit is not used: its parser (toml++ 3.4, assertions on in release builds too) aborts the process on a mistake such as
/// `[#tap]` or `[.tap]`, overflows the stack on a long dotted key, ends silently at a NUL, and has no line number for a key.
/// Every line accepted here means the same in TOML.
enum ConfigurationLine: Hashable {
    case blank
    case section(String)
    case element(String)
    case setting(name: String, value: ConfigurationValue)

    struct SyntaxError: Error, Hashable {
        var message: String
    }

    /// - Parameter line: Without its newline; a carriage return at the end belongs to the newline.
    init(_ line: Substring) throws(SyntaxError) {
        var rest = line.utf8.last == UInt8(ascii: "\r") ? Substring(line.utf8.dropLast()) : line
        if let control = rest.unicodeScalars.first(where: { $0 != "\t" && ($0.value < 0x20 || $0.value == 0x7F) }) {
            throw SyntaxError(message: "a control character, \(control.escaped(asASCII: true))")
        }
        rest = rest.trimmed
        if rest.isEmpty || rest.utf8.first == UInt8(ascii: "#") {
            self = .blank
        } else if rest.utf8.first == UInt8(ascii: "[") {
            self = try Self.header(in: rest)
        } else {
            self = try Self.setting(in: rest)
        }
    }

    private static func header(in line: Substring) throws(SyntaxError) -> ConfigurationLine {
        let brackets = line.utf8.starts(with: "[[".utf8) ? 2 : 1
        let inside = line.utf8.dropFirst(brackets)
        let close = String(repeating: "]", count: brackets).utf8
        guard let end = inside.firstIndex(of: UInt8(ascii: "]")), inside[end...].starts(with: close),
            let name = key(Substring(inside[..<end])),
            Substring(inside[end...].dropFirst(brackets)).isBlankOrComment
        else { throw SyntaxError(message: "expected a section such as [tap] or [[device]], found \(line.shown)") }
        return brackets == 2 ? .element(name) : .section(name)
    }

    private static func setting(in line: Substring) throws(SyntaxError) -> ConfigurationLine {
        guard let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")), let name = key(line[..<equals]) else {
            throw SyntaxError(message: "expected name = value, a [section] or a # comment, found \(line.shown)")
        }
        return .setting(name: name, value: ConfigurationValue(line[line.utf8.index(after: equals)...].trimmed))
    }

    /// A bare key or several with dots between them, blanks around the dots removed.
    private static func key(_ text: Substring) -> String? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .map { Substring($0).trimmed }
        guard parts.allSatisfy(\.isBareKey) else { return nil }
        return parts.joined(separator: ".")
    }
}

extension Substring {
    /// Without blanks and tabs at both ends, TOML's only white space within a line.
    var trimmed: Substring {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        guard let first = utf8.firstIndex(where: { !isBlank($0) }), let last = utf8.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return self[first...last]
    }

    var isBlankOrComment: Bool { trimmed.isEmpty || trimmed.utf8.first == UInt8(ascii: "#") }

    /// As an error shows it: quoted, one line, not long.
    var shown: String {
        let limit = 40
        return String(unicodeScalars.count > limit ? String(unicodeScalars.prefix(limit)) + "…" : String(self))
            .debugDescription
    }

    fileprivate var isBareKey: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
