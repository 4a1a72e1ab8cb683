internal import Glibc
internal import TouchInput
public import TouchRecordings

/// Reads recordings from files.
public enum RecordingFile {
    public struct Failure: Error, CustomStringConvertible {
        public let path: String
        /// The system's error, or what is wrong with the contents and where.
        public let reason: String
        public var description: String { "\(path): \(reason)" }

        public init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }
    }

    /// - Parameter path: `-` is standard input.
    public static func read(_ path: String) throws(Failure) -> Recording {
        let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(path: path, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw Failure(path: path, reason: String(cString: strerror(errno))) }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        do throws(RecordingError) {
            return try Recording(parsing: bytes)
        } catch {
            throw Failure(path: path, reason: "\(error)")
        }
    }
}
