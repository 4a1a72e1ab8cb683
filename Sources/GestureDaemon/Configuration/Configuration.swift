public import GesturePipeline
public import GestureRecognition

/// What an administrator may change about the daemon. Without a file everything has its default.
///
/// The file is the flat part of TOML: sections of `name = value`. ``sections`` is the list of all there is to set; reading,
/// writing, the installed file and the documentation follow it.
public struct Configuration: Hashable, Sendable {
    /// What recognition uses where a subscription's own expression is silent.
    public var thresholds = Thresholds()
    /// What one client may cost.
    public var limits = Limits()
    /// Whether clients of the active user may make devices vibrate. It takes the right to write to them as well.
    public var isHapticsEnabled = false

    public init() {}

    /// Reads the text of a configuration file.
    ///
    /// - Parameter file: the name errors carry.
    /// - Throws: everything that is wrong with the text, a line each; not only the first.
    public init(toml: String, file: String) throws(ConfigurationError) {
        var reading = ConfigurationReading()
        // Some editors begin a file with a byte order mark.
        let text = toml.unicodeScalars.first == "\u{FEFF}" ? toml.unicodeScalars.dropFirst() : toml.unicodeScalars[...]
        let lines = Substring(text).utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() { reading.read(Substring(line), number: index + 1) }
        guard reading.problems.isEmpty else { throw ConfigurationError(file: file, problems: reading.problems) }
        self = reading.configuration
    }
}
