internal import GestureConfiguration
internal import LinuxSupport

/// The programs in the desktop's menu. A new rule for such a program gets `keepRunning = true`: a person closes the
/// program, and it must not end when gestured-actions stops.
struct DesktopApps {
    private let folders: [String]

    /// - Parameter environment: `XDG_DATA_HOME`, `XDG_DATA_DIRS` and `HOME` determine the folders of the menu's
    ///   entries.
    init(environment: [String: String]) {
        let data = environment.xdgFolders("DATA", home: ".local/share", system: ["/usr/local/share", "/usr/share"])
        folders = data.map { "\($0)/applications" }
    }

    /// True if an entry of the menu starts the program.
    func start(_ program: String) -> Bool {
        let name = Self.name(program)
        return folders.contains { folder in
            Self.entries(of: folder).contains { Self.command("\(folder)/\($0)").map(Self.name) == name }
        }
    }

    private static func name(_ program: String) -> String { program.split(separator: "/").last.map(String.init) ?? "" }

    private static func entries(of folder: String) -> [String] {
        ((try? FileContents.names(in: folder)) ?? []).filter { $0.hasSuffix(".desktop") }
    }

    /// Returns the first word of an entry's line `Exec=`, without quotes; nil if the entry has no such line or cannot
    /// be read.
    private static func command(_ path: String) -> String? {
        guard let bytes = try? FileContents.read(path, limit: 1 << 18) else { return nil }
        let line = bytes.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: "Exec=".utf8) }
        return line.flatMap {
            let text = String(decoding: $0.dropFirst(5), as: UTF8.self)
            return text.split(separator: text.hasPrefix("\"") ? "\"" : " ").first.map(String.init)
        }
    }
}
