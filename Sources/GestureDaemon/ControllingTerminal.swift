internal import Glibc

/// The terminal that the daemon was started from, if it was from one.
struct ControllingTerminal {
    private let wasThere = ControllingTerminal.isThere

    /// Whether there was one, and it has closed since: the kernel takes it from its processes before it tells them.
    var hasHungUp: Bool { wasThere && !ControllingTerminal.isThere }

    private static var isThere: Bool {
        let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard terminal >= 0 else { return false }
        close(terminal)
        return true
    }
}
