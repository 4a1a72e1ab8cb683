public import ArgumentParser
internal import Glibc

extension ParsableCommand {
    /// Parses the command line, runs what it asks for, and ends the process.
    ///
    /// Bad usage is one line on standard error and status 2; whatever fails later is status 1 and a line for each thing
    /// that is wrong.
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

    /// ArgumentParser's messages may have several lines; what is wrong is in the first.
    private static func usage(_ message: String, _ name: String) -> String {
        "\(message.split(separator: "\n", maxSplits: 1).first ?? "bad usage"); see \(name) --help"
    }

    private static func fail(_ name: String, _ message: String, status: Int32) -> Never {
        for line in message.split(separator: "\n") { StandardError.line("\(name): \(line)") }
        Glibc.exit(status)
    }
}
