import CWaylandClient
import CWaylandWindow
import Callbacks
import GesturesWayland
import Glibc

/// Prints the gestures of a window without a toolkit: wayland-gestures [--recorded]. With the option, deadlines depend on the
/// times of the events alone.
@main struct WaylandExample {
    static func main() {
        guard let display = wl_display_connect(nil) else { fatalError("there is no Wayland display") }
        guard let surface = wayland_window_show(display) else { fatalError("the display has no windows (xdg-shell)") }
        let gestures = WaylandGestures(display: display, surface: surface)
        printCallbacks(of: gestures)
        let isRecorded = CommandLine.arguments.contains("--recorded")
        while wl_display_dispatch_pending(display) >= 0, wl_display_flush(display) >= 0 {
            var polled = pollfd(fd: wl_display_get_fd(display), events: Int16(POLLIN), revents: 0)
            if poll(&polled, 1, isRecorded ? -1 : gestures.timeout ?? -1) > 0, wl_display_dispatch(display) < 0 {
                return
            }
            if !isRecorded { gestures.update() }
        }
    }
}
