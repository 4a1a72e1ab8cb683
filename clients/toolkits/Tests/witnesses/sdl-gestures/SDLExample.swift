import CSDL2
import Callbacks
import GesturesSDL

/// A window whose gestures are printed: sdl-gestures [--recorded | --untimed]
///
/// - `--recorded` reads touches from standard input (`recorded-touches events`) and puts them into SDL's queue.
/// - `--untimed`: deadlines depend on the times of the events alone.
@main struct SDLExample {
    /// Larger than the surfaces of all recordings.
    private static let (width, height) = (Int32(4500), Int32(2600))

    static func main() {
        guard SDL_Init(SDL_INIT_VIDEO) == 0 else { fatalError(String(cString: SDL_GetError())) }
        let flags = SDL_WINDOW_SHOWN.rawValue | SDL_WINDOW_RESIZABLE.rawValue
        guard let window = SDL_CreateWindow("gestures", 0, 0, width, height, flags) else {
            fatalError(String(cString: SDL_GetError()))
        }
        let arguments = CommandLine.arguments
        let gestures = SDLGestures(
            window: window, scale: TouchScale(),
            clock: arguments.contains("--recorded") ? { Timestamp(microseconds: 0) } : nil)
        printCallbacks(of: gestures)
        arguments.contains("--recorded")
            ? play(to: gestures, in: window) : run(gestures, in: window, isTimed: !arguments.contains("--untimed"))
    }

    private static func run(_ gestures: SDLGestures, in window: OpaquePointer, isTimed: Bool) {
        // A Wayland compositor shows no window that has not been drawn.
        let renderer = SDL_CreateRenderer(window, -1, 0)
        draw(renderer)
        var event = SDL_Event()
        while true {
            if SDL_WaitEventTimeout(&event, isTimed ? gestures.timeout ?? 100 : 100) != 0 {
                repeat {
                    if event.type == SDL_QUIT.rawValue { return }
                    if event.type == SDL_WINDOWEVENT.rawValue { draw(renderer) }
                    gestures.handle(event)
                } while SDL_PollEvent(&event) != 0
            }
            isTimed ? gestures.update() : gestures.window.touches.flush()
        }
    }

    private static func draw(_ renderer: OpaquePointer?) {
        SDL_SetRenderDrawColor(renderer, 255, 255, 255, 255)
        SDL_RenderClear(renderer)
        SDL_RenderPresent(renderer)
    }

    private static func play(to gestures: SDLGestures, in window: OpaquePointer) {
        while let text = readLine() {
            let words = text.split(separator: " ")
            guard words.count > 2, let id = Int64(words[1]), let time = UInt32(words[2]) else {
                drain(gestures)
                continue
            }
            var event = SDL_Event()
            event.tfinger.type =
                (words[0] == "down" ? SDL_FINGERDOWN : words[0] == "up" ? SDL_FINGERUP : SDL_FINGERMOTION).rawValue
            event.tfinger.timestamp = time
            event.tfinger.touchId = 1
            event.tfinger.fingerId = id
            event.tfinger.windowID = SDL_GetWindowID(window)
            if words.count > 4, let x = Float(words[3]), let y = Float(words[4]) {
                (event.tfinger.x, event.tfinger.y) = (x / Float(width), y / Float(height))
            }
            // SDL_PushEvent would replace the time by its own.
            SDL_PeepEvents(&event, 1, SDL_ADDEVENT, 0, 0)
        }
        drain(gestures)
    }

    /// The recording's clock is not SDL's, so that only events expire deadlines here.
    private static func drain(_ gestures: SDLGestures) {
        var event = SDL_Event()
        while SDL_PollEvent(&event) != 0 { gestures.handle(event) }
        gestures.window.touches.flush()
    }
}
