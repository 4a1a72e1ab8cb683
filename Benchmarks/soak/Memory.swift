internal import CGlibc
internal import Glibc

/// The memory of this process in KiB, from /proc/self/statm.
func residentSize() -> Int {
    let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    return withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { preconditionFailure("/proc/self/statm cannot be read") }
        let fields = buffer[..<count].split(separator: UInt8(ascii: " "))
        let pages = fields[1].reduce(0) { $0 * 10 + Int($1) - 48 }
        return pages * sysconf(Int32(_SC_PAGESIZE)) / 1024
    }
}

/// The memory that is allocated and not freed, in KiB.
func heapSize() -> Int {
    let heap = mallinfo2()
    return Int(heap.uordblks + heap.hblkhd) / 1024
}

/// The number of elements of each collection within a value, by its path, including ones that are added later.
struct CollectionSizes {
    private(set) var byPath: [String: Int] = [:]
    /// Objects may be referenced more than once.
    private var counted: Set<ObjectIdentifier> = []
    /// Bytes from clients or for them: their number depends on the clients.
    var waiting: Int { byPath.reduce(0) { $0 + (Self.isWaiting($1.key) ? $1.value : 0) } }
    /// All others.
    var kept: Int { byPath.values.reduce(0, +) - waiting }

    private static func isWaiting(_ path: String) -> Bool { path.contains(".outbox.") || path.contains(".framer.") }

    init(of value: Any) { walk(value, "") }

    private mutating func walk(_ value: Any, _ path: String) {
        // Their elements contain no collections.
        if let bytes = value as? [UInt8] { return add(bytes.count, path) }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .collection, .set, .dictionary:
            add(mirror.children.count, path)
            for child in mirror.children { walk(child.value, path) }
        case .class where !counted.insert(ObjectIdentifier(value as AnyObject)).inserted: break
        default:
            for child in mirror.children { walk(child.value, path + "." + (child.label ?? "")) }
        }
    }

    private mutating func add(_ count: Int, _ path: String) { byPath[path, default: 0] += count }
}
