import Testing

/// Invalid input is answered with an error. A second client receives every gesture meanwhile.
@Suite("Bad input") struct BadInputTests {
    let daemon: DaemonProcess
    let steady: TestClient

    init() throws {
        daemon = try .withTouchscreen()
        steady = try daemon.client(#"{"tap":{}}"#)
    }

    private func expectHarmless() throws {
        try daemon.devices.tap("event5", id: 40)
        #expect(try steady.gesture().phases == ["began", "ended"])
        #expect(try steady.queued().isEmpty)
    }

    @Test(arguments: [
        ("hello", "notJSON", "not JSON at byte 1"),
        (#"{"type":"subscribe","id":1,"gesture":{"tap"#, "notJSON", "not JSON at byte"),
        (#"["subscribe"]"#, "wrongType", "expected an object"),
        (#"{"id":1}"#, "missingField", "type"),
        (#"{"type":"dance","id":1}"#, "unknownType", "dance"),
        (#"{"type":"subscribe","id":1}"#, "missingField", "gesture"),
        (#"{"type":"subscribe","id":"one","gesture":{"tap":{}}}"#, "wrongType", "id"),
        (#"{"type":"subscribe","id":1,"gesture":"tap"}"#, "wrongType", "gesture"),
        (#"{"type":"subscribe","id":1,"gesture":{"drag":{"minimumDistance":"ten"}}}"#, "wrongType", "minimumDistance"),
        (#"{"type":"subscribe","id":1,"gesture":{"drag":{"minimumDistance":NaN}}}"#, "notJSON", "byte"),
        (#"{"type":"subscribe","id":1,"gesture":{"drag":{"minimumDistance":1e999}}}"#, "outOfRange", "minimumDistance"),
        (#"{"type":"subscribe","id":1,"gesture":{"drag":{"fingers":0}}}"#, "outOfRange", "fingers"),
        (#"{"type":"subscribe","id":1,"gesture":{"drag":{"speed":1}}}"#, "unknownField", "speed"),
        (
            #"{"type":"subscribe","id":1,"gesture":{"tap":{}},"region":{"x":5000,"y":0,"width":1,"height":1}}"#,
            "regionOutsideSurface", "event5"
        ),
        (#"{"type":"unsubscribe","id":1,"subscription":7}"#, "unknownSubscription", "7"),
    ])
    func `an invalid request is answered with an error, and the connection stays open`(
        _ line: String, _ code: String, _ part: String
    ) throws {
        let client = try daemon.client()
        try client.send(line)
        let answer = try #require(try client.next())
        #expect(answer.type == "error" && answer.text("code") == code)
        #expect(answer.text("message")?.contains(part) == true, "\(answer)")
        #expect(try client.subscribe(#"{"tap":{}}"#) == 1)
        try expectHarmless()
        #expect(try client.gesture().phases == ["began", "ended"])
    }

    @Test func `each line of garbage is answered with an error`() throws {
        let client = try daemon.client()
        #expect(client.write([0xff, 0xfe, 0x00, 0x80, 0x0a, 0x7b, 0xc3, 0x0a, 0x00, 0x0a]))
        for _ in 0..<3 { #expect(try client.next("error").text("code") == "notJSON") }
        try expectHarmless()
    }

    @Test func `a line beyond the limit is answered once and ends the connection`() throws {
        let client = try daemon.client()
        // The daemon stops reading before the end, so the write may fail. The error can be read all the same.
        _ = client.write([UInt8](repeating: 0x61, count: 1 << 20))
        let last = try client.readToEnd()
        #expect(last.map { $0.text("code") } == ["lineTooLong"])
        #expect(last.first?.text("message")?.contains("65536 bytes") == true)
        try expectHarmless()
    }

    @Test func `the 65th subscription is refused, and the first 64 stay`() throws {
        let client = try daemon.client()
        for _ in 0..<1000 { try client.send(#"{"type":"subscribe","id":1,"gesture":{"tap":{}}}"#) }
        let answers = try (0..<1000).map { _ in try client.next { ["ok", "error"].contains($0.type) } }
        #expect(answers[..<64].allSatisfy { $0.type == "ok" })
        #expect(answers[64...].allSatisfy { $0.text("code") == "tooManySubscriptions" })
        try expectHarmless()
        let begun = try (0..<64).map { _ in try client.next("gesture").number("gesture") }
        #expect(begun == (1...64).map(Double.init))
    }

    @Test func `a request may arrive byte by byte`() throws {
        let client = try daemon.client()
        for byte in #"{"type":"subscribe","id":1,"gesture":{"tap":{}}}"#.utf8 { #expect(client.write([byte])) }
        // Without its newline it is not a request.
        try expectHarmless()
        #expect(client.write([0x0a]))
        #expect(try client.next()?.number("subscription") == 1)
        try expectHarmless()
        #expect(try client.gesture().phases == ["began", "ended"])
    }

    @Test func `an unfinished request has no effect`() throws {
        let client = try daemon.client()
        #expect(client.write(Array(#"{"type":"subscribe","id":1,"gest"#.utf8)))
        client.endSending()
        try expectHarmless()
    }

    @Test func `a client that has shut down its sending side still receives gestures`() throws {
        let client = try daemon.client(#"{"tap":{}}"#)
        client.endSending()
        try expectHarmless()
        #expect(try client.gesture().phases == ["began", "ended"])
    }

    @Test func `connections beyond the limit are closed with an error`() throws {
        try daemon.configure("[limits]\nclients = 32\n")
        // The connection of another client could still count after it was closed.
        #expect(try steady.request("reload").type == "ok")
        // The steady client is the 32nd.
        let clients = try (0..<50).map { _ in try daemon.connect() }
        for client in clients[..<31] { #expect(try client.next()?.type == "hello") }
        for client in clients[31...] {
            let messages = try client.readToEnd()
            #expect(messages.map { $0.text("code") } == ["tooManyClients"])
            #expect(
                messages.first?.text("message")?.contains("limits.clients: all users have at most 32 connections")
                    == true)
        }
        try expectHarmless()
    }

    @Test func `each problem of a file of actions is a line`() throws {
        let folder = try TemporaryDirectory()
        let path = try folder.file("actions.toml", "[[action]]\ngesture = 1\nrun = 2\n")
        let program = Program("gesturectl", ["actions", "check", "--file", path])
        #expect(program.exit() == .exited(5))
        #expect(program.errorLines.filter { $0.hasPrefix("\(path):") }.count == 2, "\(program.errors)")
    }
}
