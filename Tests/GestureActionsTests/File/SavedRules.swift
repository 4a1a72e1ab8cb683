import Glibc

@testable import GestureActions

/// A file of rules that is removed with this object.
final class SavedRules {
    static let rule = "[[action]]\ngesture = \"tap\"\nrun = [\"true\"]\n"

    let path = "/tmp/gestured-actions-\(getpid())-\(UInt64.random(in: 0...UInt64.max)).toml"

    init(_ text: String, mode: mode_t = 0o644) throws {
        try ActionFile.create(path, text: Array(text.utf8))
        chmod(path, mode)
    }

    deinit { unlink(path) }

    /// The rest of the error, behind the path.
    func failure() -> String {
        do throws(ActionFileError) {
            return try ActionFile.load(path, environment: [:]).countText
        } catch {
            return "\(error)".replacing(path, with: "f")
        }
    }
}
