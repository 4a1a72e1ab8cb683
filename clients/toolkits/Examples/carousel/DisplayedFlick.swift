import CSDL2
import Callbacks
import GesturesSDL

/// A recorded finger that flicks the carousel on a display, in real time.
///
/// The touches of standard input go into SDL's queue when they are due, with the recording's distances in time. Every 100 ms from
/// the lift, until a second after it, the frame that the display shows stays until the reader of the output answers with a
/// line. It states what it was drawn for: `shown TIME ms OFFSET`, with the animation's offset in points at that very time. The
/// last line is the rate of the frames and their mean cost.
struct DisplayedFlick {
    private let gestures: SDLGestures
    private let carousel: CardCarousel
    private let window: CarouselWindow
    /// In milliseconds of SDL's clock.
    private var paused: UInt32 = 0
    private var frames = 0
    private var ticks: UInt64 = 0

    init(_ gestures: SDLGestures, _ carousel: CardCarousel, _ window: CarouselWindow) {
        (self.gestures, self.carousel, self.window) = (gestures, carousel, window)
    }

    mutating func run() {
        var touches = recordedTouches()[...]
        guard let first = touches.first, let last = touches.last else { return }
        let start = SDL_GetTicks() + 500
        let lift = start + last.timestamp - first.timestamp
        var nextStop: UInt32 = 0
        while nextStop <= 1000 {
            let now = SDL_GetTicks() - paused
            while var touch = touches.first, touch.timestamp - first.timestamp + start <= now {
                touch.timestamp = touch.timestamp - first.timestamp + start
                // SDL_PushEvent would replace the time by its own.
                var event = SDL_Event()
                event.tfinger = touch
                SDL_PeepEvents(&event, 1, SDL_ADDEVENT, 0, 0)
                touches.removeFirst()
            }
            var event = SDL_Event()
            while SDL_PollEvent(&event) != 0 { gestures.handle(event) }
            gestures.window.expire(at: timestamp(now))
            let offset = carousel.shownOffset.value(at: timestamp(now))
            draw(offset)
            if touches.isEmpty, now >= lift + nextStop {
                pause("shown \(now - lift) ms \(offset)")
                nextStop += 100
            }
        }
        let seconds = Double(SDL_GetTicks() - paused - start) / 1000
        let microseconds = Double(ticks) / Double(SDL_GetPerformanceFrequency()) * 1e6 / Double(frames)
        line("\(Int(Double(frames) / seconds)) frames a second, \(Int(microseconds.rounded(.up))) µs each")
    }

    /// Waits for the display in ``CarouselWindow/present()``, which is not a cost.
    private mutating func draw(_ offset: Double) {
        let start = SDL_GetPerformanceCounter()
        window.draw(offset: offset)
        ticks += SDL_GetPerformanceCounter() - start
        frames += 1
        window.present()
    }

    private mutating func pause(_ text: String) {
        let start = SDL_GetTicks()
        line(text)
        _ = readLine()
        paused += SDL_GetTicks() - start
    }

    private func timestamp(_ milliseconds: UInt32) -> Timestamp { Timestamp(microseconds: Int64(milliseconds) * 1000) }

    /// Those until the first lift, of the lines before "play".
    private func recordedTouches() -> [SDL_TouchFingerEvent] {
        var touches: [SDL_TouchFingerEvent] = []
        while let words = readLine()?.split(separator: " "), words.first != "play" {
            guard touches.last?.type != SDL_FINGERUP.rawValue, words.count > 2, let id = Int64(words[1]),
                let time = UInt32(words[2])
            else { continue }
            var touch = SDL_TouchFingerEvent()
            touch.type =
                (words[0] == "down" ? SDL_FINGERDOWN : words[0] == "up" ? SDL_FINGERUP : SDL_FINGERMOTION).rawValue
            (touch.timestamp, touch.touchId, touch.fingerId) = (time, 1, id)
            if words.count > 4, let x = Float(words[3]), let y = Float(words[4]) {
                (touch.x, touch.y) = (x / Float(CarouselWindow.width), y / Float(CarouselWindow.height))
            }
            touches.append(touch)
        }
        return touches
    }
}
