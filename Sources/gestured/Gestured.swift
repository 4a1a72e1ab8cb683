internal import CRelease
internal import GestureConfiguration
internal import GestureDaemon
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport

@main
struct Gestured {
    /// Exits with 2 and one line on standard error after bad usage, and with 1 and a line for each problem after any other
    /// failure.
    static func main() {
        do {
            switch try Options.parse(Array(CommandLine.arguments.dropFirst())) {
            case .showHelp: print(Options.help)
            case .showVersion: print("\(Release.version) (commit \(String(cString: crelease_commit)))")
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
        let configuration = try Configuration.load(path: path)
        if options.isCheckOnly {
            let isFile = access(path ?? Configuration.defaultPath, F_OK) == 0
            let finding = isFile ? "valid" : "does not exist; every setting has its default"
            print("\(path ?? Configuration.defaultPath): \(finding)")
            return 0
        }
        let recordings = try options.recordings.map { try PlayedRecording(path: $0) }
        let daemon = try Daemon(
            configuration: configuration, from: path, socket: options.socket, focusSocket: options.focusSocket,
            recordings: recordings)
        return try daemon.run()
    }

    private static func fail(_ message: String, status: Int32) -> Never {
        for line in message.split(separator: "\n") { StandardError.writeLine("gestured: \(line)") }
        exit(status)
    }
}
