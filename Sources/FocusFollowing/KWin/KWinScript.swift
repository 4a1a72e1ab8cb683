public import DesktopAccess
internal import GestureModel
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport
internal import SystemdSupport

extension ReportingDesktop {
    /// Follows KWin. This program loads a script into KWin, and unloads the script when this object is released.
    public convenience init(kwin environment: [String: String]) throws(DesktopFailure) {
        let folder = try environment.value(of: "XDG_RUNTIME_DIR", for: "KWin")
        try self.init(.kwin(folder: folder), environment: environment)
    }
}

extension ReportingDesktop.Shell {
    /// - Parameter folder: The folder for the script's file: KWin loads a script from a file.
    static func kwin(folder: String) -> Self {
        let script = KWinScript(folder: folder)
        return Self(
            name: "KWin", service: KWinScript.service, lock: ("/ScreenSaver", "org.freedesktop.ScreenSaver"),
            start: { (bus, follower) throws(DesktopFailure) in try script.start(bus, follower: follower) },
            stop: script.stop, inputs: (KWinScript.inputs, KWinScript.touchscreens), disabled: KWinScript.disabled)
    }
}

/// The script that reports the focus from inside KWin.
///
/// Each follower has its own script, which knows the follower's name on the bus.
struct KWinScript: Sendable {
    static let service = "org.kde.KWin"
    private static let attempts = 50
    private static let scripting = BusObject(
        service: service, path: "/Scripting", interface: "org.kde.kwin.Scripting")

    private let name = "gestured-focus-\(getpid())"
    private let file: String

    init(folder: String) { file = "\(folder)/gestured-focus-\(getpid()).js" }

    /// Loads and starts the script, which sends its first report itself.
    ///
    /// - Returns: A report that the focus is unknown, if KWin does not load scripts within 10 s; otherwise nil.
    func start(_ bus: SessionBus, follower: String) throws(DesktopFailure) -> DesktopReport? {
        let text = "const follower = \"\(follower)\";\n" + String(decoding: PackageResources.focus_js, as: UTF8.self)
        try Self.write(text, to: file)
        try bus.call(Self.scripting, "unloadScript", [.string(name)])
        // KWin owns its name on the bus before it can load scripts, so the first attempts may fail.
        for _ in 0..<Self.attempts {
            if try bus.call(Self.scripting, "loadScript", [.string(file), .string(name)]) != nil {
                try bus.call(Self.scripting, "start")
                return nil
            }
            usleep(200_000)
        }
        return DesktopReport(focus: .unknown("KWin has no scripts"))
    }

    @Sendable
    func stop(_ bus: SessionBus) {
        _ = try? bus.call(Self.scripting, "unloadScript", [.string(name)])
        unlink(file)
    }

    static let inputs = "/org/kde/KWin/InputDevice"

    /// Returns the touchscreens that KWin has assigned to an output.
    @Sendable
    static func touchscreens(_ bus: SessionBus) -> [ReportedDevice] {
        names(bus).compactMap { id in
            let device = device(id)
            guard bus.property("touch", of: device) == .boolean(true),
                case .string(let output)? = bus.property("outputName", of: device), !output.isEmpty
            else { return nil }
            return ReportedDevice(device: .id(id), output: .name(output))
        }
    }

    /// Returns the touchpads and touchscreens that KWin has disabled. KWin signals no change of that, so it is asked when
    /// another app gets the focus.
    @Sendable
    static func disabled(_ bus: SessionBus) -> [DeviceFilter] {
        names(bus).filter { id in
            let device = device(id)
            return bus.property("enabled", of: device) == .boolean(false)
                && (bus.property("touchpad", of: device) == .boolean(true)
                    || bus.property("touch", of: device) == .boolean(true))
        }.prefix(FocusRequest.maximumDevices).map(DeviceFilter.id)
    }

    private static func names(_ bus: SessionBus) -> [String] {
        let manager = BusObject(service: service, path: inputs, interface: "org.kde.KWin.InputDeviceManager")
        guard case .strings(let names)? = bus.property("devicesSysNames", of: manager) else { return [] }
        return names
    }

    private static func device(_ id: String) -> BusObject {
        BusObject(service: service, path: "\(inputs)/\(id)", interface: "org.kde.KWin.InputDevice")
    }

    private static func write(_ text: String, to path: String) throws(DesktopFailure) {
        unlink(path)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw DesktopFailure("\(path): \(Errno.current)") }
        defer { close(file) }
        let bytes = Array(text.utf8)
        guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
            throw DesktopFailure("\(path): \(Errno.current)")
        }
    }
}
