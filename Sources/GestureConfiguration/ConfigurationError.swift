/// Everything that is wrong with a configuration file, in the order of its lines.
public struct ConfigurationError: Error, Hashable, Sendable {
    public var file: String
    public var problems: [Problem]

    package init(file: String, problems: [Problem]) {
        self.file = file
        self.problems = problems
    }

    public struct Problem: Hashable, Sendable {
        /// From 1; nil for the file as a whole.
        public var line: Int?
        /// `section.name`, or `[section]`; nil for a line that is neither.
        public var key: String?
        /// What was wrong, and what would be right.
        public var message: String

        package init(line: Int? = nil, key: String? = nil, _ message: String) {
            self.line = line
            self.key = key
            self.message = message
        }
    }
}

extension ConfigurationError: CustomStringConvertible {
    /// A file that is not a configuration has a problem in every line.
    private static let shown = 20

    /// One line for each problem: `/etc/gestured/gestured.toml:3: tap.maximumDistance: expected …, found …`.
    public var description: String {
        var lines = problems.prefix(Self.shown).map { problem in
            let place = problem.line.map { "\(file):\($0)" } ?? file
            return "\(place): \(problem.key.map { "\($0): " } ?? "")\(problem.message)"
        }
        if problems.count > Self.shown { lines.append("\(file): and \(problems.count - Self.shown) more problems") }
        return lines.joined(separator: "\n")
    }
}
