internal import TOML

extension Configuration {
    /// A `[[grant]]`: what the processes of one user, of one group, or of one user in one group may receive.
    public struct Grant: Hashable, Sendable {
        /// The location of the grant, for logs and errors: `/etc/gestured/gestured.toml, line 12`.
        public let place: String

        /// nil for any user.
        public internal(set) var user: AccountName?
        /// nil for any group.
        public internal(set) var group: AccountName?
        /// True if the processes receive positions, whichever app has the focus.
        public internal(set) var positions = false
        /// True if the processes may subscribe with the scope `session`.
        public internal(set) var session = false

        init(file: String, line: Int) { place = "\(file), line \(line)" }

        /// A mistake in the whole grant; nil if there is none.
        var problem: String? {
            if user == nil, group == nil { return "names no user and no group; it needs one of them" }
            return positions || session ? nil : "grants nothing; it needs positions = true or session = true"
        }

        /// All settings of a `[[grant]]`.
        static let settings: [Setting<Grant>] = [
            Setting(
                "user", \.user, "a user's name or number", example: "\"anna\"", "The user whose processes are meant.",
                read: AccountName.init),
            Setting(
                "group", \.group, "a group's name or number", example: "\"input\"",
                "The group whose members' processes are meant; with user, those of this user that are in it.",
                read: AccountName.init),
            .boolean(
                "positions", \.positions, example: true,
                "Whether they receive where fingers touch, whichever app has the focus."),
            .boolean(
                "session", \.session, example: true,
                "Whether they may subscribe with the scope session, which receives all gestures of the user's."),
        ]
    }
}

/// A user or a group in the file, to be resolved on the machine.
public enum AccountName: Hashable, Sendable {
    case name(String)
    case number(UInt32)

    /// (uid_t) -1 is not an account.
    private static let numbers = 0...Int(UInt32.max) - 1

    /// nil if the value is neither a name nor the number of an account.
    init?(_ value: TOMLValue) {
        switch value {
        case .string(let name) where !name.isEmpty: self = .name(name)
        case .integer(let number) where Self.numbers.contains(number): self = .number(UInt32(number))
        default: return nil
        }
    }

    /// The account as the file spells it.
    var text: String {
        switch self {
        case .name(let name) where name.contains("\""): "'\(name)'"
        case .name(let name): "\"\(name)\""
        case .number(let number): "\(number)"
        }
    }
}
