import Foundation
import Glibc
import Testing

@Suite("Starting and stopping") struct StartTests {
    @Test func `is reported to the service manager`() throws {
        let manager = NotifySocket()
        let daemon = try DaemonProcess(environment: ["NOTIFY_SOCKET": manager.path])
        #expect(manager.receives("READY=1"))
        // A client can connect as soon as the daemon is ready.
        #expect(try daemon.connect().next("hello").number("protocol") == 1)
        daemon.program.signal(SIGTERM)
        #expect(manager.receives("STOPPING=1"))
        #expect(daemon.program.exit() == .exited(0))
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal stops the daemon with status 0 and removes the socket`(_ signal: Int32) throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let client = try daemon.client(#"{"tap":{}}"#)
        daemon.program.signal(signal)
        #expect(daemon.program.exit() == .exited(0))
        #expect(try client.readToEnd().isEmpty)
        #expect(access(daemon.socket, F_OK) != 0)
    }

    @Test func `the socket is accessible to its owner and group`() throws {
        let daemon = try DaemonProcess()
        _ = try daemon.client()
        var status = stat()
        #expect(lstat(daemon.socket, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o660)
    }

    @Test func `a client that disconnects during a stream does not affect the others`() throws {
        let daemon = try DaemonProcess.withTouchscreen()
        let steady = try daemon.client(#"{"drag":{}}"#)
        do {
            let vanishing = try daemon.client(#"{"drag":{}}"#)
            try daemon.devices.drag("event5")
            _ = try vanishing.next("gesture")
        }
        try daemon.devices.lift("event5")
        try daemon.devices.flick("event5", id: 2)
        #expect(try steady.gesture().transitions == ["began", "ended"])
        #expect(try steady.gesture().transitions == ["began", "ended"])
        #expect(daemon.program.exit(within: 0) == nil)
    }

    @Test func `a socket that a dead daemon left behind is replaced`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("socket")
        close(unixSocket(SOCK_STREAM.rawValue, boundTo: path))
        let daemon = try DaemonProcess(socket: path)
        #expect(try daemon.connect().next("hello").type == "hello")
        daemon.program.signal(SIGTERM)
        #expect(daemon.program.exit() == .exited(0))
        #expect(access(path, F_OK) != 0)
    }

    @Test func `of daemons that start together on a stale socket, one listens and the others report it`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("socket")
        close(unixSocket(SOCK_STREAM.rawValue, boundTo: path))
        let daemons = try (0..<6).map { _ in try DaemonProcess(socket: path) }
        let refused = { daemons.filter { $0.program.exit(within: 0) == .exited(1) } }
        #expect(eventually { refused().count == 5 ? true : nil } == true)
        for daemon in refused() {
            #expect(daemon.program.errors.hasSuffix("is already listening; end it, or name another path\n"))
        }
        #expect(try daemons[0].connect().next("hello").type == "hello")
    }

    @Test func `a killed daemon's socket is replaced by the next daemon`() throws {
        let first = try DaemonProcess()
        _ = try first.client()
        first.program.signal(SIGKILL)
        #expect(first.program.exit() == .signalled(SIGKILL))
        let second = try DaemonProcess(socket: first.socket)
        _ = try second.client()
    }

    @Test func `a daemon that is already listening is named, and not disturbed`() throws {
        let first = try DaemonProcess.withTouchscreen()
        let client = try first.client(#"{"tap":{}}"#)
        let second = try DaemonProcess(socket: first.socket)
        #expect(second.program.exit() == .exited(1))
        #expect(
            second.program.errors
                == "gestured: \(first.socket): gestured (process \(first.program.process)) is already listening; "
                + "end it, or name another path\n")
        try first.devices.tap("event5")
        #expect(try client.gesture().phases == ["began", "ended"])
        _ = try first.client()
    }

    @Test(arguments: ["file", "directory", "link"])
    func `a file at the path that is not a socket is kept`(_ kind: String) throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("socket")
        let target = try directory.file("target", "precious")
        switch kind {
        case "file": _ = try directory.file("socket", "precious")
        case "directory": mkdir(path, 0o700)
        default: symlink(target, path)
        }
        let daemon = try DaemonProcess(socket: path)
        #expect(daemon.program.exit() == .exited(1))
        #expect(daemon.program.errors == "gestured: \(path): exists and is not a socket; not replaced\n")
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")
        #expect(access(path, F_OK) == 0)
    }

    @Test func `a path that is too long is rejected with the limit`() throws {
        let path = "/tmp/" + String(repeating: "x", count: 103)
        let daemon = try DaemonProcess(socket: path)
        #expect(daemon.program.exit() == .exited(1))
        #expect(daemon.program.errors == "gestured: \(path): a socket's path has 1 to 107 bytes and no NUL\n")
    }

    @Test(.enabled(if: access("/run/gestured", F_OK) != 0, "gestured is installed here"))
    func `a daemon started by hand suggests another socket path`() {
        let program = Program("gestured", [])
        #expect(program.exit() == .exited(1))
        #expect(
            program.errors
                == "gestured: cannot listen on /run/gestured/gestured.sock: No such file or directory (ENOENT); "
                + "choose another path with --socket\n")
    }

    @Test func `a missing directory is named`() throws {
        let daemon = try DaemonProcess(socket: "/tmp/no-such-directory/socket")
        #expect(daemon.program.exit() == .exited(1))
        #expect(
            daemon.program.errors
                == "gestured: cannot listen on /tmp/no-such-directory/socket: No such file or directory (ENOENT)\n")
    }
}
