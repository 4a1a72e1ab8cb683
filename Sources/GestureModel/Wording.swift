/// Numbers as in sentences for people.
enum Wording {
    /// At most one decimal. Where a limit was missed, rounded away from it: 9.97 of 10 pt must not read as 10.
    static func points(_ points: Double, _ rule: FloatingPointRoundingRule = .toNearestOrEven) -> String {
        let tenths = (points * 10).rounded(rule)
        // A number beyond any surface is written as Swift writes it.
        guard abs(tenths) < 1e15, tenths.truncatingRemainder(dividingBy: 10) == 0 else { return "\(tenths / 10) pt" }
        return "\(Int64(tenths / 10)) pt"
    }

    static func percent(_ share: Double, _ rule: FloatingPointRoundingRule = .toNearestOrEven) -> String {
        "\(hundredths(share * 100, rule)) %"
    }

    static func degrees(_ radians: Double, _ rule: FloatingPointRoundingRule = .toNearestOrEven) -> String {
        "\(hundredths(radians * 180 / .pi, rule))°"
    }

    /// Rounded down: 499.9 of 500 ms are 499.
    static func milliseconds(_ time: Microseconds) -> String { "\(time.count / 1000) ms" }

    static func fingers(_ count: Int) -> String { count == 1 ? "1 finger" : "\(count) fingers" }

    /// `2, 4 or 5`, and `2 to 10` where there is no gap.
    static func choice(_ counts: [Int]) -> String {
        guard let first = counts.first, let last = counts.last, counts.count > 1 else {
            return counts.first.map(String.init) ?? "none"
        }
        if counts.count > 2, counts.count == last - first + 1 { return "\(first) to \(last)" }
        return "\(counts.dropLast().map(String.init).joined(separator: ", ")) or \(last)"
    }

    /// A number that reached a limit and reads the same as the limit is not above it.
    static func exceeds(_ number: String, _ limit: String) -> String {
        number == limit ? "\(number) ≥ \(limit)" : "\(number) > \(limit)"
    }

    /// At most two decimals: the limits of a scale and of a turn are about one percent and one degree.
    private static func hundredths(_ number: Double, _ rule: FloatingPointRoundingRule) -> String {
        let hundredths = (number * 100).rounded(rule)
        guard abs(hundredths) < 1e15, hundredths.truncatingRemainder(dividingBy: 100) == 0 else {
            return "\(hundredths / 100)"
        }
        return "\(Int64(hundredths / 100))"
    }
}
