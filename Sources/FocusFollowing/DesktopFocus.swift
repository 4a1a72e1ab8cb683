public import GestureModel
internal import GestureProtocol

/// What the desktop reports about the focused window.
public struct FocusedWindow: Hashable, Sendable {
    /// The process that shows the window; nil if the desktop does not report it.
    public var process: Int32?
    /// The desktop's name for the app, such as `org.gnome.TextEditor` or an X11 class; nil if the desktop does not
    /// report it. Limited to 1,024 bytes.
    public let app: String?
    /// The title for people and for actions, limited to 200 characters and 1,024 bytes; nil if the desktop does not
    /// report it. Hyprland reports the title only when the window gets the focus; other desktops also report each
    /// change. gestured never receives the title.
    public var title: String?
    /// The window's rectangle in fractions of ``output``: 0…1 is the whole output. The rectangle may extend beyond the
    /// output. nil if the desktop does not report the rectangle, or the output shows nothing of the window's content.
    /// On X11, if no output is known, the fractions are those of the root window.
    public var rectangle: Region?
    /// The output that shows the window; nil if the desktop does not report it.
    public var output: OutputReference?

    public init(
        process: Int32? = nil, app: String? = nil, title: String? = nil, rectangle: Region? = nil,
        output: OutputReference? = nil
    ) {
        self.process = process
        self.app = app.map { $0.cut(toBytes: Self.longestApp) }
        self.title = title.map(Self.cut)
        self.rectangle = rectangle
        self.output = output
    }

    /// The limits of a title. The title of a web page may have thousands of characters, and one character may have any
    /// number of combining marks, so bytes are limited, too.
    private static let longestTitle = (characters: 200, bytes: 1024)
    /// In bytes. The limit exceeds the 255 bytes of an app id (D-Bus names), so that a truncated text never equals an
    /// app id.
    private static let longestApp = 1024

    static func cut(_ title: String) -> String {
        String(title.cut(toBytes: longestTitle.bytes).prefix(longestTitle.characters))
    }

    /// Compares the texts by their bytes, because apps choose them and Swift's `==` would normalise them.
    public static func == (one: FocusedWindow, other: FocusedWindow) -> Bool {
        one.process == other.process && one.app?.exact == other.app?.exact && one.title?.exact == other.title?.exact
            && one.rectangle == other.rectangle && one.output == other.output
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(process)
        hasher.combine(app?.exact)
        hasher.combine(title?.exact)
    }
}

extension String {
    /// Returns the longest prefix of whole Unicode scalars with at most `most` bytes of UTF-8.
    fileprivate func cut(toBytes most: Int) -> String {
        guard utf8.count > most else { return self }
        let end = utf8.index(startIndex, offsetBy: most)
        return String(unicodeScalars[..<end.rounded(in: self)])
    }
}

extension String.Index {
    /// Returns the start of the scalar that contains the byte at this index.
    fileprivate func rounded(in text: String) -> String.Index {
        var index = self
        while index > text.startIndex, UTF8.isContinuation(text.utf8[index]) { index = text.utf8.index(before: index) }
        return index
    }
}

public enum DesktopFocus: Hashable, Sendable {
    case window(FocusedWindow)
    /// No window has the focus.
    case nowhere
    /// The desktop itself receives the input instead of a window.
    case shell(ShellPart)
    /// The desktop does not report the focus at present, for this reason. Meanwhile no app has the focus. `command`
    /// installs or enables a missing part; nil if there is no such command.
    case unknown(String, command: String? = nil)
}

/// The last focus that a desktop reported; nil before the first report.
extension DesktopFocus? {
    /// Replaces the last focus, unless `focus` is nil.
    ///
    /// - Returns: `focus` if it differs from the last one; otherwise nil.
    mutating func update(_ focus: DesktopFocus?) -> DesktopFocus? {
        guard let focus, focus != self else { return nil }
        self = focus
        return focus
    }
}

/// A part of a desktop that receives the input instead of windows.
public enum ShellPart: String, Hashable, Sendable, CaseIterable {
    case overview
    case menu
    case lockScreen
}

extension DesktopFocus {
    /// For people: `org.example.Editor, process 1234, at (0.5, 0), 0.5 x 1 of its screen`.
    public var sentence: String {
        switch self {
        case .window(let window): return Self.sentence(window)
        case .nowhere: return "no window has the focus"
        case .shell(.overview): return "the overview has the focus"
        case .shell(.menu): return "a menu of the desktop has the focus"
        case .shell(.lockScreen): return "the screen is locked"
        case .unknown(let reason, _): return "the focus is unknown: \(reason)"
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

    /// Rounds to thousandths, without trailing zeros.
    private static func short(_ fraction: Double) -> String {
        let text = "\((fraction * 1000).rounded() / 1000)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension DesktopFocus {
    /// A line for programs, newline included:
    /// `{"focus":{"app":"foot","process":1234,"title":"~","window":{…},"output":"DP-1"}}`, without members that the
    /// desktop does not report. If no window has the focus, the line is `{"focus":null}`. If a part of the desktop has
    /// the focus, that line also has a member such as `"shell":"overview"`. If the focus is unknown, that line also has
    /// `"unknown"` with the reason.
    public var line: [UInt8] {
        let json: JSONValue =
            switch self {
            case .window(let window): ["focus": Self.json(window)]
            case .nowhere: ["focus": .null]
            case .shell(let part): ["focus": .null, "shell": .string(part.rawValue)]
            case .unknown(let reason, _): ["focus": .null, "unknown": .string(reason)]
            }
        return json.line
    }

    private static func json(_ window: FocusedWindow) -> JSONValue {
        let rectangle = window.rectangle.map {
            ["height": .number($0.height), "width": .number($0.width), "x": .number($0.x), "y": .number($0.y)]
                as JSONValue
        }
        let output: String? = if case .name(let name)? = window.output { name } else { nil }
        return [
            "app": window.app.map(JSONValue.string), "process": window.process.map { JSONValue($0) },
            "title": window.title.map(JSONValue.string), "window": rectangle,
            "output": output.map(JSONValue.string),
        ]
    }
}
