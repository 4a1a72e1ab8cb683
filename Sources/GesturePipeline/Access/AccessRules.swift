/// The configured rules for what clients may receive.
public struct AccessRules: Hashable, Sendable {
    /// The apps that receive positions.
    public enum Positions: String, Hashable, Sendable, CaseIterable {
        /// The app that is known to have the focus.
        case focused
        /// Every app of the active user.
        case session
    }

    /// The apps that may subscribe with the scope `session`.
    public enum SessionScope: String, Hashable, Sendable, CaseIterable {
        /// Every app.
        case everyone
        /// Apps with a grant.
        case granted
    }

    /// Rights for the processes of one user, of one group, or of one user in one group.
    public struct Grant: Hashable, Sendable {
        /// nil for any user.
        public var user: UInt32?
        /// nil for any group.
        public var group: UInt32?
        /// True to grant positions without the focus.
        public var positions: Bool
        /// True to grant the scope `session`, and with it the request `cancel` and the key `claim`.
        public var session: Bool

        public init(user: UInt32? = nil, group: UInt32? = nil, positions: Bool = false, session: Bool = false) {
            self.user = user
            self.group = group
            self.positions = positions
            self.session = session
        }

        /// Returns true if the grant applies to a process. A grant with neither a user nor a group applies to no
        /// process.
        func applies(to peer: Peer) -> Bool {
            guard user != nil || group != nil else { return false }
            return (user.map { $0 == peer.user } ?? true) && (group.map(peer.groups.contains) ?? true)
        }
    }

    public var positions = Positions.focused
    public var sessionScope = SessionScope.everyone
    public var grants: [Grant] = []
    /// The user who runs the daemon and can read the devices directly. Like root, this user is trusted.
    public var ownUser: UInt32?
    /// The group whose members receive gestures if active sessions are not known (no logind); nil if every client that
    /// can connect receives them.
    public var fallbackGroup: UInt32?
    /// The group to which a focus source must belong, unless it is trusted; nil if every client may report the focus.
    public var focusGroup: UInt32?

    public init() {}

    /// Returns true if `user` needs no permission, because it can read the devices itself.
    func trusts(_ user: UInt32) -> Bool { user == 0 || user == ownUser }
}

/// The process at the other end of a connection, as the kernel reports it (SO_PEERCRED, SO_PEERGROUPS).
public struct Peer: Hashable, Sendable {
    /// The user's number.
    public var user: UInt32
    /// The process that connected.
    public var process: Int32
    /// The process's group and supplementary groups when it connected.
    public var groups: [UInt32]

    /// Replaces the number of a process that has ended. No process has this number.
    static let ended: Int32 = 0

    public init(user: UInt32, process: Int32, groups: [UInt32] = []) {
        self.user = user
        self.process = process
        self.groups = groups
    }
}
