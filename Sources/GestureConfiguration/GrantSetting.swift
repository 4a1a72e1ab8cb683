/// One setting of a `[[grant]]`: how it is spelled, what it means, what it may be, and where it goes.
struct GrantSetting: Sendable {
    var name: String
    /// A value as the file spells it, for the installed file and the documentation.
    var example: String
    /// A sentence, for the same.
    var meaning: String
    var kind: Kind

    typealias Path<Value> = any WritableKeyPath<Configuration.Grant, Value> & Sendable

    enum Kind: Sendable {
        case user(Path<AccountName?>)
        case group(Path<AccountName?>)
        case boolean(Path<Bool>)
    }

    init(_ name: String, _ kind: Kind, _ example: String, _ meaning: String) {
        self.name = name
        self.kind = kind
        self.example = example
        self.meaning = meaning
    }

    /// Sets it in `grant`; false, and nothing set, where `value` is of another type or out of range.
    func assign(_ value: ConfigurationValue, to grant: inout Configuration.Grant) -> Bool {
        switch (kind, value) {
        case (.user(let path), _), (.group(let path), _):
            guard let account = AccountName(value) else { return false }
            grant[keyPath: path] = account
        case (.boolean(let path), .boolean(let isGranted)): grant[keyPath: path] = isGranted
        case (.boolean, _): return false
        }
        return true
    }

    /// What an error expects, and the documentation says.
    var domain: String {
        switch kind {
        case .user: "a user's name or number"
        case .group: "a group's name or number"
        case .boolean: "true or false"
        }
    }
}

extension Configuration.Grant {
    /// All there is to say in a `[[grant]]`.
    static let settings = [
        GrantSetting("user", .user(\.user), "\"anna\"", "Whose processes are meant."),
        GrantSetting(
            "group", .group(\.group), "\"input\"",
            "The group whose members' processes are meant; with user, those of this user that are in it."),
        GrantSetting(
            "positions", .boolean(\.positions), "true",
            "Whether they are told where fingers touch, whoever has the focus."),
        GrantSetting(
            "session", .boolean(\.session), "true",
            "Whether they may subscribe with the scope session, which hears all gestures of the user's."),
    ]
}
