internal import CSystemd
internal import GesturePipeline
internal import Glibc

/// Who is at the other end of a Unix socket (SO_PEERCRED, SO_PEERGROUPS).
struct PeerCredentials {
    let process: pid_t
    let user: uid_t
    /// The group first, then the supplementary ones.
    let groups: [gid_t]

    init?(of descriptor: Int32) {
        var credentials = csystemd_peer()
        var length = socklen_t(MemoryLayout<csystemd_peer>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0, credentials.pid > 0 else {
            return nil
        }
        process = credentials.pid
        user = credentials.uid
        groups = [credentials.gid] + PeerCredentials.supplementaryGroups(of: descriptor)
    }

    /// Nobody is in more than NGROUPS_MAX groups; who is in more than this has rights enough.
    private static func supplementaryGroups(of descriptor: Int32) -> [gid_t] {
        var groups = [gid_t](repeating: 0, count: 1024)
        var length = socklen_t(groups.count * MemoryLayout<gid_t>.stride)
        guard getsockopt(descriptor, SOL_SOCKET, Int32(CSYSTEMD_SO_PEERGROUPS), &groups, &length) == 0 else {
            return []
        }
        return Array(groups[..<(Int(length) / MemoryLayout<gid_t>.stride)])
    }

    /// The same in the pipeline's words.
    var peer: Peer { Peer(user: user, process: process, groups: groups) }

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
