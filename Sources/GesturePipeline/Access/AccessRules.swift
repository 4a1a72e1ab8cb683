/// Who may have what, as far as the configuration decides it.
public struct AccessRules: Hashable, Sendable {
    /// Who is told where fingers touch.
    public enum Positions: String, Hashable, Sendable, CaseIterable {
        /// The app that is known to have the focus.
        case focused
        /// Every app of the active user.
        case session
    }

    /// Who may subscribe with the scope `session`.
    public enum SessionScope: String, Hashable, Sendable, CaseIterable {
        /// Every app of the active user.
        case everyone
        /// Those that a grant names.
        case granted
    }

    /// Rights of the processes of one user, or of one group.
    public struct Grant: Hashable, Sendable {
        /// nil for any user.
        public var user: UInt32?
        /// nil for any group.
        public var group: UInt32?
        /// Positions, whoever has the focus.
        public var positions: Bool
        /// The scope `session`, with `cancel` and `claim`.
        public var session: Bool

        public init(user: UInt32? = nil, group: UInt32? = nil, positions: Bool = false, session: Bool = false) {
            self.user = user
            self.group = group
            self.positions = positions
            self.session = session
        }
    }

    public var positions = Positions.focused
    public var sessionScope = SessionScope.everyone
    public var grants: [Grant] = []
    /// Who runs the daemon and can read the devices without it. Root is always such a user.
    public var ownUser: UInt32?
    /// Where nobody knows who is active (no logind): the members of this group receive gestures. nil for everybody who can
    /// connect.
    public var fallbackGroup: UInt32?
    /// The group that a focus source must be of; nil for any.
    public var focusGroup: UInt32?

    public init() {}

    /// Whether `user` needs nobody's leave: what the daemon could tell, it can read itself.
    func trusts(_ user: UInt32) -> Bool { user == 0 || user == ownUser }
}
