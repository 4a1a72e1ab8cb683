internal import TOML

/// Reads the numbers of a rule as people write them, with units, and suggests corrections.
enum AmountText {
    private static let lengths = ["mm": 160 / 25.4, "cm": 1600 / 25.4, "pt": 1]
    private static let angles = ["degrees": Double.pi / 180, "degree": .pi / 180, "°": .pi / 180]

    /// Returns a distance in points; nil for any value except a number from 0.1 to 10,000 with a unit of length.
    static func points(_ value: TOMLValue) -> Double? { amount(value, in: lengths) }

    /// Returns an angle in radians; nil for any value except a number from 0.1 to 10,000 with a unit of angles.
    static func radians(_ value: TOMLValue) -> Double? { amount(value, in: angles) }

    /// Returns a number from 0.1 to 10,000, multiplied by the factor of its unit; nil for any other value.
    private static func amount(_ value: TOMLValue, in units: [String: Double]) -> Double? {
        guard let (number, unit) = parts(of: value.text ?? ""), let factor = units[unit], range ~= number else {
            return nil
        }
        return number * factor
    }

    /// Of a distance and of an angle, in any unit.
    private static let range = 0.1...10_000

    /// Returns a factor from 0.01 to 100 that differs from 1 by 0.01 or more; nil for any other value.
    static func factor(_ value: TOMLValue) -> Double? {
        value.number.flatMap { (0.01...0.99).contains($0) || (1.01...100).contains($0) ? $0 : nil }
    }

    /// Returns the number at the start of a text, and the rest of the text without leading blanks; nil if the text does
    /// not start with a number.
    private static func parts(of text: String) -> (number: Double, rest: String)? {
        let sign = text.prefix(1).filter { $0 == "-" }
        let digits = sign + text.dropFirst(sign.count).prefix { $0.isNumber || $0 == "." }
        guard let number = Double(digits), number.isFinite else { return nil }
        return (number, String(text.dropFirst(digits.count).drop { $0 == " " }))
    }

    /// Returns a suggestion for a value that was written in another form, such as without its unit or in quotes; empty
    /// if the correct form is not known, or would itself be a mistake.
    static func advice(on value: TOMLValue, for key: String) -> String {
        guard let (number, rest) = parts(of: value.text ?? value.number.map { "\($0)" } ?? "") else { return "" }
        let isQuoted = rest.isEmpty && value.text != nil
        let plain = Int(exactly: number).map(String.init) ?? "\(number)"
        switch key {
        case "fingers", "count": return countAdvice(plain, rest, isQuoted: isQuoted, for: key)
        case "scale": return factorAdvice(number, plain, rest, isQuoted: isQuoted)
        case "timeout" where 0.1...3600 ~= number && (isQuoted || ["s", "sec", "seconds"].contains(rest)):
            return "; write \(plain)"
        case "distance" where range ~= number && rest.isEmpty: return "; write \"\(plain) mm\""
        case "angle" where range ~= number && (rest.isEmpty || rest.hasPrefix("deg")):
            return "; write \"\(plain) degrees\""
        case "distance" where lengths[rest] != nil, "angle" where angles[rest] != nil,
            "every" where lengths[rest] ?? angles[rest] != nil:
            return range ~= number ? "" : "; the number is from 0.1 to 10000"
        default: return ""
        }
    }

    private static func countAdvice(_ plain: String, _ rest: String, isQuoted: Bool, for key: String) -> String {
        guard isCount(plain) else { return "" }
        if key == "fingers", rest.first == "-", isCount(rest.dropFirst()) {
            return "; write [\(plain), \(rest.dropFirst())]"
        }
        return isQuoted ? "; write \(plain) without quotes" : ""
    }

    private static func factorAdvice(_ number: Double, _ plain: String, _ rest: String, isQuoted: Bool) -> String {
        if rest == "%", factor(.number(number / 100)) != nil { return "; write \(number / 100)" }
        return isQuoted && factor(.number(number)) != nil ? "; write \(plain) without quotes" : ""
    }

    /// True for a whole number from 1 to 10, the range of the keys `fingers` and `count`.
    private static func isCount(_ text: some StringProtocol) -> Bool { Int(text).map { 1...10 ~= $0 } ?? false }
}
