/// What a client may receive at the moment, judged by its user and app. `hello` and `accessChanged` carry it.
public struct Access: Hashable, Sendable {
    /// The state of the sessions of the client's user, as logind and focus sources report it.
    public enum Session: String, Hashable, Sendable, CaseIterable {
        /// The user is active on one of the seats, or does not need to be: gestures come.
        case active
        /// Another user is active, or no user is.
        case inactive
        /// The user's session is locked: no gestures come.
        case locked
        /// The machine is about to sleep, or asleep.
        case suspended
        /// Sessions are not known here (no logind): every user that can connect receives, or every member of a group.
        case unmanaged
    }

    /// Whether the client's app has the focus, as far as a focus source reports it.
    public enum Focus: String, Hashable, Sendable, CaseIterable {
        /// No focus source has ever reported: every app of the user receives.
        case unknown
        /// This client's process has it.
        case focused
        /// This client's process does not have it: subscriptions of the scope `focused` are silent.
        case unfocused
        /// The focus source has gone: subscriptions of the scope `focused` are silent.
        case lost
    }

    /// Whether the session of the client's user lets gestures through.
    public var session: Session
    /// The names of the seats whose devices the client receives from. Root and the user that runs the daemon receive from
    /// every seat, and so does every client while the session is ``Session/unmanaged``.
    public var seats: [String]
    /// Whether the client's app has the focus. Subscriptions of the scope `session` do not depend on it.
    public var focus: Focus
    /// Withheld, values have no positions, and regions and edges are inactive.
    public var positions: PositionAccess

    public init(
        session: Session = .unmanaged, seats: [String] = ["seat0"], focus: Focus = .unknown,
        positions: PositionAccess = .granted
    ) {
        self.session = session
        self.seats = seats
        self.focus = focus
        self.positions = positions
    }
}

/// Whether an app receives where on a surface fingers are. Positions reveal what is typed on a screen.
public enum PositionAccess: String, Hashable, Sendable, CaseIterable {
    /// An app receives positions, and regions and edges are active.
    case granted
    /// An app receives how far and how fast fingers move, but not where: the positions of a moving gesture start at zero, and
    /// those of any other are zero.
    case withheld
}

/// When a subscription receives, within what its user may receive.
public enum SubscriptionScope: String, Hashable, Sendable, CaseIterable {
    /// While its app has the focus, or the focus is not known.
    case focused
    /// Independent of the focus: for shells and window managers.
    case session
}

/// Where the top left corner of a region's coordinates is.
public enum RegionOrigin: String, Hashable, Sendable, CaseIterable {
    /// The device's surface.
    case surface
    /// The app's window, if a focus source reports where that is. Otherwise the region is inactive.
    case window
}
