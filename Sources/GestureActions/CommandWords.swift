/// The words of a command that a person typed, split as a POSIX shell splits them: at blanks that no quote or
/// backslash protects. Nothing is expanded, because no shell runs the command.
package struct CommandWords {
    package private(set) var list: [String] = []
    /// The first word with an unquoted sign that has a meaning only in a shell; nil if every word is plain.
    package private(set) var shellSign: String?

    /// - Throws: If there is no command, a quote has no end, or nothing follows a backslash.
    package init(_ text: String) throws(ActionFailure) {
        var scalars = text.unicodeScalars.enumerated().makeIterator()
        /// nil between words; `''` is an empty word.
        var word: String?
        var hasSign = false
        while let (place, scalar) = scalars.next() {
            switch scalar {
            case " ", "\t":
                if let whole = word { end(whole, hasSign) }
                (word, hasSign) = (nil, false)
            case "'", "\"":
                let opening = "the quote \(scalar) at character \(place + 1) has no end"
                word = try (word ?? "") + Self.quoted(by: scalar, &scalars, opening)
            case "\\":
                guard let (_, next) = scalars.next() else {
                    throw ActionFailure("nothing follows the backslash at the end; write \\\\ for a backslash itself")
                }
                word = (word ?? "") + String(next)
            default:
                if "|&;<>$`*?~#".unicodeScalars.contains(scalar) { hasSign = true }
                word = (word ?? "") + String(scalar)
            }
        }
        if let word { end(word, hasSign) }
        guard list.first?.isEmpty == false else { throw .noCommand }
    }

    private mutating func end(_ word: String, _ hasSign: Bool) {
        list.append(word)
        if hasSign, shellSign == nil { shellSign = word }
    }

    /// Returns the text up to the closing quote. In double quotes, a backslash protects `"`, `\`, `$` and a backquote.
    private static func quoted(
        by quote: Unicode.Scalar, _ scalars: inout EnumeratedSequence<String.UnicodeScalarView>.Iterator,
        _ opening: String
    ) throws(ActionFailure) -> String {
        var text = String.UnicodeScalarView()
        while let (_, scalar) = scalars.next() {
            if scalar == quote { return String(text) }
            guard scalar == "\\", quote == "\"" else {
                text.append(scalar)
                continue
            }
            guard let (_, next) = scalars.next() else { break }
            if !"\"\\$`".unicodeScalars.contains(next) { text.append(scalar) }
            text.append(next)
        }
        throw ActionFailure(opening + "; close it, or write \\\(quote) for the sign itself")
    }
}

extension CommandWords {
    /// Returns a command line as the file spells it: the list of its words or, if they need a shell, `sh -c` and one
    /// text.
    static func toml(_ text: String) -> String {
        guard let words = try? CommandWords(text), words.shellSign == nil else { return shell(of: text) }
        return "[\(words.list.map(\.tomlString).joined(separator: ", "))]"
    }

    /// Returns a command for a shell, as the file spells it.
    static func shell(_ words: [String]) -> String {
        shell(of: words.map { $0.contains(" ") ? "\"\($0)\"" : $0 }.joined(separator: " "))
    }

    private static func shell(of text: String) -> String { "[\"sh\", \"-c\", \(text.tomlString)]" }
}

extension ActionFailure {
    package static let noCommand = ActionFailure("expected a command, found nothing")
}
