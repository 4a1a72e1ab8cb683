internal import GestureModel
package import TOML

/// A gesture in words with the number of its fingers, as a command line names it: `3 fingers swipe left`, `swipe left with
/// 3 fingers`. The actions file has the number in a key of its own.
package struct FingerWords {
    /// The words of the gesture alone.
    package let gesture: String
    /// From 1 to 10; nil if the words name no number.
    package let fingers: Int?

    private static let numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

    /// - Throws: An error if the number of fingers is not from 1 to 10.
    package init(_ text: String) throws(SettingProblem) {
        let plain = text.replacing(exact: "\"", with: "").replacing(exact: "=", with: " ")
        let words = plain.split(separator: " ").flatMap { word -> [String] in
            // `3-finger` and `three-finger`.
            word.lowercased().hasSuffix("-finger") ? [String(word.dropLast(7)), "finger"] : [String(word)]
        }
        let lower = words.map { $0.lowercased() }
        guard let index = lower.firstIndex(where: { $0 == "finger" || $0 == "fingers" }) else {
            (gesture, fingers) = (text, nil)
            return
        }
        var rest = words
        let number: String
        if index > 0, Self.number(lower[index - 1]) != nil {
            number = lower[index - 1]
            rest.removeSubrange((index - 1)...index)
        } else if index + 1 < words.count {
            number = lower[index + 1]
            rest.removeSubrange(index...(index + 1))
        } else {
            throw SettingProblem("expected a number of fingers, such as 3 fingers swipe left, found \(text.shown)")
        }
        guard let count = Self.number(number), 1...10 ~= count else {
            throw SettingProblem("expected 1 to 10 fingers, found \(number.shown)")
        }
        if rest.last?.lowercased() == "with" { rest.removeLast() }
        (gesture, fingers) = (rest.joined(separator: " "), count)
    }

    static func number(_ word: String) -> Int? {
        Int(word) ?? numbers.firstIndex(of: word).map { $0 + 1 }
    }
}
