internal import CSystemd
internal import Glibc

/// Reports when another virtual terminal becomes active, for machines without logind.
final class TerminalSwitches {
    static let activeTerminal = "/sys/class/tty/tty0/active"

    private let descriptor: Int32
    private let onSwitch: () -> Void
    private var source: EventLoop.Source?
    private var terminal: [UInt8] = []

    /// - Parameter path: A file like the kernel's: readable from its start, and exceptional (POLLPRI) after a change.
    /// - Returns: nil if there are no virtual terminals.
    convenience init?(
        of path: String = TerminalSwitches.activeTerminal, on loop: EventLoop, onSwitch: @escaping () -> Void
    ) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        self.init(adopting: descriptor, on: loop, onSwitch: onSwitch)
    }

    /// Takes ownership of the descriptor, also if it fails.
    init?(adopting descriptor: Int32, on loop: EventLoop, onSwitch: @escaping () -> Void) {
        self.descriptor = descriptor
        self.onSwitch = onSwitch
        // The kernel reports a change only after the file was read.
        terminal = read()
        source = try? loop.watch(descriptor, for: EPOLLPRI.rawValue, priority: .access) { [unowned self] _ in
            handleChange()
        }
        if source == nil { return nil }
    }

    deinit {
        source = nil
        close(descriptor)
    }

    private func handleChange() {
        let active = read()
        guard active != terminal else { return }
        terminal = active
        onSwitch()
    }

    private func read() -> [UInt8] {
        lseek(descriptor, 0, SEEK_SET)
        return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            return Array(buffer[..<max(count, 0)])
        }
    }
}
