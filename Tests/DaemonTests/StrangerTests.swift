import FakeEvdev
import Foundation
import GestureModel
import Glibc
import Testing
import TouchInput

/// A daemon that runs as root, and programs of a user that it does not trust. Without logind: the tests of the installed
/// service cover active sessions.
@Suite(
    "Clients of another user",
    .enabled(if: Stranger.isAvailable, "needs root, setpriv, programs that others may run, and no logind"))
struct StrangerTests {
    let directory: TemporaryDirectory
    let focusSocket: String

    init() throws {
        directory = try TemporaryDirectory()
        focusSocket = directory.path("focus")
    }

    /// Listens for all users.
    private func daemon(_ configuration: String) throws -> DaemonProcess {
        let daemon = try DaemonProcess(configuration: configuration, ["--focus-socket", focusSocket]) {
            try $0.add(.touchscreen, as: "event5", .touchscreen)
        }
        _ = try daemon.client()
        chmod(daemon.socket, 0o666)
        chmod(focusSocket, 0o666)
        return daemon
    }

    private func monitor(_ daemon: DaemonProcess, _ gesture: String, _ more: String...) -> Program {
        Stranger.program(["monitor", "--json", "--socket", daemon.socket, "--gesture", gesture] + more)
    }

    private func messages(_ program: Program, _ type: String) -> [Message] {
        program.outputLines.compactMap { Message($0) }.filter { $0.type == type }
    }

    private func taps(_ program: Program) -> Int { messages(program, "gesture").count { $0.phase == "ended" } }

    @Test func `receive positions only while their app has the focus`() throws {
        let daemon = try daemon("[access]\ngroup = \"\"\n")
        let monitor = monitor(daemon, #"{"tap":{}}"#)
        let permitted = try daemon.client(#"{"tap":{}}"#)
        #expect(eventually { !messages(monitor, "ok").isEmpty })
        let access = messages(monitor, "hello").first
        #expect(access?.text("access", "session") == "unmanaged")
        #expect(access?.text("access", "positions") == "withheld")
        try daemon.devices.tap("event5")
        #expect(eventually { taps(monitor) == 1 })
        #expect(messages(monitor, "gesture").allSatisfy { $0.numbers("value", "tap", "location") == nil })
        #expect(try permitted.gesture().last?.numbers("value", "tap", "location") != nil)

        let source = try TestClient(focusSocket)
        #expect(try source.request("focus", #""processes":[\#(monitor.process)]"#).type == "ok")
        #expect(eventually { messages(monitor, "accessChanged").last?.text("access", "positions") == "granted" })
        try daemon.devices.tap("event5", id: 2)
        #expect(eventually { taps(monitor) == 2 })
        #expect(messages(monitor, "gesture").last?.numbers("value", "tap", "location") != nil)
    }

    @Test func `receive nothing without being in the group, until the rules change`() throws {
        let daemon = try daemon("[access]\ngroup = \"root\"\n")
        let monitor = monitor(daemon, #"{"tap":{}}"#)
        let permitted = try daemon.client(#"{"tap":{}}"#)
        #expect(eventually { !messages(monitor, "ok").isEmpty })
        #expect(messages(monitor, "hello").first?.text("access", "session") == "inactive")
        try daemon.devices.tap("event5")
        _ = try permitted.gesture()
        try daemon.reload("[access]\ngroup = \(Stranger.user)\npositions = \"session\"\n")
        #expect(eventually { messages(monitor, "accessChanged").last?.text("access", "session") == "unmanaged" })
        #expect(messages(monitor, "accessChanged").last?.text("access", "positions") == "granted")
        try daemon.devices.tap("event5", id: 2)
        #expect(eventually { taps(monitor) == 1 })
        #expect(taps(monitor) == 1)
    }

    @Test func `need a grant for scope session, and may not reload`() throws {
        let daemon = try daemon("[access]\ngroup = ''\nsessionScope = 'granted'\n")
        let refused = monitor(daemon, #"{"tap":{}}"#)
        #expect(refused.exit() == .exited(1))
        #expect(messages(refused, "error").first?.text("code") == "notPermitted")
        let reload = Stranger.program(["reload", "--socket", daemon.socket])
        #expect(reload.exit() == .exited(1))
        #expect(
            reload.errors
                == "gesturectl: notPermitted (notRoot): reload: only root and the user who runs gestured may reload\n")
        try daemon.reload(
            "[access]\ngroup = ''\nsessionScope = 'granted'\n[[grant]]\nuser = \(Stranger.user)\nsession = true\n")
        let granted = monitor(daemon, #"{"tap":{}}"#)
        #expect(eventually { !messages(granted, "ok").isEmpty })
    }

    @Test func `receive nothing while a locker runs, whose status gesturectl returns`() throws {
        let daemon = try daemon("[access]\ngroup = ''\n")
        let monitor = monitor(daemon, #"{"drag":{}}"#)
        #expect(eventually { !messages(monitor, "ok").isEmpty })
        try daemon.devices.drag("event5")
        #expect(eventually { messages(monitor, "gesture").first?.phase == "began" })
        let locker = Stranger.program([
            "lock", "--socket", focusSocket, "sh", "-c", "trap 'exit 7' TERM; sleep 60 & wait",
        ])
        #expect(eventually { messages(monitor, "gesture").last?.text("reason") == "locked" })
        #expect(messages(monitor, "accessChanged").last?.text("access", "session") == "locked")
        // The shell has set its trap by then, or the signal kills it.
        locker.signal(SIGTERM)
        let end = locker.exit()
        #expect(end == .exited(7) || end == .exited(128 + SIGTERM))
        #expect(eventually { messages(monitor, "accessChanged").last?.text("access", "session") == "unmanaged" })
        #expect(locker.errors == "")
    }

    @Test func `are refused as focus sources without being in the group, also when already connected`() throws {
        let daemon = try daemon("[access]\ngroup = ''\n")
        let locker = Stranger.program(["lock", "--socket", focusSocket, "sleep", "60"])
        let monitor = monitor(daemon, #"{"tap":{}}"#)
        #expect(eventually { messages(monitor, "hello").isEmpty == false })
        #expect(
            eventually {
                let all = messages(monitor, "hello") + messages(monitor, "accessChanged")
                return all.last?.text("access", "session") == "locked"
            })
        try daemon.reload("[access]\ngroup = ''\nfocusGroup = 'root'\n")
        #expect(eventually { messages(monitor, "accessChanged").last?.text("access", "session") == "unmanaged" })
        #expect(eventually { locker.errors.contains("notPermitted: access.focusGroup: only members of that group") })
        #expect(locker.exit(within: 0) == nil)
        locker.signal(SIGTERM)
        #expect(locker.exit() == .exited(128 + SIGTERM))
    }
}

/// A user that the daemon does not trust.
enum Stranger {
    static let user = 65534

    static let isAvailable: Bool = {
        guard getuid() == 0, access("/usr/bin/setpriv", X_OK) == 0, access("/run/systemd/seats", F_OK) != 0 else {
            return false
        }
        return program(["--version"]).exit() == .exited(0)
    }()

    /// Runs `gesturectl` as this user.
    static func program(_ arguments: [String]) -> Program {
        Program(
            "/usr/bin/setpriv",
            ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", BuildProducts.path("gesturectl")] + arguments)
    }
}
