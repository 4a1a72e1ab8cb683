internal import GestureModel
internal import Glibc

/// The processes in `/proc` (proc(5)). Each method returns nil if the process has exited or is hidden from this user.
public struct ProcessTable: Sendable {
    /// `/proc`, or the directory of a test.
    let root: String

    public init(root: String = "/proc") { self.root = root }

    struct Entry: Hashable {
        var parent: Int32
        /// The start in clock ticks after boot. It distinguishes a process from a later process with the same pid.
        var start: UInt64
        /// At most 15 bytes. The process can change it.
        var name: String
        /// The address of the stack, which changes with each program that the process executes; 0 if it is hidden from
        /// this user.
        var stack: UInt64 = 0
    }

    func status(_ process: Int32) -> Entry? {
        read(process, "stat").flatMap { Entry(stat: String(decoding: $0, as: UTF8.self)) }
    }

    /// Returns the path of the process's program.
    func executable(_ process: Int32) -> String? {
        let bytes = [CChar](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            count = max(0, readlink("\(root)/\(process)/exe", start, buffer.count))
        }
        guard !bytes.isEmpty else { return nil }
        let path = String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
        // The kernel appends “ (deleted)” if an upgrade has replaced the file of the running program.
        return path.hasExactSuffix(" (deleted)") ? String(Substring(path.utf8.dropLast(10))) : path
    }

    /// Returns the path of the process's systemd control group.
    func controlGroup(_ process: Int32) -> String? {
        guard let bytes = read(process, "cgroup") else { return nil }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3, fields[1].isEmpty || fields[1].elementsEqual("name=systemd".utf8) else { continue }
            return String(decoding: fields[2], as: UTF8.self)
        }
        return nil
    }

    /// Reads at most one page.
    private func read(_ process: Int32, _ file: String) -> [UInt8]? {
        let descriptor = open("\(root)/\(process)/\(file)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
        return bytes.isEmpty ? nil : bytes
    }
}

extension ProcessTable.Entry {
    /// Parses `1234 (name) S 1 …`. The name may contain spaces and parentheses; the fields after it do not.
    init?(stat: String) {
        let bytes = stat.utf8
        guard let open = bytes.firstIndex(of: UInt8(ascii: "(")), let close = bytes.lastIndex(of: UInt8(ascii: ")")),
            open < close
        else { return nil }
        let fields = bytes[bytes.index(after: close)...].split(separator: UInt8(ascii: " ")).map(Substring.init)
        // The first element of `fields` is the third field of proc(5).
        guard fields.count > 19, let parent = Int32(fields[1]), let start = UInt64(fields[19]) else { return nil }
        self.init(
            parent: parent, start: start, name: String(Substring(bytes[bytes.index(after: open)..<close])),
            stack: fields.count > 25 ? UInt64(fields[25]) ?? 0 : 0)
    }
}
