internal import ArgumentParser
internal import GestureClient
internal import GestureConfiguration

struct ConnectionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"))
    var socket = DaemonConnection.defaultPath
}

/// The configuration with which a recording is run.
struct ConfigurationOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A configuration file of gestured. (default: the default of every setting)", valueName: "file"))
    var config: String?

    /// - Throws: All errors in the file.
    func load() throws -> Configuration { try config.map { try Configuration.load(path: $0) } ?? Configuration() }
}

extension RawRepresentable<String> where Self: CaseIterable {
    /// Parses an argument that names a case.
    init(argument: String) throws {
        guard let value = Self(rawValue: argument) else {
            throw ValidationError("\(argument) is not one of \(Self.names)")
        }
        self = value
    }

    /// All names, for help texts.
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
