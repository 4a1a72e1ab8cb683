internal import FoundationEssentials
public import GestureModel

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
    public var line: [UInt8] { (try? JSONEncoder.line(Line(self))) ?? [] }

    private struct Line: Encodable {
        var focus: Window?

        struct Window: Encodable {
            var app: String?
            var process: Int32?
            var window: Rectangle?
        }

        struct Rectangle: Encodable {
            var x: Double
            var y: Double
            var width: Double
            var height: Double
        }

        init(_ focus: Focus) {
            guard case .window(let window) = focus else { return }
            self.focus = Window(
                app: window.app, process: window.process,
                window: window.rectangle.map { Rectangle(x: $0.x, y: $0.y, width: $0.width, height: $0.height) })
        }

        enum CodingKeys: CodingKey {
            case focus
        }

        /// Encodes null if no window has the focus.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(focus, forKey: .focus)
        }
    }
}

extension JSONEncoder {
    fileprivate static func line(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
    }
}
