internal import CSystemd
internal import Glibc

/// Who is sitting at the machine.
enum ActiveUser {
    /// Whether a client of this user may act on the machine's own devices, now: root, and whoever is active on the seat.
    ///
    /// Asked by user and not by session, since a user's services are in no session. Where logind does not run nobody knows
    /// who is active; the socket's permissions have decided then.
    static func mayAct(_ user: uid_t) -> Bool {
        // libsystemd itself tells by this folder whether logind runs. Without it sd_uid_is_on_seat says no to everybody.
        if user == 0 || access("/run/systemd/seats", F_OK) != 0 && errno == ENOENT { return true }
        return sd_uid_is_on_seat(user, 1, "seat0") > 0
    }
}
