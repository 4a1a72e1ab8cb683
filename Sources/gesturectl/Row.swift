/// A row of a report: a name, and a text that is wrapped into a column within 80 characters.
struct Row {
    static let width = 80

    /// The lines of the row.
    let lines: [String]

    /// - Parameters:
    ///   - head: The name, filled with blanks up to the column of the text.
    ///   - commands: Lines for a shell, each on a line of its own behind `$`. They are not broken, so that they can be copied.
    init(_ head: String, _ texts: [String], commands: [String] = []) {
        let indent = String(repeating: " ", count: head.count)
        let broken = texts.flatMap { Self.broken($0, width: Self.width - head.count) } + commands.map { "$ \($0)" }
        lines = broken.enumerated().map { ($0 == 0 ? head : indent) + $1 }
    }

    /// Breaks between words; a longer word has a line of its own.
    private static func broken(_ text: String, width: Int) -> [String] {
        var lines = [""]
        var length = 0
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let count = word.count
            if length > 0, length + 1 + count > width {
                lines.append(String(word))
                length = count
            } else {
                lines[lines.count - 1] += length > 0 ? " \(word)" : String(word)
                length += count + (length > 0 ? 1 : 0)
            }
        }
        return lines
    }
}
