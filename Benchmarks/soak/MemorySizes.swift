internal import CHeap
internal import Glibc

/// The memory this process has, in KiB; /proc/self/statm.
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

/// What is allocated and not freed, in KiB.
func heapSize() -> Int { heap_in_use() / 1024 }
