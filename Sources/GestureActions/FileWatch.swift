internal import Glibc

/// Watches files that need not exist, through inotify(7) on their folders, or on the folders that will hold these.
final class FileWatch {
    let descriptor: Int32
    private let paths: [String]
    private var watches: Set<Int32> = []
    private var lastState: [String] = []

    init(_ paths: [String]) {
        self.paths = paths
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        watchFolders()
        lastState = state
    }

    deinit { close(descriptor) }

    /// Reads the events.
    ///
    /// - Returns: True if a file has changed since the last call.
    func process() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
        }
        watchFolders()
        let state = state
        defer { lastState = state }
        return state != lastState
    }

    /// What shows a change of any of the files, or of who may write to it.
    private var state: [String] {
        paths.map { path in
            var status = stat()
            guard stat(path, &status) == 0 else { return "" }
            let change = status.st_ctim
            return "\(status.st_ino) \(status.st_size) \(change.tv_sec) \(change.tv_nsec)"
        }
    }

    private func watchFolders() {
        let mask =
            IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF
            | IN_MOVE_SELF | IN_ONLYDIR
        // A link also changes where it leads.
        let targets = paths.compactMap { path in
            realpath(path, nil).map { target in
                defer { free(target) }
                return String(cString: target)
            }
        }
        var current: Set<Int32> = []
        for path in paths + targets {
            let watch = inotify_add_watch(descriptor, Self.deepestFolder(of: path), UInt32(mask))
            if watch >= 0 { current.insert(watch) }
        }
        for watch in watches.subtracting(current) { inotify_rm_watch(descriptor, watch) }
        watches = current
    }

    private static func deepestFolder(of path: String) -> String {
        var end = path.endIndex
        repeat {
            end = path[..<end].lastIndex(of: "/") ?? path.startIndex
            if end == path.startIndex { return path.hasPrefix("/") ? "/" : "." }
        } while access(String(path[..<end]), F_OK) != 0
        return String(path[..<end])
    }
}
