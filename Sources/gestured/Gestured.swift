internal import CRelease
internal import EvdevInput
internal import GestureConfiguration
internal import GestureDaemon
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport

@main
struct Gestured {
    /// Runs the program. After an invalid command line it exits with status 2 and one line on standard error, and after
    /// any other failure with status 1 and a line for each problem.
    static func main() {
        do {
            switch try Options.parse(Array(CommandLine.arguments.dropFirst())) {
            case .showHelp: try write(Options.help)
            case .showVersion: try write("\(Release.version) (commit \(String(cString: crelease_commit)))")
            case .run(let options): exit(try run(options))
            }
        } catch let error as Options.UsageError {
            fail("\(error); see gestured --help", status: 2)
        } catch {
            fail("\(error)", status: 1)
        }
    }

    private static func run(_ options: Options) throws -> Int32 {
        let path = options.configurationFile
        if !options.isCheckOnly, options.recordings.isEmpty, options.socket == nil {
            guard let configuration = try load(path) else { return 0 }
            return try Daemon(
                configuration: configuration, from: path, socket: nil, focusSocket: options.focusSocket, recordings: []
            ).run()
        }
        let configuration = try Configuration.load(path: path)
        if options.isCheckOnly {
            let isFile = access(path ?? Configuration.defaultPath, F_OK) == 0
            let finding = isFile ? "valid" : "does not exist; every setting has its default"
            try write("\(path ?? Configuration.defaultPath): \(finding)")
            // The daemon runs with these, and without what they name.
            let devices = (try? TouchDevices(kind: configuration.kind).enumerate()) ?? []
            let notes =
                configuration.lookUpAccounts().problems + configuration.overriddenPaths
                + (devices.isEmpty ? [] : configuration.unmatchedDevices(among: devices.map(\.identity)))
            for note in notes { StandardError.writeLines(note, of: "gestured") }
            return 0
        }
        let recordings = try options.recordings.map { try PlayedRecording(path: $0) }
        let daemon = try Daemon(
            configuration: configuration, from: path, socket: options.socket, focusSocket: options.focusSocket,
            recordings: recordings)
        return try daemon.run()
    }

    /// Loads the configuration. A daemon with the service manager's sockets waits until it is correct.
    ///
    /// - Returns: nil if the daemon was stopped meanwhile.
    private static func load(_ path: String?) throws -> Configuration? {
        do throws(ConfigurationError) { return try Configuration.load(path: path) } catch {
            return try ConfigurationWait(path: path, error).run()
        }
    }

    /// Writes a line to standard output. Unlike `print`, this reports a full disk.
    private static func write(_ text: String) throws(SystemError) {
        let bytes = Array("\(text)\n".utf8)
        do throws(Errno) {
            try bytes.span.bytes.withUnsafeBytes { (bytes) throws(Errno) in try writeAll(bytes, to: 1) }
        } catch {
            throw SystemError(operation: "write to standard output", code: error)
        }
    }

    private static func fail(_ message: String, status: Int32) -> Never {
        StandardError.writeLines(message, of: "gestured")
        exit(status)
    }
}
