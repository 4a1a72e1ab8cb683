internal import FoundationEssentials
internal import TouchInput
internal import TouchRecordings

/// The recordings below a folder.
struct Recordings {
    let folder: String
    /// Paths within the folder, in order.
    let names: [String]

    /// - Parameter only: Of these alone whose path has this in it.
    init(below folder: String, only: String?) {
        self.folder = folder
        let paths = ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []).sorted()
        names = paths.filter { $0.hasSuffix(".evemu") && $0.contains(only ?? ".") }
    }

    func read(_ name: String) throws -> Recording {
        try Recording(parsing: Array(try Data(contentsOf: URL(filePath: folder + "/" + name))))
    }

    /// LABELS.jsonl's: `touchpad__name`.
    static func id(_ name: String) -> String {
        name.dropLast(".evemu".count).split(separator: "/").joined(separator: "__")
    }

    static func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }
}
