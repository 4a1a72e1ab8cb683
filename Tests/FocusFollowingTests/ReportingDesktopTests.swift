import DesktopAccess
import Foundation
import GestureModel
import Glibc
import PrivateBus
import Testing

@testable import FocusFollowing

@Suite(.serialized) struct ReportingDesktopTests {
    private let bus = PrivateBus.running

    private static let editor = #"{"focus":{"process":7,"app":"editor"}}"#
    private static let editorFocus = DesktopFocus.window(FocusedWindow(process: 7, app: "editor"))
    private static let terminal = #"{"focus":{"process":8,"app":"foot"}}"#
    private static let terminalFocus = DesktopFocus.window(FocusedWindow(process: 8, app: "foot"))

    private func connect() throws -> ReportingDesktop { try ReportingDesktop(gnomeShell: bus.environment) }

    /// Returns the focus after everything that `shell` has sent.
    private func focus(_ desktop: ReportingDesktop, after shell: ScriptedShell) throws -> DesktopFocus? {
        shell.synchronise()
        return try desktop.process()
    }

    @Test func `the first report is the focus, and each change`() throws {
        let shell = ScriptedShell(on: bus.address, report: Self.editor)
        let desktop = try connect()
        #expect(try desktop.process() == Self.editorFocus)
        shell.send(Self.terminal)
        #expect(try focus(desktop, after: shell) == Self.terminalFocus)
        shell.send(Self.terminal)
        #expect(try focus(desktop, after: shell) == nil)
        shell.send(#"{"focus":"menu"}"#)
        #expect(try focus(desktop, after: shell) == .shell(.menu))
        shell.end()
    }

    @Test func `of several reports the last one counts`() throws {
        let shell = ScriptedShell(on: bus.address, report: Self.editor)
        let desktop = try connect()
        for _ in 0..<10 { shell.send(Self.terminal) }
        shell.send(#"{"focus":null}"#)
        #expect(try focus(desktop, after: shell) == .nowhere)
        shell.end()
    }

    @Test func `touchpads that GNOME reports as disabled are off until it reports otherwise, or ends`() throws {
        let shell = ScriptedShell(on: bus.address, report: #"{"focus":null,"touchpads":"disabled"}"#)
        let desktop = try connect()
        #expect(desktop.disabled == [.kind(.touchpad)])
        shell.send(#"{"focus":"lockScreen"}"#)
        _ = try focus(desktop, after: shell)
        #expect(desktop.disabled == [.kind(.touchpad)])
        shell.send(#"{"focus":null,"touchpads":"enabled"}"#)
        _ = try focus(desktop, after: shell)
        #expect(desktop.disabled == [])
        shell.send(#"{"focus":null,"touchpads":"disabled"}"#)
        let bystander = ScriptedShell(on: bus.address, name: nil)
        shell.end()
        _ = try focus(desktop, after: bystander)
        #expect(desktop.disabled == [])
        bystander.end()
    }

    @Test func `touchpads that KWin has disabled are known at the start, and when another app has the focus`() throws {
        let folder = Folder()
        let shell = ScriptedShell(
            on: bus.address, name: "org.kde.KWin", touchpads: ["event3": false, "event4": true])
        let desktop = try ReportingDesktop(
            kwin: bus.environment.merging(["XDG_RUNTIME_DIR": folder.path]) { $1 })
        #expect(desktop.disabled == [.id("event3")])
        shell.send(Self.editor, to: desktop.follower)
        _ = try focus(desktop, after: shell)
        shell.setTouchpads(["event3": true, "event4": true])
        let queries = shell.calls.count
        shell.send(#"{"focus":{"process":7,"app":"editor","title":"moved"}}"#, to: desktop.follower)
        _ = try focus(desktop, after: shell)
        #expect(shell.calls.count == queries && desktop.disabled == [.id("event3")])
        shell.send(Self.terminal, to: desktop.follower)
        _ = try focus(desktop, after: shell)
        #expect(desktop.disabled == [])
        shell.end()
    }

    @Test func `the touchscreens of the last report that names them count, until the desktop ends`() throws {
        let assigned = ReportedDevice(device: .id("event5"), output: .monitor(maker: "SHP", model: "LQ140M1"))
        let shell = ScriptedShell(
            on: bus.address,
            report: #"{"focus":null,"touchscreens":[{"device":"event5","maker":"SHP","model":"LQ140M1"}]}"#)
        let desktop = try connect()
        #expect(desktop.devices == [assigned])
        // The extension is switched off while the screen is locked.
        shell.send(#"{"focus":"lockScreen"}"#)
        _ = try focus(desktop, after: shell)
        #expect(desktop.devices == [assigned])
        shell.send(#"{"focus":null,"touchscreens":[]}"#)
        _ = try focus(desktop, after: shell)
        #expect(desktop.devices == [])
        shell.end()
    }

    @Test func `a program that is not the desktop cannot report`() throws {
        let shell = ScriptedShell(on: bus.address, report: Self.editor)
        let desktop = try connect()
        #expect(try desktop.process() == Self.editorFocus)
        let liar = ScriptedShell(on: bus.address, name: nil)
        liar.send(Self.terminal, to: desktop.follower)
        #expect(try focus(desktop, after: liar) == nil)
        liar.end()
        shell.end()
    }

    @Test func `an invalid report makes the focus unknown until the next valid one`() throws {
        let shell = ScriptedShell(on: bus.address, report: Self.editor)
        let desktop = try connect()
        _ = try desktop.process()
        shell.send(#"{"focus":{"process":0}}"#)
        let reason = #"invalid report: process: expected a number above 0: {"focus":{"process":0}}"#
        #expect(try focus(desktop, after: shell) == .unknown(reason))
        shell.send(Self.terminal)
        #expect(try focus(desktop, after: shell) == Self.terminalFocus)
        shell.end()
    }

    @Test func `the desktop and its ancestors are no window, because every app descends from them`() throws {
        let shell = ScriptedShell(on: bus.address, report: #"{"focus":{"process":\#(getpid())}}"#)
        let desktop = try connect()
        let reason = "invalid report: process \(getpid()) is the desktop or started it, and shows no window"
        #expect(try desktop.process() == .unknown(reason))
        shell.send(#"{"focus":{"process":\#(getppid())}}"#)
        guard case .unknown = try focus(desktop, after: shell) else {
            Issue.record("the parent of the desktop was accepted")
            return
        }
        shell.end()
    }

    @Test func `a desktop that floods its follower is an error`() throws {
        let shell = ScriptedShell(on: bus.address, report: Self.editor)
        let desktop = try connect()
        for _ in 0..<10_000 { shell.send(Self.terminal) }
        let failure = DesktopFailure("GNOME Shell: more than 1000 messages in a second; the focus is not followed")
        #expect(throws: failure) { while try focus(desktop, after: shell) != .nowhere {} }
        shell.end()
    }

    @Test func `without the extension the focus is unknown until it starts`() throws {
        let shell = ScriptedShell(on: bus.address)
        let desktop = try connect()
        let reason =
            "the extension focus@gestured is not enabled; install gestured, log in again, and run gnome-extensions enable focus@gestured"
        #expect(try desktop.process() == .unknown(reason, command: "gnome-extensions enable focus@gestured"))
        shell.enableExtension(Self.editor)
        #expect(try focus(desktop, after: shell) == Self.editorFocus)
        shell.send("{}")
        #expect(try focus(desktop, after: shell) == .unknown("the extension has been switched off"))
        shell.end()
    }

    @Test func `without an extension for the version of GNOME no command is named`() throws {
        let shell = ScriptedShell(on: bus.address, version: "44.9")
        let reason = "no extension for GNOME 44: there are ones for 43, and for 45 and later"
        #expect(try connect().process() == .unknown(reason))
        shell.end()
    }

    @Test func `the extension of GNOME 43 has a name of its own`() throws {
        let shell = ScriptedShell(on: bus.address, version: "43.6")
        guard case .unknown(_, let command) = try connect().process() else {
            Issue.record("the focus is known")
            return
        }
        #expect(command == "gnome-extensions enable focus-43@gestured")
        shell.end()
    }

    @Test func `a lock hides the window until the screen is unlocked`() throws {
        let shell = ScriptedShell(on: bus.address, report: Self.editor, isLocked: true)
        let desktop = try connect()
        #expect(try desktop.process() == .shell(.lockScreen))
        shell.setLocked(false)
        #expect(try focus(desktop, after: shell) == Self.editorFocus)
        shell.setLocked(true)
        #expect(try focus(desktop, after: shell) == .shell(.lockScreen))
        shell.end()
    }

    @Test func `a desktop that restarts is followed again`() throws {
        let first = ScriptedShell(on: bus.address, report: Self.editor)
        let desktop = try connect()
        #expect(try desktop.process() == Self.editorFocus)
        let bystander = ScriptedShell(on: bus.address, name: nil)
        first.end()
        #expect(try focus(desktop, after: bystander) == .unknown("the desktop does not run"))
        let second = ScriptedShell(on: bus.address, report: Self.terminal)
        #expect(try focus(desktop, after: second) == Self.terminalFocus)
        second.end()
        bystander.end()
    }

    @Test func `a desktop that hangs is an error`() {
        let shell = ScriptedShell(on: bus.address, isHung: true)
        let failure = DesktopFailure("GNOME Shell: org.gnome.Shell does not answer")
        #expect(throws: failure) {
            try ReportingDesktop(.gnome, environment: bus.environment, timeout: .milliseconds(200))
        }
        shell.end()
    }

    @Test func `without a bus the error names its address`() {
        let environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"]
        let failure = DesktopFailure(
            "GNOME Shell: session bus unix:path=/nowhere/bus: No such file or directory (ENOENT)")
        #expect(throws: failure) { try ReportingDesktop(gnomeShell: environment) }
    }

    @Test func `the script is loaded into KWin, reports, and is unloaded at the end`() throws {
        let folder = Folder()
        let shell = ScriptedShell(on: bus.address, name: "org.kde.KWin")
        var environment = bus.environment
        environment["XDG_RUNTIME_DIR"] = folder.path
        var desktop: ReportingDesktop? = try ReportingDesktop(kwin: environment)
        // The first calls query the touch devices, whose outputs KWin knows, and those that are disabled.
        #expect(shell.calls == ["Get", "Get", "unloadScript", "loadScript", "start"])
        #expect(try desktop?.process() == nil)
        let follower = try #require(desktop?.follower)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let script = try String(contentsOfFile: "\(folder.path)/\(#require(files.first))", encoding: .utf8)
        #expect(script.hasPrefix("const follower = \"\(follower)\";\n") && script.contains("callDBus(follower"))
        shell.send(Self.editor, to: follower)
        shell.synchronise()
        #expect(try desktop?.process() == Self.editorFocus)
        desktop = nil
        #expect(shell.calls.last == "unloadScript")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        shell.end()
    }
}
