internal import GestureModel
internal import TouchInput

/// Formats actions as lines for people.
package enum ActionText {
    /// Returns a line such as `12  next workspace: 3 fingers swipe left → swaymsg workspace next`.
    package static func line(_ action: Action) -> String {
        var words = fingers(of: action) + ["\(action.gesture)"]
        if action.count > 1 { words.append("× \(action.count)") }
        words += place(action.area) + extent(action.extent) + filter(action.filter)
        if action.step != nil {
            words.append("for each step")
        } else if action.moment != .ended && action.moment != .completed {
            words.append("when \(action.moment.rawValue)")
        }
        let back = action.effects.back.map { ", back: \($0)" } ?? ""
        let effects = "\(action.effects.forward)\(back)"
        let notes = (action.continues ? ["continues"] : []) + (action.isExclusive ? ["exclusive"] : [])
        let end = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
        return "\(action.line)  \(action.name): \(words.joined(separator: " ")) → \(effects)\(end)"
    }
    private static func fingers(of action: Action) -> [String] {
        if case .expression = action.gesture { return [] }
        let counts = action.fingers.counts
        if counts.count > 3 { return ["\(counts[0]) to \(counts[counts.count - 1]) fingers"] }
        return [counts.map(String.init).joined(separator: " or ") + (counts == [1] ? " finger" : " fingers")]
    }

    private static func place(_ area: Action.Area) -> [String] {
        var words: [String] = []
        if let part = area.part { words.append("at its \(part.rawValue)") }
        if let corner = area.corner { words.append("in the corner \(ActionGesture.words(of: corner))") }
        if let edge = area.edge { words.append("along the edge \(edge.rawValue)") }
        return words
    }

    private static func extent(_ extent: Action.Extent) -> [String] {
        switch extent {
        case .atLeast(.distance(let distance)): ["by \(distance.millimetres)"]
        case .atLeast(.angle(let angle)): ["by \(angle.degrees)"]
        case .atLeast(.scale(let scale)): ["by the factor \(scale.rounded(to: 2))"]
        case .usual, .steps: []
        }
    }

    private static func filter(_ filter: Action.Filter) -> [String] {
        let device: String? =
            switch filter.device {
            case .kind(let kind)?: "on a \(kind.rawValue)"
            case .name(let glob)?: "on \(glob.text)"
            case nil: nil
            }
        let exceptions = filter.exceptions.map(\.text).joined(separator: ", ")
        let dark = filter.isDark ? "while dark" : nil
        return [dark, device, filter.app.map { "in \($0.text)" }, exceptions.isEmpty ? nil : "except in \(exceptions)"]
            .compactMap(\.self)
    }
}
