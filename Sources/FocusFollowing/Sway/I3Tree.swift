internal import GestureModel
internal import GestureProtocol

/// The layout tree of sway, from its root.
struct I3Tree {
    private let root: JSONValue

    /// Returns nil if the reply is not a tree.
    init?(reply: [UInt8]) {
        guard let root = JSONValue(reply: reply), root.isObject else { return nil }
        self.root = root
    }

    /// A focused workspace, or a container with several windows, is not a window.
    var focus: Focus { I3Tree.focusedWindow(in: root, output: nil).map(Focus.window) ?? .nowhere }

    /// - Parameter output: The node of the screen that contains this one.
    private static func focusedWindow(in node: JSONValue, output: JSONValue?) -> FocusedWindow? {
        let output = node["type"]?.string == "output" ? node : output
        if node["focused"]?.flag == true, node["pid"] != nil || node["window"] != nil {
            return FocusedWindow(
                // For an X11 window, the process that the window claims; for a Wayland window, that of its connection.
                process: node["pid"]?.process,
                // An X11 window has no app id.
                app: node["app_id"]?.string ?? node["window_properties"]?["class"]?.string,
                title: node["name"]?.title, rectangle: rectangle(of: node, on: rectangle(output?["rect"])),
                output: output?["name"]?.string.map(OutputReference.name))
        }
        for key in ["nodes", "floating_nodes"] {
            for child in node[key]?.elements ?? [] {
                if let window = focusedWindow(in: child, output: output) { return window }
            }
        }
        return nil
    }

    /// The window's rectangle in fractions of its screen.
    private static func rectangle(of node: JSONValue, on output: Region?) -> Region? {
        // Without the title bar, with borders, in the common coordinates of all screens.
        guard let outer = rectangle(node["rect"]), let output, output.width > 0, output.height > 0 else { return nil }
        // Without borders, relative to the outer rectangle. Zero for a window that was never drawn.
        let inner = rectangle(node["window_rect"]).flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }
        return Region(
            x: (outer.x + (inner?.x ?? 0) - output.x) / output.width,
            y: (outer.y + (inner?.y ?? 0) - output.y) / output.height,
            width: (inner ?? outer).width / output.width, height: (inner ?? outer).height / output.height)
    }

    private static func rectangle(_ value: JSONValue?) -> Region? {
        guard let x = value?["x"]?.number, let y = value?["y"]?.number, let width = value?["width"]?.number,
            let height = value?["height"]?.number
        else { return nil }
        return Region(x: x, y: y, width: width, height: height)
    }
}
