internal import GestureModel
internal import GestureProtocol

/// A daemon's `hello`, for people.
enum StatusText {
    static func lines(_ hello: Hello) -> [String] {
        let access = hello.access
        let devices = hello.devices.map(DeviceLine.short)
        return [
            "server        \(hello.server), protocol \(hello.protocol)", "session       \(session(access))",
            "focus         \(focus(access.focus))", "positions     \(positions(access.positions))",
            "capabilities  \(hello.capabilities.joined(separator: ", "))",
            "devices       \(devices.first ?? "none")",
        ] + devices.dropFirst().map { "              \($0)" }
    }

    private static func session(_ access: Access) -> String {
        let seats = access.seats.isEmpty ? "" : ", on \(access.seats.joined(separator: ", "))"
        switch access.session {
        case .active: return "active\(seats)"
        case .inactive: return "inactive: somebody else is at the seat, or nobody; no gestures come"
        case .locked: return "locked\(seats); no gestures come"
        case .suspended: return "suspended: the machine sleeps; no gestures come"
        case .unmanaged: return "unmanaged\(seats): there is no logind to say who is active"
        }
    }

    private static func focus(_ focus: Access.Focus) -> String {
        switch focus {
        case .unknown: "unknown: no focus source has told, so every app receives; see gesturectl focus"
        case .focused: "focused: this program belongs to the window that has the focus"
        case .unfocused: "unfocused: another window has it; the scope focused is silent"
        case .lost: "lost: the focus source is gone; the scope focused is silent; see gesturectl focus"
        }
    }

    private static func positions(_ positions: Access.Positions) -> String {
        switch positions {
        case .granted: "granted"
        case .withheld: "withheld: values have no places; regions and edges are silent"
        }
    }
}
