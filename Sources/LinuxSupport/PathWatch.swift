internal import Glibc

/// Watches files and folders with inotify(7). They need not exist: the folder of each is watched, or its deepest
/// existing ancestor.
public final class PathWatch {
    /// Becomes readable when ``process()`` has work.
    public let descriptor: Int32

    private let paths: [String]
    private let subject: Subject
    private var watches: Set<Int32> = []
    private var lastState: [String] = []

    /// The changes to report.
    public enum Subject: Sendable {
        /// A path appears or disappears.
        case existence
        /// A path appears or disappears; a file's contents, owner or permissions change; or a link's target changes.
        case contents

        /// The events of a folder that may signify a change.
        fileprivate var mask: UInt32 {
            let existence = IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
            return switch self {
            case .existence: UInt32(existence | IN_MOVED_FROM | IN_DELETE)
            case .contents: UInt32(existence | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_ATTRIB)
            }
        }
    }

    /// Starts to watch the paths. Earlier changes are not reported, so the caller reads the files after this call.
    ///
    /// - Throws: If this process or user has no inotify instance left.
    public init(_ paths: [String], for subject: Subject) throws(SystemError) {
        self.paths = paths
        self.subject = subject
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else {
            throw SystemError(operation: "watch \(paths.joined(separator: ", "))", code: .current)
        }
        self.descriptor = descriptor
        watchFolders()
        lastState = state
    }

    deinit { close(descriptor) }

    /// Reads the events of inotify(7), and watches the folders that now exist.
    ///
    /// - Returns: True if a path has changed since the last call.
    public func process() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
        }
        watchFolders()
        let state = state
        defer { lastState = state }
        return state != lastState
    }

    /// A description of the paths that differs after a change.
    private var state: [String] {
        paths.map { path in
            var status = stat()
            guard stat(path, &status) == 0 else { return "" }
            let change = status.st_ctim
            return switch subject {
            case .existence: "exists"
            case .contents: "\(status.st_ino) \(status.st_size) \(change.tv_sec) \(change.tv_nsec)"
            }
        }
    }

    /// Watches ``folders``. Repeats until they no longer change, because deeper folders of a path may be created
    /// meanwhile.
    private func watchFolders() {
        var watched: Set<String>?
        while watched != folders {
            let folders = folders
            watched = folders
            let current = Set(folders.map { inotify_add_watch(descriptor, $0, subject.mask) }.filter { $0 >= 0 })
            for watch in watches.subtracting(current) { inotify_rm_watch(descriptor, watch) }
            watches = current
        }
    }

    private var folders: Set<String> {
        // A link also changes when its target does.
        let targets = paths.compactMap { path in
            realpath(path, nil).map { target in
                defer { free(target) }
                return String(cString: target)
            }
        }
        return Set((paths + targets).map(Self.deepestFolder))
    }

    /// Returns the deepest existing folder above a path.
    private static func deepestFolder(of path: String) -> String {
        var end = path.endIndex
        repeat {
            end = path[..<end].lastIndex(of: "/") ?? path.startIndex
            if end == path.startIndex { return path.hasPrefix("/") ? "/" : "." }
        } while access(String(path[..<end]), F_OK) != 0
        return String(path[..<end])
    }
}
