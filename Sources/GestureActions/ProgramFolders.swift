internal import GestureConfiguration
internal import GestureModel
internal import Glibc
internal import LinuxSupport

/// Finds programs as posix_spawnp(3) does, and reports why a command cannot run as it is written.
struct ProgramFolders {
    private let folders: [String]
    private let home: String

    /// - Parameters:
    ///   - path: The value of the variable `PATH`.
    ///   - home: The value of `HOME`, for the suggested paths. They cannot contain `~` or `$HOME`, because no shell
    ///     runs the command.
    init(path: String, home: String) {
        folders = path.split(separator: ":").map(String.init)
        self.home = home.isEmpty ? "/home/you" : home
    }

    typealias Problem = (kind: ActionFileProblem.Kind, message: String)

    func problems(in words: [String]) -> [Problem] {
        guard let program = words.first else { return [] }
        if let problem = problem(ofProgram: program, words) { return [problem] }
        return problem(ofArguments: words).map { [$0] } ?? []
    }

    // MARK: The program

    private func problem(ofProgram program: String, _ words: [String]) -> Problem? {
        if program.hasPrefix("~") {
            let path = expanded(program)
            return (.program, "no shell expands \(program.shown); write the absolute path, such as \(path.tomlString)")
        }
        if program.contains(exact: "$") {
            let path = expanded(program)
            return (
                .program,
                "no shell expands the variable in \(program.shown); write the absolute path, such as \(path.tomlString)"
            )
        }
        if program.contains(where: { $0 == " " || $0 == "\t" }), find(program) == nil {
            return (
                .program,
                (program.hasPrefix("/")
                    ? "there is no file \(program.shown)" : "\(program.shown) is taken for the name of a program")
                    + "; the words of a command are written one by one: \(CommandWords.toml(words.joined(separator: " ")))"
            )
        }
        if program.contains(exact: "/"), !program.hasPrefix("/") {
            let path = program.hasExactPrefix("./") ? home + program.dropFirst() : "\(home)/\(program)"
            return (
                .program,
                "\(program.shown) is a relative path, which depends on the folder of the service; write the absolute path, such as \(path.tomlString)"
            )
        }
        guard let path = find(program) else { return problem(ofMissing: program, words) }
        return problem(ofFile: path)
    }

    /// Commands that are built into shells and have no effect as programs.
    private static let builtins: Set = [
        ".", "alias", "bg", "cd", "eval", "exec", "exit", "export", "fg", "read", "set", "source", "ulimit", "umask",
        "unset",
    ]

    private func problem(ofMissing program: String, _ words: [String]) -> Problem {
        if program.isAssignment {
            let command = (["env"] + words).map(\.tomlString).joined(separator: ", ")
            return (
                .program,
                "\(program.shown) is taken for the name of a program, because no shell sets variables; write [\(command)]"
            )
        }
        if Self.builtins.contains(program) {
            return (
                .program,
                "\(program) is a command of the shell, which does not run here; write \(CommandWords.shell(words))"
            )
        }
        return (
            .warning,
            program.utf8.contains(UInt8(ascii: "/")) ? "there is no file \(program)" : "\(program) is not installed"
        )
    }

    private func expanded(_ program: String) -> String {
        var path = program
        if path.hasPrefix("~") {
            let user = path.dropFirst().prefix { $0 != "/" }
            path = (user.isEmpty ? home : Self.home(of: String(user))) + path.dropFirst(1 + user.count)
        }
        for spelling in ["${HOME}", "$HOME"] { path = path.replacing(exact: spelling, with: home) }
        return path
    }

    /// Returns the home folder of a user, or its probable path if the user does not exist.
    private static func home(of user: String) -> String {
        guard let entry = getpwnam(user), let folder = entry.pointee.pw_dir else { return "/home/\(user)" }
        return String(cString: folder)
    }

