import Glibc

extension Configuration {
    public static let defaultPath = "/etc/gestured/gestured.toml"

    /// Far more than all settings with a page of comments each; whatever is larger was named by mistake.
    static let maximumFileSize = 1 << 20

    /// Reads a configuration file.
    ///
    /// - Parameter path: nil reads ``defaultPath``, which need not exist: all settings then have their defaults. A path that
    ///   was asked for must exist.
    /// - Throws: what is wrong with the file or its text.
    public static func load(path: String? = nil) throws(ConfigurationError) -> Configuration {
        try load(path: path ?? defaultPath, mayBeMissing: path == nil)
    }

    static func load(path: String, mayBeMissing: Bool) throws(ConfigurationError) -> Configuration {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT && mayBeMissing { return Configuration() }
            throw ConfigurationError(file: path, errno: errno, "cannot be opened")
        }
        defer { close(file) }
        return try Configuration(toml: text(of: file, path: path), file: path)
    }

    private static func text(of file: CInt, path: String) throws(ConfigurationError) -> String {
        let bytes = try bytes(of: file, path: path)
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        // A newline is never part of another character, so the lines can be looked at one by one.
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
        throw ConfigurationError(file: path, problems: [.init(line: line.map { $0 + 1 }, "not UTF-8")])
    }

    private static func bytes(of file: CInt, path: String) throws(ConfigurationError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let count = read(file, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw ConfigurationError(file: path, errno: errno, "cannot be read") }
            bytes += chunk[..<count]
            guard bytes.count <= maximumFileSize else {
                throw ConfigurationError(
                    file: path, problems: [.init("larger than \(maximumFileSize) bytes, so hardly a configuration")])
            }
        }
    }
}

extension ConfigurationError {
    fileprivate init(file: String, errno code: CInt, _ what: String) {
        self.init(file: file, problems: [.init("\(what): \(String(cString: strerror(code)))")])
    }
}
