internal import LinuxSupport
@_exported public import TouchRecordings

/// Reads recordings from files and from standard input.
public enum RecordingFile {
    public typealias Failure = RecordingFileError

    /// - Parameter path: `-` is standard input.
    public static func read(_ path: String) throws(Failure) -> Recording {
        guard path == "-" else { return try Recording(contentsOf: path) }
        do {
            return try Recording(parsing: FileContents.read(from: 0, limit: Recording.sizeLimit))
        } catch {
            throw Failure(path: path, reason: "\(error)")
        }
    }
}