    /// Returns the first executable file with this name, or else the first file that is not executable. A path is
    /// returned as it is. Returns nil if there is no such file.
    private func find(_ program: String) -> String? {
        if program.contains(exact: "/") { return access(program, F_OK) == 0 ? program : nil }
        let paths = folders.map { "\($0)/\(program)" }.filter { access($0, F_OK) == 0 && !Self.isFolder($0) }
        return paths.first { access($0, X_OK) == 0 } ?? paths.first
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private func problem(ofFile path: String) -> Problem? {
        if Self.isFolder(path) { return (.program, "\(path) is a folder; write the path of a program in it") }
        guard access(path, X_OK) == 0 else {
            return (.program, "\(path) is not executable; run chmod +x \(path)")
        }
        guard let start = Self.start(of: path) else { return nil }
        if start.isEmpty { return (.program, "\(path) is empty; the first line of a script is #!/bin/sh") }
        let isText = start.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
        guard isText, !start.starts(with: "#!".utf8) else { return nil }
        return (
            .program,
            "\(path) is a script without #!, which only a shell runs; make its first line #!/bin/sh, or write [\"sh\", \(path.tomlString)]"
        )
    }

    /// Returns the first bytes of a file; nil if this user cannot read the file.
    private static func start(of path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(file, &bytes, bytes.count)
        return count < 0 ? nil : Array(bytes.prefix(count))
    }

    // MARK: Its arguments

    /// Programs to which a shell's signs, such as `|`, may mean something.
    private static let interpreters: Set = [
        "sh", "bash", "dash", "zsh", "fish", "ksh", "busybox", "env", "awk", "gawk", "mawk", "perl", "python",
        "python3", "ruby",
        "sed", "grep", "jq", "find", "ssh", "su", "sudo", "swaymsg", "i3-msg", "hyprctl", "niri", "tmux", "systemd-run",
        "xargs",
        "expr", "test",
    ]

    private func problem(ofArguments words: [String]) -> Problem? {
        let name = words[0].split(separator: "/").last.map(String.init) ?? ""
        let arguments = words.dropFirst()
        if ["sh", "bash", "dash", "zsh"].contains(name), let first = arguments.first, !first.hasPrefix("-"),
            arguments.count == 1, first.contains(exact: " "), access(first, F_OK) != 0
        {
            return (
                .program,
                "\(name) takes \(first.shown) for a file; write [\(name.tomlString), \"-c\", \(first.tomlString)]"
            )
        }
        guard !Self.interpreters.contains(name) else { return nil }
        let shell = CommandWords.shell(words)
        if arguments.last == "&", !arguments.dropLast().contains(where: \.isShellSign) {
            return (.warning, "& is passed to \(name) as it is; remove it: every program runs in the background")
        }
        if let sign = arguments.first(where: \.isShellSign) {
            return (
                .warning, "\(sign) is passed to \(name) as it is, because no shell runs the command; write \(shell)"
            )
        }
        if let word = arguments.first(where: { $0.contains(exact: "$(") || $0.contains(exact: "`") }) {
            return (
                .warning,
                "\(word.shown) is passed to \(name) as it is, because no shell runs the command; write \(shell)"
            )
        }
        if let word = arguments.first(where: \.hasVariable) {
            return (
                .warning,
                "\(word.shown) is passed to \(name) as it is, because no shell expands variables; write \(shell)"
            )
        }
        if let word = arguments.first(where: { $0.hasPrefix("~/") }) {
            return (
                .warning,
                "\(word.shown) is passed to \(name) as it is, because no shell expands ~; write \(expanded(word).tomlString)"
            )
        }
        if let word = arguments.first(where: \.hasWildcard) {
            return (
                .warning,
                "\(word.shown) is passed to \(name) as it is, because no shell replaces * by the names of files; write \(shell)"
            )
        }
        return nil
    }
}

extension String {
    /// True for `NAME=value`.
    fileprivate var isAssignment: Bool {
        guard let sign = utf8.firstIndex(of: UInt8(ascii: "=")), sign != startIndex else { return false }
        let name = self[..<sign].unicodeScalars
        return name.allSatisfy {
            ("A"..."Z").contains($0) || ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "_"
        }
            && !("0"..."9").contains(name[name.startIndex])
    }

    /// True for a word that a shell would interpret itself: `|`, `&&`, `2>&1`, `>file`, `a;`.
    fileprivate var isShellSign: Bool {
        if ["|", "||", "|&", "&&", "&", "<", "<<<"].contains(self) { return true }
        // In an argument with blanks, such as a sentence, these signs are punctuation.
        guard !contains(exact: " ") else { return false }
        if hasSuffix(";") { return true }
        let redirection = drop { $0.isNumber || $0 == "&" }
        return redirection.hasPrefix(">") && count - redirection.count <= 1
    }

    /// True for a pattern of file names, such as `*.png` or `~/photos/*`.
    fileprivate var hasWildcard: Bool {
        !contains(exact: " ") && !contains(exact: "://") && contains(exact: "*") && self != "*"
    }

    /// True for text with `$NAME` or `${NAME}`.
    fileprivate var hasVariable: Bool {
        let scalars = Array(unicodeScalars)
        return scalars.indices.dropLast().contains { index in
            guard scalars[index] == "$" else { return false }
            let next = scalars[index + 1]
            return next == "{" || next == "_" || ("A"..."Z").contains(next) || ("a"..."z").contains(next)
        }
    }
}
