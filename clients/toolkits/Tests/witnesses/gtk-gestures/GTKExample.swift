import CGTK4
import Callbacks
import GesturesGTK

/// A window whose gestures are printed: gtk-gestures [--recorded]. With the option, deadlines depend on the times of the
/// events alone.
@main struct GTKExample {
    static func main() {
        gtk_init()
        guard let window = gtk_window_new() else { fatalError("GTK has no display") }
        // Without decorations the widget is the whole surface.
        let area = gtk_drawing_area_new()
        window.withMemoryRebound(to: GtkWindow.self, capacity: 1) { window in
            gtk_window_set_decorated(window, 0)
            // Larger than the surfaces of all recordings.
            gtk_window_set_default_size(window, 4500, 2600)
            gtk_window_set_child(window, area)
            gtk_window_present(window)
        }
        let isRecorded = CommandLine.arguments.contains("--recorded")
        let gestures = GTKGestures(
            widget: UnsafeMutableRawPointer(area!), scale: TouchScale(),
            clock: isRecorded ? { Timestamp(microseconds: 0) } : nil)
        printCallbacks(of: gestures)
        let loop = g_main_loop_new(nil, 0)
        withExtendedLifetime(gestures) { g_main_loop_run(loop) }
    }
}
