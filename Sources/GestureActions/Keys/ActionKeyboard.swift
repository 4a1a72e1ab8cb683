/// Presses keys, through whatever the desktop offers to programs of the session.
///
/// wlroots-based compositors take a virtual keyboard (zwp_virtual_keyboard_v1), X servers take the extension XTEST. The
/// connection is made with the first key.
package final class ActionKeyboard {
    private let environment: [String: String]
    private var keyboard: (any Keyboard)?

    package init(environment: [String: String]) { self.environment = environment }

    func press(_ keys: KeyCombination) throws(ActionFailure) {
        do throws(ActionFailure) {
            try connected().press(keys)
        } catch {
            // The desktop may have restarted; the next key connects again.
            keyboard = nil
            throw error
        }
    }

    /// Which keys of a file cannot be pressed, a line each.
    package func problems(in file: ActionFile) -> [String] {
        var problems: [String] = []
        for action in file.actions {
            for case .keys(let keys) in action.effects.map(\.effect) {
                do throws(ActionFailure) {
                    try connected().check(keys)
                } catch {
                    problems.append("\(action.place): \(keys) cannot be pressed: \(error)")
                }
            }
        }
        return problems
    }

    private func connected() throws(ActionFailure) -> any Keyboard {
        if let keyboard { return keyboard }
        let new: any Keyboard
        if let desktop = wayland {
            guard !["GNOME", "KDE"].contains(desktop) else {
                throw ActionFailure(
                    "\(desktop) on Wayland takes no keys from other programs; use run with a command of the desktop")
            }
            new = try WaylandKeyboard(environment: environment, Keymap(environment: environment))
        } else if environment["DISPLAY"]?.isEmpty == false {
            new = XTestKeyboard(display: environment["DISPLAY"] ?? "", try XKBLibrary.installed.get())
        } else {
            throw ActionFailure("neither WAYLAND_DISPLAY nor DISPLAY is set: there is no desktop")
        }
        keyboard = new
        return new
    }

    /// The Wayland desktop's name, or an empty string; nil if there is none.
    private var wayland: String? {
        guard environment["WAYLAND_DISPLAY"]?.isEmpty == false else { return nil }
        let names = environment["XDG_CURRENT_DESKTOP"]?.split(separator: ":").map(String.init) ?? []
        return names.first { ["GNOME", "KDE"].contains($0) } ?? ""
    }
}

/// A connection to a desktop that takes keys.
protocol Keyboard {
    /// - Throws: If the keymap lacks a key.
    func check(_ keys: KeyCombination) throws(ActionFailure)
    /// Presses and releases the keys.
    func press(_ keys: KeyCombination) throws(ActionFailure)
}
