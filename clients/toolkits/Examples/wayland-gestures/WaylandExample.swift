import CWaylandClient
import Callbacks
import GesturesWayland
import Glibc

/// Prints the gestures of a bare surface. It draws nothing, so that compositors other than the tests' show nothing: an app has
/// a window of its own. wayland-gestures [--recorded]: with the option, deadlines depend on the times of the events alone.
@main struct WaylandExample {
    static func main() {
        guard let display = wl_display_connect(nil) else { fatalError("there is no Wayland display") }
        let found = UnsafeMutablePointer<OpaquePointer?>.allocate(capacity: 1)
        found.initialize(to: nil)
        var listener = wl_registry_listener(
            global: { found, registry, name, interface, _ in
                guard let interface, strcmp(interface, "wl_compositor") == 0 else { return }
                let compositor = withUnsafePointer(to: wl_compositor_interface) {
                    wl_registry_bind(registry, name, $0, 4)
                }
                found?.assumingMemoryBound(to: OpaquePointer?.self).pointee = compositor.map { OpaquePointer($0) }
            }, global_remove: { _, _, _ in })
        wl_registry_add_listener(wl_display_get_registry(display), &listener, found)
        wl_display_roundtrip(display)
        guard let compositor = found.pointee, let surface = wl_compositor_create_surface(compositor) else {
            fatalError("the display has no compositor")
        }
        let gestures = WaylandGestures(display: display, surface: surface)
        printCallbacks(of: gestures)
        wl_surface_commit(surface)
        let isRecorded = CommandLine.arguments.contains("--recorded")
        while wl_display_flush(display) >= 0 {
            var polled = pollfd(fd: wl_display_get_fd(display), events: Int16(POLLIN), revents: 0)
            if poll(&polled, 1, isRecorded ? -1 : gestures.timeout ?? -1) > 0, wl_display_dispatch(display) < 0 {
                return
            }
            if !isRecorded { gestures.update() }
        }
    }
}
