internal import DesktopAccess
internal import Glibc
internal import LinuxSupport
internal import TOML

/// The files of actions that are installed or in the sources, one for each desktop.
package struct ActionPresets {
    /// The folder of the presets for this program.
    package static var defaultFolder: String {
        let path = realpath("/proc/self/exe", nil)
        defer { free(path) }
        return folder(ofProgram: path.map { String(cString: $0) } ?? "")
    }

    /// Returns `share/gestured/actions` next to the program's folder. For a program that was built in the sources and
    /// not installed, returns the folder in the sources.
    static func folder(ofProgram path: String) -> String {
        let folders = path.split(separator: "/").dropLast().map(String.init)
        if let build = folders.lastIndex(of: ".build") {
            return "/" + (folders[..<build] + ["packaging", "actions"]).joined(separator: "/")
        }
        return "/" + (folders.dropLast() + [installed]).joined(separator: "/")
    }

    private static let installed = "share/gestured/actions"

    private let folder: String
    /// In alphabetical order.
    package let names: [String]

    package init(folder: String) throws(ActionFailure) {
        do throws(Errno) {
            let files = try FileContents.names(in: folder).filter { $0.hasSuffix(".toml") }
            (self.folder, names) = (folder, files.map { String($0.dropLast(5)) }.sorted())
        } catch {
            let isMissing = error == Errno(ENOENT) && folder.hasSuffix(Self.installed)
            let hint = isMissing ? "; the package gestured-desktop has the presets" : ""
            throw ActionFailure("\(folder): cannot be opened: \(error)\(hint)")
        }
    }

    /// - Parameters:
    ///   - name: The user's choice; nil to choose by the desktop.
    ///   - environment: `XDG_CURRENT_DESKTOP` contains names separated by colons, the most specific first. Plasma
    ///     Mobile has the same names as KDE, and is identified by `PLASMA_PLATFORM`, such as `phone:handset`.
    package func choose(_ name: String?, environment: [String: String]) throws(ActionFailure) -> String {
        let desktop = environment["XDG_CURRENT_DESKTOP"] ?? ""
        let desktops = desktop.split(separator: ":").map { $0.lowercased() }
        let choice = "there are \(names.joined(separator: ", "))"
        if name == Self.kiosk { return kiosk(on: desktops, isX11: environment.isX11) }
        if let name {
            guard names.contains(name) else { throw ActionFailure("no preset \(name.shown); \(choice)") }
            return name
        }
        let isPhone = environment["PLASMA_PLATFORM"]?.split(separator: ":").contains("phone") ?? false
        // cage is for kiosks only.
        let all = (isPhone ? ["plasma-mobile"] : []) + desktops + desktops.map { "\(Self.kiosk)-\($0)" }
        if let name = all.first(where: names.contains) { return name }
        throw ActionFailure(
            "no preset for the desktop \(desktop.shown) (XDG_CURRENT_DESKTOP); name one: \(choice)")
    }

    private static let kiosk = "kiosk"

    /// Returns the preset for a kiosk on the running desktop, or the preset for sway if that desktop has none of its own.
    private func kiosk(on desktops: [String], isX11: Bool) -> String {
        let wanted = (desktops + (isX11 ? ["x11"] : [])).map { "\(Self.kiosk)-\($0)" }
        return wanted.first(where: names.contains) ?? Self.kiosk
    }

    package func text(of name: String) throws(ActionFailure) -> [UInt8] {
        do throws(FileContents.Failure) {
            return try FileContents.read("\(folder)/\(name).toml", limit: ActionFile.maximumSize)
        } catch {
            throw ActionFailure("\(folder)/\(name).toml: \(error)")
        }
    }
}

extension ActionFile {
    /// Writes a new file, and creates the folders that it needs.
    package static func create(_ path: String, text: [UInt8]) throws(ActionFailure) {
        for end in path.indices.dropFirst() where path[end] == "/" {
            let folder = String(path[..<end])
            guard mkdir(folder, 0o755) != 0 else { continue }
            let code = Errno.current
            guard access(folder, F_OK) == 0 else {
                throw ActionFailure("\(path): not written: cannot make the folder \(folder): \(code)\(advice(code))")
            }
        }
        try write(text, to: path, O_CREAT | O_EXCL)
    }

