public import GestureModel
public import GesturePipeline

/// What an administrator may change about the daemon. Without a file everything has its default.
///
/// The file is TOML 1.0: sections of `name = value`, a `[[grant]]` for each right that a user or a group is given,
/// and a `[[device]]` for each device with settings of its own. ``sections``, ``Grant/settings`` and
/// ``DeviceSection/settings`` list all there is to set; reading, the installed file and the documentation follow them.
public struct Configuration: Hashable, Sendable {
    /// What recognition uses for the parameters that an expression leaves open.
    public var thresholds = Thresholds()
    /// What one client may cost.
    public var limits = Limits()
    /// Whether clients of the active user may make devices vibrate. The service also needs the right to write to them.
    public var isHapticsEnabled = false
    /// What clients may receive.
    public var access = Access()
    /// What single users and groups may receive beyond that, in the file's order.
    public internal(set) var grants: [Grant] = []
    /// The settings of single devices, in the file's order.
    public internal(set) var devices: [DeviceSection] = []

    public init() {}

    /// What clients may receive, unless ``grants`` give them more.
    public struct Access: Hashable, Sendable {
        public var positions = AccessRules.Positions.focused
        public var sessionScope = AccessRules.SessionScope.everyone
        /// Who receives where the active user is not known (no logind); nil is every user that can connect.
        public var group: AccountName? = Configuration.defaultGroup
        /// Who may report which app has the focus; nil is every user that can connect.
        public var focusGroup: AccountName?

        public init() {}
    }

    /// The group that the installed service's socket belongs to.
    public static let defaultGroup = AccountName.name("gestured-clients")

    /// Reads the text of a configuration file.
    ///
    /// - Parameter file: The name in errors.
    /// - Throws: Everything that is wrong with the text, a line each; not only the first error.
    public init(toml: String, file: String) throws(ConfigurationError) {
        let reader = ConfigurationReader(TOMLDocument(Array(toml.utf8)), file: file)
        let problems = reader.problems
        guard problems.isEmpty else { throw ConfigurationError(file: file, problems: problems) }
        self = reader.configuration
    }
}
