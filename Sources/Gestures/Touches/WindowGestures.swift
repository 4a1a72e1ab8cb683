public import GestureModel

/// The gestures of a window whose toolkit reports touches and touchpad gestures. The adapters for SDL, GTK and Wayland
/// pass events to it; an app attaches gestures to it:
///
///     let card = window.attach(DragGesture().onEnded { … }, to: card.frame)
///
/// The touches and the touchpad gestures each run a gesture and its callbacks separately, as if it were attached twice.
/// State that the callbacks share, such as a `@GestureState`, has the value that was written last.
public final class WindowGestures: GestureTarget {
    /// Receives the toolkit's touches.
    public let touches: TouchFrameBuilder
    /// Receives the toolkit's touchpad gestures.
    public let touchpad: TouchpadGestures

    /// The points per unit of the toolkit. The adapters for SDL and GTK set it for the window's screen, unless the app
    /// supplies a scale; with Wayland the app sets it. A change applies to fingers that touch down and touchpad
    /// gestures that begin from now on, and to the rectangles of all gestures.
    public var scale: TouchScale {
        get { touches.scale }
        set { (touches.scale, touchpad.scale) = (newValue, newValue) }
    }

    /// The window's size in the toolkit's units, for gestures that start at an edge, and for anchors; nil if it is not
    /// known. The adapters for SDL and GTK set it; with Wayland the app sets it. A change applies to gestures that
    /// begin from now on.
    public var size: Vector? {
        get { touches.size }
        set { touches.size = newValue }
    }

    /// - Parameters:
    ///   - scale: Converts the toolkit's positions to points.
    ///   - size: See ``size``.
    ///   - thresholds: Used for parameters that a gesture does not set. A negative or NaN threshold traps.
    public init(scale: TouchScale = TouchScale(), size: Vector? = nil, thresholds: Thresholds = Thresholds()) {
        touches = TouchFrameBuilder(scale: scale, size: size, thresholds: thresholds)
        touchpad = TouchpadGestures(scale: scale, thresholds: thresholds)
    }

    /// A gesture that is attached to a window.
    public struct Attachment: Detachable {
        fileprivate let touch: GestureRecogniser
        /// nil if the gesture requires an edge.
        fileprivate let pad: GestureRecogniser?
        fileprivate weak var window: WindowGestures?

        /// Moves the gesture to another rectangle, in the toolkit's units, when its widget has moved; nil for the whole
        /// window.
        ///
        /// Fingers that touch down from now on count if they are inside. A gesture in progress continues.
        public func move(to rectangle: Region?) {
            guard let window else { return }
            touch.region = rectangle.map(window.scale.region)
            if let pad { window.touchpad.move(pad, to: rectangle) }
        }

        /// False to ignore all touches and touchpad gestures; see ``GestureRecogniser/isEnabled``.
        public var isEnabled: Bool {
            get { touch.isEnabled }
            nonmutating set {
                touch.isEnabled = newValue
                pad?.isEnabled = newValue
            }
        }

        /// Detaches the gesture. A gesture in progress is cancelled as `unsubscribed`.
        public func detach() {
            touch.detach()
            pad?.detach()
        }
    }

    /// Attaches a gesture until ``Attachment/detach()`` is called or this object is released.
    ///
    /// - Parameters:
    ///   - gesture: Receives the touches and touchpad gestures that begin from now on. A gesture that requires an edge
    ///     receives touches only, because a touchpad gesture has no position on the touchpad; it traps while ``size`` is
    ///     nil.
    ///   - rectangle: The rectangle of a widget, in the toolkit's units; nil for the whole window.
    @discardableResult
    public func attach(_ gesture: some Gesture, to rectangle: Region? = nil) -> Attachment {
        let touch = touches.attach(gesture, to: rectangle)
        let pad = touch.requiresEdge ? nil : touchpad.attach(gesture, to: rectangle)
        return Attachment(touch: touch, pad: pad, window: self)
    }

    /// Attaches a gesture to the whole window.
    @discardableResult
    public func gesture(_ gesture: some Gesture) -> Attachment { attach(gesture) }

    /// Cancels everything that is in progress, because the window lost the focus or its touches.
    public func cancelAll(_ reason: CancellationReason, time: Timestamp) {
        touches.cancelAll(reason, time: time)
        touchpad.cancel(reason, time: time)
    }

    /// When ``expire(at:)`` is due; nil if only an event can change anything.
    public var deadline: Timestamp? {
        guard let touch = touches.deadline, let pad = touchpad.deadline else {
            return touches.deadline ?? touchpad.deadline
        }
        return min(touch, pad)
    }

    /// Completes a frame whose time is `time` or earlier, and expires all deadlines until then, in their order. In a
    /// callback, it does so after the running callbacks.
    public func expire(at time: Timestamp) {
        while let next = deadline, next <= time {
            touches.expire(at: next)
            touchpad.expire(at: next)
            if deadline == next {
                // A callback runs: the rest happens after it.
                touches.expire(at: time)
                return touchpad.expire(at: time)
            }
        }
    }

    /// Returns the time from `now` until ``expire(at:)`` is due, in milliseconds, rounded up: the timeout of a
    /// toolkit's wait. Returns nil if there is no deadline.
    public func timeout(at now: Timestamp) -> Int32? {
        deadline.map { deadline in
            guard deadline > now else { return 0 }
            let (milliseconds, rest) = (deadline - now).count.quotientAndRemainder(dividingBy: 1000)
            return Int32(clamping: milliseconds + (rest > 0 ? 1 : 0))
        }
    }
}

@available(*, unavailable)
extension WindowGestures: Sendable {}
