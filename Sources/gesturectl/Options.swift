internal import ArgumentParser
internal import GestureActions
internal import GestureClient
internal import GestureConfiguration
internal import GestureModel
internal import GestureProtocol

struct ConnectionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
    var socket = DaemonConnection.defaultPath
}

/// The configuration with which a recording is run.
struct ConfigurationOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A configuration file of gestured. (default: the default of every setting)", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?

    /// - Throws: All errors in the file.
    func load() throws -> Configuration { try config.map { try Configuration.load(path: $0) } ?? Configuration() }
}

extension CompletionKind {
    /// The daemon's devices at the moment, and other words. Without a daemon, only those.
    static func devices(and words: [String] = []) -> CompletionKind {
        .custom { arguments, _, _ in
            let path = value(of: "--socket", in: arguments) ?? DaemonConnection.defaultPath
            guard let daemon = try? DaemonConnection(path: path),
                let line = try? daemon.nextLine(), case .hello(let hello)? = try? ServerMessage(line: line)
            else { return words }
            return words + hello.devices.map(\.id)
        }
    }

    /// The installed presets of actions, or those in the folder of the option `--presets`.
    static var presets: CompletionKind {
        .custom { arguments, _, _ in
            let folder = value(of: "--presets", in: arguments) ?? ActionPresets.installedFolder
            return (try? ActionPresets(folder: folder).names) ?? []
        }
    }

    private static func value(of option: String, in arguments: [String]) -> String? {
        arguments.drop { $0 != option }.dropFirst().first
    }

    /// Files with the usual endings of the formats that can be read.
    static var recordings: CompletionKind { .file(extensions: ["evemu", "yml", "yaml", "evtest", "getevent", "txt"]) }
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
