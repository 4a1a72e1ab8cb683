internal import GestureModel

/// The name of an app: an app id or X11 class from a desktop, the name of a process or of its program's file, or the id
/// in the name of a systemd unit.
///
/// The same app may be `org.example.Editor` in one place and `editor` or `Editor` in another. So case is ignored, and a
/// single word matches the last part of a dotted name.
struct AppID: Hashable {
    private let words: [ExactText]

    init(_ text: String) { words = text.lowercased().exactParts(separatedBy: ".").map(\.exact) }

    func matches(_ other: AppID) -> Bool {
        guard let last = words.last, let otherLast = other.words.last, !last.text.isEmpty else { return false }
        return words == other.words || (last == otherLast && (words.count == 1 || other.words.count == 1))
    }
}

extension AppID {
    /// Finds the app in a control group by the name of the unit in which a desktop started the app
    /// (systemd.io/DESKTOP_ENVIRONMENTS): `app-LAUNCHER-ID-RANDOM.scope` or `app-LAUNCHER-ID@RANDOM.service`. The
    /// launcher may be missing. Returns nil if there is no such unit.
    init?(controlGroup: String) {
        let units = controlGroup.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
        guard
            let unit = units.last(where: {
                $0.hasExactPrefix("app-") && ($0.hasExactSuffix(".scope") || $0.hasExactSuffix(".service"))
            })?.utf8
        else { return nil }
        let name: Substring.UTF8View
        if Substring(unit).hasExactSuffix(".scope") {
            guard let random = unit.lastIndex(of: UInt8(ascii: "-")), random > unit.index(unit.startIndex, offsetBy: 3)
            else { return nil }
            name = unit[..<random]
        } else {
            name = unit.dropLast(".service".count).prefix { $0 != UInt8(ascii: "@") }
        }
        // The id itself contains no dash, because its dashes are escaped.
        guard let id = name.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).last else {
            return nil
        }
        self.init(Self.unescape(Substring(id)))
    }

    /// Replaces escapes, such as `\x2d` for a dash (systemd-escape(1)).
    private static func unescape(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            let hexadecimal = String(Substring(rest.dropFirst().prefix(2)))
            if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"), let value = UInt8(hexadecimal, radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
