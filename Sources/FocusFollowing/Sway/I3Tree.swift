internal import GestureModel

/// A node of the layout tree, with the members that determine the focus.
struct I3Tree: Decodable {
    struct Rectangle: Decodable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }

    struct WindowProperties: Decodable {
        var `class`: String?
    }

    var type: String?
    var focused: Bool?
    /// Without the title bar, with borders, in the common coordinates of all screens.
    var rect: Rectangle?
    /// The window without borders, relative to the origin of `rect`.
    var window_rect: Rectangle?
    /// sway only. For an X11 window, the process that the window claims; for a Wayland window, that of its connection. 0 if
    /// unknown.
    var pid: Int32?
    /// sway only; null for X11 windows.
    var app_id: String?
    /// The X11 window; null for Wayland windows.
    var window: Int?
    var window_properties: WindowProperties?
    var nodes: [I3Tree]?
    var floating_nodes: [I3Tree]?

    /// The focus in the tree with this root. A focused workspace, or a container with several windows, is not a window.
    var focus: Focus {
        var found: FocusedWindow?
        search(output: nil, &found)
        return found.map(Focus.window) ?? .nowhere
    }

    private func search(output: Rectangle?, _ found: inout FocusedWindow?) {
        let output = type == "output" ? rect : output
        if focused == true && isWindow {
            found = FocusedWindow(
                process: pid.flatMap { $0 > 0 ? $0 : nil }, app: app_id ?? window_properties?.class,
                rectangle: rectangle(on: output))
        }
        for node in (nodes ?? []) + (floating_nodes ?? []) where found == nil {
            node.search(output: output, &found)
        }
    }

    private var isWindow: Bool { pid != nil || window != nil }

    private func rectangle(on output: Rectangle?) -> Region? {
        guard let rect, let output, output.width > 0, output.height > 0 else { return nil }
        // Zero for a window that was never drawn.
        let inner = window_rect.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }
        return Region(
            x: (rect.x + (inner?.x ?? 0) - output.x) / output.width,
            y: (rect.y + (inner?.y ?? 0) - output.y) / output.height,
            width: (inner ?? rect).width / output.width, height: (inner ?? rect).height / output.height)
    }
}
