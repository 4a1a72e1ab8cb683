internal import CXCB

/// The names that window managers and apps use here, as this server numbers them.
struct X11Atoms {
    let activeWindow: xcb_atom_t
    let supportingWindow: xcb_atom_t
    let supported: xcb_atom_t
    let process: xcb_atom_t

    init(_ connection: X11Connection) {
        activeWindow = connection.atom("_NET_ACTIVE_WINDOW")
        supportingWindow = connection.atom("_NET_SUPPORTING_WM_CHECK")
        supported = connection.atom("_NET_SUPPORTED")
        process = connection.atom("_NET_WM_PID")
    }
}

extension X11Connection {
    var managerEnded: DesktopFailure { DesktopFailure("X11 display \(display): the window manager ended") }

    /// The window that proves a window manager to be running: the root names it, and it names itself, since the root's
    /// property outlives a manager that crashed.
    ///
    /// - Throws: where there is none, or it does not keep `_NET_ACTIVE_WINDOW`.
    func managerWindow(_ atoms: X11Atoms) throws(DesktopFailure) -> xcb_window_t {
        guard let window = values(of: atoms.supportingWindow, on: root, limit: 1).first, window != 0,
            values(of: atoms.supportingWindow, on: window, limit: 1).first == window
        else {
            try check()
            throw DesktopFailure("X11 display \(display): no window manager (none keeps _NET_SUPPORTING_WM_CHECK)")
        }
        guard values(of: atoms.supported, on: root, limit: 4096).contains(atoms.activeWindow) else {
            throw DesktopFailure("X11 display \(display): the window manager does not keep _NET_ACTIVE_WINDOW")
        }
        return window
    }
}
