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
/// Callbacks run in the main loop. The widget's other controllers receive the events as before. Positions are in the widget's
/// logical pixels times ``WindowGestures``' scale; two fingers on a touchpad that move together are scrolling, which GTK
/// reports to `GtkEventControllerScroll`.
public final class GTKGestures: GestureTarget {
    /// The gestures of the widget.
    public let window: WindowGestures

    private var touch: OpaquePointer?
    private var clock = EventClock()
    private var boundary = FrameBoundary()
    private let now: () -> UInt32
    /// The source that completes the frame, or 0.
    private var flush: UInt32 = 0
    /// The source that expires deadlines, or 0.
    private var timer: UInt32 = 0

    /// - Parameters:
    ///   - widget: a `GtkWidget`. It is retained until this object is released.
    ///   - scale: nil measures the widget's monitor, if the widget is realised; otherwise a logical pixel is a point.
    ///   - thresholds: used for parameters that a gesture does not set.
    ///   - now: the clock of GTK's events, in milliseconds; nil for CLOCK_MONOTONIC, which compositors and X servers use.
    ///     Tests that replay recorded touches have a clock of their own.
    public init(
        widget: UnsafeMutableRawPointer, scale: TouchScale? = nil, thresholds: Thresholds = Thresholds(),
        now: (() -> UInt32)? = nil
    ) {
        self.now = now ?? gtk_touch_now
        let (size, monitor) = (gtk_touch_widget_size(widget), gtk_touch_monitor_size(widget))
        let millimetres = gtk_touch_monitor_millimetres(widget)
        let measured = TouchScale(
            size: Vector(width: monitor.width, height: monitor.height),
            millimetres: Vector(width: millimetres.width, height: millimetres.height))
        window = WindowGestures(
            scale: scale ?? measured, size: Vector(width: size.width, height: size.height), thresholds: thresholds)
        touch = gtk_touch_new(widget, { GTKGestures.of($1)?.handle($0) }, context)
    }

    deinit {
        stop(&flush)
        stop(&timer)
        if let touch { gtk_touch_free(touch) }
    }

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
        // GTK does not report the end of a frame. The last one is complete when no event waits.
        if boundary.isBefore(event.pointee) { window.touches.flush() }
        window.handle(event.pointee, &clock)
        if flush == 0 { flush = gtk_touch_start_timer(0, { GTKGestures.of($0)?.completeFrame() }, context) }
    }

    private func completeFrame() {
        flush = 0
        window.touches.flush()
        startTimer()
    }

    private func startTimer() {
        stop(&timer)
        var clock = clock
        guard let timeout = window.timeout(at: clock.timestamp(milliseconds: now())) else { return }
        timer = gtk_touch_start_timer(UInt32(timeout), { GTKGestures.of($0)?.expire() }, context)
    }

    private func expire() {
        timer = 0
        var clock = clock
        window.expire(at: clock.timestamp(milliseconds: now()))
        startTimer()
    }

    private func stop(_ source: inout UInt32) {
        if source != 0 { gtk_touch_cancel_timer(source) }
        source = 0
    }

    private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}

@available(*, unavailable)
extension GTKGestures: Sendable {}
