public import CSDL2
@_exported public import Gestures

/// Recognises gestures in SDL 2's finger events.
///
///     let gestures = SDLGestures(window: window)
///     gestures.attach(drag, to: Region(x: 0, y: 0, width: 300, height: 200))
///
///     var event = SDL_Event()
///     while isRunning {
///         _ = SDL_WaitEventTimeout(&event, gestures.timeout ?? 100)
///         repeat { gestures.handle(event) } while SDL_PollEvent(&event) != 0
///         gestures.update()
///         draw()
///     }
///
/// Rectangles and positions are in the window's coordinates, which are screen coordinates and not pixels. They follow the window:
/// its size, and the display that it is on. SDL 2 reports no touchpad gestures. The left mouse button is a finger. Mouse events
/// that SDL makes of touches, and touches that it makes of a mouse, are ignored.
///
/// It belongs to the thread that handles SDL's events.
public final class SDLGestures: GestureTarget {
    /// The gestures of the window.
    public let window: WindowGestures
    /// Whether the left mouse button is a finger. A change applies to the next press.
    public var acceptsMouse = true

    private let sdlWindow: OpaquePointer
    private let windowID: UInt32
    /// False if the app has set the scale.
    private let measuresScale: Bool
    private let clock: (() -> Timestamp)?
    /// True while the left button is down.
    private var isPressed = false

    /// Of the mouse. SDL's own ids of fingers are not negative.
    private static let mouse = -1

    /// - Parameters:
    ///   - window: An `SDL_Window`, which must exist as long as this object.
    ///   - scale: nil measures the window's display in dots per inch; if SDL does not know them, a screen coordinate is a point.
    ///   - thresholds: Used for parameters that a gesture does not set.
    ///   - clock: The current time of recorded events, whose times are used as they are. nil for SDL's ticks; an event whose
    ///     time is far from it happens when it is handled.
    public init(
        window sdlWindow: OpaquePointer, scale: TouchScale? = nil, thresholds: Thresholds = Thresholds(),
        clock: (() -> Timestamp)? = nil
    ) {
        self.clock = clock
        self.sdlWindow = sdlWindow
        windowID = SDL_GetWindowID(sdlWindow)
        measuresScale = scale == nil
        window = WindowGestures(
            scale: scale ?? Self.scale(of: sdlWindow), size: Self.size(of: sdlWindow), thresholds: thresholds)
    }

    /// The current time of SDL's events: draw animations at this time. It does not start again after 49.7 days, as
    /// `SDL_GetTicks` does.
    public var now: Timestamp { clock?() ?? Timestamp(microseconds: Int64(SDL_GetTicks64()) * 1000) }

    /// Attaches a gesture to a rectangle of the window; nil for the whole window.
    @discardableResult
    public func attach(_ gesture: some Gesture, to rectangle: Region? = nil) -> WindowGestures.Attachment {
        window.attach(gesture, to: rectangle)
    }

    /// Attaches a gesture to the whole window.
    @discardableResult
    public func gesture(_ gesture: some Gesture) -> WindowGestures.Attachment { attach(gesture) }

    /// Handles an event, which may be of any kind and window.
    ///
    /// - Returns: True if it is an event of a finger, or of the mouse, on this window.
    @discardableResult
    public func handle(_ event: SDL_Event) -> Bool {
        let type = SDL_EventType(event.type)
        switch type {
        case SDL_FINGERDOWN, SDL_FINGERMOTION, SDL_FINGERUP: return handle(event.tfinger, type)
        case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP: return handle(event.button, type)
        case SDL_MOUSEMOTION: return handle(event.motion)
        case SDL_WINDOWEVENT:
            if event.window.windowID == windowID { handle(event.window) }
            return false
        default: return false
        }
    }

    /// Completes the frame, and expires deadlines. Call it after the last event that waited.
    public func update() {
        window.touches.flush()
        window.expire(at: now)
    }

