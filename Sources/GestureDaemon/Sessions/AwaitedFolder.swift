internal import CSystemd
internal import Glibc

/// Waits for a folder to be created, without polling: it watches the deepest ancestor that exists.
///
/// Check for the folder once more after creating this: one that appeared before is not reported.
final class AwaitedFolder {
    private let path: String
    private let onAppearance: () -> Void
    private let descriptor: Int32
    private var source: EventLoop.Source?
    private var watch: Int32 = -1

    /// - Parameters:
    ///   - path: Absolute.
    ///   - onAppearance: Called once. It may release this.
    /// - Returns: nil if the kernel has no inotify instance left.
    init?(_ path: String, on loop: EventLoop, onAppearance: @escaping () -> Void) {
        self.path = path
        self.onAppearance = onAppearance
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0,
            let source = try? loop.watch(descriptor, for: EPOLLIN.rawValue, { [unowned self] _ in handleEvents() })
        else { return nil }
        self.source = source
        watchAncestor()
    }

    deinit {
        source = nil
        if descriptor >= 0 { close(descriptor) }
    }

    private func handleEvents() {
        discardEvents()
        watchAncestor()
        guard exists(path) else { return }
        source?.isEnabled = false
        onAppearance()
    }

    /// Repeats until the deepest ancestor is the one watched: more of the path may be created meanwhile.
    private func watchAncestor() {
        var watched = ""
        while watched != ancestor {
            watched = ancestor
            let last = watch
            watch = inotify_add_watch(
                descriptor, watched, UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR))
            if last >= 0 && last != watch { inotify_rm_watch(descriptor, last) }
        }
    }

    private var ancestor: String {
        var end = path.endIndex
        repeat {
            end = path[..<end].lastIndex(of: "/") ?? path.startIndex
            if end == path.startIndex { return "/" }
        } while !exists(String(path[..<end]))
        return String(path[..<end])
    }

    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private func discardEvents() {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
        }
    }
}
