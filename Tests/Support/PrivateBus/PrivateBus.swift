internal import Glibc

/// A private message bus: Debian's dbus-daemon in a temporary folder, which is removed with it.
public final class PrivateBus {
    public let folder: String
    private var process: pid_t?

    /// - Parameter policy: Rules of dbus-daemon(1), in addition to those that allow everything.
    public init(policy: String = "") {
        var template = Array("/tmp/gestured-bus-XXXXXX".utf8CString)
        folder = String(cString: mkdtemp(&template))
        let configuration = """
            <busconfig><type>system</type><listen>\(address)</listen><auth>EXTERNAL</auth><policy context="default">
            <allow user="*"/><allow own="*"/><allow send_destination="*"/>
            <allow send_type="signal"/><allow send_requested_reply="true"/><allow receive_sender="*"/>\(policy)
            </policy></busconfig>
            """
        guard let file = fopen(folder + "/bus.conf", "w") else { fatalError("\(folder)/bus.conf cannot be written") }
        fputs(configuration, file)
        fclose(file)
    }

    deinit {
        stop()
        for name in ["bus.conf", "socket"] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    public var address: String { "unix:path=\(folder)/socket" }

    /// Starts the bus, and returns when it is listening.
    public func start() {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        precondition(socketpair(AF_UNIX, type, 0, &ends) == 0, "no socket for dbus-daemon")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        // It logs each message that the policy refuses.
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        let options = ["--config-file=\(folder)/bus.conf", "--nofork", "--nopidfile", "--print-address"]
        var pointers = (["dbus-daemon"] + options).map { strdup($0) } + [nil]
        var process: pid_t = 0
        let code = posix_spawnp(&process, "dbus-daemon", &actions, nil, &pointers, environ)
        precondition(code == 0, "dbus-daemon (Debian's package dbus-daemon) does not start")
        self.process = process
        pointers.forEach { free($0) }
        posix_spawn_file_actions_destroy(&actions)
        close(ends[1])
        var line = [UInt8](repeating: 0, count: 256)
        precondition(read(ends[0], &line, line.count) > 0, "dbus-daemon ended before it listened")
        close(ends[0])
    }

    /// Kills the bus, which ends all its connections.
    public func stop() {
        guard let process else { return }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        self.process = nil
    }
}
