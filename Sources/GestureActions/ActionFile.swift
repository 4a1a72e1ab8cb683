package import GestureConfiguration
package import GestureModel
internal import Glibc
internal import LinuxSupport
internal import TouchInput

/// The rules of an actions file.
package struct ActionFile: Sendable {
    package let path: String
    /// In the file's order. The first one that matches happens.
    package private(set) var actions: [Action] = []
    /// The templates of `[[stroke]]`.
    package private(set) var strokes: [GestureExpression.Stroke.Template] = []
    /// Problems with which the file is still used, such as a program that is not installed.
    package private(set) var warnings: [ConfigurationError.Problem] = []

    /// The number of actions for people: `1 action`.
    package var countText: String { "\(actions.count) action\(actions.count == 1 ? "" : "s")" }

    /// In bytes. A larger file is not a file of actions.
    static let maximumSize = 1 << 20

    /// A file without rules.
    package init(path: String) { self.path = path }

    /// - Parameters:
    ///   - text: UTF-8.
    ///   - path: The value of the variable `PATH`, to find programs that are not installed.
    package init(_ text: [UInt8], file: String, path: String = "") throws(ConfigurationError) {
        self.path = file
        guard String(validating: text, as: UTF8.self) != nil else {
            let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
            throw ConfigurationError(file: file, problems: [.init(line: line.map { $0 + 1 }, "not UTF-8")])
        }
        var reader = ActionFileReader(programPath: path)
        reader.read(TOMLDocument(text))
        (actions, strokes, warnings) = (reader.actions, reader.strokes, reader.warnings)
        if text.starts(with: [0xEF, 0xBB, 0xBF]) {
            let message = "begins with a byte order mark, which is ignored; save it as UTF-8 without one"
            warnings.insert(.init(line: 1, key: "file", message), at: 0)
        }
        let problems = (reader.problems + Self.unreachable(actions)).sorted { ($0.line ?? 0) < ($1.line ?? 0) }
        guard problems.isEmpty else { throw ConfigurationError(file: file, problems: problems) }
    }

    /// Reads a file. It must belong to this user or to root, and no other user may write to it: it starts programs.
    package static func load(_ path: String, programPath: String) throws(ConfigurationError) -> ActionFile {
        func failure(_ message: String) -> ConfigurationError {
            ConfigurationError(file: path, problems: [.init(message)])
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure("cannot be opened: \(Errno.current)") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw failure("not a file") }
        guard status.st_uid == getuid() || status.st_uid == 0 else {
            throw failure("belongs to the user \(status.st_uid); refused: it must belong to you or to root")
        }
        guard status.st_mode & 0o022 == 0 else {
            throw failure("others may write to it; refused: run chmod go-w \(path)")
        }
        if let problem = problem(ofFolderOf: path) { throw failure(problem) }
        let text: [UInt8]
        do throws(FileContents.Failure) {
            text = try FileContents.read(from: descriptor, limit: maximumSize)
        } catch {
            throw failure(
                error == .tooLarge(limit: maximumSize) ? "larger than 1 MiB; is it a file of actions?" : "\(error)")
        }
        return try ActionFile(text, file: path, path: programPath)
    }

    /// Who may write to the folder may put another file in the place of this one.
    private static func problem(ofFolderOf path: String) -> String? {
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
        var status = stat()
        guard stat(folder.isEmpty ? "/" : folder, &status) == 0 else { return nil }
        guard status.st_uid == getuid() || status.st_uid == 0 else {
            return "its folder belongs to the user \(status.st_uid); refused: it must belong to you or to root"
        }
        // In a folder such as /tmp, others can replace no file of this user.
        guard status.st_mode & 0o022 != 0, status.st_mode & S_ISVTX == 0 else { return nil }
        return "others may write to its folder; refused: run chmod go-w \(folder)"
    }

    /// Possible paths of the file, the user's first.
    package static func candidates(environment: [String: String]) -> [String] {
        let home =
            environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? environment["HOME"].map { "\($0)/.config" }
        let system = (environment["XDG_CONFIG_DIRS"] ?? "").split(separator: ":").map(String.init)
        let folders = (home.map { [$0] } ?? []) + (system.isEmpty ? ["/etc/xdg"] : system)
        return folders.map { "\($0)/gestured/actions.toml" }
    }

    /// Returns a problem for each rule that never happens, because an earlier rule matches whenever it does.
    private static func unreachable(_ actions: [Action]) -> [ConfigurationError.Problem] {
        // Numbers for buckets and patterns, whose copies would use more memory than the rules themselves.
        struct Case: Hashable {
            var bucket: Int32
            /// 0 for every app and every device.
            var app: Int32 = 0
            var device: Int32 = 0
        }
        var (buckets, apps, devices) = (Numbering<ActionBucket>(), Numbering<Glob>(), Numbering<Action.Device>())
        var first: [Case: Int32] = [:]
        return actions.enumerated().compactMap { index, action in
            let own = ActionBucket.all(of: action).map { bucket in
                Case(
                    bucket: buckets[bucket], app: action.app.map { apps[$0] } ?? 0,
                    device: action.device.map { devices[$0] } ?? 0)
            }
            let earlier = own.map { own -> Int? in
                let wider = [
                    Case(bucket: own.bucket), Case(bucket: own.bucket, app: own.app),
                    Case(bucket: own.bucket, device: own.device), own,
                ]
                return wider.lazy.compactMap { first[$0] }.first.map(Int.init)
            }
            for own in own where !action.continues { first[own] = first[own] ?? Int32(index) }
            guard let first = earlier.first ?? nil, earlier.allSatisfy({ $0 != nil }) else { return nil }
            let winner = actions[first]
            return .init(
                line: action.line, key: "[[action]]",
                "“\(action.name)” never happens: “\(winner.name)” on line \(winner.line) matches before it; "
                    + "remove one of them, or write continue = true in the first")
        }
    }
}

/// Numbers for values, from 1, in the order of their first use.
private struct Numbering<Value: Hashable> {
    private var numbers: [Value: Int32] = [:]

    subscript(value: Value) -> Int32 {
        mutating get {
            if let number = numbers[value] { return number }
            let number = Int32(numbers.count + 1)
            numbers[value] = number
            return number
        }
    }
}
