internal import CSystemd
internal import Glibc
package import LinuxSupport
internal import SystemdSupport

/// A display of this user that answers: a Wayland compositor or an X server.
public struct SessionDisplay: Hashable, Sendable {
    /// The value of WAYLAND_DISPLAY or DISPLAY: `wayland-1`, `:0`.
    public let name: String
    /// The name of the process: `sway`, `Xorg`.
    public let program: String
    /// The process that listens. When it ends, so does the display.
    public let process: Int32
    /// The variables of a program on this display.
    public let environment: [String: String]

    /// For people: `sway on wayland-1`.
    public var text: String { "\(program) on \(name)" }

    /// Opens a descriptor that becomes readable when ``process`` has ended (pidfd_open(2)).
    ///
    /// - Throws: ESRCH if it has ended already.
    package func openProcess() throws(Errno) -> Int32 {
        let descriptor = csystemd_pidfd_open(process)
        guard descriptor >= 0 else { throw .current }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    /// Makes this process a program on the display: libxcb finds the key of an X server by this variable only.
    package func adopt() {
        if let file = environment["XAUTHORITY"] { setenv("XAUTHORITY", file, 1) } else { unsetenv("XAUTHORITY") }
    }
}

/// The displays of this user, found without the help of the session.
///
/// A service of systemd's user manager starts before the desktop, and most compositors do not tell the manager their
/// sockets. They are found where every client expects them: Wayland's in `XDG_RUNTIME_DIR`, which only this user can
/// write to, and X11's in `/tmp/.X11-unix`, where every user can make one. There a socket counts if its server is this
/// user's, or if it is root's and logind or the user's systemd names it as the display of this user.
///
/// The variables of the session's own programs cannot be read: since systemd 254 they have a capability that services
/// lack, and the kernel then hides `/proc/PID/environ`.
public struct SessionDisplays {
    private let environment: [String: String]
    private let places: Places

    /// Where the machine's state is. A test has others.
    public struct Places {
        public var processes = "/proc"
        public var x11 = "/tmp/.X11-unix"
        /// The folder in which display managers leave keys of X servers.
        public var keys = "/tmp"
        /// The current variables of the user's systemd.
        public var managerEnvironment: (_ runtime: String) -> [String: String] = { runtime in
            (try? UserManager(runtime: runtime))?.environment ?? [:]
        }
        /// The X11 display of this user's session, according to logind.
        public var sessionDisplay: () -> String? = SessionDisplays.sessionDisplay

        public init() {}
    }

    /// - Parameter environment: The variables of this process. What they say about the display counts only for the choice
    ///   between several that answer, because the user manager may have them from an earlier session.
    public init(environment: [String: String], places: Places = Places()) {
        (self.environment, self.places) = (environment, places)
    }

