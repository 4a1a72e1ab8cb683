/// One seat, and who sits there: what logind says of it.
public struct Seat: Hashable, Sendable {
    /// Such as `seat0`; devices name theirs by ID_SEAT.
    public var name: String
    /// The session that is active on it; nil where none is.
    public var session: String?
    /// Whose that session is.
    public var user: UInt32?
    /// Whether that session is locked (LockedHint).
    public var isLocked: Bool

    public init(name: String, session: String? = nil, user: UInt32? = nil, isLocked: Bool = false) {
        self.name = name
        self.session = session
        self.user = user
        self.isLocked = isLocked
    }

    /// The seat of devices that udev gives no other.
    public static let defaultName = "seat0"
}
