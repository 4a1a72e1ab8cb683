import DesktopAccess
import Foundation
import Glibc
import LinuxSupport
import Testing

/// Displays are played by listening sockets of this process.
@Suite struct SessionDisplayTests {
    /// A folder for XDG_RUNTIME_DIR, one for X11's sockets, and one that plays `/proc`.
    private final class Machine {
        let folder = "/tmp/gestured-displays-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        /// The variables of the user's systemd.
        var manager: [String: String] = [:]
        /// The display of the user's session, according to logind.
        var session: String?
        private var listeners: [Int32] = []

        init() throws {
            for name in ["run/hypr", "x11", "proc"] {
                try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
            }
            try process(named: "trial")
        }

        deinit {
            listeners.forEach { close($0) }
            try? FileManager.default.removeItem(atPath: folder)
        }

        /// This process, which listens.
        func process(named name: String, arguments: [String] = []) throws {
            try file("proc/\(getpid())/comm", "\(name)\n")
            try file("proc/\(getpid())/stat", "1 (a b) S 1\(String(repeating: " 0", count: 20))")
            try file("proc/\(getpid())/cmdline", arguments.map { "\($0)\0" }.joined())
        }

        /// Listens on a socket, or leaves it behind as a compositor that was killed does.
        func listen(at name: String, isAlive: Bool = true) throws {
            let socket = try UnixSocket(listeningAt: "\(folder)/\(name)", mode: 0o600)
            if isAlive { listeners.append(dup(socket.descriptor)) }
        }

        func file(_ name: String, _ text: String = "") throws {
            let path = "\(folder)/\(name)"
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        }

        func displays(_ environment: [String: String] = [:]) -> SessionDisplays {
            var places = SessionDisplays.Places()
            (places.processes, places.x11, places.keys) = ("\(folder)/proc", "\(folder)/x11", "\(folder)/keys")
            places.managerEnvironment = { [manager] _ in manager }
            places.sessionDisplay = { [session] in session }
            return SessionDisplays(
                environment: ["XDG_RUNTIME_DIR": "\(folder)/run"].merging(environment) { $1 }, places: places)
        }

        func found(_ environment: [String: String] = [:]) -> [SessionDisplay] { displays(environment).found() }
    }

    @Test func `without a socket there is no display`() throws {
        #expect(try Machine().found().isEmpty)
        #expect(try Machine().found(["XDG_RUNTIME_DIR": ""]).isEmpty)
    }

