internal import DesktopAccess

/// Presses keys through the interface that the desktop offers to programs of the session.
///
/// Compositors built on wlroots accept a virtual keyboard (zwp_virtual_keyboard_v1). X servers accept keys through the
/// extension XTEST. GNOME and KDE on Wayland accept keys through a portal if the user consents. The connection is
/// opened when a key is first pressed or checked, and again for the next key after a failure.
package final class ActionKeyboard {
    private let environment: [String: String]
    private let log: (String) -> Void
    private var keyboard: (any Keyboard)?
    /// The number of connections so far. It distinguishes connections whose descriptors have the same number.
    private(set) var connections = 0

    /// - Parameter log: Receives problems that arise while no key is pressed, such as the user's refusal.
    package init(environment: [String: String], log: @escaping (String) -> Void = { _ in }) {
        (self.environment, self.log) = (environment, log)
    }

    /// Presses keys on a keyboard that is connected.
    init(_ keyboard: any Keyboard) { (environment, log, self.keyboard) = ([:], { _ in }, keyboard) }

    func press(_ keys: KeyCombination) throws(ActionFailure) {
        try withKeyboard { (keyboard) throws(ActionFailure) in try keyboard.press(keys) }
    }

    /// Holds exactly these modifiers from now on, and releases others. They are also released if this process dies.
    func hold(_ modifiers: Set<KeyCombination.Modifier>) throws(ActionFailure) {
        // A desktop that is not connected holds nothing.
        if modifiers.isEmpty, keyboard == nil { return }
        // In a fixed order, so that equal sets are pressed alike.
        let ordered = KeyCombination.Modifier.allCases.filter(modifiers.contains)
        try withKeyboard { (keyboard) throws(ActionFailure) in try keyboard.hold(ordered) }
    }

    /// Becomes readable when ``process()`` has work; -1 for never.
    var descriptor: Int32 { keyboard?.descriptor ?? -1 }

    /// Handles the desktop's messages.
    func process() {
        guard keyboard != nil else { return }
        do throws(ActionFailure) {
            try withKeyboard { (keyboard) throws(ActionFailure) in try keyboard.process() }
        } catch {
            log("\(error)")
        }
    }

    /// Drops keys that wait for the user's consent. Called when no action may run, for example because the session is
    /// locked.
    func clearWaiting() { keyboard?.clearWaiting() }

    /// Allows the desktop to ask for the user's consent again.
    func retry() { keyboard?.retry() }

    /// Checks all keys of a file. Returns a problem for each key that cannot be pressed.
    package func problems(in actions: [Action]) -> [ActionFileProblem] {
        var problems: [ActionFileProblem] = []
        // Connects only once for all keys, because each attempt waits if the desktop hangs.
        var connection: Result<any Keyboard, ActionFailure>?
        for action in actions {
            for case (let key, let line, .keys(let row)) in action.keyedEffects {
                let keyboard = connection ?? Result { () throws(ActionFailure) in try connected() }
                connection = keyboard
                for keys in row {
                    do throws(ActionFailure) {
                        // Names can be checked without a desktop.
                        if case .success(let library) = XKBLibrary.installed { _ = try library.keysym(keys.key) }
                        try keyboard.get().check(keys)
                    } catch {
                        problems.append(
                            .init(
                                .key, line: line, place: "action.\(key)",
                                "“\(action.name)”: \(keys) cannot be pressed: \(error)"
                                    + (key == "back" && keys.modifiers.isEmpty
                                        ? "; a program is written [\"\(keys)\"]" : "")))
                    }
                }
            }
        }
        return problems
    }

    /// A hint for the user about keys on this desktop; nil without a connection, and for a desktop that needs no hint.
    package var note: String? { keyboard?.note }

    private func withKeyboard(_ work: (any Keyboard) throws(ActionFailure) -> Void) throws(ActionFailure) {
        do throws(ActionFailure) {
            try work(connected())
        } catch {
            // The desktop may have restarted, so the next key reconnects.
            if !error.isLasting { keyboard = nil }
            throw error
        }
    }

    private func connected() throws(ActionFailure) -> any Keyboard {
        if let keyboard { return keyboard }
        let new: any Keyboard
        if environment["WAYLAND_DISPLAY"]?.isEmpty == false {
            new =
                if let desktop = portalDesktop {
                    try portal(of: desktop)
                } else {
                    try WaylandKeyboard(environment: environment, Keymap(environment: environment))
                }
        } else if environment["DISPLAY"]?.isEmpty == false {
            new = XTestKeyboard(display: environment["DISPLAY"] ?? "", try XKBLibrary.installed.get())
        } else {
            throw ActionFailure("neither WAYLAND_DISPLAY nor DISPLAY is set: there is no desktop")
        }
        keyboard = new
        connections += 1
        return new
    }

    private func portal(of desktop: String) throws(ActionFailure) -> any Keyboard {
        let names = try XKBLibrary.installed.get()
        do throws(ActionFailure) {
            return try PortalKeyboard(environment: environment, names, log: log)
        } catch {
            throw ActionFailure(
                "\(desktop) on Wayland takes keys only through a portal; \(error); install xdg-desktop-portal-"
                    + "\(desktop.lowercased()), or use run with a command of the desktop")
        }
    }

    /// The name of the running Wayland desktop if it accepts keys only through a portal; otherwise nil.
    private var portalDesktop: String? {
        let current = environment["XDG_CURRENT_DESKTOP"] ?? ""
        return [DesktopChoice.gnome, .kde].first { $0.isNamed(in: current) }?.rawValue.uppercased()
    }
}

/// A connection to a desktop that accepts keys.
protocol Keyboard {
    /// - Throws: If a key does not exist or the keymap lacks it, or the desktop cannot be reached.
    func check(_ keys: KeyCombination) throws(ActionFailure)
    /// Presses and releases the keys, immediately or after the user's consent. Modifiers that are held stay pressed.
    func press(_ keys: KeyCombination) throws(ActionFailure)
    /// Holds exactly these modifiers, each once, until the next call or until this process ends, however it ends.
    func hold(_ modifiers: [KeyCombination.Modifier]) throws(ActionFailure)
    /// Becomes readable when ``process()`` has work; nil if the desktop sends only answers.
    var descriptor: Int32? { get }
    func process() throws(ActionFailure)
    func clearWaiting()
    func retry()
    /// A hint for the user before the first key.
    var note: String? { get }
}

extension Keyboard {
    var descriptor: Int32? { nil }
    func process() throws(ActionFailure) {}
    func clearWaiting() {}
    func retry() {}
    var note: String? { nil }
}
