internal import CSystemd
internal import Glibc
internal import SystemdSupport

/// The processes of clients, each with a descriptor (pidfd_open(2)) that becomes readable when the process has ended.
///
/// A connection may outlive the process that made it, if another process has a copy of its descriptor. The kernel may
/// then assign the process's number to a new process, which would be mistaken for the client.
final class PeerProcesses {
    /// Called when a process with connections has ended.
    var onEnd: (Int32) -> Void = { _ in }

    private struct Entry {
        let descriptor: Int32
        let source: EventLoop.Source
        var connections = 1
    }

    private let loop: EventLoop
    private var entries: [Int32: Entry] = [:]

    init(on loop: EventLoop) { self.loop = loop }

    deinit { for process in Array(entries.keys) { end(process) } }

    /// Counts a connection of a process. Calls ``onEnd`` if the process has already ended. The process is not watched if
    /// its descriptor cannot be opened, for example because none is free, or because the kernel is older than 5.3.
    ///
    /// - Parameter socket: The connection, from which Linux 6.5 and later identify the process. On older kernels, the
    ///   process is looked up by its number.
    func add(_ process: Int32, socket: Int32) {
        // 0: a process of another namespace, which the kernel does not identify.
        guard process > 0 else { return }
        if entries[process] != nil {
            entries[process]?.connections += 1
            return
        }
        let descriptor = Self.open(process, socket)
        guard descriptor >= 0 else {
            if Self.hasEnded(errno) { onEnd(process) }
            return
        }
        let source = try? loop.watch(descriptor, for: .readable, priority: .access) { [unowned self] _ in
            end(process)
            onEnd(process)
        }
        guard let source else {
            close(descriptor)
            return
        }
        entries[process] = Entry(descriptor: descriptor, source: source)
    }

    /// Counts the end of a connection. After the last one of the process, the process is no longer watched.
    func remove(_ process: Int32) {
        guard let entry = entries[process] else { return }
        if entry.connections > 1 { entries[process]?.connections -= 1 } else { end(process) }
    }

    /// The loop stops watching the descriptor before the descriptor is closed: a closed descriptor's number may be used
    /// again at any time.
    private func end(_ process: Int32) {
        guard let entry = entries.removeValue(forKey: process) else { return }
        entry.source.isEnabled = false
        let descriptor = entry.descriptor
        _ = consume entry
        close(descriptor)
    }

    private static func open(_ process: Int32, _ socket: Int32) -> Int32 {
        var descriptor: Int32 = -1
        var length = socklen_t(MemoryLayout<Int32>.size)
        if getsockopt(socket, SOL_SOCKET, Int32(CSYSTEMD_SO_PEERPIDFD), &descriptor, &length) == 0 { return descriptor }
        // After any other error, the number may already belong to another process.
        return errno == ENOPROTOOPT ? csystemd_pidfd_open(process) : -1
    }

    /// True if an error of ``open(_:_:)`` means that the process was reaped: ESRCH from pidfd_open(2), and EINVAL or
    /// ESRCH, depending on the kernel, from SO_PEERPIDFD.
    private static func hasEnded(_ error: Int32) -> Bool { error == ESRCH || error == EINVAL }
}
