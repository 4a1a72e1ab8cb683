package import GestureModel
internal import Glibc
internal import LinuxSupport
internal import TouchInput
internal import TOML

/// The rules of an actions file.
package struct ActionFile: Sendable {
    package let path: String
    /// In the file's order. The first rule that matches runs. Later rules run only if it has `continue`.
    package private(set) var actions: [Action] = []
    /// The templates of `[[stroke]]`.
    package private(set) var strokes: [GestureExpression.Stroke.Template] = []
    /// Problems that do not prevent the use of the file, such as a program that is not installed.
    package private(set) var warnings: [ActionFileProblem] = []

    /// True if the file has no bytes, for example while it is being written.
    let isBlank: Bool

    /// The number of actions in words: `1 action`.
    package var countText: String { "\(actions.count) action\(actions.count == 1 ? "" : "s")" }

    /// In bytes. A larger file is not a file of actions.
    static let maximumSize = 1 << 20

    /// A file without rules.
    package init(path: String) { (self.path, isBlank) = (path, true) }

    /// - Parameters:
    ///   - text: In UTF-8.
    ///   - environment: `PATH` and `HOME`, to report programs that are not installed.
    package init(_ text: [UInt8], file: String, environment: [String: String] = [:]) throws(ActionFileError) {
        (path, isBlank) = (file, text.isEmpty)
        guard String(validating: text, as: UTF8.self) != nil else {
            let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
            throw ActionFileError(
                file: file, problems: [.init(.syntax, line: line.map { $0 + 1 }, "not UTF-8; save the file as UTF-8")])
        }
        let document = TOMLDocument(text)
        if let line = CombiningMarks.lineOfTooMany(in: document.root) {
            let message = "expected at most \(CombiningMarks.limit) combining marks in a row, found more"
            throw ActionFileError(file: file, problems: [.init(.syntax, line: line, message)])
        }
        var reader = ActionFileReader(
            CommandCheck(path: environment["PATH"] ?? "", home: environment["HOME"] ?? ""))
        reader.read(document)
        (actions, strokes) = (reader.actions, reader.strokes)
        var problems = reader.problems + ActionConflicts.problems(in: actions)
        if text.starts(with: [0xEF, 0xBB, 0xBF]) {
            let message = "begins with a byte order mark, which is ignored; save it as UTF-8 without one"
            problems.append(.init(.warning, line: 1, place: "file", message))
        }
        // A key whose value could not be read is not also reported as missing. If a line has no readable key, no key of
        // its rule is reported as missing.
        let rules = document.root["action"]?.value.tables?.map(\.line) ?? []
        let unread = problems.filter { $0.kind == .syntax }.map { problem in
            (place: problem.place, rule: problem.place == nil ? rules.last { $0 < problem.line ?? 0 } : nil)
        }
        problems.removeAll { problem in
            problem.kind == .mistake && problem.message.hasExactPrefix("is missing")
                && unread.contains(where: {
                    $0.place.map { problem.place?.exact == $0.exact } ?? ($0.rule != nil && problem.line == $0.rule)
                })
        }
        // A file that could not be read completely gets no warnings.
        if !unread.isEmpty { problems.removeAll { $0.kind == .warning } }
        problems = problems.inOrder()
        guard !problems.contains(where: \.kind.isFatal) else {
            throw ActionFileError(file: file, problems: problems, readable: reader.readable)
        }
        warnings = problems
    }

    /// Reads a file. It must belong to this user or to root, and no other user may be able to write to it, because its
    /// rules start programs. The links and folders on its way are checked, too.
    package static func load(_ path: String, environment: [String: String]) throws(ActionFileError) -> ActionFile {
        func failure(_ message: String) -> ActionFileError {
            ActionFileError(file: path, problems: [.init(.file, message)])
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
        let exposure = try exposure(of: path, isPrivate: status.st_mode & 0o077 == 0, failure)
        let text: [UInt8]
        do throws(FileContents.Failure) {
            text = try FileContents.read(from: descriptor, limit: maximumSize)
        } catch {
            throw failure(
                error == .tooLarge(limit: maximumSize) ? "larger than 1 MiB; is it a file of actions?" : "\(error)")
        }
        var file = try ActionFile(text, file: path, environment: environment)
        if let exposure { file.warnings.insert(exposure, at: 0) }
        return file
    }

    /// Checks whether other users can replace the file. A folder or a link on its way that belongs to neither this user
    /// nor root is refused. If others may write to such a folder, returns a warning for a private file, which only its
    /// owner can access, and refuses any other file. A private file can be trusted: files of other users have already
    /// been refused, and other users cannot link to private files of this user (fs.protected_hardlinks).
    private static func exposure(
        of path: String, isPrivate: Bool, _ failure: (String) -> ActionFileError
    ) throws(ActionFileError) -> ActionFileProblem? {
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
        func name(_ place: String) -> String { place == folder ? "its folder" : "\(place), which leads to it" }
        func subject(_ place: String) -> String { place == folder ? "its folder" : "\(place), which leads to it," }
        var warning: ActionFileProblem?
        for exposure in PathTrust(path).exposures {
            switch exposure {
            case .foreign(let place, let user):
                throw failure(
                    "\(subject(place)) belongs to the user \(user); refused: it must belong to you or to root")
            case .unclear(let place):
                throw failure("\(subject(place)) cannot be examined; refused: use a path whose names are UTF-8")
            case .writable(let place) where isPrivate:
                let message = "others may write to \(name(place)), and may remove it; run chmod go-w \(place)"
                warning = warning ?? .init(.warning, message)
            case .writable(let place):
                throw failure("others may write to \(name(place)); refused: run chmod go-w \(place)")
            }
        }
        return warning
    }

    /// Returns the possible paths of the file, the user's first.
    package static func candidates(environment: [String: String]) -> [String] {
        environment.xdgFolders("CONFIG", home: ".config", system: ["/etc/xdg"]).map { "\($0)/gestured/actions.toml" }
    }
}

// MARK: - Devices

extension ActionFile {
    /// True if a rule names a device.
    package var namesDevices: Bool { actions.contains { if case .name? = $0.filter.device { true } else { false } } }

    /// Returns a warning for each rule that names a device, if no such device is present.
    package func unknownDevices(among devices: [TouchDevice]) -> [ActionFileProblem] {
        actions.compactMap { action in
            guard case .name(let glob)? = action.filter.device, !devices.contains(where: action.filter.matches) else {
                return nil
            }
            let names = devices.map(\.name)
            let lower = names.map { $0.lowercased() }
            let near = Spelling.nearest(to: glob.text.lowercased(), of: lower).flatMap { lower.firstIndex(of: $0) }
            let hint =
                near.map { "did you mean \(names[$0].shown)?" }
                ?? (names.isEmpty ? "there is none" : "there are \(names.map(\.shown).joined(separator: ", "))")
            return .init(
                .warning, line: action.line, place: "action.device",
                "“\(action.name)”: no device is named \(glob.text.shown) at present; \(hint)")
        }
    }
}

/// The combining marks of a text, such as accents and vowel points, which join the preceding character.
///
/// To compare two strings, Swift sorts the marks of each character in quadratic time: one word of 64 kB took 20 s. If
/// only a few marks are allowed in a row, all operations on a file's texts take linear time.
enum CombiningMarks {
    /// The most marks in a row. No language needs more (Unicode Standard Annex 15, Stream-Safe Text Format).
    static let limit = 30

    /// Returns the first line, counted from 1, with a text that has more than ``limit`` marks in a row; nil if there is
    /// none.
    static func lineOfTooMany(in table: TOMLTable) -> Int? {
        for entry in table.entries {
            if areTooMany(in: entry.key) { return entry.line }
            if let line = lineOfTooMany(in: entry.value, at: entry.line) { return line }
        }
        return nil
    }

    private static func lineOfTooMany(in value: TOMLValue, at line: Int) -> Int? {
        switch value {
        case .string(let text): areTooMany(in: text) ? line : nil
        case .array(let elements): elements.lazy.compactMap { lineOfTooMany(in: $0, at: line) }.first
        case .table(let table): lineOfTooMany(in: table)
        case .integer, .number, .boolean, .date: nil
        }
    }

    private static func areTooMany(in text: String) -> Bool {
        var count = 0
        for scalar in text.unicodeScalars {
            // No mark is ASCII.
            count = !scalar.isASCII && scalar.properties.canonicalCombiningClass != .notReordered ? count + 1 : 0
            if count > limit { return true }
        }
        return false
    }
}
