internal import GestureModel

extension Focus {
    /// For people: `org.example.Editor, process 1234, at (0.5, 0), 0.5 x 1 of its screen`.
    public var sentence: String {
        guard case .window(let window) = self else { return "no window has the focus" }
        let process = window.process.map { "process \($0)" }
        let place = window.rectangle.map {
            "at (\(Self.short($0.x)), \(Self.short($0.y))), \(Self.short($0.width)) x \(Self.short($0.height)) of its screen"
        }
        return [window.app ?? "a window without a name", process, place].compactMap { $0 }.joined(separator: ", ")
    }

    /// For programs, newline included: `{"focus":{"app":"foot","process":1234,"window":{…}}}`, without what the desktop does
    /// not say, or `{"focus":null}`.
    public var line: [UInt8] { (try? JSONLine.encoded(Line(self))) ?? [] }

    private struct Line: Encodable {
        var focus: Window?

        struct Window: Encodable {
            var app: String?
            var process: Int32?
            var window: FocusReport.Rectangle?
        }

        init(_ focus: Focus) {
            guard case .window(let window) = focus else { return }
            self.focus = Window(
                app: window.app, process: window.process, window: window.rectangle.map(FocusReport.Rectangle.init))
        }

        enum CodingKeys: CodingKey {
            case focus
        }

        /// Nobody is null, not nothing.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(focus, forKey: .focus)
        }
    }

    /// Thousandths, without zeros at the end.
    private static func short(_ fraction: Double) -> String {
        let text = "\((fraction * 1000).rounded() / 1000)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
