public import GestureModel
public import GesturePipeline

/// What an administrator may change about the daemon. Without a file everything has its default.
///
/// The file is the part of TOML that this takes: sections of `name = value`, a `[[grant]]` for each right that somebody is
/// given, and a `[[device]]` for each device of which something is said. ``sections``, ``Grant/settings`` and
/// ``DeviceSection/settings`` list all there is to set; reading, the installed file and the documentation follow them.
public struct Configuration: Hashable, Sendable {
    /// What recognition uses where a subscription's own expression is silent.
    public var thresholds = Thresholds()
    /// What one client may cost.
    public var limits = Limits()
    /// Whether clients of the active user may make devices vibrate. It takes the right to write to them as well.
    public var isHapticsEnabled = false
    /// Who may have what.
    public var access = Access()
    /// What single users and groups may have beyond that, in the file's order.
    public internal(set) var grants: [Grant] = []
    /// What is said of single devices, in the file's order.
    public internal(set) var devices: [DeviceSection] = []

    public init() {}

    /// Reads the text of a configuration file.
    ///
    /// - Parameter file: the name errors carry.
    /// - Throws: everything that is wrong with the text, a line each; not only the first.
    public init(toml: String, file: String) throws(ConfigurationError) {
        var reading = ConfigurationReading(file: file)
        // Some editors begin a file with a byte order mark.
        let text = toml.unicodeScalars.first == "\u{FEFF}" ? toml.unicodeScalars.dropFirst() : toml.unicodeScalars[...]
        let lines = Substring(text).utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() { reading.read(Substring(line), number: index + 1) }
        let problems = reading.problems
        guard problems.isEmpty else { throw ConfigurationError(file: file, problems: problems) }
        self = reading.configuration
    }
}
