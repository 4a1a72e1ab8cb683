internal import GestureModel
internal import Glibc

/// Standard error, for messages to the user. Glibc's `stderr` is a global variable, which Swift 6 rejects.
public enum StandardError {
    /// Writes the line and its newline with one call, so that lines of several processes do not mix. Control characters
    /// are escaped.
    public static func writeLine(_ line: String) {
        var line = line.escapingControls + "\n"
        line.withUTF8 { try? writeAll(UnsafeRawBufferPointer($0), to: 2) }
    }

    /// Writes each line of a text that may have several, such as an error with several problems.
    ///
    /// - Parameter name: The prefix of each line, such as the program's name.
    public static func writeLines(_ text: String, of name: String? = nil) {
        for line in text.exactParts(separatedBy: "\n", omittingEmpty: true) {
            writeLine(name.map { "\($0): \(line)" } ?? line)
        }
    }
}

extension String {
    /// The text with control characters escaped, as `\u{1b}`: newlines, escapes of terminals, and characters that
    /// change the direction of writing. Names of devices may contain any of them.
    public var escapingControls: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isControl {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension [UInt8] {
    /// The line of JSON with control characters as its escapes, such as `\u009b`: the same characters as in
    /// `escapingControls`. Only texts can have them, so it is the same JSON.
    public var escapingControlsInJSON: [UInt8] {
        guard contains(where: { !(0x20..<0x7F).contains($0) }) else { return self }
        var bytes: [UInt8] = []
        for scalar in String(decoding: self, as: UTF8.self).unicodeScalars {
            if scalar.isControl {
                let digits = String(scalar.value, radix: 16)
                bytes += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
            } else {
                bytes += String(scalar).utf8
            }
        }
        return bytes
    }
}

extension Unicode.Scalar {
    /// True for a character that `escapingControls` escapes. Listed here, because the properties of Unicode would
    /// require a large table.
    fileprivate var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

/// Writes all bytes to a blocking descriptor.
public func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(Errno) {
    var rest = bytes
    while !rest.isEmpty {
        let count = write(descriptor, rest.baseAddress, rest.count)
        if count < 0 {
            let code = Errno.current
            if code.rawValue == EINTR { continue }
            throw code
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
}
