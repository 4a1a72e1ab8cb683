import CLayerShell
import GestureClientGLib

/// A panel that a finger pulls in from the screen's left edge, and back from the right one: panel [SOCKET].
/// Debian: libgtk-layer-shell-dev libgtk-3-dev
@main final class Panel {
    let client = GestureClient(path: CommandLine.arguments.dropFirst().first ?? GestureClient.defaultPath)
    let widget = gtk_window_new(GTK_WINDOW_TOPLEVEL)!
    lazy var layer = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkWindow.self)
    /// Pixels of the whole panel, and those that stay visible.
    let (full, grip) = (320.0, 8.0)
    var screen = GdkRectangle()
    /// How many pixels are on the screen, and were when the finger came down.
    var shown = AnimatedValue(8.0)
    var start: Double?

    static func main() {
        gtk_init(nil, nil)
        Panel().open()
        gtk_main()
    }

    func open() {
        gdk_monitor_get_geometry(gdk_display_get_monitor(gdk_display_get_default(), 0), &screen)
        gtk_widget_set_size_request(widget, gint(full), screen.height)
        gtk_layer_init_for_window(layer)
        gtk_layer_set_anchor(layer, GTK_LAYER_SHELL_EDGE_LEFT, 1)
        show()
        gtk_widget_show_all(widget)
        let drag = DragGesture(edges: [.left, .right])
            .onChanged { value in
                self.start = self.start ?? self.shown.value(at: value.time)
                self.shown.set(self.pixels(value.translation), at: value.time)
                self.show()
            }
            .onEnded { self.settle(isOpen: self.pixels($0.predictedEndTranslation) > self.full / 2) }
            .onCancelled { _ in self.settle(isOpen: self.start == self.full) }
        client.attach(drag, scope: .session)
        client.runInMainLoop()
    }

    func pixels(_ translation: Vector) -> Double {
        (start ?? grip) + translation.dx * Double(screen.width) / client.devices[0].surface.size.dx
    }

    /// Returns 1 while it moves by itself.
    @discardableResult func show() -> gboolean {
        gtk_layer_set_margin(layer, GTK_LAYER_SHELL_EDGE_LEFT, gint(min(max(shown.value(at: .now), grip), full) - full))
        return start != nil || shown.isSettled(at: .now) ? 0 : 1
    }

    /// A spring, which starts with the finger's velocity.
    func settle(isOpen: Bool) {
        start = nil
        shown.set(isOpen ? full : grip, at: .now, transaction: Transaction(animation: .spring(duration: 0.35)))
        let step: GtkTickCallback = { _, _, panel in Unmanaged<Panel>.fromOpaque(panel!).takeUnretainedValue().show() }
        gtk_widget_add_tick_callback(widget, step, Unmanaged.passUnretained(self).toOpaque(), nil)
    }
}
