internal import GestureModel
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
        if let part = area.part { words.append("at its \(part.rawValue)") }
        if let corner = area.corner { words.append("in the corner \(ActionGesture.words(of: corner))") }
        if let edge = area.edge { words.append("along the edge \(edge.rawValue)") }
        switch extent {
        case .atLeast(.distance(let distance)): words.append("by \(distance.millimetres)")
        case .atLeast(.angle(let angle)): words.append("by \(angle.degrees)")
        case .atLeast(.scale(let scale)): words.append("by the factor \(scale.rounded(to: 2))")
        case .usual, .steps: break
        }
        switch filter.device {
        case .kind(let kind)?: words.append("on a \(kind.rawValue)")
        case .name(let glob)?: words.append("on \(glob.text)")
        case nil: break
        }
        if let app = filter.app { words.append("in \(app.text)") }
        if step != nil {
            words.append("for each step")
        } else if moment != .ended && moment != .completed {
            words.append("when \(moment.rawValue)")
        }
        let back = effects.back.map { ", back: \($0)" } ?? ""
        return
            "\(line)  \(name): \(words.joined(separator: " ")) → \(effects.forward)\(back)\(continues ? " (continues)" : "")"
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
