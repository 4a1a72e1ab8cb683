internal import GestureModel
internal import TouchInput

/// Formats actions as lines for people.
package enum ActionText {
    /// Returns a line such as `12  next workspace: 3 fingers swipe left → swaymsg workspace next`.
    package static func line(_ action: Action) -> String {
        var words: [String] = []
        if case .expression = action.gesture {
        } else {
            let counts = action.fingers.counts
            words.append(
                counts.count > 3
                    ? "\(counts[0]) to \(counts[counts.count - 1]) fingers"
                    : counts.map(String.init).joined(separator: " or ") + (counts == [1] ? " finger" : " fingers"))
        }
        words.append("\(action.gesture)")
        if action.count > 1 { words.append("× \(action.count)") }
        if let part = action.area.part { words.append("at its \(part.rawValue)") }
        if let corner = action.area.corner { words.append("in the corner \(ActionGesture.words(of: corner))") }
        if let edge = action.area.edge { words.append("along the edge \(edge.rawValue)") }
        switch action.extent {
        case .atLeast(.distance(let distance)): words.append("by \(distance.millimetres)")
        case .atLeast(.angle(let angle)): words.append("by \(angle.degrees)")
        case .atLeast(.scale(let scale)): words.append("by the factor \(scale.rounded(to: 2))")
        case .usual, .steps: break
        }
        switch action.filter.device {
        case .kind(let kind)?: words.append("on a \(kind.rawValue)")
        case .name(let glob)?: words.append("on \(glob.text)")
        case nil: break
        }
        if let app = action.filter.app { words.append("in \(app.text)") }
        if action.step != nil {
            words.append("for each step")
        } else if action.moment != .ended && action.moment != .completed {
            words.append("when \(action.moment.rawValue)")
        }
        let back = action.effects.back.map { ", back: \($0)" } ?? ""
        let effects = "\(action.effects.forward)\(back)"
        let end = action.continues ? " (continues)" : ""
        return "\(action.line)  \(action.name): \(words.joined(separator: " ")) → \(effects)\(end)"
    }
}
