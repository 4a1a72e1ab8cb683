public import GestureModel
internal import GestureProtocol

/// The focused window, as far as the desktop reports it.
public struct FocusedWindow: Hashable, Sendable {
    /// The process that shows the window; nil if the desktop does not report it.
    public var process: Int32?
    /// The desktop's name for the app, such as `org.gnome.TextEditor` or an X11 class; nil if the desktop does not report it.
    public var app: String?
    /// In fractions 0…1 of the window's screen; nil if the desktop does not report it.
    public var rectangle: Region?

    public init(process: Int32? = nil, app: String? = nil, rectangle: Region? = nil) {
        self.process = process
        self.app = app
        self.rectangle = rectangle
    }
}

public enum Focus: Hashable, Sendable {
    case window(FocusedWindow)
    /// No window has the focus.
    case nowhere
}

extension Focus {
    /// For people: `org.example.Editor, process 1234, at (0.5, 0), 0.5 x 1 of its screen`.
    public var sentence: String {
        guard case .window(let window) = self else { return "no window has the focus" }
        let process = window.process.map { "process \($0)" }
        let position = window.rectangle.map {
            "at (\(Self.short($0.x)), \(Self.short($0.y))), \(Self.short($0.width)) x \(Self.short($0.height)) of its screen"
        }
        return [window.app ?? "a window without a name", process, position].compactMap { $0 }.joined(separator: ", ")
    }

    /// Thousandths, without trailing zeros.
    private static func short(_ fraction: Double) -> String {
        let text = "\((fraction * 1000).rounded() / 1000)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension Focus {
    /// For programs, newline included: `{"focus":{"app":"foot","process":1234,"window":{…}}}`, without what the desktop does
    /// not report, or `{"focus":null}`.
    public var line: [UInt8] {
        guard case .window(let window) = self else { return (["focus": .null] as JSONValue).line }
        let rectangle = window.rectangle.map {
            ["height": .number($0.height), "width": .number($0.width), "x": .number($0.x), "y": .number($0.y)]
                as JSONValue
        }
        let focus: JSONValue = [
            "app": window.app.map(JSONValue.string), "process": window.process.map { JSONValue($0) },
            "window": rectangle,
        ]
        return (["focus": focus] as JSONValue).line
    }
}
