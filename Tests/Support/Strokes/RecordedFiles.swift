public import FoundationEssentials

/// Files that tests read, found from this file's own place in the repository.
public enum RecordedFiles {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    public static func sample(_ name: String) throws -> [UInt8] {
        try bytes(root.appending(path: "Tests/Samples/\(name)"))
    }

    /// Recordings that stay outside the repository, whose licences differ: beside it where a machine has them.
    public static var shared: [URL] {
        let directory = root.deletingLastPathComponent().appending(path: "shared/recordings")
        return ["touchpad", "touchscreen"].flatMap { kind in
            let folder = directory.appending(path: kind)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return names.sorted().map { folder.appending(path: $0) }
        }
    }

    public static func bytes(_ file: URL) throws -> [UInt8] { Array(try Data(contentsOf: file)) }
}
