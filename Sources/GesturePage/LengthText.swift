internal import GestureModel

/// Lengths in sentences for people.
public enum LengthText {
    /// The sentence with millimetres next to points: `moved 14.2 pt > 10 pt` becomes
    /// `moved 14.2 pt (2.3 mm) > 10 pt (1.6 mm)`, and speeds likewise.
    public static func withMillimetres(_ sentence: String) -> String {
        var words = sentence.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        for index in words.indices.dropFirst() where words[index] == "pt" || words[index].hasPrefix("pt/s") {
            guard let points = Double(words[index - 1]) else { continue }
            let tenths = Int(exactly: (points * Surface.millimetresPerPoint * 10).rounded())
            guard let tenths else { continue }
            let number =
                tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
            words[index] += words[index] == "pt" ? " (\(number) mm)" : " (\(number) mm/s)"
        }
        return words.joined(separator: " ")
    }
}
