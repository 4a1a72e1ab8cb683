public import DesktopAccess
public import GestureModel
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport

/// A compositor or window manager that reports the focus over a connection.
public protocol Desktop: AnyObject {
    /// For people: `sway`, `X11`.
    var name: String { get }
    /// Becomes readable when ``process()`` has work.
    var descriptor: Int32 { get }
    /// Reads and handles what has arrived. Does not wait for events, but may wait for answers of the desktop.
    ///
    /// - Returns: The focus if it may have changed since the last call, and once at the start; otherwise nil.
    /// - Throws: If the connection has ended or fails, or the desktop violates the protocol, floods or does not answer.
    func process() throws(DesktopFailure) -> DesktopFocus?
    /// The touch devices whose output the desktop itself reports; empty if the ``OutputSource`` reports these devices.
    var devices: [ReportedDevice] { get }
    /// The touch devices that the desktop has disabled, as far as it reports that.
    var disabled: [DeviceFilter] { get }
    /// Connects to the source of the desktop's outputs.
    func outputs(environment: [String: String]) throws(DesktopFailure) -> any OutputSource
}

extension Desktop {
    public var devices: [ReportedDevice] { [] }
    public var disabled: [DeviceFilter] { [] }

    public func outputs(environment: [String: String]) throws(DesktopFailure) -> any OutputSource {
        try WaylandOutputs(environment: environment)
    }
}

extension Desktop {
    /// Returns the current focus.
    ///
    /// - Throws: The errors of ``process()``. Also throws an error if the focus is unknown, or if the desktop does not
    ///   report it within the timeout.
    public func focus(timeout: Microseconds) throws(DesktopFailure) -> DesktopFocus {
        let deadline = MonotonicClock.now + timeout
        while true {
            if let focus = try process() {
                guard case .unknown(let reason, let command) = focus else { return focus }
                throw DesktopFailure("\(name): \(reason)", command: command)
            }
            guard try isReadable(before: deadline) else {
                throw DesktopFailure("\(name): the desktop did not report the focus in \(timeout.count / 1000) ms")
            }
        }
    }

    /// Waits until ``process()`` has work. Returns false at the deadline.
    func isReadable(before deadline: Timestamp) throws(DesktopFailure) -> Bool {
        do {
            return try ReadyDescriptors.wait(for: descriptor, until: deadline)
        } catch {
            throw DesktopFailure("\(name): \(error)")
        }
    }
}

extension DesktopChoice {
    /// Connects to the desktop.
    public func connect(environment: [String: String]) throws(DesktopFailure) -> any Desktop {
        switch self {
        case .sway: try SwayDesktop(environment: environment)
        case .hyprland: try HyprlandDesktop(environment: environment)
        case .niri: try NiriDesktop(environment: environment)
        case .gnome: try ReportingDesktop(gnomeShell: environment)
        case .kde: try ReportingDesktop(kwin: environment)
        case .wlroots: try WlrDesktop(environment: environment)
        case .x11: try X11Desktop(environment: environment)
        }
    }
}

/// Reads a desktop's JSON. A member of an unexpected type counts as missing.
extension JSONValue {
    /// Parses a reply or an event; nil if it is not JSON.
    ///
    /// Repairs invalid UTF-8, because otherwise one such window title would make the whole reply unreadable.
    init?(reply: some Sequence<UInt8>) {
        let text = String(decoding: Array(reply), as: UTF8.self)
        // The depth is large, because a layout tree has two levels of JSON for each container.
        guard let value = try? JSONValue(line: Array(text.utf8), maximumDepth: 512) else { return nil }
        self = value
    }

    /// A member of an object; nil if it is missing or null.
    subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self, let member = members.last(where: { $0.key.exact == key.exact }) else {
            return nil
        }
        return member.value == .null ? nil : member.value
    }

    var isObject: Bool { if case .object = self { true } else { false } }
    var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    var string: String? { if case .string(let string) = self { string } else { nil } }
    /// A string as a window's title, limited in length; nil if the value is not a string.
    var title: String? { string.map(FocusedWindow.cut) }
    var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    var number: Double? {
        switch self {
        case .number(let number): number
        case .integer(let integer): Double(integer)
        default: nil
        }
    }

    /// A rectangle in the members `x`, `y`, `width` and `height`.
    var region: Region? {
        guard let x = self["x"]?.number, let y = self["y"]?.number, let width = self["width"]?.number,
            let height = self["height"]?.number, [x, y, width, height].allSatisfy(\.isFinite)
        else { return nil }
        return Region(x: x, y: y, width: width, height: height)
    }

    /// A process id; nil for any other value, including 0 and -1, with which desktops report an unknown process.
    var process: Int32? {
        guard case .integer(let integer) = self, integer > 0 else { return nil }
        return Int32(exactly: integer)
    }
}
