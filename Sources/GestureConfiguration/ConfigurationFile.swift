internal import Glibc
internal import LinuxSupport

extension Configuration {
    public static let defaultPath = "/etc/gestured/gestured.toml"

    /// Far more than all settings with a page of comments each; a larger file was named by mistake.
    static let maximumFileSize = 1 << 20

    /// Reads a configuration file.
    ///
    /// - Parameter path: nil reads ``defaultPath``, which need not exist: all settings then have their defaults. A path that
    ///   is given must exist.
    /// - Throws: What is wrong with the file or its text.
    public static func load(path: String? = nil) throws(ConfigurationError) -> Configuration {
        try load(path: path ?? defaultPath, mayBeMissing: path == nil)
    }

    static func load(path: String, mayBeMissing: Bool) throws(ConfigurationError) -> Configuration {
        try Configuration(toml: text(bytes(of: path, mayBeMissing: mayBeMissing), path: path), file: path)
    }

    private static func text(_ bytes: [UInt8], path: String) throws(ConfigurationError) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        // A newline is never part of another character, so each line can be checked by itself.
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
        throw ConfigurationError(file: path, problems: [.init(line: line.map { $0 + 1 }, "not UTF-8")])
    }

    private static func bytes(of path: String, mayBeMissing: Bool) throws(ConfigurationError) -> [UInt8] {
        do {
            return try FileContents.read(path, limit: maximumFileSize)
        } catch .cannotOpen(Errno(ENOENT)) where mayBeMissing {
            return []
        } catch {
            throw ConfigurationError(file: path, problems: [.init(problem(error))])
        }
    }

    private static func problem(_ failure: FileContents.Failure) -> String {
        if case .tooLarge = failure { "\(failure): not a configuration" } else { "\(failure)" }
    }
}
