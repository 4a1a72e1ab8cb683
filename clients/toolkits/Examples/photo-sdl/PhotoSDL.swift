import CSDL2
import GesturesSDL
import PhotoViewer

/// The photo viewer in a window of SDL: photo-sdl [--recorded]. With the option it plays fingers of standard input.
@main struct PhotoSDL {
    private let window: OpaquePointer
    private let renderer: OpaquePointer
    private let gestures: SDLGestures
    private let viewer: PhotoViewer

    static func main() {
        let isRecorded = CommandLine.arguments.contains("--recorded")
        let photo = PhotoSDL(isRecorded: isRecorded)
        if isRecorded {
            RecordedFingers(photo.gestures.window).play { time in photo.draw(at: time) }
        } else {
            photo.run()
        }
    }

    private init(isRecorded: Bool) {
        let flags = SDL_WINDOW_SHOWN.rawValue | SDL_WINDOW_RESIZABLE.rawValue
        let renderer = isRecorded ? SDL_RENDERER_SOFTWARE : SDL_RENDERER_PRESENTVSYNC
        guard SDL_Init(SDL_INIT_VIDEO) == 0, let window = SDL_CreateWindow("photo", 0, 0, 600, 400, flags),
            let renderer = SDL_CreateRenderer(window, -1, renderer.rawValue)
        else { fatalError(String(cString: SDL_GetError())) }
        (self.window, self.renderer) = (window, renderer)
        gestures = SDLGestures(window: window, scale: TouchScale())
        viewer = PhotoViewer(size: gestures.window.size ?? .zero)
        viewer.attach(to: gestures)
    }

    private func run() {
        var event = SDL_Event()
        while true {
            let now = gestures.now
            // Nothing moves: wait for a finger. Otherwise the presentation waits for the display.
            let isSettled = viewer.shown.isSettled(at: now) && gestures.timeout == nil
            if isSettled && viewer.isDismissed { return }
            if (isSettled ? SDL_WaitEvent(&event) : SDL_PollEvent(&event)) != 0 {
                repeat {
                    if event.type == SDL_QUIT.rawValue { return }
                    gestures.handle(event)
                } while SDL_PollEvent(&event) != 0
            }
            gestures.update()
            draw(at: gestures.now)
        }
    }

    private func draw(at time: Timestamp) {
        viewer.size = gestures.window.size ?? .zero
        SDL_SetRenderDrawColor(renderer, 255, 255, 255, 255)
        SDL_RenderClear(renderer)
        for tile in viewer.tiles(at: time) {
            let color = SDL_Color(r: tile.red, g: tile.green, b: tile.blue, a: 255)
            let vertices = tile.corners.map {
                SDL_Vertex(
                    position: SDL_FPoint(x: Float($0.x), y: Float($0.y)), color: color, tex_coord: SDL_FPoint())
            }
            SDL_RenderGeometry(renderer, nil, vertices, 4, [0, 1, 2, 0, 2, 3] as [Int32], 6)
        }
        SDL_RenderPresent(renderer)
        // Handles what the display answers, such as the window's exposure.
        SDL_PumpEvents()
    }
}
