public import ArgumentParser
internal import Glibc
internal import LinuxSupport

extension ParsableCommand {
    /// Parses the command line, runs the command, and ends the process.
    ///
    /// An invalid command line leads to one line on standard error and the exit status 2. A later error leads to a line for
    /// each problem and the exit status 1.
    public static func runTool(named name: String) -> Never {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            switch exitCode(for: error) {
            case .success: exit(withError: error)
            case .validationFailure: fail(name, usage(message(for: error), name), status: 2)
            case let code where error is ExitCode: Glibc.exit(code.rawValue)
            default: fail(name, "\(error)", status: 1)
            }
        }
        Glibc.exit(0)
    }

    /// The first line of ArgumentParser's message states the error.
    private static func usage(_ message: String, _ name: String) -> String {
        "\(message.split(separator: "\n", maxSplits: 1).first ?? "invalid command line"); see \(name) --help"
    }

    private static func fail(_ name: String, _ message: String, status: Int32) -> Never {
        for line in message.split(separator: "\n") { StandardError.writeLine("\(name): \(line)") }
        Glibc.exit(status)
    }
}
