internal import CSystemd
internal import GesturePipeline
internal import Glibc
internal import LinuxSupport

/// The process and user at the other end of a Unix socket (SO_PEERCRED, SO_PEERGROUPS).
struct PeerCredentials {
    let process: pid_t
    let user: uid_t
    /// The primary group, then the supplementary ones.
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

    /// Returns no groups for a user in more than 1024. The kernel allows 65,536 (NGROUPS_MAX).
    private static func supplementaryGroups(of descriptor: Int32) -> [gid_t] {
        var groups = [gid_t](repeating: 0, count: 1024)
        var length = socklen_t(groups.count * MemoryLayout<gid_t>.stride)
        guard getsockopt(descriptor, SOL_SOCKET, Int32(CSYSTEMD_SO_PEERGROUPS), &groups, &length) == 0 else {
            return []
        }
        return Array(groups[..<(Int(length) / MemoryLayout<gid_t>.stride)])
    }

    var peer: Peer { Peer(user: user, process: process, groups: groups) }

    /// `gestured (process 4711)`, or the number alone if the name cannot be read.
    var processDescription: String {
        guard let name = try? FileContents.read("/proc/\(process)/comm"), name.count > 1 else {
            return "process \(process)"
        }
        return "\(String(decoding: name.dropLast(), as: UTF8.self)) (process \(process))"
    }
}