    /// The milliseconds until ``update()`` is due, for `SDL_WaitEventTimeout`; nil if only an event can change anything.
    public var timeout: Int32? { window.timeout(at: now) }

    private func handle(_ event: SDL_WindowEvent) {
        switch SDL_WindowEventID(UInt32(event.event)) {
        case SDL_WINDOWEVENT_FOCUS_LOST: window.cancelAll(.focusChanged, time: timestamp(event.timestamp))
        case SDL_WINDOWEVENT_SIZE_CHANGED, SDL_WINDOWEVENT_MOVED, SDL_WINDOWEVENT_DISPLAY_CHANGED: measure()
        default: break
        }
    }

    private func handle(_ finger: SDL_TouchFingerEvent, _ type: SDL_EventType) -> Bool {
        // Older backends do not set the window. A mouse's touches have the id -1.
        guard finger.windowID == 0 || finger.windowID == windowID, finger.touchId != -1 else { return false }
        let time = timestamp(finger.timestamp)
        // Fingers are numbered per touch device.
        let id = Int(truncatingIfNeeded: finger.fingerId) ^ (Int(truncatingIfNeeded: finger.touchId) << 32)
        let size = Self.size(of: sdlWindow)
        let position = Point(x: Double(finger.x) * size.width, y: Double(finger.y) * size.height)
        switch type {
        case SDL_FINGERDOWN:
            measure()
            window.touches.touchDown(id, at: position, time: time)
        case SDL_FINGERMOTION: window.touches.touchMoved(id, to: position, time: time)
        default: window.touches.touchUp(id, time: time)
        }
        return true
    }

    private func handle(_ button: SDL_MouseButtonEvent, _ type: SDL_EventType) -> Bool {
        let isDown = type == SDL_MOUSEBUTTONDOWN
        guard isDown ? acceptsMouse : isPressed, button.windowID == windowID, button.which != UInt32.max,
            button.button == 1
        else { return false }
        let time = timestamp(button.timestamp)
        isPressed = isDown
        if isDown {
            measure()
            window.touches.touchDown(Self.mouse, at: Point(x: Double(button.x), y: Double(button.y)), time: time)
        } else {
            window.touches.touchUp(Self.mouse, time: time)
        }
        return true
    }

    private func handle(_ motion: SDL_MouseMotionEvent) -> Bool {
        guard isPressed, motion.windowID == windowID, motion.which != UInt32.max else { return false }
        let time = timestamp(motion.timestamp)
        // The left button is the first bit.
        guard motion.state & 1 != 0 else {
            // Its release went elsewhere.
            isPressed = false
            window.touches.touchCancelled(Self.mouse, time: time)
            return true
        }
        window.touches.touchMoved(Self.mouse, to: Point(x: Double(motion.x), y: Double(motion.y)), time: time)
        return true
    }

    /// The time of an event that is handled now.
    private func timestamp(_ milliseconds: UInt32) -> Timestamp {
        guard let clock else { return EventClock.timestamp(milliseconds: milliseconds, deliveredAt: now) }
        return EventClock.timestamp(milliseconds: milliseconds, near: clock())
    }

    private func measure() {
        window.size = Self.size(of: sdlWindow)
        if measuresScale { window.scale = Self.scale(of: sdlWindow) }
    }

    private static func size(of window: OpaquePointer) -> Vector {
        var (width, height) = (Int32(0), Int32(0))
        SDL_GetWindowSize(window, &width, &height)
        return Vector(width: Double(width), height: Double(height))
    }

    private static func scale(of window: OpaquePointer) -> TouchScale {
        var dotsPerInch: Float = 0
        guard SDL_GetDisplayDPI(SDL_GetWindowDisplayIndex(window), &dotsPerInch, nil, nil) == 0 else {
            return TouchScale()
        }
        // A point is 1/160 inch.
        return TouchScale(pointsPerUnit: 160 / Double(dotsPerInch))
    }
}

@available(*, unavailable)
extension SDLGestures: Sendable {}
