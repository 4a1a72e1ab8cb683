public import GestureModel
internal import GestureProtocol
internal import TouchInput

/// The page that draws contacts and gestures, and the reasons why gestures were recognised or not. It loads nothing
/// from the network, and no text of a device or a recording can become part of its script.
public struct Page {
    /// The largest size of a page with a recording, in bytes. A browser opens a page of this size at once.
    public static let sizeLimit = 1_500_000

    /// The thresholds of the recording, for the zones that are drawn.
    private let thresholds: Thresholds

    public init(thresholds: Thresholds = Thresholds()) { self.thresholds = thresholds }

    /// Returns a page that shows a recording.
    public func report(_ recording: PackedRecording, title: String, faults: [String] = [], standard: Bool) -> [UInt8] {
        let config = config(standard: standard)
        let empty = page(title: title, config: config, data: [])
        return page(
            title: title, config: config,
            data: recording.json(limit: Page.sizeLimit - empty.count - title.utf8.count - 20_000, faults: faults))
    }

    /// Returns a page that reads lines from the address `lines` in its own folder.
    public func live(title: String, standard: Bool) -> [UInt8] {
        page(title: title, config: config(standard: standard), data: Array(#"{"live":true}"#.utf8))
    }

    /// One script of all files, in a scope of its own: names such as `frames` are also those of a browser's window.
    private static let script: [UInt8] = {
        let files = [
            PackageResources.model_js, PackageResources.words_js, PackageResources.labels_js, PackageResources.draw_js,
            PackageResources.timeline_js, PackageResources.report_js, PackageResources.live_js,
        ]
        return Array("\"use strict\";\n{\n".utf8) + files.joined() + Array("}\n".utf8)
    }()

    private func page(title: String, config: [UInt8], data: [UInt8]) -> [UInt8] {
        PageTemplate(bytes: PackageResources.page_html).filled { name in
            switch name {
            case "title": Array(title.escapingHTML.utf8)
            case "style": PackageResources.page_css
            case "script": Self.script
            case "config": config.escapingTags
            default: data.escapingTags
            }
        }
    }

    /// - Parameter standard: True if the standard sets were recognised, whose limits depend on the device's kind; false
    ///   for single gestures.
    private func config(standard: Bool) -> [UInt8] {
        let remedies = TouchDeviceKind.allCases.map { kind -> (String, JSONValue?) in
            let gestures = GestureName.allCases.map { gesture -> (String, JSONValue?) in
                let settings = Remedy.failures.map { failure -> (String, JSONValue?) in
                    let setting =
                        standard
                        ? Remedy.setting(of: gesture, failure, inStandardSetOf: kind)
                        : Remedy.setting(of: gesture, failure, on: kind)
                    return (failure.name, setting.map { .string($0) })
                }
                return (gesture.rawValue, .members(settings))
            }
            return (kind.rawValue, .members(gestures))
        }
        let json: JSONValue = [
            "remedies": .members(remedies),
            "failures": .members(Remedy.failures.map { ($0.name, .string($0.summary)) }),
            "words": .members(ReasonWords.all.map { ($0.0, .string($0.1)) }),
            "causes": .members(ContactReport.Cause.allCases.map { ($0.rawValue, .string($0.phrase)) }),
            "stateCauses": .members(
                ContactReport.State.allCases.compactMap { state in state.phrase.map { (state.rawValue, .string($0)) } }),
            "states": .array(ContactReport.State.allCases.map { .string($0.rawValue) }),
            "causeNames": .array(ContactReport.Cause.allCases.map { .string($0.rawValue) }),
            "zones": [
                "palm": .number(PalmDetector.palmZone), "thumb": .number(PalmDetector.thumbZone),
                "edge": .number(PalmDetector.edge),
                "edgeDistance": .number(thresholds.edges.distance * Surface.millimetresPerPoint),
            ],
            "hold": [
                "duration": [
                    "touchscreen": .number(thresholds.touchscreen.holdDuration.seconds),
                    "touchpad": .number(thresholds.touchpad.holdDuration.seconds),
                ], "distance": .number(thresholds.longPress.maximumDistance * Surface.millimetresPerPoint),
            ],
            "grant": "[[grant]]\nuser = \"NAME\"\npositions = true",
        ]
        return json.line.dropLast()
    }
}

/// A text with placeholders of the form `{name}`.
struct PageTemplate {
    let bytes: [UInt8]

    func filled(_ value: (String) -> [UInt8]) -> [UInt8] {
        var filled: [UInt8] = []
        var rest = bytes[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "{")) {
            filled += rest[..<start]
            guard let end = rest[start...].firstIndex(of: UInt8(ascii: "}")) else { break }
            filled += value(String(decoding: rest[rest.index(after: start)..<end], as: UTF8.self))
            rest = rest[rest.index(after: end)...]
        }
        return filled + rest
    }
}

extension [UInt8] {
    /// The JSON, with each `<` and each control character of C1 written as an escape: it contains no tags, and a terminal
    /// obeys nothing in it. In JSON, both occur only in texts.
    fileprivate var escapingTags: [UInt8] {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(count)
        for byte in self {
            if byte == UInt8(ascii: "<") {
                escaped += Array(#"\u003c"#.utf8)
            } else if escaped.last == 0xC2, (0x80...0x9F).contains(byte) {
                // UTF-8 writes U+0080 to U+009F as C2 and the character's number.
                escaped.removeLast()
                escaped += Array((#"\u00"# + String(byte, radix: 16)).utf8)
            } else {
                escaped.append(byte)
            }
        }
        return escaped
    }
}

extension String {
    /// The text, in which entities replace the characters that HTML and XML treat as markup, and U+FFFD replaces
    /// control characters, U+FFFE and U+FFFF.
    public var escapingHTML: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
