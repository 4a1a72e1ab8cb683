import CSDL2
import Gestures
import GesturesSDL
import Glibc
import Testing

/// Finger events through SDL's own queue, on its driver without a screen. SDL belongs to one thread.
@MainActor @Suite(.serialized) final class SDLGesturesTests {
    private let window: OpaquePointer
    private let gestures: SDLGestures
    private var notes: [String] = []

    init() throws {
        setenv("SDL_VIDEODRIVER", "dummy", 1)
        try #require(SDL_Init(SDL_INIT_VIDEO) == 0)
        window = try #require(SDL_CreateWindow("test", 0, 0, 1000, 500, SDL_WINDOW_HIDDEN.rawValue))
        gestures = SDLGestures(window: window, scale: TouchScale())
        SDL_FlushEvents(0, SDL_LASTEVENT.rawValue)
    }

    isolated deinit { SDL_DestroyWindow(window) }

    private func push(_ type: SDL_EventType, _ finger: Int64 = 1, _ x: Float = 0, _ y: Float = 0, touch: Int64 = 1) {
        var event = SDL_Event()
        event.tfinger = SDL_TouchFingerEvent(
            type: type.rawValue, timestamp: 0, touchId: touch, fingerId: finger, x: x / 1000, y: y / 500, dx: 0, dy: 0,
            pressure: 1, windowID: SDL_GetWindowID(window))
        SDL_PushEvent(&event)
    }

    private func drain() -> Bool {
        var (event, isHandled) = (SDL_Event(), false)
        while SDL_PollEvent(&event) != 0 { isHandled = gestures.handle(event) || isHandled }
        gestures.update()
        return isHandled
    }

    @Test func `fingers in SDL's queue drag in the window's coordinates`() {
        gestures.attach(
            DragGesture().onEnded { [weak self] in self?.notes.append("\($0.startLocation) \($0.translation)") },
            to: Region(x: 100, y: 100, width: 100, height: 100))
        for start in [Float(150), 350] {
            push(SDL_FINGERDOWN, 1, start, 125)
            #expect(drain())
            push(SDL_FINGERMOTION, 1, start + 50, 125)
            #expect(drain())
            push(SDL_FINGERUP, 1, start + 50, 125)
            #expect(drain())
        }
        #expect(notes == ["(150.0, 125.0) (50.0, 0.0)"])
    }

    @Test func `a drag ends where the finger lifted, if the app reads the last movement and the lift together`() {
        gestures.gesture(DragGesture().onEnded { [weak self] in self?.notes.append("\($0.translation)") })
        push(SDL_FINGERDOWN, 1, 100, 100)
        push(SDL_FINGERMOTION, 1, 150, 100)
        #expect(drain())
        push(SDL_FINGERMOTION, 1, 200, 100)
        push(SDL_FINGERUP, 1, 200, 100)
        #expect(drain() && notes == ["(100.0, 0.0)"])
    }

    @Test func `a long press is complete at the timeout`() {
        gestures.onLongPressGesture(minimumDuration: 0.05) { [weak self] in self?.notes.append("pressed") }
        #expect(gestures.timeout == nil)
        push(SDL_FINGERDOWN, 1, 10, 10)
        #expect(drain() && gestures.timeout.map { $0 <= 50 } == true)
        var event = SDL_Event()
        while notes.isEmpty, let timeout = gestures.timeout {
            if SDL_WaitEventTimeout(&event, max(timeout, 1)) != 0 { gestures.handle(event) }
            gestures.update()
        }
        #expect(notes == ["pressed"])
    }

    @Test func `fingers of two touchscreens with one id are two fingers`() {
        gestures.gesture(
            DragGesture(minimumDistance: 0, fingers: 2).onChanged { [weak self] in self?.notes.append("\($0.fingers)") }
        )
        push(SDL_FINGERDOWN, 1, 10, 10, touch: 1)
        push(SDL_FINGERDOWN, 1, 90, 10, touch: 2)
        #expect(drain() && notes == ["2"])
    }

    @Test func `a mouse's touches, other events and a lost focus`() {
        gestures.gesture(
            DragGesture(minimumDistance: 0).onChanged { [weak self] _ in self?.notes.append("changed") }
                .onCancelled { [weak self] in self?.notes.append($0.name) })
        push(SDL_FINGERDOWN, 1, 10, 10, touch: -1)
        #expect(!drain() && notes.isEmpty)
        push(SDL_FINGERDOWN, 1, 10, 10)
        #expect(drain())
        var event = SDL_Event()
        event.window.type = SDL_WINDOWEVENT.rawValue
        event.window.event = UInt8(SDL_WINDOWEVENT_FOCUS_LOST.rawValue)
        event.window.windowID = SDL_GetWindowID(window)
        SDL_PushEvent(&event)
        #expect(!drain() && notes == ["changed", "focusChanged"])
    }

    private func push(_ type: SDL_WindowEventID) {
        var event = SDL_Event()
        event.window.type = SDL_WINDOWEVENT.rawValue
        event.window.event = UInt8(type.rawValue)
        event.window.windowID = SDL_GetWindowID(window)
        SDL_PushEvent(&event)
    }

