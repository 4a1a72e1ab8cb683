public import GestureModel
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
    /// - Parameter name: What each line begins with, such as the program's name.
    public static func writeLines(_ text: String, of name: String? = nil) {
        for line in text.exactParts(separatedBy: "\n", omittingEmpty: true) {
            writeLine(name.map { "\($0): \(line)" } ?? line)
        }
    }
}

extension String {
    /// The text with control characters as `\u{1b}`: newlines, the escapes of terminals, and those that change the direction
    /// of writing. Names of devices may contain any of them.
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

extension Unicode.Scalar {
    /// Listed here, because the properties of Unicode would take a large table.
    fileprivate var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

/// Writes all bytes to a descriptor that blocks.
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

/// Waits until a descriptor is readable or has hung up.
///
/// - Returns: False if that has not happened at `deadline`. The call may return up to 1 ms later.
public func waitUntilReadable(_ descriptor: Int32, deadline: Timestamp) throws(Errno) -> Bool {
    while true {
        let left = (deadline - MonotonicClock.now).count
        guard left > 0 else { return false }
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // Rounded up, or the last wait would be a busy one.
        switch poll(&polled, 1, Int32(clamping: left / 1000 + 1)) {
        case 1...: return true
        case 0: continue
        default:
            let code = Errno.current
            if code.rawValue != EINTR { throw code }
        }
    }
}

/// Reads whole files.
public enum FileContents {
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case cannotOpen(Errno)
        case cannotRead(Errno)
        case tooLarge(limit: Int)
        /// Opening or reading it might never end.
        case pipe

        public var description: String {
            switch self {
            case .cannotOpen(let code): "cannot be opened: \(code)"
            case .cannotRead(let code): "cannot be read: \(code)"
            case .tooLarge(let limit): "larger than \(limit) bytes"
            case .pipe: "is a pipe: expected a file, which need not be waited for"
            }
        }
    }

    /// - Parameters:
    ///   - limit: The most bytes the file may have.
    ///   - mayBePipe: True for a file that a person names, which may be `<(command)`. A service never waits for the other end.
    public static func read(_ path: String, limit: Int = .max, mayBePipe: Bool = false) throws(Failure) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC | (mayBePipe ? 0 : O_NONBLOCK))
        guard file >= 0 else { throw .cannotOpen(.current) }
        defer { close(file) }
        var status = stat()
        guard mayBePipe || fstat(file, &status) == 0 && status.st_mode & S_IFMT != S_IFIFO else { throw .pipe }
        return try read(from: file, limit: limit)
    }

    /// Reads from an open descriptor, such as standard input, up to its end.
    public static func read(from descriptor: Int32, limit: Int = .max) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            var failure: Errno?
            let chunk = [UInt8](unsafeUninitializedCapacity: 16 * 1024) { buffer, count in
                let result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                if result < 0 { failure = .current }
                count = max(result, 0)
            }
            switch failure?.rawValue {
            case nil where chunk.isEmpty: return bytes
            case nil: bytes += chunk
            case EINTR: continue
            case let code?: throw .cannotRead(Errno(code))
            }
        }
        throw .tooLarge(limit: limit)
    }
}