    @Test func `a compositor is found by its socket, without the variables of another session`() throws {
        let machine = try Machine()
        try machine.listen(at: "run/wayland-1")
        try machine.file("run/wayland-1.lock")
        try machine.process(named: "labwc")
        let old = ["PATH": "/bin", "KEPT": "1", "SWAYSOCK": "/old", "DISPLAY": ":9", "XDG_CURRENT_DESKTOP": "sway"]
        let display = try #require(machine.found(old).first)
        #expect(display.text == "labwc on wayland-1" && display.process == getpid())
        #expect(
            display.environment == [
                "XDG_RUNTIME_DIR": "\(machine.folder)/run", "WAYLAND_DISPLAY": "wayland-1",
                "XDG_CURRENT_DESKTOP": "labwc",
                "XDG_SESSION_TYPE": "wayland", "PATH": "/bin", "KEPT": "1",
            ])
    }

    @Test func `what a desktop has imported into the user's systemd counts for its own display only`() throws {
        let machine = try Machine()
        try machine.listen(at: "run/wayland-0")
        try machine.process(named: "gnome-shell")
        #expect(try #require(machine.found().first).environment["XDG_CURRENT_DESKTOP"] == "GNOME")
        machine.manager = [
            "WAYLAND_DISPLAY": "wayland-0", "XDG_CURRENT_DESKTOP": "ubuntu:GNOME", "XAUTHORITY": "/key",
            "PATH": "/imported",
        ]
        let environment = try #require(machine.found(["PATH": "/bin"]).first).environment
        #expect(environment["XDG_CURRENT_DESKTOP"] == "ubuntu:GNOME" && environment["XAUTHORITY"] == "/key")
        #expect(environment["PATH"] == "/imported")
        machine.manager["WAYLAND_DISPLAY"] = "wayland-5"
        let other = try #require(machine.found().first).environment
        #expect(other["XDG_CURRENT_DESKTOP"] == "GNOME" && other["XAUTHORITY"] == nil && other["PATH"] == "/imported")
    }

    @Test func `the sockets of sway, niri, Hyprland and Xwayland are those of the compositor`() throws {
        let machine = try Machine()
        try machine.listen(at: "run/wayland-1")
        let (user, process) = (getuid(), getpid())
        for other in ["sway-ipc.\(user).1.sock", "niri.wayland-1.1.sock"] { try machine.file("run/\(other)") }
        try machine.file("run/hypr/other/hyprland.lock", "1\nwayland-1\n")
        try machine.listen(at: "x11/X3", isAlive: false)
        #expect(try #require(machine.found().first).environment["SWAYSOCK"] == nil)

        try machine.file("run/sway-ipc.\(user).\(process).sock")
        try machine.file("run/niri.wayland-1.\(process).sock")
        try machine.file("run/hypr/own/hyprland.lock", "\(process)\nwayland-1\n")
        try machine.listen(at: "x11/X4")
        let environment = try #require(machine.found().first).environment
        #expect(environment["SWAYSOCK"] == "\(machine.folder)/run/sway-ipc.\(user).\(process).sock")
        #expect(environment["NIRI_SOCKET"] == "\(machine.folder)/run/niri.wayland-1.\(process).sock")
        #expect(environment["HYPRLAND_INSTANCE_SIGNATURE"] == "own")
        #expect(environment["DISPLAY"] == ":4")
    }

    @Test func `a socket that a killed compositor left behind is no display`() throws {
        let machine = try Machine()
        try machine.listen(at: "run/wayland-0", isAlive: false)
        #expect(machine.found(["WAYLAND_DISPLAY": "wayland-0"]).isEmpty)
        try machine.listen(at: "run/wayland-1")
        #expect(machine.found(["WAYLAND_DISPLAY": "wayland-0"]).map(\.name) == ["wayland-1"])
    }

    @Test func `of several compositors the one that the environment names is used, else the first that is not nested`()
        throws
    {
        let machine = try Machine()
        for name in ["wayland-1", "wayland-2", "wayland-10"] { try machine.listen(at: "run/\(name)") }
        #expect(machine.found().map(\.name) == ["wayland-1", "wayland-2", "wayland-10"])
        #expect(
            machine.found(["WAYLAND_DISPLAY": "wayland-10"]).map(\.name) == ["wayland-10", "wayland-1", "wayland-2"])
        #expect(
            machine.found().choice
                == "this user has 3 displays, trial on wayland-1, trial on wayland-2, trial on wayland-10: trial on wayland-1 is "
                + "used; for another, systemctl --user set-environment WAYLAND_DISPLAY=wayland-2, and restart the service"
        )
        #expect(Array(machine.found().prefix(1)).choice == nil)
        machine.manager = ["WAYLAND_DISPLAY": "wayland-2"]
        #expect(machine.found().map(\.name) == ["wayland-2", "wayland-1", "wayland-10"])
    }

    @Test func `an X server of this user is a display, with the key that it was started with`() throws {
        let machine = try Machine()
        try machine.listen(at: "x11/X0")
        try machine.process(named: "Xorg", arguments: ["Xorg", ":0", "-auth", "\(machine.folder)/key"])
        let first = try #require(machine.found(["HOME": machine.folder, "WAYLAND_DISPLAY": "wayland-0"]).first)
        #expect(first.text == "Xorg on :0" && first.environment["DISPLAY"] == ":0")
        #expect(first.environment["XAUTHORITY"] == nil && first.environment["WAYLAND_DISPLAY"] == nil)
        try machine.file(".Xauthority")
        let home = try #require(machine.found(["HOME": machine.folder]).first)
        #expect(home.environment["XAUTHORITY"] == "\(machine.folder)/.Xauthority")
        try machine.file("key")
        let own = try #require(machine.found(["HOME": machine.folder]).first)
        #expect(own.environment["XAUTHORITY"] == "\(machine.folder)/key")
        machine.manager = ["DISPLAY": ":0", "XAUTHORITY": "/imported"]
        #expect(try #require(machine.found().first).environment["XAUTHORITY"] == "/imported")
    }

    @Test func `a search follows at once when a socket appears, and later and later while it is of no use`() throws {
        let machine = try Machine()
        let watch = try DisplayWatch(machine.displays(), sessions: "\(machine.folder)/none")
        #expect(watch.search().isEmpty && watch.deadline == nil, "without a socket it does not wake up")
        try machine.file("run/other")
        watch.process()
        #expect(watch.deadline == nil, "other files are no displays")
        try machine.listen(at: "run/wayland-0", isAlive: false)
        watch.process()
        #expect(watch.search().isEmpty)
        let first = try #require(watch.deadline)
        #expect(watch.search().isEmpty && watch.deadline == first, "not before it is due")
        try machine.listen(at: "run/wayland-1")
        watch.process()
        #expect(watch.search().map(\.name) == ["wayland-1"])
    }
}
