internal import Glibc

/// Keeps two daemons that start together apart while one binds: each could take the other's socket, bound and not yet
/// listening, for what a dead daemon left.
///
/// The lock is on the folder itself and leaves no file behind. Whoever holds it for longer than a second is no daemon, and
/// is not waited for.
struct FolderLock: ~Copyable {
    private let descriptor: Int32

    init(around path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        for _ in 0..<100 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            usleep(10_000)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
