internal import CSystemd
internal import Glibc

/// The users of logind.
package enum LoginUsers {
    /// Returns the users who have a session, active or not; empty without logind.
    package static func withSessions() -> [UInt32] {
        var users: UnsafeMutablePointer<uid_t>?
        let count = sd_get_uids(&users)
        defer { free(users) }
        guard count > 0, let users else { return [] }
        return (0..<Int(count)).map { users[$0] }.filter { sd_uid_get_sessions($0, 0, nil) > 0 }
    }
}
