import DesktopAccess
import Foundation
import GestureModel
import Glibc
import Testing

@testable import FocusFollowing

@Suite struct FocusFollowerTests {
    private let daemon = ScriptedServer()
    private let tree = ProcessTree()

    private static let editor = DesktopFocus.window(
        FocusedWindow(process: 20, app: "editor", rectangle: Region(x: 0.25, y: 0, width: 0.5, height: 1)))
    private static let terminal = DesktopFocus.window(FocusedWindow(process: 30, app: "foot"))

    init() {
        tree.add(20, parent: 10)
        tree.add(30, parent: 10)
        tree.add(31, parent: 30)
    }

    /// Follows on another thread, because run() blocks.
    private func follow(_ desktop: ScriptedDesktop) -> Running {
        Running(desktop, path: daemon.path, table: tree.table)
    }

    private func greet(_ processes: String) {
        daemon.accept()
        daemon.send(ScriptedServer.hello)
        daemon.send(#"{"type":"subscribers","processes":[\#(processes)]}"#)
    }

    @Test func `a list of subscribers leads to a report, even without a change`() {
        let desktop = ScriptedDesktop(Self.editor)
        let running = follow(desktop)
        greet("20,31")
        let rest = #""processes":[20],"app":"editor","window":{"x":0.25,"y":0,"width":0.5,"height":1}}"#
        #expect(daemon.line() == #"{"type":"focus","id":1,"# + rest)
        daemon.send(#"{"type":"subscribers","processes":[20]}"#)
        #expect(daemon.line() == #"{"type":"focus","id":2,"# + rest)
        #expect(running.endDesktop() == .failure(DesktopFailure("scripted: connection closed")))
    }

    @Test func `a focus change is reported once`() {
        let desktop = ScriptedDesktop(Self.editor)
        let running = follow(desktop)
        greet("20,31")
        _ = daemon.line()
        desktop.move(to: Self.editor)
        desktop.move(to: Self.terminal)
        #expect(daemon.line() == #"{"type":"focus","id":2,"processes":[31],"app":"foot"}"#)
        desktop.move(to: .nowhere)
        #expect(daemon.line() == #"{"type":"focus","id":3,"processes":[]}"#)
        running.endDesktop()
        #expect(daemon.line() == nil)
        #expect(running.changes == [Self.editor, Self.terminal, .nowhere])
    }

    @Test func `disabled devices are reported to a daemon that takes them, before the focus and after each change`() {
        let desktop = ScriptedDesktop(Self.editor)
        desktop.disable([.name("Touchpad")])
        let running = follow(desktop)
        daemon.accept()
        daemon.send(#"{"type":"hello","protocol":1,"server":"gestured 9","capabilities":["focus","disabled"]}"#)
        daemon.send(#"{"type":"subscribers","processes":[20]}"#)
        #expect(daemon.line() == #"{"type":"disabled","id":1,"devices":[{"name":"Touchpad"}]}"#)
        #expect(daemon.line()?.hasPrefix(#"{"type":"focus","id":2"#) == true)
        desktop.disable([.kind(.touchpad)])
        #expect(daemon.line() == #"{"type":"disabled","id":3,"devices":[{"kind":"touchpad"}]}"#)
        daemon.send(#"{"type":"error","id":3,"code":"tooManyOutputs","message":"too often"}"#)
        #expect(daemon.line() == #"{"type":"disabled","id":4,"devices":[{"kind":"touchpad"}]}"#)
        desktop.disable([])
        #expect(daemon.line() == #"{"type":"disabled","id":5,"devices":[]}"#)
        running.endDesktop()
        #expect(running.log.contains("scripted: disabled: Touchpad"))
        #expect(running.log.contains("scripted: no touch device is disabled any more"))
    }

    @Test func `an older daemon is not told of disabled devices`() {
        let desktop = ScriptedDesktop(Self.editor)
        desktop.disable([.name("Touchpad")])
        let running = follow(desktop)
        daemon.accept()
        daemon.send(#"{"type":"hello","protocol":1,"server":"gestured 0.2.0","capabilities":["focus","outputs"]}"#)
        daemon.send(#"{"type":"subscribers","processes":[20]}"#)
        #expect(daemon.line()?.hasPrefix(#"{"type":"focus","id":1"#) == true)
        running.endDesktop()
        #expect(daemon.line() == nil)
    }

    @Test func `without gestured, focus changes still reach onChange`() {
        let desktop = ScriptedDesktop(Self.editor)
        let running = Running(desktop, path: "/nowhere/focus.sock", table: tree.table)
        desktop.move(to: Self.terminal)
        desktop.waitUntilSeen()
        running.endDesktop()
        #expect(running.changes == [Self.editor, Self.terminal])
        #expect(running.log == ["/nowhere/focus.sock: No such file or directory (ENOENT); reconnecting"])
    }

    @Test func `a name that is too long for an app id is not reported`() {
        let desktop = ScriptedDesktop(.window(FocusedWindow(app: String(repeating: "a", count: 256))))
        let running = follow(desktop)
        greet("20")
        #expect(daemon.line() == #"{"type":"focus","id":1,"processes":[]}"#)
        let longest = String(repeating: "a", count: 255)
        desktop.move(to: .window(FocusedWindow(app: longest)))
        #expect(daemon.line() == #"{"type":"focus","id":2,"processes":[],"app":"\#(longest)"}"#)
        running.endDesktop()
    }

    @Test func `a lock is reported before the focus, and its end`() {
        let desktop = ScriptedDesktop(.shell(.lockScreen))
        let running = follow(desktop)
        greet("20")
        #expect(daemon.line() == #"{"type":"lock","id":1,"locked":true}"#)
        #expect(daemon.line() == #"{"type":"focus","id":2,"processes":[]}"#)
        desktop.move(to: .window(FocusedWindow(process: 20)))
        #expect(daemon.line() == #"{"type":"lock","id":3,"locked":false}"#)
        #expect(daemon.line() == #"{"type":"focus","id":4,"processes":[20]}"#)
        running.endDesktop()
    }

    @Test func `an unknown focus is reported as that of no app, and logged once`() {
        let desktop = ScriptedDesktop(Self.editor)
        let running = follow(desktop)
        greet("20")
        _ = daemon.line()
        desktop.move(to: .unknown("no answer"))
        #expect(daemon.line() == #"{"type":"focus","id":2,"processes":[]}"#)
        desktop.move(to: .unknown("no answer"))
        desktop.waitUntilSeen()
        running.endDesktop()
        let line = "scripted: no answer; no app has the focus until it is reported"
        #expect(running.log.count { $0 == line } == 1)
    }

    @Test func `run returns nil when it is stopped`() {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let running = Running(
            ScriptedDesktop(Self.editor), path: daemon.path, table: tree.table, stop: ends[0])
        greet("20")
        _ = daemon.line()
        close(ends[1])
        #expect(running.end() == .success(nil))
        close(ends[0])
    }

    @Test func `a report waits until the desktop reports the focus`() {
        let desktop = ScriptedDesktop()
        let running = follow(desktop)
        greet("31")
        desktop.move(to: Self.terminal)
        #expect(daemon.line() == #"{"type":"focus","id":1,"processes":[31],"app":"foot"}"#)
        running.endDesktop()
    }

    @Test func `a restarted daemon gets a report, with the focus that changed meanwhile`() {
        let desktop = ScriptedDesktop(Self.editor)
        let running = follow(desktop)
        greet("31")
        _ = daemon.line()
        daemon.send(#"{"type":"ok","id":1}"#)
        daemon.hangUp()
        desktop.move(to: Self.terminal)
        greet("31")
        // The change may be handled before or after the list.
        var line = daemon.line()
        if line?.contains("editor") == true { line = daemon.line() }
        #expect(line?.contains(#""app":"foot""#) == true && line?.contains(#""processes":[31]"#) == true)
        running.endDesktop()
        #expect(running.log.contains { $0 == "\(daemon.path): connection closed; reconnecting" })
    }

    @Test func `when another source takes over, run returns gestured's message`() {
        let desktop = ScriptedDesktop(Self.editor)
        let running = follow(desktop)
        greet("20")
        _ = daemon.line()
        daemon.send(#"{"type":"error","code":"replaced","message":"a newer focus source took over"}"#)
        #expect(running.end() == .success("a newer focus source took over"))
    }

    @Test func `a refusal is logged, and following continues`() {
        let desktop = ScriptedDesktop(Self.editor)
        let running = follow(desktop)
        greet("20")
        _ = daemon.line()
        daemon.send(#"{"type":"error","id":1,"code":"notPermitted","message":"the session is not active"}"#)
        daemon.send(#"{"type":"something later"}"#)
        daemon.send(#"{"type":"subscribers","processes":[]}"#)
        #expect(daemon.line()?.contains(#""id":2"#) == true)
        running.endDesktop()
        #expect(running.log.contains("gestured refused a report: notPermitted: the session is not active"))
    }

    @Test func `the same refusal on each new connection is logged once`() {
        let desktop = ScriptedDesktop(Self.editor)
        let running = follow(desktop)
        for _ in 0..<3 {
            greet("20")
            _ = daemon.line()
            daemon.send(#"{"type":"error","id":1,"code":"notPermitted","message":"not in the group"}"#)
            daemon.hangUp()
        }
        greet("20")
        running.endDesktop()
        #expect(
            running.log.filter { $0.contains("refused") } == [
                "gestured refused a report: notPermitted: not in the group"
            ])
    }

    @Test(arguments: [
        (
            #"{"type":"hello","protocol":2,"server":"gestured 9","capabilities":[]}"#,
            "gestured 9 speaks protocol 2; this program supports protocol 1: update it"
        ),
        ("hello", "invalid message: hello"),
        (#"{"type":"subscribers"}"#, #"invalid message: {"type":"subscribers"}"#),
        (#"{"type":"error"}"#, #"invalid message: {"type":"error"}"#),
    ])
    func `an invalid message is logged, and leads to a new connection`(line: String, failure: String) {
        let desktop = ScriptedDesktop(Self.editor)
        let running = follow(desktop)
        daemon.accept()
        daemon.send(line)
        #expect(daemon.line() == nil)
        daemon.accept()
        running.endDesktop()
        #expect(running.log.first == "\(daemon.path): \(failure); reconnecting")
    }

    @Test func `a daemon that does not read misses old reports only`() {
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
        #expect(lines < 2001 && last.contains(#""id":\#(lines),"#))
        running.endDesktop()
    }
}

/// A follower that runs on its own thread.
private final class Running: @unchecked Sendable {
    private let lock = NSLock()
    private var logged: [String] = []
    private var followed: [DesktopFocus] = []
    private var result: Result<String?, DesktopFailure>?
    private let done = DispatchSemaphore(value: 0)
    private let desktop: ScriptedDesktop

    var log: [String] { lock.withLock { logged } }
    var changes: [DesktopFocus] { lock.withLock { followed } }

    init(_ desktop: ScriptedDesktop, path: String, table: ProcessTable, stop: Int32 = -1) {
        self.desktop = desktop
        let thread = Thread { [self] in
            let follower = try! FocusFollower(
                desktop, path: path, table: table, log: { line in self.lock.withLock { self.logged.append(line) } },
                onChange: { focus in self.lock.withLock { self.followed.append(focus) } })
            let result = Result { () throws(DesktopFailure) in try follower.run(until: stop) }
            lock.withLock { self.result = result }
            done.signal()
        }
        thread.start()
    }

    /// How run() ended; nil if it has not within ten seconds.
    func end() -> Result<String?, DesktopFailure>? {
        _ = done.wait(timeout: .now() + 10)
        return lock.withLock { result }
    }

    /// How run() ended after the desktop's connection was closed.
    @discardableResult func endDesktop() -> Result<String?, DesktopFailure>? {
        desktop.end()
        return end()
    }
}