    /// Appends rules to a file, or writes a new file. What the file already contains is kept byte for byte, comments
    /// included.
    ///
    /// - Throws: If the file cannot be read or written, or ``checkAddition(of:to:)`` fails. The file is then unchanged.
    package static func append(_ text: String, to path: String) throws(ActionFailure) {
        let added = try checkAddition(of: text, to: path)
        if access(path, F_OK) != 0 { try create(path, text: added) } else { try write(added, to: path, O_APPEND) }
    }

    /// Returns the bytes to append to a file, which may be missing.
    ///
    /// - Throws: If the file cannot be read, or would be invalid with the rules, or if one of them would never happen, for
    ///   example because an earlier rule has the same gesture.
    @discardableResult
    package static func checkAddition(of text: String, to path: String) throws(ActionFailure) -> [UInt8] {
        let rules = Array(text.utf8)
        let before: [UInt8]
        do throws(FileContents.Failure) {
            before = access(path, F_OK) != 0 ? [] : try FileContents.read(path, limit: maximumSize - rules.count)
        } catch {
            throw ActionFailure("\(path): not changed: \(error)")
        }
        let added = before.isEmpty ? rules : (before.last == newline ? [] : [newline]) + rules
        let first = before.count { $0 == newline } + 1
        let problems: [ActionFileProblem]
        do throws(ActionFileError) { problems = try ActionFile(before + added, file: path).warnings } catch {
            problems = error.problems
        }
        // Warnings about programs would hide why the rule is refused.
        let reasons = problems.filter { $0.kind.isFatal || ($0.line ?? 0) >= first && $0.place == "[[action]]" }
        guard reasons.isEmpty else {
            throw ActionFailure(
                "\(path): not changed; with the rule it would be wrong: \(ActionFileError(file: path, problems: reasons))"
            )
        }
        return added
    }

    /// Checks that a file can be written before a person is asked what to write.
    ///
    /// - Throws: If the file or, for a new one, the folder in which it would be is not writable.
    package static func checkWritable(_ path: String) throws(ActionFailure) {
        var place = path
        while access(place, F_OK) != 0, let end = place.lastIndex(of: "/") {
            place = end == place.startIndex ? "/" : String(place[..<end])
        }
        if !path.hasPrefix("/"), access(place, F_OK) != 0 { place = "." }
        guard access(place == path ? place : "\(place)/.", W_OK) != 0 else { return }
        let code = Errno.current
        throw ActionFailure("\(path): cannot be written: \(place == path ? "" : "\(place): ")\(code)\(advice(code))")
    }

    private static let newline = UInt8(ascii: "\n")

    private static func write(_ text: [UInt8], to path: String, _ flags: Int32) throws(ActionFailure) {
        let file = open(path, O_WRONLY | O_CLOEXEC | flags, 0o644)
        guard file >= 0 else {
            let code = Errno.current
            throw ActionFailure("\(path): not written: \(code)\(advice(code))")
        }
        defer { close(file) }
        let before = lseek(file, 0, SEEK_END)
        do throws(Errno) {
            try text.span.bytes.withUnsafeBytes { (bytes) throws(Errno) in try writeAll(bytes, to: file) }
        } catch {
            // Removes what was written, because an incomplete rule would make the whole file invalid.
            if flags & O_EXCL != 0 { unlink(path) } else { ftruncate(file, before) }
            throw ActionFailure("\(path): not written: \(error)\(advice(error))")
        }
    }

    private static func advice(_ code: Errno) -> String {
        switch code.rawValue {
        case EEXIST: "; gesturectl actions add adds to it"
        case EROFS, EACCES: "; --file names another file"
        case ENOSPC, EDQUOT: "; make room, and try again"
        default: ""
        }
    }
}
