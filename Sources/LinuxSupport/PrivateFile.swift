internal import Glibc

/// A file that a command writes for its user: other users cannot read it, and cannot choose which file it is.
public enum PrivateFile {
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case cannotOpen(Errno)
        case cannotWrite(Errno)
        /// Other users may write to the folder, and the path is a link there.
        case link
        /// Other users may write to the folder, and the file there belongs to one of them.
        case foreign(user: UInt32)

        public var description: String {
            switch self {
            case .cannotOpen(let code), .cannotWrite(let code): "cannot be written: \(code)"
            case .link: "is a link in a folder to which other users may write: name the file itself"
            case .foreign(let user):
                "belongs to the user \(user), in a folder to which other users may write: remove it"
            }
        }
    }

    /// Writes a file, or what else a path names, such as a pipe. A new file has the mode 0600, and is removed if it does
    /// not fit. An existing one keeps its mode, and its contents if the file system says before that the new ones do not fit.
    public static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        let isShared = isShared(folderOf: path)
        // Another user's pipe would not be opened until that user reads.
        let flags = isShared ? O_NOFOLLOW | O_NONBLOCK : 0
        var descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | flags, 0o600)
        let isNew = descriptor >= 0
        if !isNew { descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o600) }
        guard descriptor >= 0 else { throw errno == ELOOP && isShared ? .link : .cannotOpen(.current) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .cannotOpen(.current) }
        let isFile = status.st_mode & S_IFMT == S_IFREG
        if isShared {
            guard status.st_uid == geteuid() else { throw .foreign(user: status.st_uid) }
            guard !isFile || status.st_nlink == 1 else { throw .link }
            _ = fcntl(descriptor, F_SETFL, O_WRONLY)
        }
        do throws(Errno) {
            // An error before the first byte is written; where a file system cannot tell, while they are.
            let code = isFile ? posix_fallocate(descriptor, 0, off_t(max(bytes.count, 1))) : 0
            if [ENOSPC, EFBIG, EDQUOT].contains(code) { throw Errno(code) }
            try bytes.span.bytes.withUnsafeBytes { (bytes) throws(Errno) in try writeAll(bytes, to: descriptor) }
            // After writing: what is cut off before gives its space to others.
            if isFile { ftruncate(descriptor, off_t(bytes.count)) }
        } catch {
            if isNew { unlink(path) }
            throw .cannotWrite(error)
        }
    }

    /// Makes a folder that other users cannot read. One that exists is used, unless it is another user's link.
    public static func makeFolder(_ path: String) throws(Failure) {
        guard mkdir(path, 0o700) != 0 else { return }
        guard errno == EEXIST else { throw .cannotOpen(.current) }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .cannotOpen(.current) }
        if status.st_mode & S_IFMT == S_IFLNK, isShared(folderOf: path) { throw .link }
    }

    /// Lets only its owner read the file that is this program's standard output, if it is new, as of a shell's `>`.
    public static func protectStandardOutput() {
        var status = stat()
        guard fstat(1, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == 0 else { return }
        fchmod(1, status.st_mode & 0o700)
    }

    /// True if other users than this one and root can change what the names in the path's folder lead to.
    private static func isShared(folderOf path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let folder = parts.isEmpty ? "." : parts.joined(separator: "/") + "/"
        var status = stat()
        guard stat(folder, &status) == 0 else { return false }
        return status.st_mode & 0o022 != 0 || status.st_uid != 0 && status.st_uid != geteuid()
    }
}
