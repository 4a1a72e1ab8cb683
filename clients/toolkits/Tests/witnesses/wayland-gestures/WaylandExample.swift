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
        let isRecorded = CommandLine.arguments.contains("--recorded")
        let gestures = WaylandGestures(
            display: display, surface: surface, clock: isRecorded ? { Timestamp(microseconds: 0) } : nil)
        printCallbacks(of: gestures)
        while wl_display_dispatch_pending(display) >= 0, wl_display_flush(display) >= 0 {
            var polled = pollfd(fd: wl_display_get_fd(display), events: Int16(POLLIN), revents: 0)
            if poll(&polled, 1, isRecorded ? -1 : gestures.timeout ?? -1) > 0, wl_display_dispatch(display) < 0 {
                return
            }
            if !isRecorded {
                follow(surface, gestures.window)
                gestures.update()
            }
        }
    }

    /// The compositor says to the app alone how large its window is, and on which screen.
    private static func follow(_ surface: OpaquePointer, _ window: WindowGestures) {
        let state = wayland_window_state(surface)
        window.size = Vector(width: Double(state.width), height: Double(state.height))
        window.scale = TouchScale(
            size: Vector(width: Double(state.screen_width), height: Double(state.screen_height)),
            millimetres: Vector(width: Double(state.screen_width_mm), height: Double(state.screen_height_mm)))
    }
}
