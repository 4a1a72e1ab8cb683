public import ArgumentParser
internal import Glibc

extension ParsableCommand {
    /// Parses the command line, runs what it asks for, and ends the process.
    ///
    /// Bad usage is one line on standard error and status 2; whatever fails later is one line and status 1.
    public static func runTool(named name: String) -> Never {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            switch exitCode(for: error) {
            case .success: exit(withError: error)
            case .validationFailure: fail(name, message(for: error), hint: "; see \(name) --help", status: 2)
            case let code where error is ExitCode: Glibc.exit(code.rawValue)
            default: fail(name, "\(error)", hint: "", status: 1)
            }
        }
        Glibc.exit(0)
    }

    private static func fail(_ name: String, _ message: String, hint: String, status: Int32) -> Never {
        // ArgumentParser's messages may have several lines; what is wrong is in the first.
        let line = message.split(separator: "\n", maxSplits: 1).first ?? "bad usage"
        StandardError.line("\(name): \(line)\(hint)")
        Glibc.exit(status)
    }
}
