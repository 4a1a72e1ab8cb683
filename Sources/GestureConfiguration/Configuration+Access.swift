public import GesturePipeline

extension Configuration {
    /// Who may have what, as far as ``grants`` do not say more.
    public struct Access: Hashable, Sendable {
        public var positions = AccessRules.Positions.focused
        public var sessionScope = AccessRules.SessionScope.everyone
        /// Who receives where nobody knows who is active (no logind); nil is everybody who can connect.
        public var group: AccountName? = Configuration.defaultGroup
        /// Who may say which app has the focus; nil is everybody who can connect.
        public var focusGroup: AccountName?

        public init() {}
    }

    /// The group that the installed service's socket belongs to.
    public static let defaultGroup = AccountName.name("gestured-clients")

    /// A `[[grant]]`: what the processes of one user, of one group, or of who is both may have.
    public struct Grant: Hashable, Sendable {
        /// Where it begins, as users are told: `/etc/gestured/gestured.toml, line 12`.
        public let place: String
        let line: Int

        /// nil for any user.
        public internal(set) var user: AccountName?
        /// nil for any group.
        public internal(set) var group: AccountName?
        /// Places, whoever has the focus.
        public internal(set) var positions = false
        /// The scope `session`.
        public internal(set) var session = false

        init(file: String, line: Int) {
            place = "\(file), line \(line)"
            self.line = line
        }

        /// What is wrong with it as a whole; nil where nothing is.
        var problem: String? {
            if user == nil, group == nil { return "says of nobody; it needs user or group" }
            return positions || session ? nil : "grants nothing; it needs positions = true or session = true"
        }
    }
}
