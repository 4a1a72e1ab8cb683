internal import LinuxSupport

/// Asks the shell whether it can read a command line. Runs nothing of it.
package enum ShellSyntax {
    /// Returns the shell's first error, such as `1: Syntax error: Unterminated quoted string`; nil if it reads the
    /// command line, or cannot be asked.
    package static func problem(in text: String) -> String? {
        guard let (errors, status) = ProcessLaunch([shell, "-n", "-c", text]).errorOutput(), status != 0 else {
            return nil
        }
        let first = String(decoding: errors.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return first.hasPrefix("\(shell): ") ? String(first.dropFirst(shell.count + 2)) : first
    }

    private static let shell = "/bin/sh"
}

extension [Action] {
    /// Returns a problem for each command line that the shell cannot read.
    package var unreadableCommands: [ActionFileProblem] {
        flatMap { action in
            action.keyedEffects.compactMap { key, line, effect in
                guard case .shell(let text) = effect, let problem = ShellSyntax.problem(in: text) else { return nil }
                return .init(
                    .program, line: line, place: "action.\(key)",
                    "“\(action.name)”: the shell cannot read it: \(problem)"
                )
            }
        }
    }
}
