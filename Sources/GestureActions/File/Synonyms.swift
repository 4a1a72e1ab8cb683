internal import LinuxSupport

/// Words that people write, or that other programs use, in place of the file's own.
enum Synonyms {
    enum Subject {
        case key
        case gesture
        /// A direction, an edge or another word behind that of a gesture.
        case detail
        case moment
        case device
    }

    /// For each subject, the other words and the file's. Of several words of the file, the first that fits is meant.
    private static let table: [(subject: Subject, names: [String], meant: [String])] = [
        (
            .key, ["command", "cmd", "exec", "execute", "program", "script", "action", "shell", "do", "spawn"],
            ["run"]
        ),
        (.key, ["key", "keybinding", "shortcut", "press", "hotkey"], ["keys"]),
        (.key, ["modifier", "modifiers", "holding"], ["hold"]),
        (.key, ["finger", "touches", "num_fingers"], ["fingers"]),
        (.key, ["application", "window", "class", "app_id", "appid", "title"], ["app"]),
        (.key, ["step", "repeat", "interval", "steps"], ["every"]), (.key, ["taps", "times", "clicks"], ["count"]),
        (.key, ["threshold", "length", "minimum", "mindistance", "min_distance"], ["distance"]),
        (.key, ["degrees", "rotation"], ["angle"]), (.key, ["magnification", "factor"], ["scale"]),
        (.key, ["trigger", "at", "phase"], ["when"]), (.key, ["description", "label", "id", "comment"], ["name"]),
        (.key, ["type", "event", "gestures"], ["gesture"]), (.key, ["reverse", "backward", "backwards"], ["back"]),
        (.key, ["keep_running", "keep-running", "detach", "background", "persist"], ["keepRunning"]),
        (.key, ["pass", "fallthrough", "passthrough"], ["continue"]),
        (.key, ["seconds", "maximumduration"], ["timeout"]), (.key, ["devices", "kind"], ["device"]),
        (.gesture, ["magnify", "zoom", "spread", "scale", "squeeze"], ["pinch"]),
        (.gesture, ["zoom in", "spread out"], ["pinch out"]), (.gesture, ["zoom out"], ["pinch in"]),
        (.gesture, ["twist", "rotation"], ["turn"]),
        (
            .gesture,
            ["hold", "press", "longpress", "long-press", "long_press", "tap and hold", "touch and hold", "long"],
            ["long press"]
        ),
        (.gesture, ["click", "touch", "single tap", "singletap"], ["tap"]),
        (.gesture, ["double tap", "doubletap", "double-tap", "double click"], ["tap with count = 2"]),
        (.gesture, ["triple tap", "tripletap", "triple-tap"], ["tap with count = 3"]),
        (.gesture, ["swipe and hold", "swipe-hold", "swipehold"], ["swipe hold"]),
        (.gesture, ["circle", "wheel", "knob", "jog"], ["dial"]),
        (.gesture, ["tap and drag", "tap-drag", "quick zoom", "tap then drag"], ["tap drag up"]),
        (.gesture, ["scroll", "move", "pan"], ["drag"]), (.gesture, ["fling"], ["flick"]),
        (.gesture, ["draw", "shape"], ["stroke NAME"]), (.gesture, ["bezel", "edge swipe"], ["edge right"]),
        (.detail, ["cw", "right"], ["clockwise"]),
        (.detail, ["ccw", "anticlockwise", "counter-clockwise", "left"], ["counterclockwise"]),
        (.detail, ["north", "upwards"], ["up", "top"]), (.detail, ["south", "downwards"], ["down", "bottom"]),
        (.detail, ["west", "leftwards"], ["left"]), (.detail, ["east", "rightwards"], ["right"]),
        (.detail, ["open", "apart"], ["out"]), (.detail, ["close", "closed", "together"], ["in"]),
        // A swipe has `reached` in place of `began`, because it does not begin before it is recognised.
        (.moment, ["start", "begin", "down", "begun"], ["began", "reached"]),
        (.moment, ["threshold", "recognised", "recognized"], ["reached"]),
        (.moment, ["end", "finish", "finished", "lift", "up", "release"], ["ended"]),
        (.moment, ["cancel", "canceled"], ["cancelled"]), (.device, ["trackpad", "pad", "clickpad"], ["touchpad"]),
        (.device, ["screen", "touch", "display", "tablet"], ["touchscreen"]),
    ]

    /// All other words of a subject.
    static func names(_ subject: Subject) -> [String] { table.filter { $0.subject == subject }.flatMap(\.names) }

    /// Returns the file's words for another word in lower case; an empty array if the word is not in the table.
    static func meant(by word: String, _ subject: Subject) -> [String] {
        table.first { $0.subject == subject && $0.names.contains(word) }?.meant ?? []
    }

    /// Returns the word of `words` that a text probably means; nil if none is near.
    static func nearest(to text: String, of words: [String], _ subject: Subject) -> String? {
        let lower = text.lowercased()
        return meant(by: lower, subject).first(where: words.contains) ?? Spelling.nearest(to: lower, of: words)
    }
}
