import CSDL2
import Callbacks
import GesturesSDL

/// A carousel that is flicked with fingers and drawn at the display's rate: carousel [--recorded | --displayed].
///
/// With an option it reads touches from standard input (`recorded-touches events`):
///
/// - `--recorded` draws at 60 Hz of the recording's time, without a display, and prints a screenshot every 100 ms from the lift,
///   until a second after it. Its last line is the mean cost of a frame.
/// - `--displayed` flicks the window on the display; see ``DisplayedFlick``.
@main struct CarouselExample {
    static func main() {
        let arguments = CommandLine.arguments
        let window = CarouselWindow(isRecorded: arguments.contains("--recorded"))
        let carousel = CardCarousel()
        let gestures = SDLGestures(window: window.window, scale: TouchScale())
        gestures.gesture(carousel.gesture)
        if arguments.contains("--recorded") {
            play(to: gestures, carousel, window)
        } else if arguments.contains("--displayed") {
            var flick = DisplayedFlick(gestures, carousel, window)
            flick.run()
        } else {
            run(gestures, carousel, window)
        }
    }

    private static func run(_ gestures: SDLGestures, _ carousel: CardCarousel, _ window: CarouselWindow) {
        var event = SDL_Event()
        while true {
            let now = gestures.now
            // Nothing moves: wait for a finger. Otherwise the presentation waits for the display.
            let isSettled = carousel.shownOffset.isSettled(at: now) && gestures.timeout == nil
            if (isSettled ? SDL_WaitEvent(&event) : SDL_PollEvent(&event)) != 0 {
                repeat {
                    if event.type == SDL_QUIT.rawValue { return }
                    gestures.handle(event)
                } while SDL_PollEvent(&event) != 0
            }
            gestures.update()
            window.draw(offset: carousel.shownOffset.value(at: now))
            window.present()
        }
    }

    private static func play(to gestures: SDLGestures, _ carousel: CardCarousel, _ window: CarouselWindow) {
        var (frames, ticks) = (0, UInt64(0))
        func draw(at time: Timestamp) {
            let start = SDL_GetPerformanceCounter()
            window.draw(offset: carousel.shownOffset.value(at: time))
            ticks += SDL_GetPerformanceCounter() - start
            frames += 1
        }
        let touches = gestures.window.touches
        var nextFrame: Timestamp?
        while let words = readLine()?.split(separator: " ") {
            guard words.count > 2, let id = Int(words[1]), let milliseconds = Int64(words[2]) else {
                touches.flush()
                continue
            }
            let time = Timestamp(microseconds: milliseconds * 1000)
            while let frame = nextFrame, frame < time {
                draw(at: frame)
                window.present()
                nextFrame = frame + Microseconds(16_667)
            }
            if words.count > 4, let x = Double(words[3]), let y = Double(words[4]) {
                let position = Point(x: x, y: y)
                words[0] == "down"
                    ? touches.touchDown(id, at: position, time: time) : touches.touchMoved(id, to: position, time: time)
                nextFrame = nextFrame ?? time
                continue
            }
            touches.touchUp(id, time: time)
            touches.flush()
            for step in 0...10 as ClosedRange<Int64> {
                draw(at: time + .milliseconds(step * 100))
                line("\(step * 100) ms: \(window.screenshot())")
                window.present()
            }
            break
        }
        let microseconds = Double(ticks) / Double(SDL_GetPerformanceFrequency()) * 1e6 / Double(max(frames, 1))
        line("\(frames) frames, \(Int(microseconds.rounded(.up))) µs each")
    }
}
