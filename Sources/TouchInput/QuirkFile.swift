/// A file of libinput's quirks: sections that say which devices they are about, and what is known of those.
///
///     [Some vendor's touchpad]
///     MatchBus=usb
///     MatchName=*Vendor Touchpad
///     AttrSizeHint=100x60
///
/// The format is libinput's own affair and may grow: a `Match` that is not known makes its section apply to nothing, other
/// keys that are not known are passed over.
public struct QuirkFile: Hashable, Sendable {
    /// In the file's order; later ones override earlier ones.
    public var sections: [QuirkSection] = []

    public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
        /// From 1.
        public var line: Int
        public var message: String
        public var description: String { "line \(line): \(message)" }
    }

    /// - Throws: the first line that is none of the format's, or whose value is none for its key.
    public init(_ text: String) throws(SyntaxError) {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let content = Substring(line.prefix { $0 != UInt8(ascii: "#") }).withoutBlanks
            guard !content.isEmpty else { continue }
            do throws(QuirkValueError) {
                try read(content)
            } catch {
                throw SyntaxError(line: index + 1, message: error.message)
            }
        }
    }

    private mutating func read(_ line: Substring) throws(QuirkValueError) {
        if line.utf8.first == UInt8(ascii: "[") {
            guard line.utf8.last == UInt8(ascii: "]") else { throw QuirkValueError("expected a ] at the end") }
            sections.append(QuirkSection())
            return
        }
        guard let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            throw QuirkValueError("expected [section] or Key=value")
        }
        let key = line[..<equals].withoutBlanks
        let value = line[line.utf8.index(after: equals)...].withoutBlanks
        guard !key.isEmpty, !value.isEmpty else { throw QuirkValueError("expected Key=value") }
        guard !sections.isEmpty else { throw QuirkValueError("\(key) is below no [section]") }
        let last = sections.count - 1
        if key.hasPrefix("Match") {
            sections[last].matches.append(try QuirkMatch(String(key), String(value)))
        } else if let attribute = try QuirkAttribute(String(key), String(value)) {
            sections[last].attributes.append(attribute)
        }
    }
}

/// Devices, and what is known of them.
public struct QuirkSection: Hashable, Sendable {
    var matches: [QuirkMatch] = []
    var attributes: [QuirkAttribute] = []
}

/// What a value should have been.
struct QuirkValueError: Error {
    var message: String

    init(_ message: String) { self.message = message }
}

extension Substring {
    /// A carriage return belongs to the line's end.
    fileprivate var withoutBlanks: Substring {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
        guard let first = utf8.firstIndex(where: { !isBlank($0) }), let last = utf8.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return self[first...last]
    }
}

extension DeviceQuirks {
    /// What the sections of these files say of a device.
    ///
    /// - Parameter files: in the order in which they are read: later ones override earlier ones.
    public init(of device: DeviceIdentity, on machine: MachineIdentity, in files: [QuirkFile]) {
        self.init()
        for section in files.lazy.flatMap(\.sections) {
            // A section without a match would be about every device there is; libinput takes it for a mistake.
            guard !section.matches.isEmpty, section.matches.allSatisfy({ $0.holds(for: device, on: machine) }) else {
                continue
            }
            for attribute in section.attributes { attribute.apply(to: &self) }
        }
    }
}
