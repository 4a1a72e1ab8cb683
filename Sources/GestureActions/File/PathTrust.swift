internal import Glibc

/// Who can replace a file: the owners of the links and folders through which its path leads, and all who may write to
/// these folders.
struct PathTrust {
    /// Why other users can replace the file.
    enum Exposure: Hashable {
        /// A folder or a link belongs to another user.
        case foreign(path: String, user: uid_t)
        /// Others may write to a folder.
        case writable(folder: String)
        /// A folder or a link cannot be examined, for example because its name is not UTF-8.
        case unclear(path: String)
    }

    private(set) var exposures: [Exposure] = []

    /// Follows a path from its first folder to the file, through all links.
    init(_ path: String) {
        var rest = Self.parts(of: path)
        var current = path.isAbsolute ? "" : "."
        checkFolder(current)
        // The kernel follows at most 40 links.
        var links = 0
        while let part = rest.popLast() {
            let next = "\(current)/\(part)"
            var status = stat()
            guard lstat(next, &status) == 0 else {
                exposures.append(.unclear(path: next))
                return
            }
            if status.st_mode & S_IFMT == S_IFLNK {
                links += 1
                guard links <= 40, let target = Self.target(of: next) else {
                    exposures.append(.unclear(path: next))
                    return
                }
                if !Self.isTrusted(status) { exposures.append(.foreign(path: next, user: status.st_uid)) }
                rest += Self.parts(of: target)
                if target.isAbsolute { current = "" }
            } else if !rest.isEmpty {
                current = next
                checkFolder(current)
            }
        }
    }

    /// The parts of a path, the last first.
    private static func parts(of path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).reversed().map { String(decoding: $0, as: UTF8.self) }
    }

    /// - Returns: Where a link leads; nil if it cannot be read, or is not UTF-8.
    private static func target(of link: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &bytes, bytes.count)
        return count > 0 ? String(validating: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    private static func isTrusted(_ status: stat) -> Bool { status.st_uid == getuid() || status.st_uid == 0 }

    private mutating func checkFolder(_ path: String) {
        let path = path.isEmpty ? "/" : path
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        if !Self.isTrusted(status) { exposures.append(.foreign(path: path, user: status.st_uid)) }
        // In a folder with the sticky bit, such as /tmp, others cannot replace files of this user.
        guard status.st_mode & 0o022 != 0, status.st_mode & S_ISVTX == 0 else { return }
        if !exposures.contains(.writable(folder: path)) { exposures.append(.writable(folder: path)) }
    }
}

extension String {
    // A slash and a combining mark after it are one Character.
    fileprivate var isAbsolute: Bool { utf8.first == UInt8(ascii: "/") }
}