    /// The folder of Wayland's sockets; nil without `XDG_RUNTIME_DIR`.
    package var waylandFolder: String? {
        environment.value(of: "XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    package var x11Folder: String { places.x11 }

    /// True if there are sockets that may become displays, or belong to displays that do not answer.
    var haveSockets: Bool { !waylandSockets.isEmpty || !Folder.names(in: places.x11, prefix: "X").isEmpty }

    /// Returns the displays that answer, the one to use first: that which the environment names, then Wayland's before
    /// X11's, and the oldest before one that may run in a window of it.
    public func found() -> [SessionDisplay] {
        let manager = waylandFolder.map(places.managerEnvironment) ?? [:]
        let wayland = waylandDisplays(manager)
        let all = wayland.isEmpty ? x11Displays(manager) : wayland
        let named = [manager, environment].flatMap { variables in
            ["WAYLAND_DISPLAY", "DISPLAY"].compactMap { variables.value(of: $0) }
        }
        let sorted = all.enumerated().sorted { one, other in
            let (first, second) = (start(of: one.element), start(of: other.element))
            return first == second ? one.offset < other.offset : first < second
        }.map(\.element)
        return sorted.filter { named.contains($0.name) } + sorted.filter { !named.contains($0.name) }
    }

    private func isOwn(_ user: uid_t) -> Bool { user == getuid() }

    private func start(of display: SessionDisplay) -> UInt64 {
        ProcessFacts.start(of: display.process, in: places.processes) ?? .max
    }

    /// The variables that lead to a desktop. Those of another session would lead to the wrong one.
    private static let displayVariables = [
        "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY", "XAUTHORITY", "SWAYSOCK", "I3SOCK",
        "HYPRLAND_INSTANCE_SIGNATURE",
        "NIRI_SOCKET", "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE",
    ]

    /// Returns the variables of programs on a display: the user manager's if it knows this display, otherwise those of
    /// this process without those of another display.
    private func variables(of display: String, _ variable: String, _ manager: [String: String]) -> [String: String] {
        if manager[variable] == display { return environment.merging(manager) { $1 } }
        return environment.merging(manager) { $1 }.filter { !Self.displayVariables.contains($0.key) }
    }
}

// MARK: - Wayland

extension SessionDisplays {
    private var waylandSockets: [String] {
        waylandFolder.map { Folder.names(in: $0, prefix: "wayland-").filter { !$0.hasSuffix(".lock") } } ?? []
    }

    private func waylandDisplays(_ manager: [String: String]) -> [SessionDisplay] {
        guard let folder = waylandFolder else { return [] }
        return waylandSockets.compactMap { name in
            guard let server = DisplayServer(at: "\(folder)/\(name)"), isOwn(server.user) else { return nil }
            let program = ProcessFacts.name(of: server.process, in: places.processes) ?? ""
            var variables = variables(of: name, "WAYLAND_DISPLAY", manager)
            for (variable, value) in sockets(of: server, name, in: folder) { variables[variable] = value }
            variables["WAYLAND_DISPLAY"] = name
            variables["XDG_RUNTIME_DIR"] = folder
            variables["XDG_SESSION_TYPE"] = "wayland"
            if variables.value(of: "XDG_CURRENT_DESKTOP") == nil {
                variables["XDG_CURRENT_DESKTOP"] = Self.desktops[program] ?? program
            }
            return SessionDisplay(name: name, program: program, process: server.process, environment: variables)
        }
    }

    /// The names with which desktops are known, of compositors with another name.
    private static let desktops = ["gnome-shell": "GNOME", "kwin_wayland": "KDE", "phoc": "Phosh:GNOME"]

    /// The compositor's further sockets: its IPC, whose name contains its process, and that of its Xwayland.
    private func sockets(of server: DisplayServer, _ display: String, in folder: String) -> [String: String] {
        var variables: [String: String] = [:]
        let sway = "\(folder)/sway-ipc.\(getuid()).\(server.process).sock"
        if access(sway, F_OK) == 0 { variables["SWAYSOCK"] = sway }
        let niri = "\(folder)/niri.\(display).\(server.process).sock"
        if access(niri, F_OK) == 0 { variables["NIRI_SOCKET"] = niri }
        variables["HYPRLAND_INSTANCE_SIGNATURE"] = Folder.names(in: "\(folder)/hypr").first { instance in
            let lock = try? FileContents.read("\(folder)/hypr/\(instance)/hyprland.lock", limit: 4096)
            return lock.map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
                == "\(server.process)"
        }
        let xwayland = Folder.names(in: places.x11, prefix: "X").first { name in
            guard let other = DisplayServer(at: "\(places.x11)/\(name)"), isOwn(other.user) else { return false }
            return other.process == server.process
                || ProcessFacts.parent(of: other.process, in: places.processes) == server.process
        }
        if let xwayland { variables["DISPLAY"] = ":\(xwayland.dropFirst())" }
        return variables
    }
}

// MARK: - X11

extension SessionDisplays {
    private func x11Displays(_ manager: [String: String]) -> [SessionDisplay] {
        Folder.names(in: places.x11, prefix: "X").compactMap { socket in
            let name = ":\(socket.dropFirst())"
            guard let server = DisplayServer(at: "\(places.x11)/\(socket)"), isUsers(name, of: server, manager) else {
                return nil
            }
            var variables = variables(of: name, "DISPLAY", manager)
            variables["DISPLAY"] = name
            variables["WAYLAND_DISPLAY"] = nil
            variables["XDG_SESSION_TYPE"] = "x11"
            variables["XAUTHORITY"] = variables["XAUTHORITY"] ?? key(of: server)
            let program = ProcessFacts.name(of: server.process, in: places.processes) ?? ""
            return SessionDisplay(name: name, program: program, process: server.process, environment: variables)
        }
    }

    private func isUsers(_ display: String, of server: DisplayServer, _ manager: [String: String]) -> Bool {
        if isOwn(server.user) { return true }
        let named = [manager["DISPLAY"], places.sessionDisplay()].compactMap { $0?.split(separator: ".").first }
        return server.user == 0 && named.contains { $0 == display }
    }

    /// Returns the file with the key of an X server: the server's own file if this user may read it, or else a file in
    /// one of the places that display managers use. nil if no such file exists: a server that asks for no key needs none.
    private func key(of server: DisplayServer) -> String? {
        let words = ProcessFacts.arguments(of: server.process, in: places.processes)
        let option = words.firstIndex(of: "-auth").map { words.index(after: $0) }
        let runtime = waylandFolder ?? ""
        let candidates =
            [
                option.flatMap { words.indices.contains($0) ? words[$0] : nil },
                environment["HOME"].map { "\($0)/.Xauthority" },
            ]
            .compactMap(\.self) + ["\(runtime)/gdm/Xauthority"]
            + Folder.names(in: runtime, prefix: "xauth_").map { "\(runtime)/\($0)" }
            + Folder.names(in: places.keys, prefix: "xauth_").map { "\(places.keys)/\($0)" }
        return candidates.first { path in
            var status = stat()
            // Another user's file would lead to nothing, and can be put into a folder that every user can write to.
            return stat(path, &status) == 0 && isOwn(status.st_uid) && access(path, R_OK) == 0
        }
    }

    fileprivate static func sessionDisplay() -> String? {
        var (session, display): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?) = (nil, nil)
        guard sd_uid_get_display(getuid(), &session) >= 0, let session else { return nil }
        defer { free(session) }
        guard sd_session_get_display(session, &display) >= 0, let display else { return nil }
        defer { free(display) }
        return String(cString: display)
    }
}

/// The process that listens on a display's socket.
private struct DisplayServer {
    let process: Int32
    let user: uid_t

