import FakeEvdev
import Glibc
import Testing

@Suite struct SocketActivationTests {
    let directory: TemporaryDirectory
    let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.path("activated")
    }

    @Test func `the service manager's socket is served and outlives the daemon`() throws {
        let listener = unixSocket(SOCK_STREAM.rawValue, boundTo: path)
        defer { close(listener) }
        #expect(listen(listener, 8) == 0)
        // Connected before there is a daemon, as the first client of a socket unit is.
        let early = try TestClient(path)
        let daemon = try DaemonProcess(inherited: listener)
        #expect(try early.next("hello").type == "hello")
        #expect(try TestClient(path).next("hello").type == "hello")
        daemon.program.signal(SIGTERM)
        #expect(daemon.program.exit() == .exited(0))
        #expect(access(path, F_OK) == 0)
    }

    @Test func `a descriptor that is no listening stream socket is an error`() throws {
        let datagrams = unixSocket(SOCK_DGRAM.rawValue, boundTo: path)
        defer { close(datagrams) }
        let daemon = try DaemonProcess(inherited: datagrams)
        #expect(daemon.program.exit() == .exited(1))
        #expect(daemon.program.errors.contains("the service manager's socket is no listening Unix stream socket"))
    }

    @Test func `a second socket that nobody would serve is an error`() throws {
        let listener = unixSocket(SOCK_STREAM.rawValue, boundTo: path)
        defer { close(listener) }
        #expect(listen(listener, 8) == 0)
        let program = Program(
            "/bin/sh", ["-c", "LISTEN_FDS=2 exec \(BuildProducts.path("gestured"))"], inherited: listener)
        #expect(program.exit() == .exited(1))
        #expect(program.errorLines.count == 1)
        #expect(program.errors.contains("handed over two sockets for subscribers"))
    }
}
