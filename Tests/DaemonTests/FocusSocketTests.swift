import FakeEvdev
import Foundation
import GestureModel
import Glibc
import Testing
import TouchInput

/// The clients of these tests all belong to one process and to the daemon's own user, which is trusted: focus narrows what
/// they receive; a lock and withheld positions do not. ``StrangerTests`` has another user.
@Suite("The socket for focus sources") struct FocusSocketTests {
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

    /// The next focus that a client receives.
    private func focus(of client: TestClient) throws -> String? {
        try client.next("accessChanged").text("access", "focus")
    }

    @Test func `greets a source and sends it the subscribers`() throws {
        let source = try TestClient(focusSocket)
        let hello = try source.next("hello")
        #expect(hello.number("protocol") == 1)
        #expect(hello.description.contains(#""capabilities":["focus","window","outputs","lock","cancel","disabled"]"#))
        // The daemon may still count the first client. Then another client of this process changes nothing, but one of
        // another process does.
        #expect(try source.next("subscribers").numbers("processes")?.count ?? 0 < 2)
        let client = try daemon.client()
        let monitor = Program("gesturectl", ["monitor", "--socket", daemon.socket])
        let both = Set([Double(own), Double(monitor.process)])
        #expect(try source.next { Set($0.numbers("processes") ?? []) == both }.type == "subscribers")
        withExtendedLifetime(client) {}
    }

    @Test func `lets the focused client receive, withholds from the others, and reports both`() throws {
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

    @Test func `lets a client of scope session receive whichever app has the focus`() throws {
        let source = try source()
        let client = try daemon.client()
        try client.subscribe(#"{"tap":{}}"#, #""scope":"session""#)
        try focus(source, [])
        #expect(try focus(of: client) == "unfocused")
        try daemon.devices.tap("event5")
        #expect(try client.gesture().phases == ["began", "ended"])
    }

    @Test func `cancels gestures in progress when the focus moves`() throws {
        let source = try source()
        let client = try daemon.client(#"{"drag":{}}"#)
        try focus(source, [own])
        try daemon.devices.drag("event5")
        #expect(try client.next("gesture").phase == "began")
        try focus(source, [])
        #expect(try client.gesture().transitions == ["cancelled focusChanged"])
        try focus(source, [own])
        try daemon.devices.lift("event5")
        try daemon.devices.flick("event5", id: 2)
        #expect(try client.gesture().transitions == ["began", "ended"])
    }

    @Test func `resets the focus when the source disconnects, until another source reports it`() throws {
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

    @Test func `replaces a source with a newer one, which is reported to it`() throws {
        let client = try daemon.client(#"{"tap":{}}"#)
        let first = try source()
        try focus(first, [own])
        #expect(try focus(of: client) == "focused")
        let second = try source()
        try focus(second, [])
        #expect(try first.readToEnd().last?.text("code") == "replaced")
        #expect(try focus(of: client) == "unfocused")
        // The old source's end does not reset the focus.
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
    func `answers an invalid line with an error, without any effect`(_ line: String, _ code: String) throws {
        let source = try source()
        let client = try daemon.client(#"{"tap":{}}"#)
        try focus(source, [own])
        try source.send(line)
        #expect(try source.next("error").text("code") == code)
        try focus(source, [own])
        try daemon.devices.tap("event5")
        #expect(try client.gesture().phases == ["began", "ended"])
    }

    @Test func `cancels gestures in progress when a source requests it`() throws {
        let source = try source()
        let client = try daemon.client(#"{"drag":{}}"#)
        try daemon.devices.drag("event5")
        #expect(try client.next("gesture").phase == "began")
        #expect(try source.request("cancel").type == "ok")
        #expect(try client.gesture().transitions == ["cancelled requested"])
    }

    @Test func `refuses subscribers' requests, as the other socket refuses a source's`() throws {
        let answer = try daemon.client().request("focus", #""processes":[]"#)
        #expect(answer.text("code") == "unknownType")
    }
}
