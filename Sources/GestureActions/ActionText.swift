internal import GestureConfiguration
package import GestureModel
internal import GestureProtocol
internal import TouchInput

/// An action as text: a line for `gesturectl actions list`, and the file's own form for `gesturectl actions add`.
extension Action {
    /// `12  next workspace: 3 fingers swipe left → swaymsg workspace next`.
    package var summary: String {
        var words: [String] = []
        if case .expression = gesture {
        } else {
            let counts = fingers.counts
            words.append(
                counts.count > 3
                    ? "\(counts[0]) to \(counts[counts.count - 1]) fingers"
                    : counts.map(String.init).joined(separator: " or ") + (counts == [1] ? " finger" : " fingers"))
        }
        words.append("\(gesture)")
        if count > 1 { words.append("× \(count)") }
        if let part { words.append("at its \(part.rawValue)") }
        if let corner { words.append("in the corner \(ActionGesture.words(of: corner))") }
        switch device {
        case .kind(let kind)?: words.append("on a \(kind.rawValue)")
        case .name(let glob)?: words.append("on \(glob.text)")
        case nil: break
        }
        if let app { words.append("in \(app.text)") }
        if step != nil {
            words.append("for each step")
        } else if moment != .ended && moment != .completed {
            words.append("when \(moment.rawValue)")
        }
        let back = backEffect.map { ", back: \($0)" } ?? ""
        return "\(line)  \(name): \(words.joined(separator: " ")) → \(effect)\(back)\(continues ? " (continues)" : "")"
    }
}

/// A gesture that was performed, for the file.
package struct RecordedAction {
    package let gesture: String
    package let fingers: Int
    package var count = 1

    /// - Returns: nil for a gesture that has no short words.
    package init?(_ value: GestureValue) {
        guard let gesture = ActionGesture(value), let fingers = value.fingers else { return nil }
        (self.gesture, self.fingers) = ("\(gesture)", fingers)
        if case .tap(let tap) = value { count = tap.count }
    }

    /// An `[[action]]` with a command.
    package func toml(name: String, command: [String]) -> String {
        let words = command.map(\.tomlString).joined(separator: ", ")
        return """

            [[action]]
            name = \(name.tomlString)
            gesture = \(gesture.tomlString)
            fingers = \(fingers)
            \(count > 1 ? "count = \(count)\n" : "")run = [\(words)]

            """
    }

    /// A `[[stroke]]` and the `[[action]]` that it is for.
    package static func toml(stroke name: String, points: [Point], command: [String]) -> String {
        let rows = points.map { "[\(Int($0.x.rounded())), \(Int($0.y.rounded()))]" }.joined(separator: ", ")
        return """

            [[stroke]]
            name = \(name.tomlString)
            points = [\(rows)]

            [[action]]
            name = \("stroke \(name)".tomlString)
            gesture = \("stroke \(name)".tomlString)
            run = [\(command.map(\.tomlString).joined(separator: ", "))]

            """
    }

    /// At most 64 points, which the shape of a drawn path needs.
    package static func thinned(_ points: [Point]) -> [Point] {
        guard points.count > 64 else { return points }
        return (0..<64).map { points[$0 * (points.count - 1) / 63] }
    }
}

extension String {
    package var tomlString: String {
        "\""
            + unicodeScalars.map { scalar in
                switch scalar {
                case "\"", "\\": return "\\\(scalar)"
                case "\u{0}"..<"\u{20}", "\u{7F}":
                    let digits = String(scalar.value, radix: 16)
                    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                default: return "\(scalar)"
                }
            }.joined() + "\""
    }
}
