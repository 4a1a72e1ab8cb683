public import FoundationEssentials
public import GestureModel

/// Files that tests read, found from this file's place in the repository.
public enum RecordedFiles {
    /// The repository.
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// `../shared`: recordings and published vectors that are not part of the repository, because their licences differ.
    public static let folder = root.deletingLastPathComponent().appending(path: "shared")

    /// Tests that need ``recordings(_:)`` are enabled if this is true, and otherwise reported as skipped.
    public static let hasRecordings = exists("recordings")
    /// The same for `../shared/velocity`.
    public static let hasVelocity = exists("velocity")
    /// The same for `../shared/strokes`.
    public static let hasStrokes = exists("strokes")

    /// The recordings in `../shared/recordings` of devices of one kind, in the order of their names.
    public static func recordings(_ kind: TouchDeviceKind) -> [URL] {
        let files = folder.appending(path: "recordings/\(kind.rawValue)")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: files.path)) ?? []
        return names.sorted().map { files.appending(path: $0) }
    }

    /// The recordings of all kinds of devices.
    public static var shared: [URL] { TouchDeviceKind.allCases.flatMap { recordings($0) } }

    public static func sample(_ name: String) throws -> [UInt8] {
        try bytes(root.appending(path: "Tests/Samples/\(name)"))
    }

    /// A file of the repository.
    public static func text(of path: String) throws -> String {
        String(decoding: try bytes(root.appending(path: path)), as: UTF8.self)
    }

    public static func bytes(_ file: URL) throws -> [UInt8] { Array(try Data(contentsOf: file)) }

    /// Decodes a file in `../shared/velocity`.
    package static func published<Content: Decodable>(_ name: String, as type: Content.Type) throws -> Content {
        try JSONDecoder().decode(type, from: Data(contentsOf: folder.appending(path: "velocity/\(name)")))
    }

    private static func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: name).path)
    }
}