    @Test func `edges follow a window that is resized, also while a finger is down`() {
        gestures.gesture(
            DragGesture(minimumDistance: 0, edges: .right)
                .onEnded { [weak self] in self?.notes.append("\($0.startLocation.x)") })
        // In fractions of the window's width.
        for (width, share) in [(Int32(1000), 0.99), (1600, 0.6), (1600, 0.99), (500, 0.99)] as [(Int32, Float)] {
            SDL_SetWindowSize(window, width, 500)
            push(SDL_FINGERDOWN, 1, share * 1000, 100)
            #expect(drain())
            SDL_SetWindowSize(window, 700, 500)
            push(SDL_FINGERUP, 1, share * 1000, 100)
            #expect(drain())
        }
        #expect(notes == ["990.0", "1584.0", "495.0"])
        SDL_SetWindowSize(window, 640, 480)
        push(SDL_WINDOWEVENT_SIZE_CHANGED)
        #expect(!drain() && gestures.window.size == Vector(width: 640, height: 480))
    }

    @Test func `times continue when SDL's 32 bits start again`() {
        gestures.gesture(DragGesture(minimumDistance: 0).onChanged { [weak self] in self?.notes.append("\($0.time)") })
        var event = SDL_Event()
        event.tfinger.windowID = SDL_GetWindowID(window)
        (event.tfinger.touchId, event.tfinger.fingerId, event.tfinger.x, event.tfinger.y) = (1, 1, 0.5, 0.5)
        let steps: [(SDL_EventType, UInt32)] = [
            (SDL_FINGERDOWN, .max - 7), (SDL_FINGERMOTION, 0), (SDL_FINGERMOTION, 8),
        ]
        for (type, time) in steps {
            (event.tfinger.type, event.tfinger.timestamp) = (type.rawValue, time)
            event.tfinger.x += 0.1
            gestures.handle(event)
            gestures.window.touches.flush()
        }
        #expect(notes == ["-0.008 s", "0.0 s", "0.008 s"])
        #expect(gestures.now >= Timestamp(microseconds: 0))
    }

    @Test func `the left mouse button is a finger, unless the app uses the mouse itself`() {
        gestures.gesture(DragGesture().onEnded { [weak self] in self?.notes.append("\($0.translation.dx)") })
        func drag(_ button: UInt8, by mouse: UInt32) {
            var event = SDL_Event()
            for (type, x) in [(SDL_MOUSEBUTTONDOWN, Int32(100)), (SDL_MOUSEMOTION, 150), (SDL_MOUSEBUTTONUP, 150)] {
                event = SDL_Event()
                event.type = type.rawValue
                if type == SDL_MOUSEMOTION {
                    (event.motion.windowID, event.motion.which, event.motion.x) = (SDL_GetWindowID(window), mouse, x)
                    event.motion.state = UInt32(1) << (UInt32(button) - 1)
                } else {
                    (event.button.windowID, event.button.which, event.button.x) = (SDL_GetWindowID(window), mouse, x)
                    event.button.button = button
                }
                SDL_PushEvent(&event)
            }
            _ = drain()
        }
        drag(1, by: 0)
        #expect(notes == ["50.0"])
        drag(3, by: 0)
        // SDL_TOUCH_MOUSEID: made of a touch.
        drag(1, by: .max)
        gestures.acceptsMouse = false
        drag(1, by: 0)
        #expect(notes == ["50.0"])
    }

    @Test func `a press is cancelled if its release went elsewhere, and ends if the app uses the mouse meanwhile`() {
        gestures.gesture(
            DragGesture().onEnded { [weak self] in self?.notes.append("\($0.translation.dx)") }
                .onCancelled { [weak self] in self?.notes.append($0.name) })
        func push(_ type: SDL_EventType, _ x: Int32, _ state: UInt32 = 1) {
            var event = SDL_Event()
            event.type = type.rawValue
            if type == SDL_MOUSEMOTION {
                (event.motion.windowID, event.motion.x, event.motion.state) = (SDL_GetWindowID(window), x, state)
            } else {
                (event.button.windowID, event.button.x, event.button.button) = (SDL_GetWindowID(window), x, 1)
            }
            SDL_PushEvent(&event)
        }
        push(SDL_MOUSEBUTTONDOWN, 100)
        push(SDL_MOUSEMOTION, 150)
        #expect(drain())
        push(SDL_MOUSEMOTION, 200, 0)
        #expect(drain() && notes == ["palm"])
        push(SDL_MOUSEMOTION, 250, 0)
        #expect(!drain())
        push(SDL_MOUSEBUTTONDOWN, 100)
        push(SDL_MOUSEMOTION, 150)
        #expect(drain())
        gestures.acceptsMouse = false
        push(SDL_MOUSEBUTTONUP, 150)
        #expect(drain() && notes == ["palm", "50.0"])
    }

    @Test func `an event with the time of another clock happens now`() {
        // Days in the future, as a remote desktop may stamp it: the press would never be complete.
        gestures.onLongPressGesture(minimumDuration: 0.01) { [weak self] in self?.notes.append("pressed") }
        var event = SDL_Event()
        event.tfinger.type = SDL_FINGERDOWN.rawValue
        event.tfinger.windowID = SDL_GetWindowID(window)
        (event.tfinger.touchId, event.tfinger.fingerId, event.tfinger.timestamp) = (1, 1, 20 * 86_400_000)
        gestures.handle(event)
        gestures.update()
        #expect(gestures.timeout.map { $0 <= 10 } == true)
        while notes.isEmpty, let timeout = gestures.timeout {
            if SDL_WaitEventTimeout(&event, max(timeout, 1)) != 0 { gestures.handle(event) }
            gestures.update()
        }
        #expect(notes == ["pressed"])
    }
}
