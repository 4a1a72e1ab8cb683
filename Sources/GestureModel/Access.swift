/// What a client may receive at the moment, depending on its user and app. `hello` and `accessChanged` carry it.
public struct Access: Hashable, Sendable {
    /// The state of the sessions of the client's user, as logind and focus sources report it.
    public enum Session: String, Hashable, Sendable, CaseIterable {
        /// The user is active on one of the seats: gestures arrive. Root and the user that runs the daemon count as
        /// active on every seat.
        case active
        /// No gestures arrive: the user is not active on any seat, or, without logind, is not in the configured group.
        case inactive
        /// The user's session is locked: no gestures arrive.
        case locked
        /// The machine is about to sleep, or asleep.
        case suspended
        /// The user has paused gestures: none arrive until they are resumed.
        case paused
        /// There is no logind. Every user that can connect receives gestures, or, if a group is configured, every
        /// member of that group.
        case unmanaged
    }

    /// Whether the client's app has the focus, as a focus source reports it.
    public enum Focus: String, Hashable, Sendable, CaseIterable {
        /// No focus source has reported a focus for the user: all of the user's apps receive gestures.
        case unknown
        /// This client's process has the focus.
        case focused
        /// This client's process does not have the focus: subscriptions of the scope `focused` receive nothing.
        case unfocused
        /// The focus source has gone: subscriptions of the scope `focused` receive nothing.
        case lost
    }

    /// Whether gestures may arrive, according to the sessions of the client's user.
    public var session: Session
    /// The names of the seats from whose devices the client receives gestures. Root and the user that runs the daemon
    /// receive them from every seat. So does every client while the session is ``Session/unmanaged``, although the list
    /// has only `seat0` then.
    public var seats: [String]
    /// Whether the client's app has the focus. Subscriptions of the scope `session` do not depend on it.
    public var focus: Focus
    /// Whether the client receives positions. While they are withheld, subscriptions to contacts, subscriptions with a
    /// region, and most subscriptions with edges receive nothing.
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

/// Whether an app receives the positions of fingers on a surface. Positions reveal what is typed on a screen.
public enum PositionAccess: String, Hashable, Sendable, CaseIterable {
    /// An app receives positions, and the gestures of subscriptions with a region or edges.
    case granted
    /// An app receives how far and how fast fingers move, but not where. The positions of a drag or swipe are relative
    /// to its start; those of any other gesture are zero. Of one finger on a touchscreen, a drag reports only its
    /// direction and roughly its length and speed, and not before it ends.
    case withheld
}

/// When a subscription receives gestures, provided that its user may receive them.
public enum SubscriptionScope: String, Hashable, Sendable, CaseIterable {
    /// While its app has the focus, or as long as no focus source has reported a focus for the user.
    case focused
    /// Independent of the focus: for desktop shells and window managers.
    case session
}

/// Whether fingers that are far from each other make a gesture together.
public enum Hands: String, Hashable, Sendable, CaseIterable {
    /// All fingers on the surface.
    case together
    /// Each hand alone: a finger that comes down 200 mm or more from the fingers of every other hand begins another hand.
    /// At most eight hands have gestures at the same time.
    case apart
}

/// The area whose top left corner is the origin of a region's coordinates.
public enum RegionOrigin: String, Hashable, Sendable, CaseIterable {
    /// The device's surface.
    case surface
    /// The app's window, if a focus source reports its position. Otherwise a subscription with the region receives
    /// nothing.
    case window
}
