internal import LinuxSupport

/// A key of an `[[action]]`, with the gestures that take it.
enum ActionKey: String, CaseIterable {
    case name
    case gesture
    case fingers
    case count
    case device
    case app
    case part
    case corner
    case edge
    case distance
    case scale
    case angle
    case when
    /// The name of ``when`` in the first version of the format.
    case on
    case every
    case back
    case run
    case keys
    case `continue`
    case timeout
    case keepRunning

    /// The gestures that take the key; nil for all of them, including expressions.
    private var words: Set<ActionGesture.Word>? {
        switch self {
        case .count: [.tap]
        case .part: [.edge, .slide]
        case .corner: [.tap, .longPress]
        case .edge: [.slide]
        case .distance: [.swipe, .flick, .drag, .edge, .corner, .slide]
        case .scale: [.pinch]
        case .angle: [.rotate]
        case .every: [.drag, .edge, .slide, .pinch, .rotate]
        case .fingers: Set(ActionGesture.Word.allCases)
        case .name, .gesture, .device, .app, .when, .on, .back, .run, .keys, .continue, .timeout, .keepRunning: nil
        }
    }

    /// Returns why a gesture does not take the key; nil if it does.
    func conflict(with gesture: ActionGesture) -> String? {
        guard let words else { return nil }
        guard let word = gesture.word else {
            return self == .fingers
                ? "belongs into the expression: { tap = { fingers = 2 } }"
                : "an expression takes no \(rawValue); write its own parameters into it"
        }
        if words.contains(word) { return nil }
        switch self {
        case .count: return "only a tap has a count, found \(gesture)"
        case .part: return "only an edge and a slide have parts, found \(gesture)"
        case .corner where word == .edge:
            return
                "expected an edge or a corner, found both; fingers that come in from a corner are \"corner top-left\""
        case .corner: return "only a tap and a long press are in a corner, found \(gesture)"
        case .edge:
            return "only a slide goes along an edge, found \(gesture); fingers that come in from one are \"edge right\""
        case .distance: return "\(gesture) has no distance; \(Self.measures)"
        case .scale: return "\(gesture) has no scale; \(Self.measures)"
        case .angle: return "\(gesture) has no angle; \(Self.measures)"
        case .every:
            let direction =
                gesture.direction.map { $0.isDiagonal ? "" : "; write gesture = \"drag \($0.rawValue)\"" } ?? ""
            return "only drag, edge, slide, pinch and rotate go in steps, found \(gesture)\(direction)"
        default: return nil
        }
    }

    private static let measures =
        "swipe, flick, drag, edge, corner and slide have a distance, pinch a scale, rotate an angle"

    /// Returns the possible moments of a gesture's rules. The first is the default.
    static func moments(of gesture: ActionGesture) -> [Action.Moment] {
        switch gesture.word {
        case .tap?, .stroke?: [.ended]
        case .longPress?: [.completed, .ended, .cancelled]
        case .swipe?, .flick?: [.ended, .reached, .cancelled]
        case .drag?, .edge?, .corner?, .slide?, .pinch?, .rotate?: [.ended, .began, .reached, .cancelled]
        case nil: [.ended, .began, .cancelled]
        }
    }

    private static let synonyms: [(names: [String], meant: String)] = [
        (["command", "cmd", "exec", "execute", "program", "script", "action", "shell", "do"], "run"),
        (["key", "keybinding", "shortcut", "press", "hotkey"], "keys"),
        (["finger", "touches", "num_fingers"], "fingers"),
        (["application", "window", "class", "app_id", "appid", "title"], "app"),
        (["step", "repeat", "interval", "steps"], "every"), (["taps", "times", "clicks"], "count"),
        (["threshold", "length", "minimum", "mindistance", "min_distance"], "distance"),
        (["degrees", "rotation"], "angle"), (["magnification", "factor"], "scale"),
        (["trigger", "at", "phase"], "when"), (["description", "label", "title", "id", "comment"], "name"),
        (["type", "event", "gestures"], "gesture"), (["reverse", "backward", "backwards"], "back"),
        (["keep_running", "keep-running", "detach", "background", "persist"], "keepRunning"),
        (["pass", "fallthrough", "passthrough"], "continue"), (["seconds", "maximumduration"], "timeout"),
        (["devices", "kind"], "device"),
    ]

    /// Returns the key that was probably meant by an unknown name; nil if no key is near.
    static func meant(by name: String) -> ActionKey? {
        let lower = name.lowercased()
        let word =
            written.first { $0.lowercased() == lower } ?? synonyms.first { $0.names.contains(lower) }?.meant
            ?? Spelling.nearest(to: lower, of: written)
        return word.flatMap(ActionKey.init)
    }

    private static let written = allCases.filter { $0 != .on }.map(\.rawValue)

    /// Returns the error for a key that does not exist.
    ///
    /// - Parameter line: The line of the meant key in the same rule; nil if the rule lacks it.
    static func advice(on name: String, _ meant: ActionKey?, line: Int?) -> String {
        if name.lowercased() == "direction" {
            return "unknown key; write the direction into gesture, such as gesture = \"swipe left\""
        }
        switch (meant, line) {
        case (let meant?, nil): return "unknown key; did you mean \(meant.rawValue)?"
        case (.app?, let line?): return "unknown key; app is given on line \(line); several apps are a rule each"
        case (let meant?, let line?): return "unknown key; \(meant.rawValue) is given on line \(line)"
        case (nil, _): return "unknown key; [[action]] takes \(written.joined(separator: ", "))"
        }
    }
}
