import Foundation

/// A directory for one test, removed with it. Its path is short, because a socket's path has at most 107 bytes.
final class TemporaryDirectory {
    let path: String

    init() throws {
        path = "/tmp/gestured-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func path(_ name: String) -> String { path + "/" + name }

    /// Writes a file, and returns its path.
    func file(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }
}
