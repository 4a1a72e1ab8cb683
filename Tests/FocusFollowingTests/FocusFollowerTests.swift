import Foundation
import GestureModel
import Testing

@testable import FocusFollowing

@Suite struct FocusFollowerTests {
    private let daemon = ScriptedServer()
    private let tree = ProcessTree()

    private static let editor = Focus.window(
        FocusedWindow(process: 20, app: "editor", rectangle: Region(x: 0.25, y: 0, width: 0.5, height: 1)))
    private static let terminal = Focus.window(FocusedWindow(process: 30, app: "foot"))

    init() {
        tree.add(20, parent: 10)
        tree.add(30, parent: 10)
        tree.add(31, parent: 30)
    }

    /// Follows on a thread of its own, as run() blocks.
    private func follow(_ desktop: ScriptedDesktop) -> Running {
        Running(desktop, path: daemon.path, table: tree.table)
    }

    private func greet(_ processes: String) {
        daemon.accept()
        daemon.send(ScriptedServer.hello)
        daemon.send(#"{"type":"subscribers","processes":[\#(processes)]}"#)
    }

    @Test func `a list of subscribers is answered with who is focused, even where that is the same`() {
        let desktop = ScriptedDesktop(Self.editor)
        let running = follow(desktop)
        greet("20,31")
        let rest = #""processes":[20],"type":"focus","window":{"height":1,"width":0.5,"x":0.25,"y":0}}"#
        #expect(daemon.line() == #"{"app":"editor","id":1,"# + rest)
        daemon.send(#"{"type":"subscribers","processes":[20]}"#)
        #expect(daemon.line() == #"{"app":"editor","id":2,"# + rest)
        desktop.end()
        #expect(running.end() == .failure(DesktopFailure("scripted: it ended the connection")))
    }

    @Test func `a move of the focus is told once`() {
        let desktop = ScriptedDesktop(Self.editor)
        let running = follow(desktop)
        greet("20,31")
        _ = daemon.line()
        desktop.move(to: Self.editor)
        desktop.move(to: Self.terminal)
        #expect(daemon.line() == #"{"app":"foot","id":2,"processes":[31],"type":"focus"}"#)
        desktop.move(to: .nowhere)
        #expect(daemon.line() == #"{"id":3,"processes":[],"type":"focus"}"#)
        desktop.end()
        _ = running.end()
        #expect(daemon.line() == nil)
        #expect(running.moves == [Self.editor, Self.terminal, .nowhere])
    }

    @Test func `a move is told to whoever runs this before gestured is there`() {
        let desktop = ScriptedDesktop(Self.editor)
        let running = Running(desktop, path: "/nowhere/focus.sock", table: tree.table)
        desktop.move(to: Self.terminal)
        desktop.waitUntilSeen()
        desktop.end()
        _ = running.end()
        #expect(running.moves == [Self.editor, Self.terminal])
        #expect(running.notes == ["/nowhere/focus.sock: No such file or directory; waiting for it"])
    }

    @Test func `a name that is too long for an app id is not passed on`() {
        let desktop = ScriptedDesktop(.window(FocusedWindow(app: String(repeating: "a", count: 256))))
        let running = follow(desktop)
        greet("20")
        #expect(daemon.line() == #"{"id":1,"processes":[],"type":"focus"}"#)
        let longest = String(repeating: "a", count: 255)
        desktop.move(to: .window(FocusedWindow(app: longest)))
        #expect(daemon.line() == #"{"app":"\#(longest)","id":2,"processes":[],"type":"focus"}"#)
        desktop.end()
        _ = running.end()
    }

    @Test func `before the desktop tells, a list waits for its answer`() {
        let desktop = ScriptedDesktop()
        let running = follow(desktop)
        greet("31")
        desktop.move(to: Self.terminal)
        #expect(daemon.line() == #"{"app":"foot","id":1,"processes":[31],"type":"focus"}"#)
        desktop.end()
        _ = running.end()
    }

    @Test func `a daemon that comes back is told again, and the focus that moved meanwhile`() {
        let desktop = ScriptedDesktop(Self.editor)
        let running = follow(desktop)
        greet("31")
        _ = daemon.line()
        daemon.send(#"{"type":"ok","id":1}"#)
        daemon.hangUp()
        desktop.move(to: Self.terminal)
        greet("31")
        // The move may be seen before the list or after it.
        var line = daemon.line()
        if line?.contains("editor") == true { line = daemon.line() }
        #expect(line?.contains(#""app":"foot""#) == true && line?.contains(#""processes":[31]"#) == true)
        desktop.end()
        _ = running.end()
        #expect(running.notes.contains { $0 == "\(daemon.path): it ended the connection; waiting for it" })
    }

    @Test func `another source that takes over is the end, with gestured's sentence`() {
        let desktop = ScriptedDesktop(Self.editor)
        let running = follow(desktop)
        greet("20")
        _ = daemon.line()
        daemon.send(#"{"type":"error","code":"replaced","message":"a newer focus source took over"}"#)
        #expect(running.end() == .success("a newer focus source took over"))
    }

    @Test func `a refusal is noted, and following goes on`() {
        let desktop = ScriptedDesktop(Self.editor)
        let running = follow(desktop)
        greet("20")
        _ = daemon.line()
        daemon.send(#"{"type":"error","id":1,"code":"notPermitted","message":"the session is not active"}"#)
        daemon.send(#"{"type":"something later"}"#)
        daemon.send(#"{"type":"subscribers","processes":[]}"#)
        #expect(daemon.line()?.contains(#""id":2"#) == true)
        desktop.end()
        _ = running.end()
        #expect(running.notes.contains("gestured refused: notPermitted: the session is not active"))
    }

    @Test(arguments: [
        (#"{"type":"hello","protocol":2,"server":"gestured 9"}"#, "gestured 9 speaks protocol 2; this source knows 1"),
        ("hello", "it said what is no message: hello"),
        (#"{"type":"subscribers"}"#, #"it said what is no message: {"type":"subscribers"}"#),
        (#"{"type":"error"}"#, #"it said what is no message: {"type":"error"}"#),
    ])
    func `a daemon that is not understood is left, noted, and tried again`(line: String, failure: String) {
        let desktop = ScriptedDesktop(Self.editor)
        let running = follow(desktop)
        daemon.accept()
        daemon.send(line)
        #expect(daemon.line() == nil)
        daemon.accept()
        desktop.end()
        _ = running.end()
        #expect(running.notes.first == "\(daemon.path): \(failure); waiting for it")
    }

    @Test func `what a gestured that does not read misses is what is old`() {
        let desktop = ScriptedDesktop()
        let running = follow(desktop)
        greet("20")
        let long = String(repeating: "x", count: 200)
        for number in 1...2000 { desktop.move(to: .window(FocusedWindow(app: "\(long)\(number)"))) }
        desktop.move(to: Self.editor)
        desktop.waitUntilSeen()
        var lines = 0
        var last = ""
        while !last.contains(#""app":"editor""#), let line = daemon.line() {
            last = line
            lines += 1
        }
        #expect(lines < 2001 && last.contains(#""app":"editor","id":\#(lines),"#))
        desktop.end()
        _ = running.end()
    }
}

/// A follower at work on a thread of its own.
private final class Running: @unchecked Sendable {
    private let lock = NSLock()
    private var noted: [String] = []
    private var followed: [Focus] = []
    private var result: Result<String, DesktopFailure>?
    private let done = DispatchSemaphore(value: 0)

    var notes: [String] { lock.withLock { noted } }
    var moves: [Focus] { lock.withLock { followed } }

    init(_ desktop: ScriptedDesktop, path: String, table: ProcessTable) {
        let thread = Thread { [self] in
            let follower = FocusFollower(
                desktop, path: path, table: table, note: { note in self.lock.withLock { self.noted.append(note) } },
                moved: { focus in self.lock.withLock { self.followed.append(focus) } })
            let result = Result { () throws(DesktopFailure) in try follower.run() }
            lock.withLock { self.result = result }
            done.signal()
        }
        thread.start()
    }

    /// How run() ended; nil where it has not within ten seconds.
    func end() -> Result<String, DesktopFailure>? {
        _ = done.wait(timeout: .now() + 10)
        return lock.withLock { result }
    }
}
