public import GestureModel
public import GesturePipeline
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport
public import TOML

/// The settings of the daemon. Without a file, each setting has its default.
///
/// The file is TOML 1.0: sections of `name = value`, a `[[grant]]` for each user or group with additional rights, and a
/// `[[device]]` for each device with separate settings. ``sections``, ``Grant/settings`` and ``DeviceSection/settings``
/// list all settings. The reader, the installed file and the documentation derive from these lists.
public struct Configuration: Hashable, Sendable {
    /// The thresholds for parameters that an expression omits.
    public var thresholds = Thresholds()
    /// The limits of clients and users.
    public var limits = Limits()
    /// True if clients of the active user may make devices vibrate. The service also needs the right to write to the
    /// devices.
    public var isHapticsEnabled = false
    /// What clients may receive.
    public var access = Access()
    /// How the touches of unsteady hands are made steadier.
    public var accessibility = Accessibility()
    /// The additional rights of single users and groups, in the file's order.
    public internal(set) var grants: [Grant] = []
    /// The settings of single devices, in the file's order.
    public internal(set) var devices: [DeviceSection] = []

    public init() {}

    /// What clients may receive without ``grants``.
    public struct Access: Hashable, Sendable {
        public var positions = AccessRules.Positions.focused
        public var sessionScope = AccessRules.SessionScope.everyone
        /// The group that receives gestures if the active user is not known (no logind); nil for every user that can
        /// connect.
        public var group: AccountName? = Configuration.defaultGroup
        /// The group that may report the focused app; nil for every user that can connect.
        public var focusGroup: AccountName?

        public init() {}
    }

    /// The group of the installed service's socket.
    public static let defaultGroup = AccountName.name("gestured-clients")

    /// Reads the text of a configuration file.
    ///
    /// - Parameter file: The name in errors.
    /// - Throws: All mistakes in the text, not only the first.
    public init(toml: String, file: String) throws(ConfigurationError) {
        let reader = ConfigurationReader(TOMLDocument(Array(toml.utf8)), file: file)
        let problems = reader.problems
        guard problems.isEmpty else { throw ConfigurationError(file: file, problems: problems) }
        self = reader.configuration
    }
}

// MARK: - Files

extension Configuration {
    public static let defaultPath = "/etc/gestured/gestured.toml"

    /// Far more than all settings with a page of comments each. A larger file was chosen by mistake.
    private static let maximumFileSize = 1 << 20

    /// Reads a configuration file.
    ///
    /// - Parameter path: nil reads ``defaultPath``; if that file does not exist, all settings have their defaults. A
    ///   path that is not nil must exist.
    /// - Throws: If the file cannot be read, is not UTF-8, or has mistakes.
    public static func load(path: String? = nil) throws(ConfigurationError) -> Configuration {
        try load(path: path ?? defaultPath, mayBeMissing: path == nil)
    }

    static func load(path: String, mayBeMissing: Bool) throws(ConfigurationError) -> Configuration {
        try Configuration(toml: text(bytes(of: path, mayBeMissing: mayBeMissing), path: path), file: path)
    }

    private static func text(_ bytes: [UInt8], path: String) throws(ConfigurationError) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        // A newline is never part of another character, so each line can be checked separately.
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
        throw ConfigurationError(file: path, problems: [.init(line: line.map { $0 + 1 }, "not UTF-8")])
    }

    private static func bytes(of path: String, mayBeMissing: Bool) throws(ConfigurationError) -> [UInt8] {
        do {
            return try FileContents.read(path, limit: maximumFileSize)
        } catch .cannotOpen(Errno(ENOENT)) where mayBeMissing {
            return []
        } catch {
            throw ConfigurationError(file: path, problems: [.init(problem(error))])
        }
    }

    private static func problem(_ failure: FileContents.Failure) -> String {
        if case .tooLarge = failure { "\(failure): not a configuration" } else { "\(failure)" }
    }
}

// MARK: - Errors

/// Why a configuration file cannot be used: all mistakes in the order of their lines, or why it cannot be read.
public struct ConfigurationError: Error, Hashable, Sendable {
    public var file: String
    public var problems: [Problem]

    package init(file: String, problems: [Problem]) {
        self.file = file
        self.problems = problems
    }

    public typealias Problem = TOMLProblem
}

extension ConfigurationError: CustomStringConvertible {
    /// The most problems to list. A file that is not a configuration has a problem in every line.
    private static let shown = 20

    /// A line for each problem, up to a limit, and the number of the remaining problems. An example of a line:
    /// `/etc/gestured/gestured.toml:3: tap.maximumDistance: expected …, found …`.
    public var description: String {
        var lines = problems.prefix(Self.shown).map { problem in
            let place = problem.line.map { "\(file):\($0)" } ?? file
            return "\(place): \(problem.key.map { "\($0.shortened(to: 80)): " } ?? "")\(problem.message)"
        }
        if problems.count > Self.shown { lines.append("\(file): and \(problems.count - Self.shown) more problems") }
        return lines.joined(separator: "\n")
    }
}
