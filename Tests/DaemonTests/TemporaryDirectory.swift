import Foundation

/// A directory of one test's own, gone with it. Its path is short: a socket's path has 107 bytes.
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
