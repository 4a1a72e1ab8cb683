import GestureModel
import Testing

@testable import FocusFollowing

@Suite struct SubscribersTests {
    private let tree = ProcessTree()

    private func belonging(_ processes: [Int32], to process: Int32?, app: String? = nil) -> [Int32] {
        var subscribers = Subscribers(table: tree.table)
        subscribers.replace(with: processes)
        return subscribers.belonging(to: .window(FocusedWindow(process: process, app: app)))
    }

    @Test func `an app belongs to the window it shows, another app does not`() {
        tree.add(20, parent: 10)
        tree.add(21, parent: 10)
        #expect(belonging([21, 20], to: 20) == [20])
    }

    @Test func `a program in a terminal belongs to the terminal's window`() {
        tree.add(20, parent: 10, name: "foot")
        tree.add(30, parent: 20, start: 110, name: "bash")
        tree.add(40, parent: 30, start: 120)
        #expect(belonging([40], to: 20) == [40])
    }

    @Test func `an ancestor of the window's process does not count`() {
        tree.add(10, parent: 1, name: "sway")
        tree.add(20, parent: 10)
        tree.add(21, parent: 10)
        #expect(belonging([21], to: 20) == [])
    }

    @Test func `without a window there are no subscribers`() {
        tree.add(20, parent: 10)
        var subscribers = Subscribers(table: tree.table)
        subscribers.replace(with: [20])
        #expect(subscribers.belonging(to: .nowhere) == [])
    }

    @Test func `a process that has exited belongs to no window`() {
        tree.add(20, parent: 10)
        #expect(belonging([20, 99], to: 99) == [])
    }

    // A program connects, passes its connection on, and then executes the app that has the window.
    @Test func `a process that has executed another program belongs to no window`() {
        tree.add(20, parent: 10, stack: 140_000)
        var subscribers = Subscribers(table: tree.table)
        subscribers.replace(with: [20])
        let window = DesktopFocus.window(FocusedWindow(process: 20))
        #expect(subscribers.belonging(to: window) == [20])
        tree.add(20, parent: 10, stack: 150_000)
        #expect(subscribers.belonging(to: window) == [])
    }

    @Test func `a pid that another process has now belongs to no window`() {
        tree.add(20, parent: 10, start: 100)
        var subscribers = Subscribers(table: tree.table)
        subscribers.replace(with: [20])
        tree.add(20, parent: 10, start: 900)
        let focus = DesktopFocus.window(FocusedWindow(process: 20))
        #expect(subscribers.belonging(to: focus) == [])
        subscribers.replace(with: [20, 21])
        #expect(subscribers.belonging(to: focus) == [])
        subscribers.replace(with: [])
        subscribers.replace(with: [20])
        #expect(subscribers.belonging(to: focus) == [20])
    }

    @Test func `a parent younger than its child is another process`() {
        tree.add(20, parent: 1, start: 500)
        tree.add(30, parent: 20, start: 400)
        #expect(belonging([30], to: 20) == [])
    }

    @Test func `a cycle of parents ends`() {
        tree.add(20, parent: 30)
        tree.add(30, parent: 20)
        #expect(belonging([30], to: 40) == [])
        #expect(belonging([30], to: 20) == [30])
    }

    @Test func `systemd shows no window`() {
        tree.add(1, parent: 0)
        tree.add(20, parent: 1)
        #expect(belonging([20], to: 1) == [])
    }

    @Test func `a name may contain parentheses and spaces`() {
        tree.add(20, parent: 10, name: "a) S 77 (b")
        tree.add(30, parent: 20, name: ") (")
        #expect(belonging([30], to: 20) == [30])
    }

    // MARK: - Names

    @Test func `with a process the app id does not count`() {
        tree.add(20, parent: 10, executable: "/usr/bin/editor")
        #expect(belonging([20], to: 77, app: "editor") == [])
    }

    @Test(arguments: [
        ("/usr/bin/editor", "editor", true), ("/usr/bin/editor", "org.example.Editor", true),
        ("/opt/Editor (deleted)", "editor", true), ("/usr/bin/org.example.Editor", "org.example.editor", true),
        ("/usr/bin/editor", "org.editor.Viewer", false), ("/usr/bin/editor-2", "editor", false),
        ("/usr/bin/com.example.Editor", "org.example.Editor", false), ("/usr/bin/editor", "", false),
        ("/usr/bin/editor", "org.example.", false),
    ])
    func `without a process an executable of the app's name belongs to it`(
        executable: String, app: String, belongs: Bool
    ) {
        tree.add(20, parent: 10, executable: executable)
        #expect(belonging([20], to: nil, app: app) == (belongs ? [20] : []))
    }

    @Test func `a script matches by its process name`() {
        tree.add(20, parent: 10, name: "photos", executable: "/usr/bin/python3.11")
        #expect(belonging([20], to: nil, app: "org.example.Photos") == [20])
    }

    @Test(arguments: [
        ("app-foot-123.scope", "foot", true), ("app-gnome-foot-123.scope", "foot", true),
        ("app-org.example.Editor-123.scope", "org.example.Editor", true),
        (#"app-gnome-firefox\x2desr-9.scope"#, "firefox-esr", true),
        ("app-KDE-org.kde.okular@9.service", "okular", true),
        ("app-org.example.Editor.service", "org.example.Editor", true),
        ("app-sway-editor@autostart.service", "Editor", true), ("app-foot-123.scope", "app", false),
        ("app-gnome-foot-123.scope", "gnome", false), ("app-foot-123.scope", "123", false),
        ("session-foot-1.scope", "foot", false), ("app-foot.slice", "foot", false), ("app-1.scope", "1", false),
        (#"app-a\x2.scope"#, "a", false),
    ])
    func `without a process a systemd unit of the app's name belongs to it`(unit: String, app: String, belongs: Bool) {
        let group = "12:pids:/app-\(app)-1.scope\n0::/user.slice/user-1000.slice/user@1000.service/app.slice/\(unit)\n"
        tree.add(20, parent: 10, name: "x", controlGroup: group)
        #expect(belonging([20], to: nil, app: app) == (belongs ? [20] : []))
    }

    @Test func `without a process a program in a terminal belongs to the terminal`() {
        tree.add(20, parent: 10, name: "x", executable: "/usr/bin/foot")
        tree.add(30, parent: 20, name: "bash")
        tree.add(40, parent: 30, name: "y")
        #expect(belonging([40], to: nil, app: "foot") == [40])
    }

    @Test(arguments: ["Xwayland", "xwayland-satell"])
    func `for a window of an X server the class counts`(server: String) {
        tree.add(15, parent: 10, name: server)
        tree.add(20, parent: 10, executable: "/usr/bin/gimp")
        #expect(belonging([20], to: 15, app: "Gimp") == [20])
    }

    @Test func `a window without process and name has no subscribers`() {
        tree.add(20, parent: 10)
        #expect(belonging([20], to: nil) == [])
    }
}
