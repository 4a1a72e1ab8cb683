internal import CSystemd
internal import Glibc

/// Tells when another virtual terminal comes to the front: for machines on which nobody else does.
final class TerminalSwitches {
    static let activeTerminal = "/sys/class/tty/tty0/active"

    private let descriptor: Int32
    private let onSwitch: () -> Void
    private var source: EventLoop.Source?
    private var terminal: [UInt8] = []

    /// - Parameter path: A file as the kernel's: readable from its start, and exceptional (POLLPRI) when it changed.
    /// - Returns: nil where there are no virtual terminals.
    convenience init?(
        of path: String = TerminalSwitches.activeTerminal, on loop: EventLoop, onSwitch: @escaping () -> Void
    ) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        self.init(taking: descriptor, on: loop, onSwitch: onSwitch)
    }

    /// Takes over the descriptor, also when it fails.
    init?(taking descriptor: Int32, on loop: EventLoop, onSwitch: @escaping () -> Void) {
        self.descriptor = descriptor
        self.onSwitch = onSwitch
        // The kernel tells of a change only after the file was read.
        terminal = read()
        source = try? loop.watch(descriptor, for: EPOLLPRI.rawValue, priority: EventLoop.urgent) { [unowned self] _ in
            look()
        }
        if source == nil { return nil }
    }

    deinit {
        source = nil
        close(descriptor)
    }

    private func look() {
        let now = read()
        guard now != terminal else { return }
        terminal = now
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
