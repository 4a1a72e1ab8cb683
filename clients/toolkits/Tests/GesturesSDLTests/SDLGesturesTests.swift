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
            DragGesture().onEnded { [unowned self] in notes.append("\($0.startLocation) \($0.translation)") },
            to: Region(x: 100, y: 100, width: 100, height: 100))
        for start in [Float(150), 350] {
            push(SDL_FINGERDOWN, 1, start, 125)
            #expect(drain())
            push(SDL_FINGERMOTION, 1, start + 50, 125)
            #expect(drain())
            push(SDL_FINGERUP, 1, start + 50, 125)
            #expect(drain())
        }
        #expect(notes == ["Point(x: 150.0, y: 125.0) Vector(dx: 50.0, dy: 0.0)"])
    }

    @Test func `a drag ends where the finger lifted, if the app reads the last movement and the lift together`() {
        gestures.gesture(DragGesture().onEnded { [unowned self] in notes.append("\($0.translation)") })
        push(SDL_FINGERDOWN, 1, 100, 100)
        push(SDL_FINGERMOTION, 1, 150, 100)
        #expect(drain())
        push(SDL_FINGERMOTION, 1, 200, 100)
        push(SDL_FINGERUP, 1, 200, 100)
        #expect(drain() && notes == ["Vector(dx: 100.0, dy: 0.0)"])
    }

    @Test func `a long press is complete at the timeout`() {
        gestures.onLongPressGesture(minimumDuration: 0.05) { [unowned self] in notes.append("pressed") }
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
            DragGesture(minimumDistance: 0, fingers: 2).onChanged { [unowned self] in notes.append("\($0.fingers)") })
        push(SDL_FINGERDOWN, 1, 10, 10, touch: 1)
        push(SDL_FINGERDOWN, 1, 90, 10, touch: 2)
        #expect(drain() && notes == ["2"])
    }

    @Test func `a mouse's touches, other events and a lost focus`() {
        gestures.gesture(
            DragGesture(minimumDistance: 0).onChanged { [unowned self] _ in notes.append("changed") }
                .onCancelled { [unowned self] in notes.append($0.name) })
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
}
