public import GestureModel
internal import GestureProtocol

/// The focused window, as far as the desktop reports it.
public struct FocusedWindow: Hashable, Sendable {
    /// The process that shows the window; nil if the desktop does not report it.
    public var process: Int32?
    /// The desktop's name for the app, such as `org.gnome.TextEditor` or an X11 class; nil if the desktop does not report it.
    public var app: String?
    /// For people; as it was when the window got the focus. nil if the desktop does not report it. gestured never receives it.
    public var title: String?
    /// In fractions 0…1 of the window's screen; nil if the desktop does not report it.
    public var rectangle: Region?

    public init(process: Int32? = nil, app: String? = nil, title: String? = nil, rectangle: Region? = nil) {
        self.process = process
        self.app = app
        self.title = title
        self.rectangle = rectangle
    }
}

public enum Focus: Hashable, Sendable {
    case window(FocusedWindow)
    /// No window has the focus.
    case nowhere
    /// The desktop itself has taken the input from the windows.
    case shell(ShellPart)
    /// The desktop does not report the focus at present, and why. No app has the focus meanwhile.
    case unknown(String)
}

/// A part of a desktop that takes the input from all windows.
public enum ShellPart: String, Hashable, Sendable, CaseIterable {
    case overview
    case menu
    case lockScreen
}

extension Focus {
    /// For people: `org.example.Editor, process 1234, at (0.5, 0), 0.5 x 1 of its screen`.
    public var sentence: String {
        switch self {
        case .window(let window): return Self.sentence(window)
        case .nowhere: return "no window has the focus"
        case .shell(.overview): return "the overview has the focus"
        case .shell(.menu): return "a menu of the desktop has the focus"
        case .shell(.lockScreen): return "the screen is locked"
        case .unknown(let reason): return "the focus is unknown: \(reason)"
        }
    }

    private static func sentence(_ window: FocusedWindow) -> String {
        let process = window.process.map { "process \($0)" }
        let position = window.rectangle.map {
            "at (\(short($0.x)), \(short($0.y))), \(short($0.width)) x \(short($0.height)) of its screen"
        }
        let title = window.title.map { "“\($0)”" }
        return [window.app ?? "a window without a name", title, process, position].compactMap { $0 }.joined(
            separator: ", ")
    }

    /// Thousandths, without trailing zeros.
    private static func short(_ fraction: Double) -> String {
        let text = "\((fraction * 1000).rounded() / 1000)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension Focus {
    /// For programs, newline included: `{"focus":{"app":"foot","process":1234,"title":"~","window":{…}}}`, without what the
    /// desktop does not report, or `{"focus":null}` with `"shell":"overview"`, or with `"unknown"` and a reason.
    public var line: [UInt8] {
        switch self {
        case .window(let window): Self.line(window)
        case .nowhere: (["focus": .null] as JSONValue).line
        case .shell(let part): (["focus": .null, "shell": .string(part.rawValue)] as JSONValue).line
        case .unknown(let reason): (["focus": .null, "unknown": .string(reason)] as JSONValue).line
        }
    }

    private static func line(_ window: FocusedWindow) -> [UInt8] {
        let rectangle = window.rectangle.map {
            ["height": .number($0.height), "width": .number($0.width), "x": .number($0.x), "y": .number($0.y)]
                as JSONValue
        }
        let focus: JSONValue = [
            "app": window.app.map(JSONValue.string), "process": window.process.map { JSONValue($0) },
            "title": window.title.map(JSONValue.string), "window": rectangle,
        ]
        return (["focus": focus] as JSONValue).line
    }
}
