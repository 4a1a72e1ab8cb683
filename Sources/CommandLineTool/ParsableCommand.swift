public import ArgumentParser
internal import Glibc
internal import LinuxSupport

extension ParsableCommand {
    /// Parses the command line, runs the command, and ends the process.
    ///
    /// An invalid command line, or a `ValidationError` of the command, leads to one line on standard error and the exit
    /// status 2. Another error leads to a line for each problem and the exit status 1. An `ExitCode` only sets the exit
    /// status.
    public static func runTool(named name: String) -> Never {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            switch exitCode(for: error) {
            case .success:
                // Prints the text of --help or --version here, because ArgumentParser would ignore a failed write, for
                // example to a full disk.
                do {
                    var text = fullMessage(for: error) + "\n"
                    try text.withUTF8 { try writeAll(UnsafeRawBufferPointer($0), to: 1) }
                } catch {
                    fail(name, "write to standard output: \(error)", status: 1)
                }
                Glibc.exit(0)
            case .validationFailure:
                fail(name, usage(misspeltSubcommand ?? message(for: error), name), status: 2)
            case let code where error is ExitCode: Glibc.exit(code.rawValue)
            default: fail(name, "\(error)", status: 1)
            }
        }
        Glibc.exit(0)
    }

    /// The error for an unknown subcommand, with a suggestion; nil if all subcommands are known. ArgumentParser
    /// suggests only options.
    private static var misspeltSubcommand: String? {
        var subcommands = configuration.subcommands
        for word in CommandLine.arguments.dropFirst() {
            let known = subcommands.map { $0._commandName }
            guard !known.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
            guard let index = known.firstIndex(of: word) else {
                let meant = Spelling.nearest(to: word, of: known).map { "did you mean \($0)?" }
                return "unknown subcommand \(word.debugDescription); "
                    + (meant ?? "expected one of \(known.joined(separator: ", "))")
            }
            subcommands = subcommands[index].configuration.subcommands
        }
        return nil
    }

    /// Returns the error and a reference to --help. The first line of ArgumentParser's message states the error.
    private static func usage(_ message: String, _ name: String) -> String {
        let sentence = message.split(separator: "\n", maxSplits: 1).first ?? "invalid command line"
        return "\(sentence); see \(([name] + subcommand).joined(separator: " ")) --help"
    }

    /// The words of the subcommand in the command line.
    private static var subcommand: [String] {
        var (names, subcommands): ([String], _) = ([], configuration.subcommands)
        for word in CommandLine.arguments.dropFirst() {
            guard let known = subcommands.first(where: { $0._commandName == word }) else { break }
            names.append(word)
            subcommands = known.configuration.subcommands
        }
        return names
    }

    private static func fail(_ name: String, _ message: String, status: Int32) -> Never {
        StandardError.writeLines(message, of: name)
        Glibc.exit(status)
    }
}
