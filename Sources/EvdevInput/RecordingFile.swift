internal import LinuxSupport
public import TouchRecordings

/// Reads recordings from files.
public enum RecordingFile {
    public struct Failure: Error, CustomStringConvertible {
        public let path: String
        /// The system's error, or the error in the contents and its line.
        public let reason: String
        public var description: String { "\(path): \(reason)" }

        public init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }
    }

    /// The size of the largest file that is read, in bytes. A file of this size holds hours of a ten-finger recording.
    /// Without a limit, reading a device such as /dev/zero would never end.
    public static let sizeLimit = 256 * 1024 * 1024

    /// - Parameter path: `-` is standard input.
    public static func read(_ path: String) throws(Failure) -> Recording {
        do {
            let bytes =
                path == "-"
                ? try FileContents.read(from: 0, limit: sizeLimit)
                : try FileContents.read(path, limit: sizeLimit, mayBePipe: true)
            return try Recording(parsing: bytes)
        } catch {
            throw Failure(path: path, reason: "\(error)")
        }
    }
}
