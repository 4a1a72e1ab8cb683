internal import GestureConfiguration

/// The combining marks of a text: accents, vowel points and the like, which join the character before them.
///
/// To compare two strings, Swift sorts the marks of each character, which takes a time that is quadratic in their number: one
/// word of 64 kB took 20 s. With few in a row, everything that is done with a file's texts is linear.
enum CombiningMarks {
    /// In a row. No language needs more (Unicode Standard Annex 15, Stream-Safe Text Format).
    static let limit = 30

    /// The first line, from 1, with a text that has more in a row than ``limit``; nil if none has.
    static func lineOfTooMany(in table: TOMLTable) -> Int? {
        for entry in table.entries {
            if areTooMany(in: entry.key) { return entry.line }
            if let line = lineOfTooMany(in: entry.value, at: entry.line) { return line }
        }
        return nil
    }

    private static func lineOfTooMany(in value: TOMLValue, at line: Int) -> Int? {
        switch value {
        case .string(let text): areTooMany(in: text) ? line : nil
        case .array(let elements): elements.lazy.compactMap { lineOfTooMany(in: $0, at: line) }.first
        case .table(let table): lineOfTooMany(in: table)
        case .integer, .number, .boolean, .date: nil
        }
    }

    private static func areTooMany(in text: String) -> Bool {
        var count = 0
        for scalar in text.unicodeScalars {
            // No mark is ASCII.
            count = !scalar.isASCII && scalar.properties.canonicalCombiningClass != .notReordered ? count + 1 : 0
            if count > limit { return true }
        }
        return false
    }
}
