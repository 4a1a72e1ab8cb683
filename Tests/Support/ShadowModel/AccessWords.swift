/// What `hello` and `accessChanged` tell a client that it may have.
public struct AccessWords: Hashable, Sendable, Decodable {
    public let session: String
    public let seats: [String]
    public let focus: String
    public let positions: String

    public init(session: String, seats: [String], focus: String, positions: String) {
        self.session = session
        self.seats = seats
        self.focus = focus
        self.positions = positions
    }

    /// Nothing is to be heard.
    public var isSilent: Bool { ["inactive", "locked", "suspended"].contains(session) }
    /// Nothing is to be heard of what is for the focused app.
    public var isAside: Bool { ["unfocused", "lost"].contains(focus) }
    public var withholdsPositions: Bool { positions == "withheld" }
}
