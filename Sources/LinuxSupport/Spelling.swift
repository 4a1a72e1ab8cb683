/// Suggestions for misspelt words.
package enum Spelling {
    /// Returns the first longer word that begins with the text, if the text has three or more bytes. Otherwise returns
    /// the word that differs least from the text, ignoring case; nil if no word is near. A word is near if it differs
    /// from the text in one byte, or in at most a third of the bytes of the shorter of the two.
    ///
    /// - Parameter text: Only the first 32 bytes are compared, so that a long text costs no more.
    package static func nearest(to text: String, of words: [String]) -> String? {
        let letters = Array(text.utf8.prefix(32))
        // The text may be an unfinished word.
        if letters.count > 2,
            let longer = words.first(where: { $0.utf8.count > letters.count && $0.utf8.starts(with: letters) })
        {
            return longer
        }
        let near = words.map { (word: $0, distance: distance(letters, Array($0.utf8))) }.min {
            $0.distance < $1.distance
        }
        guard let near, near.distance <= max(1, min(letters.count, near.word.utf8.count) / 3) else { return nil }
        return near.word
    }

    /// Returns the number of bytes to insert, remove, replace or swap with a neighbour to turn one text into the other,
    /// ignoring case.
    private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        let (a, b) = (one.map(\.lowercased), other.map(\.lowercased))
        var before: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, before[j - 1] + 1) }
                row.append(least)
            }
            (before, last) = (last, row)
        }
        return last[b.count]
    }
}

extension UInt8 {
    /// The lower case of an ASCII letter; other bytes are unchanged.
    fileprivate var lowercased: UInt8 { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self }
}
