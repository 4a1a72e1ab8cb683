internal import CTouchEvents
internal import CWaylandTouch
@_exported public import Gestures
internal import Glibc
internal import ToolkitEvents

/// Recognises gestures in the `wl_touch` and `zwp_pointer_gestures_v1` events of a Wayland surface.
///
///     let gestures = WaylandGestures(display: display, surface: surface)
///     gestures.gesture(drag)
///
///     poll(&descriptor, 1, gestures.timeout ?? -1)
///     wl_display_dispatch(display)  // runs the callbacks
///     gestures.update()
///
/// It binds the seats and the touchpad gestures itself, on the display's default queue; the app's own listeners are not
/// affected. Positions are in surface coordinates times ``WindowGestures``' scale.
public final class WaylandGestures: GestureTarget {
    /// The gestures of the surface.
    public let window: WindowGestures

    private var touch: OpaquePointer?
    private var clock = EventClock()

    /// - Parameters:
    ///   - display: a `wl_display`, which must exist as long as this object.
    ///   - surface: a `wl_surface`, which must exist as long as this object.
    ///   - scale: points per surface coordinate: `wl_output` reports the size of a screen in millimetres.
    ///   - size: of the surface, for gestures that start at an edge.
    ///   - thresholds: used for parameters that a gesture does not set.
    public init(
        display: OpaquePointer, surface: OpaquePointer, scale: TouchScale = TouchScale(), size: Vector? = nil,
        thresholds: Thresholds = Thresholds()
    ) {
        window = WindowGestures(scale: scale, size: size, thresholds: thresholds)
        let context = Unmanaged.passUnretained(self).toOpaque()
        touch = wayland_touch_new(
            display, surface, { event, context in WaylandGestures.of(context)?.handle(event) }, context)
    }

    deinit {
        if let touch { wayland_touch_free(touch) }
    }

    /// Attaches a gesture to a rectangle of the surface; nil for all of it.
    @discardableResult
    public func attach(_ gesture: some Gesture, to rectangle: Region? = nil) -> WindowGestures.Attachment {
        window.attach(gesture, to: rectangle)
    }

    /// Attaches a gesture to the whole surface.
    @discardableResult
    public func gesture(_ gesture: some Gesture) -> WindowGestures.Attachment { attach(gesture) }

    /// Expires deadlines. Call it after each dispatch and each wait.
    public func update() { window.expire(at: now) }

    /// The milliseconds until ``update()`` is due, for `poll`; nil if only an event can change anything.
    public var timeout: Int32? { window.timeout(at: now) }

    /// Compositors stamp events with CLOCK_MONOTONIC, as libinput does.
    private var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let milliseconds = UInt32(truncatingIfNeeded: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
        var clock = clock
        return clock.timestamp(milliseconds: milliseconds)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> WaylandGestures? {
        context.map { Unmanaged<WaylandGestures>.fromOpaque($0).takeUnretainedValue() }
    }

    private func handle(_ event: UnsafePointer<touch_event>) { window.handle(event.pointee, &clock) }
}

@available(*, unavailable)
extension WaylandGestures: Sendable {}