    /// - Returns: nil if no process of this machine's name space listens there.
    init?(at path: String) {
        guard let socket = try? UnixSocket(connectingTo: path, blocking: .never) else { return nil }
        var peer = csystemd_peer(pid: 0, uid: 0, gid: 0)
        var length = socklen_t(MemoryLayout.size(ofValue: peer))
        guard getsockopt(socket.descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0, peer.pid > 0 else {
            return nil
        }
        (process, user) = (peer.pid, peer.uid)
    }
}

// MARK: - Commands

extension SessionDisplay {
    /// The variables of a command that a person types: its own if they name a display, else those of the first display
    /// that answers, so that the command works in a terminal of another session, too.
    public static func environment(_ own: [String: String]) -> [String: String] {
        let names = Set(DesktopChoice.allCases.map(\.variable))
        guard names.allSatisfy({ own.value(of: $0) == nil }),
            let display = SessionDisplays(environment: own).found().first
        else { return own }
        display.adopt()
        return display.environment
    }
}

extension [SessionDisplay] {
    /// Of several displays, which is used, and how to choose another; nil for one or none.
    public var choice: String? {
        guard count > 1, let first, let other = dropFirst().first else { return nil }
        let variable = other.name.hasPrefix(":") ? "DISPLAY" : "WAYLAND_DISPLAY"
        return
            "this user has \(count) displays, \(map(\.text).joined(separator: ", ")): \(first.text) is used; for another, "
            + "systemctl --user set-environment \(variable)=\(other.name), and restart the service"
    }
}
