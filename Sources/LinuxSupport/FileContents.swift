internal import Glibc

/// Reads whole files.
public enum FileContents {
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case cannotOpen(Errno)
        case cannotRead(Errno)
        case tooLarge(limit: Int)
        /// The file is a pipe. Its other end might never be opened, or never be closed.
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

    /// Reads the file at a path.
    ///
    /// - Parameters:
    ///   - limit: The most bytes that the file may have.
    ///   - mayBePipe: True for a file that a person names: it may be `<(command)`. A service must not wait for the
    ///     other end of a pipe.
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

    /// Returns the names in a folder, in no order, with `.` and `..`.
    public static func names(in folder: String) throws(Errno) -> [String] {
        guard let directory = opendir(folder) else { throw .current }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) })
        }
        return names
    }
}
