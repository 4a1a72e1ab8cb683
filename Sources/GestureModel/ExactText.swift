/// A text that is compared, hashed and sorted as UTF-8.
///
/// Use it for all text from outside. Comparing or hashing Swift's strings normalises them. That takes time quadratic in
/// the number of consecutive combining marks: one line of 64 kB took seconds.
package struct ExactText: Hashable, Comparable, Sendable {
    package let text: String

    package init(_ text: some StringProtocol) { self.text = String(text) }

    package static func == (one: ExactText, other: ExactText) -> Bool {
        one.text.utf8.count == other.text.utf8.count && one.text.utf8.elementsEqual(other.text.utf8)
    }

    package static func < (one: ExactText, other: ExactText) -> Bool {
        one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        // A byte that UTF-8 never contains, so that two texts in a row do not hash as one.
        hasher.combine(0xFF as UInt8)
    }
}

extension ExactText: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self.text = text }
}

extension StringProtocol {
    /// The text, compared by its bytes: `name.exact == other.exact`, `switch key.exact { case "name": … }`.
    package var exact: ExactText { ExactText(self) }

    /// True if the text begins with the bytes of `prefix`.
    package func hasExactPrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

    /// True if the text ends with the bytes of `suffix`.
    package func hasExactSuffix(_ suffix: String) -> Bool { utf8.reversed().starts(with: suffix.utf8.reversed()) }

    /// Returns the parts between occurrences of an ASCII character.
    package func exactParts(separatedBy separator: Unicode.Scalar, omittingEmpty: Bool = false) -> [String] {
        let separator = UInt8(ascii: separator)
        return Substring(self).utf8.split(separator: separator, omittingEmptySubsequences: omittingEmpty)
            .map { String(Substring($0)) }
    }
}

extension Sequence where Element: StringProtocol {
    /// True if an element has the same bytes.
    package func containsExactly(_ text: some StringProtocol) -> Bool {
        let text = text.exact
        return contains { $0.exact == text }
    }
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
    /// Creates the case whose raw value has the same bytes; returns nil if there is none.
    package init?(exactly text: some StringProtocol) {
        let text = text.exact
        guard let value = Self.allCases.first(where: { $0.rawValue.exact == text }) else { return nil }
        self = value
    }
}

/// Searches for texts as bytes. The standard library's `contains` and `replacing` bring in regular expressions, which
/// make a program 1.3 MB larger.
extension StringProtocol {
    /// True if the text contains the bytes of `part`, or `part` is empty.
    package func contains(exact part: String) -> Bool {
        Array(utf8).firstRange(of: Array(part.utf8)[...], from: 0) != nil
    }

    /// Returns the text with each occurrence of `part` replaced; unchanged if `part` is empty. Occurrences are searched
    /// from the start and do not overlap.
    package func replacing(exact part: String, with replacement: String) -> String {
        let (bytes, part) = (Array(utf8), Array(part.utf8)[...])
        guard !part.isEmpty else { return String(self) }
        var (result, next): ([UInt8], Int) = ([], 0)
        while let range = bytes.firstRange(of: part, from: next) {
            result += bytes[next..<range.lowerBound] + Array(replacement.utf8)
            next = range.upperBound
        }
        return String(decoding: result + bytes[next...], as: UTF8.self)
    }
}

extension [UInt8] {
    fileprivate func firstRange(of part: ArraySlice<UInt8>, from start: Int) -> Range<Int>? {
        guard start + part.count <= count else { return nil }
        return (start...count - part.count).lazy.map { $0..<$0 + part.count }.first { self[$0] == part }
    }
}
