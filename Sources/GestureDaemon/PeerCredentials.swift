internal import CSystemd
internal import Glibc

/// Who is at the other end of a Unix socket (SO_PEERCRED).
struct PeerCredentials {
    let process: pid_t
    let user: uid_t

    init?(of descriptor: Int32) {
        var credentials = csystemd_peer()
        var length = socklen_t(MemoryLayout<csystemd_peer>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0, credentials.pid > 0 else {
            return nil
        }
        process = credentials.pid
        user = credentials.uid
    }

    /// `gestured (process 4711)`, or the number alone where the name cannot be read.
    var processDescription: String {
        let file = open("/proc/\(process)/comm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "process \(process)" }
        defer { close(file) }
        var name = [UInt8](repeating: 0, count: 64)
        let count = read(file, &name, name.count)
        guard count > 1 else { return "process \(process)" }
        return "\(String(decoding: name[..<(count - 1)], as: UTF8.self)) (process \(process))"
    }
}
