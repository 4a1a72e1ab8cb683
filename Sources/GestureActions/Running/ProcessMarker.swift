internal import CProcess
internal import Glibc
internal import LinuxSupport
internal import Synchronization

/// Marks a program and all its descendants with an environment variable, so that they can be found and ended together.
///
/// A process group is not enough, because a descendant may start a new session. The tree of processes is not enough,
/// because an orphan has no known ancestor. The service adopts orphans (PR_SET_CHILD_SUBREAPER), and finds the orphans
/// of a program by the variable in their environment.
struct ProcessMarker: Hashable {
    private static let name = "GESTURE_RUN"
    private static let count = Atomic<UInt64>(0)

    private let number: UInt64

    /// Makes this process the parent of orphans among its descendants. Returns false if the kernel refuses.
    static func adoptOrphans() -> Bool { cprocess_adopt_orphans() == 0 }

    init() { number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue }

    /// `GESTURE_RUN=1234.5`.
    var variable: String { "\(Self.name)=\(getpid()).\(number)" }

    /// Returns the descendants of the program.
    ///
    /// - Parameters:
    ///   - program: The program's process. It leads its process group.
    ///   - isRunning: False if the program has ended. Its number may then belong to another process, whose descendants
    ///     are not returned.
    func processes(of program: pid_t, isRunning: Bool) -> [pid_t] {
        let relatives = Self.relatives()
        let own = getpid()
        let isReused = !isRunning && relatives.contains { $0.process == program }
        var found: Set = isReused ? [] : [program]
        // Orphans of the program, which this process has adopted.
        for relative in relatives where relative.parent == own && relative.process != program {
            if relative.group == program && !isReused || isMarked(relative.process) { found.insert(relative.process) }
        }
        var isComplete = false
        while !isComplete {
            isComplete = true
            for relative in relatives where found.contains(relative.parent) && !found.contains(relative.process) {
                found.insert(relative.process)
                isComplete = false
            }
        }
        if !isReused { found.remove(program) }
        return found.sorted()
    }

    /// Sends a signal to all descendants of the program and, if it is running, to its process group.
    ///
    /// - Parameter isRunning: False if the program has ended. Its number may then belong to another process.
    func kill(_ signal: Int32, _ program: pid_t, isRunning: Bool) {
        let all = processes(of: program, isRunning: isRunning)
        if isRunning { Glibc.kill(-program, signal) }
        for process in all { Glibc.kill(process, signal) }
        guard signal == SIGKILL else { return }
        // Repeated for processes that were started meanwhile.
        for _ in 0..<8 {
            let rest = processes(of: program, isRunning: isRunning).filter { !all.contains($0) }
            if rest.isEmpty { return }
            for process in rest { Glibc.kill(process, signal) }
        }
    }

    private func isMarked(_ process: pid_t) -> Bool {
        guard let bytes = try? FileContents.read("/proc/\(process)/environ", limit: 1 << 20) else { return false }
        let wanted = Array(variable.utf8)
        return bytes.split(separator: 0).contains { $0.elementsEqual(wanted) }
    }

    private struct Relative {
        var process: pid_t
        var parent: pid_t
        var group: pid_t
    }

    /// Returns the processes of the machine, without zombies.
    private static func relatives() -> [Relative] {
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        var relatives: [Relative] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
            guard let process = pid_t(name), let relative = relative(process) else { continue }
            relatives.append(relative)
        }
        return relatives
    }

    /// Returns nil for a zombie and for a process that has ended.
    private static func relative(_ process: pid_t) -> Relative? {
        guard let text = try? FileContents.read("/proc/\(process)/stat", limit: 4096),
            // The program's name is in brackets, and may itself contain brackets.
            let end = text.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = text[(end + 1)...].split(separator: UInt8(ascii: " "))
        let numbers = fields.dropFirst().prefix(2).compactMap { pid_t(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count == 2, ![UInt8(ascii: "Z"), UInt8(ascii: "X")].contains(fields[0].first) else { return nil }
        return Relative(process: process, parent: numbers[0], group: numbers[1])
    }
}
