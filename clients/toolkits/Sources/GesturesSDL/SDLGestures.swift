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
/// Rectangles and positions are in the window's coordinates, which are screen coordinates and not pixels. SDL 2 reports no
/// touchpad gestures. Mouse events that SDL makes of touches, and touches that it makes of a mouse, are ignored.
///
/// It belongs to the thread that handles SDL's events.
public final class SDLGestures: GestureTarget {
    /// The gestures of the window.
    public let window: WindowGestures

    private let sdlWindow: OpaquePointer
    private let windowID: UInt32
    private var clock = EventClock()

    /// - Parameters:
    ///   - window: an `SDL_Window`, which must exist as long as this object.
    ///   - scale: nil measures the display in dots per inch; if SDL does not know them, a screen coordinate is a point.
    ///   - thresholds: used for parameters that a gesture does not set.
    public init(window sdlWindow: OpaquePointer, scale: TouchScale? = nil, thresholds: Thresholds = Thresholds()) {
        self.sdlWindow = sdlWindow
        windowID = SDL_GetWindowID(sdlWindow)
        let size = Self.size(of: sdlWindow)
        window = WindowGestures(scale: scale ?? Self.scale(of: sdlWindow), size: size, thresholds: thresholds)
    }

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
    /// - Returns: true if it is an event of a finger on this window.
    @discardableResult
    public func handle(_ event: SDL_Event) -> Bool {
        switch SDL_EventType(event.type) {
        case SDL_FINGERDOWN, SDL_FINGERMOTION, SDL_FINGERUP: return handle(event.tfinger, SDL_EventType(event.type))
        case SDL_WINDOWEVENT:
            if event.window.windowID == windowID, event.window.event == UInt8(SDL_WINDOWEVENT_FOCUS_LOST.rawValue) {
                window.cancel(.focusChanged, time: clock.timestamp(milliseconds: event.window.timestamp))
            }
            return false
        default: return false
        }
    }

    /// Completes the frame, and expires deadlines. Call it after the last event that waited.
    public func update() {
        window.touches.flush()
        window.expire(at: clock.timestamp(milliseconds: SDL_GetTicks()))
    }

    /// The milliseconds until ``update()`` is due, for `SDL_WaitEventTimeout`; nil if only an event can change anything.
    public var timeout: Int32? { window.timeout(at: now) }

    private var now: Timestamp {
        var clock = clock
        return clock.timestamp(milliseconds: SDL_GetTicks())
    }

    private func handle(_ finger: SDL_TouchFingerEvent, _ type: SDL_EventType) -> Bool {
        // Older backends do not set the window. A mouse's touches have the id -1.
        guard finger.windowID == 0 || finger.windowID == windowID, finger.touchId != -1 else { return false }
        let time = clock.timestamp(milliseconds: finger.timestamp)
        // Fingers are numbered per touch device.
        let id = Int(truncatingIfNeeded: finger.fingerId) ^ (Int(truncatingIfNeeded: finger.touchId) << 32)
        let size = Self.size(of: sdlWindow)
        let position = Point(x: Double(finger.x) * size.width, y: Double(finger.y) * size.height)
        switch type {
        case SDL_FINGERDOWN: window.touches.down(id, at: position, time: time)
        case SDL_FINGERMOTION: window.touches.moved(id, to: position, time: time)
        default: window.touches.up(id, time: time)
        }
        return true
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
