import DesktopAccess
import Foundation
import GestureModel
import Testing

@testable import FocusFollowing

/// Each desktop's class with a scripted peer.
@Suite struct DesktopSocketTests {
    private let folder = Folder()

    private static let kitty = DesktopFocus.window(FocusedWindow(process: 7, app: "kitty"))

    @Test func `sway gets a subscription, then a request, and its end is an error`() throws {
        let server = ScriptedServer("sway", in: folder)
        let desktop = try SwayDesktop(environment: ["SWAYSOCK": server.path])
        server.accept()
        #expect(server.bytes(I3Conversation.greeting.count) == I3Conversation.greeting)
        #expect(try desktop.process() == nil)
        server.send(I3Message(kind: 2, payload: Array(#"{"success":true}"#.utf8)).encoded)
        #expect(try desktop.process() == nil)
        #expect(server.bytes(I3Conversation.treeRequest.count) == I3Conversation.treeRequest)
        let tree = #"{"type":"root","nodes":[{"type":"con","focused":true,"pid":7,"app_id":"kitty"}]}"#
        server.send(I3Message(kind: 4, payload: Array(tree.utf8)).encoded)
        #expect(try desktop.focus(timeout: .milliseconds(10_000)) == Self.kitty)
        server.hangUp()
        #expect(throws: DesktopFailure("sway: \(server.path): connection closed")) { try desktop.process() }
    }

    @Test func `niri gets a request for its event stream`() throws {
        let server = ScriptedServer("niri", in: folder)
        let desktop = try NiriDesktop(environment: ["NIRI_SOCKET": server.path])
        server.accept()
        #expect(server.line() == #""EventStream""#)
        let window = #"{"id":1,"pid":7,"app_id":"kitty","is_focused":true}"#
        server.send(#"{"Ok":"Handled"}"#)
        server.send(#"{"WindowsChanged":{"windows":[\#(window)]}}"#)
        #expect(try desktop.focus(timeout: .milliseconds(10_000)) == Self.kitty)
    }

    @Test func `a desktop that sends nothing is an error after the timeout`() throws {
        let server = ScriptedServer("niri", in: folder)
        let desktop = try NiriDesktop(environment: ["NIRI_SOCKET": server.path])
        #expect(throws: DesktopFailure("niri: the desktop did not report the focus in 1 ms")) {
            try desktop.focus(timeout: .milliseconds(1))
        }
    }

    // MARK: - Hyprland

    private func hyprland() throws -> (HyprlandDesktop, events: ScriptedServer, queries: ScriptedServer) {
        folder.write("", to: "hypr/h/there")
        let events = ScriptedServer("hypr/h/.socket2.sock", in: folder)
        let queries = ScriptedServer("hypr/h/.socket.sock", in: folder)
        let desktop = try HyprlandDesktop(
            environment: ["HYPRLAND_INSTANCE_SIGNATURE": "h", "XDG_RUNTIME_DIR": folder.path])
        events.accept()
        return (desktop, events, queries)
    }

    /// Accepts a connection during `work`, reads one query, answers it and hangs up.
    private func answer(_ server: ScriptedServer, _ answer: String, while work: () -> Void) -> String {
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var query: [UInt8] = []
        let thread = Thread {
            server.accept()
            query = server.bytes(HyprlandActiveWindow.request.count)
            server.send(Array(answer.utf8))
            server.hangUp()
            done.signal()
        }
        thread.start()
        work()
        done.wait()
        return String(decoding: query, as: UTF8.self)
    }

    @Test func `Hyprland gets a query at the start and after each event, on a connection each`() throws {
        let (desktop, events, queries) = try hyprland()
        let window = #"{"address":"0x1","pid":7,"class":"kitty"}"#
        let first = answer(queries, window) { #expect((try? desktop.process()) == Self.kitty) }
        #expect(first == "j/activewindow")
        #expect(try desktop.process() == nil)
        events.send("activewindowv2>>")
        _ = answer(queries, "{}") { #expect((try? desktop.process()) == .nowhere) }
        events.send("activewindowv2>>2\nactivewindowv2>>")
        _ = answer(queries, "{}") { #expect((try? desktop.process()) == nil) }
        events.hangUp()
        let text = "Hyprland: \(folder.path)/hypr/h/.socket2.sock: connection closed"
        #expect(throws: DesktopFailure(text)) { try desktop.process() }
    }

    @Test func `a Hyprland that hangs up without an answer is an error`() throws {
        let (desktop, events, queries) = try hyprland()
        defer { events.hangUp() }
        let text = "Hyprland: \(folder.path)/hypr/h/.socket.sock: invalid answer to j/activewindow: "
        _ = answer(queries, "") { #expect(throws: DesktopFailure(text)) { try desktop.process() } }
    }
}
