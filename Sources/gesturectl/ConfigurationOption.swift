internal import ArgumentParser
internal import GestureConfiguration

/// The configuration that a recording is run with.
struct ConfigurationOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A configuration of gestured's, as the daemon would have. (default: every setting has its default)",
            valueName: "file"))
    var config: String?

    /// - Throws: everything that is wrong with the file.
    func load() throws -> Configuration { try config.map { try Configuration.load(path: $0) } ?? Configuration() }
}
