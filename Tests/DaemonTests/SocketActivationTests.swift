import FakeEvdev
import Glibc
import Testing

@Suite("Socket activation") struct SocketActivationTests {
    let directory: TemporaryDirectory
    let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.path("activated")
    }

    @Test func `serves the service manager's socket and leaves it in place`() throws {
        let listener = unixSocket(SOCK_STREAM.rawValue, boundTo: path)
        defer { close(listener) }
        #expect(listen(listener, 8) == 0)
        // Connected before the daemon starts, like the first client of a socket unit.
        let early = try TestClient(path)
        let daemon = try DaemonProcess(inherited: listener)
        #expect(try early.next("hello").type == "hello")
        #expect(try TestClient(path).next("hello").type == "hello")
        daemon.program.signal(SIGTERM)
        #expect(daemon.program.exit() == .exited(0))
        #expect(access(path, F_OK) == 0)
    }

    @Test func `tells each client the mistake in the configuration, and serves once it is corrected`() throws {
        let listener = unixSocket(SOCK_STREAM.rawValue, boundTo: path)
        defer { close(listener) }
        #expect(listen(listener, 8) == 0)
        let daemon = try DaemonProcess(
            configuration: "[tap]\nmaximumDuration = far\nmaximumDelay = -1\n", inherited: listener)
        #expect(daemon.logs("configuration: no gestures until it is correct"))
        for _ in 0..<2 {
            let refused = try TestClient(path).next("error")
            #expect(refused.text("code") == "badConfiguration")
            #expect(refused.text("message")?.contains("\(daemon.configurationFile):2: tap.maximumDuration: ") == true)
        }
        let status = Program("gesturectl", ["status", "--socket", path])
        #expect(status.exit() == .exited(1))
        #expect(status.errors.contains("\(daemon.configurationFile):2: tap.maximumDuration: "), "\(status.errors)")
        try daemon.configure("[tap]\nmaximumDuration = 0.5\nmaximumDelay = -1\n")
        #expect(daemon.logs(":3: tap.maximumDelay: "))
        try daemon.configure("[tap]\nmaximumDuration = 0.5\n")
        #expect(daemon.logs("configuration: correct now"))
        #expect(try TestClient(path).next("hello").type == "hello")
        #expect(daemon.program.exit(within: 0) == nil)
    }

    @Test func `a daemon that waits for its configuration stops on request`() throws {
        let listener = unixSocket(SOCK_STREAM.rawValue, boundTo: path)
        defer { close(listener) }
        #expect(listen(listener, 8) == 0)
        let daemon = try DaemonProcess(configuration: "x\n", inherited: listener)
        #expect(daemon.logs("configuration: no gestures until it is correct"))
        daemon.program.signal(SIGTERM)
        #expect(daemon.program.exit() == .exited(0))
    }

    // The number of the process may belong to another app by the time that the daemon starts.
    @Test func `a client whose process ended before the daemon started does not get the focus`() throws {
        let listener = unixSocket(SOCK_STREAM.rawValue, boundTo: path)
        defer { close(listener) }
        #expect(listen(listener, 8) == 0)
        let connection = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let client = TestClient(connected: connection)
        let connect = "import socket, sys; socket.socket(fileno=3).connect(sys.argv[1])"
        let connector = Program("/usr/bin/python3", ["-c", connect, path], inherited: connection)
        #expect(connector.exit() == .exited(0))

        let focusSocket = directory.path("focus")
        let daemon = try DaemonProcess(["--focus-socket", focusSocket], inherited: listener)
        _ = try client.next("hello")
        let source = try TestClient(focusSocket)
        _ = try source.next("hello")
        #expect(try source.request("focus", #""processes":[\#(connector.process)]"#).type == "ok")
        #expect(try client.next("accessChanged").text("access", "focus") == "unfocused")
        withExtendedLifetime(daemon) {}
    }

    @Test func `rejects a descriptor that is not a listening stream socket`() throws {
        let datagrams = unixSocket(SOCK_DGRAM.rawValue, boundTo: path)
        defer { close(datagrams) }
        let daemon = try DaemonProcess(inherited: datagrams)
        #expect(daemon.program.exit() == .exited(1))
        #expect(daemon.program.errors.contains("the service manager's socket is not a listening Unix stream socket"))
    }

    @Test(
        arguments: ["x", "-1", "1 "].map {
            ($0, "LISTEN_FDS or LISTEN_FDNAMES: expected how many sockets")
        } + [("2", "passed two sockets for subscribers")])
    func `rejects an invalid number of sockets, and a second one of the same purpose`(
        _ count: String, _ error: String
    ) throws {
        let listener = unixSocket(SOCK_STREAM.rawValue, boundTo: path)
        defer { close(listener) }
        #expect(listen(listener, 8) == 0)
        let program = Program(
            "/bin/sh", ["-c", "LISTEN_FDS='\(count)' exec \(BuildProducts.path("gestured"))"], inherited: listener)
        #expect(program.exit() == .exited(1))
        #expect(program.errorLines.count == 1)
        #expect(program.errors.contains(error))
    }
}
