internal import Glibc

/// Reads whole small files.
enum FileBytes {
    enum Failure: Error {
        /// `open`, or `read`, and its errno.
        case system(operation: String, code: CInt)
        case tooLarge
    }

    /// - Parameter most: bytes a file may have.
    static func read(_ path: String, most: Int) throws(Failure) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .system(operation: "opened", code: errno) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let count = Glibc.read(file, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw .system(operation: "read", code: errno) }
            bytes += chunk[..<count]
            guard bytes.count <= most else { throw .tooLarge }
        }
    }
}
