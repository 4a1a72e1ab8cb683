internal import CGTKTouch
internal import CTouchEvents
@_exported public import Gestures
internal import ToolkitEvents

/// Recognises gestures in the touch and touchpad events of a GTK 4 widget.
///
///     let gestures = GTKGestures(widget: area)
///     gestures.gesture(drag)
///
/// It adds an event controller to the widget, and timers to GTK's main loop for long presses: nothing else has to be called.
/// Callbacks run in the main loop. The widget's other controllers receive the events as before. The left mouse button is a
/// finger. Positions are in the widget's logical pixels times ``WindowGestures``' scale, and follow the widget: its size, and the
/// monitor that it is on. Two fingers on a touchpad that move together are scrolling, which GTK
/// reports to `GtkEventControllerScroll`.
public final class GTKGestures: GestureTarget {
    /// The gestures of the widget.
    public let window: WindowGestures

    /// Whether the left mouse button is a finger. A change applies to the next press.
    public var acceptsMouse = true

    private var touch: OpaquePointer?
    private var boundary = FrameBoundary()
    private let widget: UnsafeMutableRawPointer
    /// False if the app has set the scale.
    private let measuresScale: Bool
    private let clock: (() -> Timestamp)?
    /// The source that completes the frame, or 0.
    private var flush: UInt32 = 0
    /// The source that expires deadlines, or 0.
    private var timer: UInt32 = 0

    /// - Parameters:
    ///   - widget: A `GtkWidget`. It is retained until this object is released.
    ///   - scale: nil measures the widget's monitor at each touch; before the widget is realised a logical pixel is a point.
    ///   - thresholds: Used for parameters that a gesture does not set.
    ///   - clock: The current time of recorded events, whose times are used as they are. nil for CLOCK_MONOTONIC, which compositors and X servers use; an event whose
    ///     time is far from it happens when it is handled.
    public init(
        widget: UnsafeMutableRawPointer, scale: TouchScale? = nil, thresholds: Thresholds = Thresholds(),
        clock: (() -> Timestamp)? = nil
    ) {
        self.widget = widget
        self.clock = clock
        measuresScale = scale == nil
        window = WindowGestures(scale: scale ?? Self.scale(of: widget), size: .zero, thresholds: thresholds)
        measure()
        touch = gtk_touch_new(widget, { GTKGestures.of($1)?.handle($0) }, context)
    }

    deinit {
        stop(&flush)
        stop(&timer)
        if let touch { gtk_touch_free(touch) }
    }

    /// The current time of GTK's events: draw animations at this time. It does not start again after 49.7 days, as the times of
    /// the events do.
    public var now: Timestamp { clock?() ?? Timestamp(microseconds: gtk_touch_now()) }

    /// Attaches a gesture to a rectangle of the widget; nil for all of it.
    @discardableResult
    public func attach(_ gesture: some Gesture, to rectangle: Region? = nil) -> WindowGestures.Attachment {
        window.attach(gesture, to: rectangle)
    }

    /// Attaches a gesture to the whole widget.
    @discardableResult
    public func gesture(_ gesture: some Gesture) -> WindowGestures.Attachment { attach(gesture) }

    private static func of(_ context: UnsafeMutableRawPointer?) -> GTKGestures? {
        context.map { Unmanaged<GTKGestures>.fromOpaque($0).takeUnretainedValue() }
    }

    private func handle(_ event: UnsafePointer<touch_event>) {
        if !acceptsMouse, event.pointee.is_mouse != 0, event.pointee.kind == TOUCH_EVENT_DOWN { return }
        if event.pointee.kind == TOUCH_EVENT_DOWN || event.pointee.kind == TOUCHPAD_EVENT_BEGIN { measure() }
        // GTK does not report the end of a frame. The last one is complete when no event waits.
        if boundary.isBefore(event.pointee) { window.touches.flush() }
        window.handle(event.pointee, time: timestamp(event.pointee.time))
        if flush == 0 { flush = gtk_touch_start_timer(0, { GTKGestures.of($0)?.completeFrame() }, context) }
    }

    /// The time of an event that is handled now.
    private func timestamp(_ milliseconds: UInt32) -> Timestamp {
        guard let clock else { return EventClock.timestamp(milliseconds: milliseconds, deliveredAt: now) }
        return EventClock.timestamp(milliseconds: milliseconds, near: clock())
    }

    private func completeFrame() {
        flush = 0
        window.touches.flush()
        startTimer()
    }

    private func startTimer() {
        stop(&timer)
        guard let timeout = window.timeout(at: now) else { return }
        timer = gtk_touch_start_timer(UInt32(timeout), { GTKGestures.of($0)?.expire() }, context)
    }

    private func expire() {
        timer = 0
        window.expire(at: now)
        startTimer()
    }

    private func measure() {
        let size = gtk_touch_widget_size(widget)
        window.size = Vector(width: size.width, height: size.height)
        if measuresScale { window.scale = Self.scale(of: widget) }
    }

    private static func scale(of widget: UnsafeMutableRawPointer) -> TouchScale {
        let (monitor, millimetres) = (gtk_touch_monitor_size(widget), gtk_touch_monitor_millimetres(widget))
        return TouchScale(
            size: Vector(width: monitor.width, height: monitor.height),
            millimetres: Vector(width: millimetres.width, height: millimetres.height))
    }

    private func stop(_ source: inout UInt32) {
        if source != 0 { gtk_touch_cancel_timer(source) }
        source = 0
    }

    private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}

@available(*, unavailable)
extension GTKGestures: Sendable {}
