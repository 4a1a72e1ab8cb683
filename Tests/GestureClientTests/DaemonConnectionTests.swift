import GestureClient
import GestureModel
import GestureProtocol
import Testing

@Suite struct DaemonConnectionTests {
    private let server = ScriptedServer()

    @Test func `lines arrive whole and in order, then the end`() throws {
        let connection = try DaemonConnection(path: server.path)
        server.accept()
        server.send(Array("first\nsec".utf8))
        #expect(try connection.nextLine() == Array("first".utf8))
        server.send("ond")
        #expect(try connection.nextLine() == Array("second".utf8))
        server.hangUp()
        #expect(try connection.nextLine() == nil)
    }

    @Test func `a request is sent as one line`() throws {
        let connection = try DaemonConnection(path: server.path)
        server.accept()
        let request = Request.haptic(HapticRequest(id: 1, feedback: .warning))
        try connection.send(request)
        #expect(server.requests() == [request])
    }

    @Test func `the last line of a daemon that refuses is read after a request that it did not receive`() throws {
        let connection = try DaemonConnection(path: server.path)
        server.accept()
        server.send("refused\n")
        server.hangUp()
        try connection.send(.unsubscribe(id: 1, subscription: 1))
        #expect(try connection.nextLine() == Array("refused".utf8))
        #expect(try connection.nextLine() == nil)
    }

    @Test func `both kinds of connection default to gestured's socket`() {
        #expect(DaemonConnection.defaultPath == "/run/gestured/gestured.sock")
        #expect(GestureClient.defaultPath == DaemonConnection.defaultPath)
        #expect(GestureClient().path == GestureClient.defaultPath && GestureClient(path: "a").path == "a")
    }

    @Test func `without a listener the error asks whether gestured is running`() {
        server.stopListening()
        let failure = ConnectionFailure.cannotConnect(server.path, code: 2)
        #expect(throws: failure) { try DaemonConnection(path: server.path) }
        #expect(
            failure.description
                == "cannot connect to \(server.path): No such file or directory (ENOENT); is gestured running?")
    }

    @Test func `the error for an invalid path names the path`() {
        let path = "/" + String(repeating: "a", count: 107)
        #expect(throws: ConnectionFailure.invalidPath(path)) { try DaemonConnection(path: path) }
        #expect(
            ConnectionFailure.invalidPath(path).description == "\(path): a socket's path has 1 to 107 bytes and no NUL")
    }
}
