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
/// affected. The left mouse button is a finger. Positions are in surface coordinates times ``WindowGestures``' scale.
///
/// Wayland tells only the app how large its surface is, and on which screen. Pass it on when it changes, also in the middle of a
/// gesture:
///
///     gestures.window.size = Vector(width: 800, height: 600)
///     gestures.window.scale = TouchScale(size: pixels, millimetres: millimetres)
public final class WaylandGestures: GestureTarget {
    /// The gestures of the surface.
    public let window: WindowGestures

    /// Whether the left mouse button is a finger. A change applies to the next press.
    public var acceptsMouse = true

    private var touch: OpaquePointer?
    private let clock: (() -> Timestamp)?

    /// - Parameters:
    ///   - display: A `wl_display`, which must exist as long as this object.
    ///   - surface: A `wl_surface`, which must exist as long as this object.
    ///   - scale: Points per surface coordinate: `wl_output` reports the size of a screen in millimetres.
    ///   - size: Of the surface, for gestures that start at an edge, and for anchors.
    ///   - thresholds: Used for parameters that a gesture does not set.
    ///   - clock: The current time of recorded events, whose times are used as they are. nil for CLOCK_MONOTONIC, which compositors use; an event whose
    ///     time is far from it happens when it is handled.
    public init(
        display: OpaquePointer, surface: OpaquePointer, scale: TouchScale = TouchScale(), size: Vector? = nil,
        thresholds: Thresholds = Thresholds(), clock: (() -> Timestamp)? = nil
    ) {
        self.clock = clock
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

    /// The current time of the compositor's events: draw animations at this time. It does not start again after 49.7 days, as
    /// the times of the events do. Compositors stamp events with CLOCK_MONOTONIC, as libinput does.
    public var now: Timestamp {
        if let clock { return clock() }
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> WaylandGestures? {
        context.map { Unmanaged<WaylandGestures>.fromOpaque($0).takeUnretainedValue() }
    }

    private func handle(_ event: UnsafePointer<touch_event>) {
        if !acceptsMouse, event.pointee.is_mouse != 0, event.pointee.kind == TOUCH_EVENT_DOWN { return }
        window.handle(event.pointee, time: timestamp(event.pointee.time))
        // Each event of the mouse is a frame; `wl_pointer` has frames only since version 5.
        if event.pointee.is_mouse != 0 { window.touches.flush() }
    }

    /// The time of an event that is handled now.
    private func timestamp(_ milliseconds: UInt32) -> Timestamp {
        guard let clock else { return EventClock.timestamp(milliseconds: milliseconds, deliveredAt: now) }
        return EventClock.timestamp(milliseconds: milliseconds, near: clock())
    }
}

@available(*, unavailable)
extension WaylandGestures: Sendable {}
