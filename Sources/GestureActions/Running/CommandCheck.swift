internal import GestureModel
internal import Glibc
internal import LinuxSupport
internal import TOML

/// Finds commands that cannot run as they are written, and programs that are not installed.
struct CommandCheck {
    private let folders: [String]
    private let home: String

    /// - Parameters:
    ///   - path: The value of the variable `PATH`.
    ///   - home: The value of `HOME`, for `~` and `$HOME` in commands for the shell.
    init(path: String, home: String) {
        folders = path.split(separator: ":").map(String.init)
        self.home = home.isEmpty ? "/home/you" : home
    }

    typealias Problem = (kind: ActionFileProblem.Kind, message: String)

    /// The longest argument of a program, in bytes: Linux's MAX_ARG_STRLEN without the final NUL.
    static let longestWord = 131_071

    func problem(in effect: Action.Effect) -> Problem? {
        guard let words = effect.words else { return nil }
        if let long = words.first(where: { $0.utf8.count > Self.longestWord }) {
            return (
                .program,
                "expected at most \(Self.longestWord) bytes in one argument, found \(long.utf8.count) (E2BIG); write "
                    + "them into a script"
            )
        }
        if case .shell(let text) = effect { return problem(inShell: text) }
        return problem(inWords: words)
    }

    // MARK: With a shell

    /// Commands of the shell itself with which a command line may begin.
    private static let builtins: Set = [
        ".", ":", "alias", "bg", "case", "cd", "command", "eval", "exec", "exit", "export", "fg", "for", "if", "read",
        "set", "source", "trap", "ulimit", "umask", "unset", "until", "wait", "while",
    ]

    /// Looks up the first word, if it is a plain one.
    private func problem(inShell text: String) -> Problem? {
        var program = String(text.drop { $0.isWhitespace }.prefix { !$0.isWhitespace && $0 != ";" })
        for spelling in ["~/", "$HOME/", "${HOME}/"] where program.hasPrefix(spelling) {
            program = "\(home)/\(program.dropFirst(spelling.count))"
        }
        let isPlain = program.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || "0123456789_./+-@".unicodeScalars.contains($0)
        }
        guard isPlain, !Self.builtins.contains(program) else { return nil }
        return problem(ofProgram: program, runsScripts: true)
    }

    // MARK: Without a shell

    private func problem(inWords words: [String]) -> Problem? {
        // There is no program if the value could not be read.
        guard let program = words.first else { return nil }
        let path = ProgramFile.find(program, in: folders)
        let hasBlank = program.contains(where: \.isWhitespace)
        if path == nil, hasBlank, program.hasPrefix("/") {
            return (.program, "there is no file \(program.shown); the words of a command are written one by one")
        }
        let isForShell = hasBlank || program.contains(exact: "=") || Self.builtins.contains(program)
        if path == nil, isForShell || program.isForShell || program.hasPrefix("~") {
            return (.program, Self.advice(program, words))
        }
        if let problem = problem(ofProgram: program, runsScripts: false) { return problem }
        let name = program.split(separator: "/").last.map(String.init) ?? ""
        if Self.shells.contains(name), words.count == 2, words[1].contains(exact: " "), access(words[1], F_OK) != 0 {
            return (.program, "\(name) takes \(words[1].shown) for a file; write run = \(words[1].tomlString)")
        }
        // An option's value is text for the program, such as that of `-c` or `-name`.
        let word = words.indices.dropFirst().first { !words[$0 - 1].hasPrefix("-") && words[$0].isForShell }
        guard let word = word.map({ words[$0] }), !Self.readers.contains(name) else { return nil }
        return (.warning, Self.advice(word, words))
    }

    private static let shells: Set = ["sh", "bash", "dash", "zsh"]
    /// Programs with a language of their own, in which the shell's signs mean something.
    private static let readers: Set = [
        "awk", "gawk", "expr", "find", "grep", "jq", "perl", "sed", "ssh", "test", "tmux",
    ]

    private static func advice(_ word: String, _ words: [String]) -> String {
        let text = words.map { $0.contains(" ") && words.count > 1 ? "\"\($0)\"" : $0 }.joined(separator: " ")
        return "run = […] starts a program without a shell, which alone reads \(word.shown); write run = "
            + text.tomlString
    }

    // MARK: Programs

    /// - Parameter runsScripts: True if the program may be a script without `#!`, which only a shell runs.
    private func problem(ofProgram program: String, runsScripts: Bool) -> Problem? {
        if program.contains(exact: "/"), !program.hasPrefix("/") {
            let path = "\(home)/\(program.hasPrefix("./") ? String(program.dropFirst(2)) : program)"
            return (
                .program,
                "\(program.shown) is a relative path, which depends on the folder of the service; write the absolute "
                    + "path, such as \(path.tomlString)"
            )
        }
        guard let path = ProgramFile.find(program, in: folders) else {
            let isPath = program.contains(exact: "/")
            return (.warning, isPath ? "there is no file \(program)" : "\(program) is not installed")
        }
        if ProgramFile.isFolder(path) { return (.program, "\(path) is a folder; write the path of a program in it") }
        guard access(path, X_OK) == 0 else { return (.program, "\(path) is not executable; run chmod +x \(path)") }
        guard !runsScripts, let start = Self.start(of: path) else { return nil }
        if start.isEmpty { return (.program, "\(path) is empty; the first line of a script is #!/bin/sh") }
        let isText = start.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
        guard isText, !start.starts(with: "#!".utf8) else { return nil }
        return (
            .program,
            "\(path) is a script without #!, which only a shell runs; make its first line #!/bin/sh, or write run = "
                + path.tomlString
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
}

/// Finds programs as execvp(3) does.
enum ProgramFile {
    /// Returns the first executable file with this name, or else the first file that is not executable. A path is
    /// returned as it is. Returns nil if there is no such file.
    static func find(_ program: String, in folders: [String]) -> String? {
        if program.contains(exact: "/") { return access(program, F_OK) == 0 ? program : nil }
        let paths = folders.map { "\($0)/\(program)" }.filter { access($0, F_OK) == 0 && !isFolder($0) }
        return paths.first { access($0, X_OK) == 0 } ?? paths.first
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

extension String {
    /// True for a word that only a shell interprets: `|`, `2>&1`, `>file`, `a;`, `$(date)`, `$HOME`, `~/a`, `*.png`. In
    /// a word with blanks, such as a sentence, most of these signs are punctuation.
    fileprivate var isForShell: Bool {
        let afterDollars = exactParts(separatedBy: "$").dropFirst().compactMap(\.unicodeScalars.first)
        if afterDollars.contains(where: { $0.properties.isAlphabetic || "({_".unicodeScalars.contains($0) }) {
            return true
        }
        if contains(exact: "`") { return true }
        guard !contains(exact: " ") else { return false }
        if ["|", "||", "|&", "&&", "&", "<", "<<<"].contains(self) || hasSuffix(";") || hasPrefix("~/") { return true }
        if hasPrefix("*.") || contains(exact: "/*") && !contains(exact: "://") { return true }
        let redirection = drop { $0.isNumber || $0 == "&" }
        return redirection.hasPrefix(">") && count - redirection.count <= 1
    }
}
