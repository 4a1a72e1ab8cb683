import CGTK4
import CSDL2
import CWaylandClient
import CWaylandWindow
import Callbacks
import GesturesGTK
import GesturesSDL
import GesturesWayland
import Glibc

/// A window in which what may depend on its size, its screen and the time is printed: observed-window GTK|SDL|Wayland [TIME]
///
/// It is shown before its adapter is made. TIME, in milliseconds, is the toolkit's current time, as after weeks of use.
@main struct ObservedWindow {
    static func main() {
        let arguments = CommandLine.arguments
        let time = arguments.count > 2 ? Int64(arguments[2]) : nil
        let clock = time.map { time in { Timestamp(microseconds: time * 1000) } }
        switch arguments.count > 1 ? arguments[1] : "" {
        case "GTK": runGTK(clock)
        case "SDL": runSDL(clock)
        case "Wayland": runWayland(clock)
        default: fatalError("usage: observed-window GTK|SDL|Wayland [TIME]")
        }
    }

    private static func observe(_ target: some GestureTarget, _ window: WindowGestures) {
        line("made \(text(window.size ?? .zero))")
        target.gesture(
            DragGesture(minimumDistance: 0, edges: .right).onEnded {
                line("right edge \(text($0.startLocation - .zero))")
            }
        )
        target.gesture(
            DragGesture()
                .onEnded { value in
                    line("drag \(text(value.translation)) at \(text(value.velocity))")
                    line("window \(text(window.size ?? .zero)), \(window.scale.pointsPerUnit.dx) pt")
                }
                .onCancelled { line("drag cancelled \($0.name)") })
        target.gesture(
            MagnifyGesture().onEnded {
                line("magnified about \(hundredths($0.startAnchor.x)) \(hundredths($0.startAnchor.y))")
            })
        target.gesture(
            onLongPressGesture(minimumDuration: 600, fingers: 3) {
                line("pressed for ten minutes")
            } onPressingChanged: { isPressing in
                line("holding \(isPressing)")
            })
        target.onLongPressGesture(minimumDuration: 0.1) {
            line("pressed")
        } onPressingChanged: { isPressing in
            line("pressing \(isPressing)")
        }
    }

    private static func text(_ vector: Vector) -> String { "\(Int(vector.dx.rounded())) \(Int(vector.dy.rounded()))" }

    private static func hundredths(_ number: Double) -> Double { (number * 100).rounded() / 100 }

    private static func runGTK(_ clock: (() -> Timestamp)?) {
        gtk_init()
        guard let window = gtk_window_new(), let area = gtk_drawing_area_new() else { fatalError("GTK has no display") }
        window.withMemoryRebound(to: GtkWindow.self, capacity: 1) { window in
            gtk_window_set_decorated(window, 0)
            gtk_window_set_default_size(window, 1000, 500)
            gtk_window_set_child(window, area)
            gtk_window_present(window)
        }
        var gestures: GTKGestures? = GTKGestures(widget: UnsafeMutableRawPointer(area), clock: clock)
        observe(gestures!, gestures!.window)
        // A callback hides the widget; another releases the adapter.
        gestures?.gesture(
            DragGesture(fingers: 4)
                .onChanged { _ in
                    guard gtk_widget_get_visible(area) != 0 else { return }
                    line("hidden")
                    gtk_widget_set_visible(area, 0)
                }
                .onCancelled { line("hidden drag cancelled \($0.name)") })
        gestures?.gesture(
            DragGesture(fingers: 2).onChanged { _ in
                guard gestures != nil else { return }
                gestures = nil
                line("released")
            })
        let loop = g_main_loop_new(nil, 0)
        g_main_loop_run(loop)
    }

    private static func runSDL(_ clock: (() -> Timestamp)?) {
        let flags = SDL_WINDOW_SHOWN.rawValue | SDL_WINDOW_RESIZABLE.rawValue
        guard SDL_Init(SDL_INIT_VIDEO) == 0, let window = SDL_CreateWindow("gestures", 0, 0, 1000, 500, flags),
            let renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE.rawValue)
        else { fatalError(String(cString: SDL_GetError())) }
        let gestures = SDLGestures(window: window, clock: clock)
        observe(gestures, gestures.window)
        var event = SDL_Event()
        while true {
            SDL_RenderClear(renderer)
            SDL_RenderPresent(renderer)
            guard SDL_WaitEventTimeout(&event, gestures.timeout ?? 1000) != 0 else {
                gestures.update()
                continue
            }
            repeat { gestures.handle(event) } while SDL_PollEvent(&event) != 0
            gestures.update()
        }
    }

    private static func runWayland(_ clock: (() -> Timestamp)?) {
        guard let display = wl_display_connect(nil), let surface = wayland_window_show(display) else {
            fatalError("there is no Wayland display with windows")
        }
        let gestures = WaylandGestures(display: display, surface: surface, size: .zero, clock: clock)
        observe(gestures, gestures.window)
        while wl_display_dispatch_pending(display) >= 0, wl_display_flush(display) >= 0 {
            var polled = pollfd(fd: wl_display_get_fd(display), events: Int16(POLLIN), revents: 0)
            if poll(&polled, 1, clock == nil ? gestures.timeout ?? -1 : -1) > 0, wl_display_dispatch(display) < 0 {
                return
            }
            let state = wayland_window_state(surface)
            gestures.window.size = Vector(width: Double(state.width), height: Double(state.height))
            gestures.window.scale = TouchScale(
                size: Vector(width: Double(state.screen_width), height: Double(state.screen_height)),
                millimetres: Vector(width: Double(state.screen_width_mm), height: Double(state.screen_height_mm)))
            if clock == nil { gestures.update() }
        }
    }
}
