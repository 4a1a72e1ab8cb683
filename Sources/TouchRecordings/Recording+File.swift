internal import LinuxSupport

extension Recording {
    /// The size of the largest file that is read, in bytes. A file of this size holds hours of a ten-finger recording.
    /// Without a limit, reading a device such as /dev/zero would never end.
    public static let sizeLimit = 256 * 1024 * 1024

    /// Reads a file; see ``init(parsing:)`` for its formats.
    ///
    ///     let recording = try Recording(contentsOf: "pinch.evemu")
    ///     for frame in try recording.touchFrames() { recogniser.update(frame) }
    ///
    /// - Parameter path: Of a file of at most ``sizeLimit`` bytes.
    public init(contentsOf path: String) throws(RecordingFileError) {
        do {
            try self.init(parsing: FileContents.read(path, limit: Self.sizeLimit, mayBePipe: true))
        } catch {
            throw RecordingFileError(path: path, reason: "\(error)")
        }
    }
}

/// Why a file could not be read as a recording.
public struct RecordingFileError: Error, CustomStringConvertible, Sendable {
    /// The file's path.
    public let path: String
    /// The system's error, or the error in the contents and its line.
    public let reason: String
    public var description: String { "\(path): \(reason)" }

    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }
}
