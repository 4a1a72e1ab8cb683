internal import LinuxSupport

/// What every user may read about a process in `/proc`.
enum ProcessFacts {
    /// Returns the name, at most 15 bytes; nil if the process has ended.
    static func name(of process: Int32, in folder: String) -> String? {
        (try? FileContents.read("\(folder)/\(process)/comm", limit: 64)).map {
            String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
    }

    static func parent(of process: Int32, in folder: String) -> Int32? {
        fields(of: process, in: folder).flatMap { $0.count > 1 ? Int32($0[1]) : nil }
    }

    /// Returns the start in clock ticks after boot.
    static func start(of process: Int32, in folder: String) -> UInt64? {
        fields(of: process, in: folder).flatMap { $0.count > 19 ? UInt64($0[19]) : nil }
    }

    static func arguments(of process: Int32, in folder: String) -> [String] {
        let bytes = (try? FileContents.read("\(folder)/\(process)/cmdline", limit: 1 << 17)) ?? []
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The fields of `stat` after the name, which may contain blanks and parentheses.
    private static func fields(of process: Int32, in folder: String) -> [Substring]? {
        guard let bytes = try? FileContents.read("\(folder)/\(process)/stat", limit: 4096),
            let end = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        return String(decoding: bytes[(end + 1)...], as: UTF8.self).split { $0 == " " || $0 == "\n" }
    }
}

enum Folder {
    /// Returns the names in a folder in order, so that `wayland-2` precedes `wayland-10`; none if it cannot be read.
    static func names(in folder: String, prefix: String = "") -> [String] {
        let names = ((try? FileContents.names(in: folder)) ?? []).filter { $0.hasPrefix(prefix) && !$0.hasPrefix(".") }
        return names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }
}
