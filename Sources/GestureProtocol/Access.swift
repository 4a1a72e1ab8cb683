public import GestureModel

/// What a client's user and app may have at the moment, as `hello` and `accessChanged` tell it.
public struct Access: Hashable, Sendable {
    public enum Session: String, Hashable, Sendable, CaseIterable {
        /// The user is active on one of the seats, or needs not be: gestures come.
        case active
        /// Somebody else is, or nobody.
        case inactive
        case locked
        /// The machine goes to sleep, or is asleep.
        case suspended
        /// Nobody knows of sessions here (no logind): whoever may connect, or is of a group, receives.
        case unmanaged
    }

    public enum Focus: String, Hashable, Sendable, CaseIterable {
        /// Nobody has ever told: every app of the user receives.
        case unknown
        /// This client's process has it.
        case focused
        case unfocused
        /// Who told has gone: subscriptions of the scope `focused` are silent.
        case lost
    }

    /// Withheld, values have no locations, and regions and edges are inactive.
    public typealias Positions = PositionAccess

    public var session: Session
    /// Those whose devices the client hears, by their names. Root and whoever runs the daemon hear every seat's, and so does
    /// everybody while the session is ``Session/unmanaged``.
    public var seats: [String]
    public var focus: Focus
    public var positions: Positions

    public init(
        session: Session = .unmanaged, seats: [String] = ["seat0"], focus: Focus = .unknown,
        positions: Positions = .granted
    ) {
        self.session = session
        self.seats = seats
        self.focus = focus
        self.positions = positions
    }
}

extension Access: Decodable {
    private enum Key: String, CodingKey {
        case session, seats, focus, positions
    }

    /// A word that came after this client is read as the one that promises least.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        session = Session(rawValue: try object.decode(String.self, forKey: .session)) ?? .inactive
        seats = try object.decode([String].self, forKey: .seats)
        focus = Focus(rawValue: try object.decode(String.self, forKey: .focus)) ?? .lost
        positions = Positions(rawValue: try object.decode(String.self, forKey: .positions)) ?? .withheld
    }
}

extension [UInt8] {
    mutating func append(_ access: Access) {
        append(#"{"session":"#)
        append(quoted: access.session.rawValue)
        append(#","seats":"#)
        append(list: access.seats) { bytes, seat in bytes.append(quoted: seat) }
        append(#","focus":"#)
        append(quoted: access.focus.rawValue)
        append(#","positions":"#)
        append(quoted: access.positions.rawValue)
        append("}")
    }
}
