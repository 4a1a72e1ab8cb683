internal import GestureProtocol

/// A mistake in an actions file, or a probable mistake.
package struct ActionFileProblem: Hashable, Sendable {
    /// The kind of problem, which determines the consequence and the exit status of `gesturectl actions`. If a file has
    /// problems of several kinds, the first kind in this order determines the status.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The file cannot be used: it is missing, unreadable or too large, or other users can change it.
        case file
        /// The file is not valid TOML or not UTF-8, or a text in it has too many combining marks.
        case syntax
        /// A key, a value or a rule is wrong. The file is not used.
        case mistake
        /// A key that cannot be pressed, for example because the desktop's keyboard layout lacks it.
        case key
        /// A command that cannot run as it is written.
        case program
        /// The file is used, but something in it is probably a mistake, or is not installed.
        case warning

        /// The exit status. Statuses 1 and 2 are not used here: every command has them for a failure and for a wrong
        /// command line.
        package var status: Int32 {
            switch self {
            case .file: 3
            case .syntax: 4
            case .mistake: 5
            case .key: 6
            case .program: 7
            case .warning: 0
            }
        }

        /// True if a problem of this kind prevents the use of the file.
        var isFatal: Bool { self == .file || self == .syntax || self == .mistake }
    }

    package var kind: Kind
    /// The line, counted from 1; nil for the file as a whole.
    package var line: Int?
    /// The key or table that has the problem, such as `action.run` or `[[action]]`, or `file` for a byte order mark;
    /// nil for other problems.
    package var place: String?
    /// The mistake, and the correct form.
    package var message: String

    package init(_ kind: Kind, line: Int? = nil, place: String? = nil, _ message: String) {
        (self.kind, self.line, self.place, self.message) = (kind, line, place, message)
    }

    /// Returns the problem as a line: `actions.toml:3: mistake: action.run: expected …, found …`.
    package func text(in file: String) -> String {
        let place = place.map { "\($0.shortened(to: 80)): " } ?? ""
        return "\(file)\(line.map { ":\($0)" } ?? ""): \(kind.rawValue): \(place)\(message)"
    }
}

/// Why an actions file cannot be used: all its problems, in the order of their lines.
package struct ActionFileError: Error, Hashable, CustomStringConvertible {
    package let file: String
    package let problems: [ActionFileProblem]
    /// The rules of the file as far as they could be read, so that their keys and commands can be checked, too. Rules with
    /// mistakes are among them.
    package let readable: [Action]

    /// The most problems to list. A file of another format has a problem in every line.
    private static let shown = 20

    package init(file: String, problems: [ActionFileProblem], readable: [Action] = []) {
        (self.file, self.problems, self.readable) = (file, problems, readable)
    }

    /// A line for each problem, up to a limit, and the number of the remaining problems.
    package var description: String {
        var lines = problems.prefix(Self.shown).map { $0.text(in: file) }
        if problems.count > Self.shown { lines.append("\(file): and \(problems.count - Self.shown) more problems") }
        return lines.joined(separator: "\n")
    }

    package var status: Int32 { [ActionFileProblem].status(problems) }
}

extension [ActionFileProblem] {
    /// Returns the exit status of the kind that comes first in `allCases`; 0 without problems.
    package static func status(_ problems: [ActionFileProblem]) -> Int32 {
        ActionFileProblem.Kind.allCases.first { kind in problems.contains { $0.kind == kind } }?.status ?? 0
    }

    /// Returns the problems in the order of their lines.
    func inOrder() -> [ActionFileProblem] {
        enumerated().sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }.map(\.element)
    }
}

/// Why a key could not be pressed, or a command, a preset or a file of actions could not be used.
package struct ActionFailure: Error, Hashable, CustomStringConvertible {
    package let description: String
    /// True if a retry cannot succeed, for example because the user has refused.
    let isLasting: Bool

    package init(_ description: String, isLasting: Bool = false) {
        (self.description, self.isLasting) = (description, isLasting)
    }
}
