import FakeEvdev
import Foundation
import GestureModel
import Glibc
import Testing
import TouchInput

/// Focus sources. Clients of these tests are all of one process, and of the daemon's own user, who is trusted: focus narrows
/// what they get, a lock and withheld places do not. ``StrangerTests`` has another user.
@Suite struct FocusSocketTests {
    let daemon: DaemonProcess
    let focusSocket: String
    private let own = getpid()

    init() throws {
        let directory = try TemporaryDirectory()
        focusSocket = directory.path("focus")
        self.directory = directory
        daemon = try DaemonProcess(["--focus-socket", focusSocket]) {
            try $0.add(.touchscreen, as: "event5", .touchscreen)
        }
        _ = try daemon.client()
    }

    private let directory: TemporaryDirectory

    private func source() throws -> TestClient {
        let source = try TestClient(focusSocket)
        _ = try source.next("hello")
        return source
    }

    private func focus(_ source: TestClient, _ processes: [pid_t]) throws {
        let list = processes.map(String.init).joined(separator: ",")
        #expect(try source.request("focus", #""processes":[\#(list)]"#).type == "ok")
    }

    /// What a client is told next of its focus.
    private func focus(of client: TestClient) throws -> String? {
        try client.next("accessChanged").text("access", "focus")
    }

    @Test func `a source is greeted, and hears whom it can tell of`() throws {
        let source = try TestClient(focusSocket)
        let hello = try source.next("hello")
        #expect(hello.number("protocol") == 1)
        #expect(hello.description.contains(#""capabilities":["focus","window","lock","cancel"]"#))
        // The client of the start may not have been missed yet.
        #expect(try source.next("subscribers").numbers("processes")?.count ?? 0 < 2)
        let client = try daemon.client()
        #expect(try source.next { $0.numbers("processes") == [Double(own)] }.type == "subscribers")
        withExtendedLifetime(client) {}
    }

    @Test func `the focused client receives, another does not, and they are told`() throws {
        let source = try source()
        let client = try daemon.client(#"{"tap":{}}"#)
        let monitor = Program(
            "gesturectl", ["monitor", "--socket", daemon.socket, "--scope", "focused", "--gesture", #"{"tap":{}}"#])
        _ = try source.next { $0.numbers("processes")?.contains(Double(monitor.process)) == true }
        try focus(source, [own])
        #expect(try focus(of: client) == "focused")
        #expect(eventually { monitor.output.contains("focus unfocused") })
        try daemon.devices.tap("event5")
        #expect(try client.gesture().phases == ["began", "ended"])

        try focus(source, [monitor.process])
        #expect(try focus(of: client) == "unfocused")
        #expect(eventually { monitor.output.contains("focus focused") })
        try daemon.devices.tap("event5", id: 2)
        #expect(eventually { monitor.outputLines.contains { $0.contains(" tap ") && $0.contains("ended") } })
        #expect(monitor.outputLines.count { $0.contains(" tap ") && $0.contains("ended") } == 1)
        #expect(try client.queued().isEmpty)
    }

    @Test func `the scope session hears whoever has the focus`() throws {
        let source = try source()
        let client = try daemon.client()
        try client.subscribe(#"{"tap":{}}"#, #""scope":"session""#)
        try focus(source, [])
        #expect(try focus(of: client) == "unfocused")
        try daemon.devices.tap("event5")
        #expect(try client.gesture().phases == ["began", "ended"])
    }

    @Test func `when the focus moves what is in progress is cancelled`() throws {
        let source = try source()
        let client = try daemon.client(#"{"drag":{}}"#)
        try focus(source, [own])
        try daemon.devices.drag("event5")
        #expect(try client.next("gesture").phase == "began")
        try focus(source, [])
        #expect(try client.gesture().turns == ["cancelled focusChanged"])
        try focus(source, [own])
        try daemon.devices.lift("event5")
        try daemon.devices.flick("event5", id: 2)
        #expect(try client.gesture().turns == ["began", "ended"])
    }

    @Test func `with the source's end the focus is lost, until another tells`() throws {
        let client = try daemon.client(#"{"tap":{}}"#)
        do {
            let source = try source()
            try focus(source, [own])
            #expect(try focus(of: client) == "focused")
        }
        #expect(try focus(of: client) == "lost")
        try daemon.devices.tap("event5")
        #expect(try client.queued().isEmpty)
        let source = try source()
        try focus(source, [own])
        #expect(try focus(of: client) == "focused")
        try daemon.devices.tap("event5", id: 2)
        #expect(try client.gesture().phases == ["began", "ended"])
    }

    @Test func `a newer source takes over, and the one before is told and closed`() throws {
        let client = try daemon.client(#"{"tap":{}}"#)
        let first = try source()
        try focus(first, [own])
        #expect(try focus(of: client) == "focused")
        let second = try source()
        try focus(second, [])
        #expect(try first.rest().last?.text("code") == "replaced")
        #expect(try focus(of: client) == "unfocused")
        // The end of the one before is not the end of what is known.
        try focus(second, [own])
        #expect(try focus(of: client) == "focused")
    }

    @Test(
        arguments: [
            ("{", "notJSON"),
            (#"{"type":"subscribe","id":1}"#, "unknownType"),
            (#"{"type":"focus","id":1}"#, "missingField"),
            (#"{"type":"focus","id":1,"processes":[0]}"#, "outOfRange"),
            (#"{"type":"lock","id":1,"locked":"yes"}"#, "wrongType"),
        ])
    func `a line that is wrong is an error, and harms nothing`(_ line: String, _ code: String) throws {
        let source = try source()
        let client = try daemon.client(#"{"tap":{}}"#)
        try focus(source, [own])
        try source.send(line)
        #expect(try source.next("error").text("code") == code)
        try focus(source, [own])
        try daemon.devices.tap("event5")
        #expect(try client.gesture().phases == ["began", "ended"])
    }

    @Test func `a source cancels what is in progress`() throws {
        let source = try source()
        let client = try daemon.client(#"{"drag":{}}"#)
        try daemon.devices.drag("event5")
        #expect(try client.next("gesture").phase == "began")
        #expect(try source.request("cancel").type == "ok")
        #expect(try client.gesture().turns == ["cancelled requested"])
    }

    @Test func `subscribers' requests are refused here, and a source's on the other socket`() throws {
        let answer = try daemon.client().request("focus", #""processes":[]"#)
        #expect(answer.text("code") == "unknownType")
    }
}
