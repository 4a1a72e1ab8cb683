internal import GestureModel

/// Writes numbers and shapes as text.
package enum Text {
    /// A position on a line, 10 pt per character: `·······│···●···`. Offsets beyond `reach` are drawn at the line's end.
    static func position(_ offset: Double, reach: Double = 120) -> String {
        let side = Int(reach / 10)
        let column = Int(max(-reach, min(offset, reach)) / 10 + Double(side) + 0.5)
        return String((0...2 * side).map { $0 == column ? "●" : $0 == side ? "│" : "·" })
    }

    /// A bar that is filled to a fraction in 0…1: `█████░░░░░`.
    static func bar(_ fraction: Double, width: Int = 20) -> String {
        let full = Int((max(0, min(fraction, 1)) * Double(width)).rounded())
        return String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
    }

    static func offset(_ offset: Vector) -> String {
        // With the chip's label 79 columns wide.
        "x \(position(offset.width))\(number(offset.width))  y \(position(offset.height))\(number(offset.height))"
    }

    static func percent(_ fraction: Double) -> String { padded("\(Int((fraction * 100).rounded()))", to: 3) + " %" }

    /// At least seven characters, padded with spaces on the left.
    package static func number(_ value: Double, digits: Int = 1) -> String {
        let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int((abs(value) * Double(scale)).rounded())
        let fraction = String(scaled % scale)
        let zeros = String(repeating: "0", count: digits - fraction.count)
        return padded("\(value < 0 && scaled > 0 ? "-" : "")\(scaled / scale).\(zeros)\(fraction)", to: 7)
    }

    static func padded(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
