internal import TouchInput

/// Why a file is not a recording that can be replayed: what was wrong, in which line, and what would be right.
public struct RecordingError: Error, CustomStringConvertible, Hashable, Sendable {
    public enum Code: Hashable, Sendable {
        /// Not in a format that is known here.
        case notARecording
        /// A line is not what its format allows.
        case malformed
        /// The file ends in the middle of a line.
        case truncated
        /// Events of a device that the file does not describe.
        case noDevice
        case notATouchDevice
        case noEvents
    }

    public var code: Code
    /// Counted from 1; nil where the whole file is meant.
    public var line: Int?
    public var reason: String

    public init(_ code: Code, line: Int? = nil, reason: String) {
        self.code = code
        self.line = line
        self.reason = reason
    }

    public var description: String { line.map { "line \($0): \(reason)" } ?? reason }
}
