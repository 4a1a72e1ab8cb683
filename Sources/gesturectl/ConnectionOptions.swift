internal import ArgumentParser
internal import GestureActions
internal import GestureClient
internal import GestureConfiguration
internal import GestureModel
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport

struct ConnectionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
    var socket = DaemonConnection.defaultPath

    /// In milliseconds. A running daemon answers at once, but systemd may have to start it on a busy machine.
    private static let timeout: Int32 = 10_000

    /// Connects, and waits for the daemon's first line.
    ///
    /// - Throws: A ``ConnectionFailure`` if the socket does not accept the connection; `ExitCode.failure`, after
    ///   printing the error, if the server sends nothing in time.
    func connect() throws -> DaemonConnection {
        let daemon = try DaemonConnection(path: socket)
        guard daemon.answers(within: Self.timeout) else {
            StandardError.writeLine(
                "gesturectl: what listens on \(socket) does not answer within \(Self.timeout / 1000) s; is it gestured's socket? "
                    + "`gesturectl doctor` says what to do if it is")
            throw ExitCode.failure
        }
        return daemon
    }
}

extension DaemonConnection {
    /// Waits for the daemon's first line, or the end of the connection.
    ///
    /// - Parameter milliseconds: The longest wait.
    /// - Returns: False if nothing has arrived.
    func answers(within milliseconds: Int32) -> Bool {
        !ReadyDescriptors.wait(for: [descriptor], until: MonotonicClock.now + .milliseconds(Int64(milliseconds)))
            .isEmpty
    }
}

/// The configuration with which a recording is run.
struct ConfigurationOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A configuration file of gestured. (default: the default of every setting)", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?

    /// - Throws: If the file cannot be read, is not UTF-8, or has mistakes.
    func load() throws -> Configuration { try config.map { try Configuration.load(path: $0) } ?? Configuration() }
}

extension CompletionKind {
    /// Completes the ids of the daemon's current devices, and `words`. Without a daemon, completes only the words.
    static func devices(and words: [String] = []) -> CompletionKind {
        .custom { arguments, _, _ in
            let path = value(of: "--socket", in: arguments) ?? DaemonConnection.defaultPath
            guard let daemon = try? DaemonConnection(path: path), daemon.answers(within: 1000),
                let line = try? daemon.nextLine(), case .hello(let hello)? = try? ServerMessage(line: line)
            else { return words }
            return words + hello.devices.map(\.id)
        }
    }

    /// The installed presets of actions, or those in the folder of the option `--presets`.
    static var presets: CompletionKind {
        .custom { arguments, _, _ in
            let folder = value(of: "--presets", in: arguments) ?? ActionPresets.defaultFolder
            return (try? ActionPresets(folder: folder).names) ?? []
        }
    }

    private static func value(of option: String, in arguments: [String]) -> String? {
        arguments.drop { $0 != option }.dropFirst().first
    }

    /// Files with the usual extensions of the supported formats.
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
