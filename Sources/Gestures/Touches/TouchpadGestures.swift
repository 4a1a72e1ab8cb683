internal import GestureAnimation
public import GestureModel
internal import RealModule

/// Recognises gestures in a toolkit's touchpad events, which have deltas instead of contacts: the swipe, pinch and hold
/// events of libinput, Wayland and GTK.
///
///     touchpad.begin(fingers: 3, at: pointer, time: event.time)
///     touchpad.update(by: Vector(dx: event.dx, dy: event.dy), time: event.time)
///     touchpad.end(time: event.time)
///
/// Each event moves simulated fingers around the pointer, so that every gesture is recognised: a swipe of three fingers
/// is a `DragGesture(fingers: 3)`, a pinch a ``MagnifyGesture`` and a ``RotateGesture``, a hold a ``LongPressGesture``.
/// Translations are in the toolkit's units times ``scale``, usually with the pointer's acceleration. Toolkits report
/// one finger as pointer motion and two fingers that move together as scrolling; neither is a touchpad gesture.
///
/// A `begin` during a gesture cancels the gesture as `resynchronised`. An update or end without a `begin` has no
/// effect. Neither has an update with a number that is not finite, or with a scale that is not above 0. A `begin` at a
/// position that is not finite begins no gesture.
public final class TouchpadGestures: GestureTarget {
    /// The points per unit of the toolkit. A change applies to gestures that begin from now on.
    public var scale: TouchScale

    private let thresholds: Thresholds
    /// Each gesture has its own builder, because its rectangle is tested at the pointer and not at the fingers.
    private var attachments: [Attachment] = []
    /// nil between gestures.
    private var fingers: Fingers?

    private struct Attachment {
        var rectangle: Region?
        let builder: TouchFrameBuilder
        let recogniser: GestureRecogniser
        /// True if the gesture in progress began in the rectangle.
        var isActive = false
    }

    private struct Fingers {
        let count: Int
        /// In points.
        var centre: Point
        /// Points per unit when the gesture began.
        let scale: TouchScale
        /// Relative to the beginning of the gesture.
        var spread = 1.0
        var rotation = 0.0
        var time: Timestamp

        /// The distance of fingers from their centre, in points: the radius of a hand.
        private static let radius = 150.0

        func position(_ finger: Int) -> Point {
            guard count > 1 else { return centre }
            let angle = rotation + 2 * .pi * Double(finger) / Double(count)
            return centre + Vector(dx: .cos(angle), dy: .sin(angle)) * (Self.radius * spread)
        }
    }

    /// - Parameters:
    ///   - scale: Converts the toolkit's lengths to points.
    ///   - thresholds: Used for parameters that a gesture does not set. A negative or NaN threshold traps.
    public init(scale: TouchScale = TouchScale(), thresholds: Thresholds = Thresholds()) {
        self.scale = scale
        requireThresholds(thresholds)
        self.thresholds = thresholds
    }

    /// Attaches a gesture until ``GestureRecogniser/detach()`` is called or this object is released.
    ///
    /// - Parameters:
    ///   - gesture: Receives the touchpad gestures that begin from now on. One that requires an edge traps, because a
    ///     touchpad gesture has no position on the touchpad.
    ///   - rectangle: In the toolkit's units; only gestures that begin with the pointer inside count. nil for
    ///     everywhere.
    @discardableResult
    public func attach(_ gesture: some Gesture, to rectangle: Region? = nil) -> GestureRecogniser {
        let builder = TouchFrameBuilder(thresholds: thresholds)
        let recogniser = builder.attach(gesture)
        let remove = recogniser.onRemove
        recogniser.onRemove = { [weak self, unowned recogniser] in
            remove?()
            self?.attachments.removeAll { $0.recogniser === recogniser }
        }
        attachments.append(Attachment(rectangle: rectangle, builder: builder, recogniser: recogniser))
        return recogniser
    }

    /// Moves an attached gesture to another rectangle. A gesture in progress continues.
    func move(_ recogniser: GestureRecogniser, to rectangle: Region?) {
        for index in attachments.indices where attachments[index].recogniser === recogniser {
            attachments[index].rectangle = rectangle
        }
    }

    /// Attaches a gesture everywhere.
    @discardableResult
    public func gesture(_ gesture: some Gesture) -> GestureRecogniser { attach(gesture) }

    /// Reports that fingers have begun a swipe, a pinch or a hold.
    ///
    /// - Parameters:
    ///   - count: The number of fingers, 1…10. With any other number no gesture begins.
    ///   - pointer: Where the pointer is, in the toolkit's units.
    ///   - time: The event's time. ``deadline`` is on the same clock.
    public func begin(fingers count: Int, at pointer: Point, time: Timestamp) {
        if fingers != nil { cancel(.resynchronised, time: time) }
        guard FingerCounts.allowed.contains(count), pointer.x.isFinite, pointer.y.isFinite else { return }
        let fingers = Fingers(count: count, centre: scale.points(pointer), scale: scale, time: time)
        self.fingers = fingers
        for index in attachments.indices {
            attachments[index].isActive = attachments[index].rectangle?.contains(pointer) ?? true
        }
        send { builder in
            for finger in 0..<count { builder.touchDown(finger, at: fingers.position(finger), time: time) }
        }
    }

    /// Reports that the fingers have moved.
    ///
    /// - Parameters:
    ///   - delta: The motion since the last event, in the toolkit's units.
    ///   - spread: The spread of the fingers relative to the beginning; 1 for a swipe.
    ///   - rotation: The rotation since the last event, clockwise.
    public func update(
        by delta: Vector, scale spread: Double = 1, rotation: Angle = .zero, time: Timestamp
    ) {
        guard var fingers, delta.length.isFinite, rotation.radians.isFinite, spread.isFinite, spread > 0 else { return }
        let pointsPerUnit = fingers.scale.pointsPerUnit
        fingers.centre = fingers.centre + Vector(dx: delta.dx * pointsPerUnit.dx, dy: delta.dy * pointsPerUnit.dy)
        fingers.spread = spread
        fingers.rotation += rotation.radians
        fingers.time = max(fingers.time, time)
        self.fingers = fingers
        send { builder in
            for finger in 0..<fingers.count { builder.touchMoved(finger, to: fingers.position(finger), time: time) }
        }
    }

    /// Reports that the fingers have lifted.
    public func end(time: Timestamp) {
        guard let fingers else { return }
        self.fingers = nil
        send { builder in
            for finger in 0..<fingers.count { builder.touchUp(finger, time: time) }
        }
    }

    /// Reports that the toolkit cancelled the gesture. Either the gesture became one of another kind, which begins
    /// next, or the compositor uses it.
    public func cancel(_ reason: CancellationReason = .outcompeted, time: Timestamp) {
        guard fingers != nil else { return }
        fingers = nil
        send { $0.cancelAll(reason, time: time) }
    }

    /// When ``expire(at:)`` is due; nil if only an event can change anything.
    public var deadline: Timestamp? { attachments.lazy.compactMap { $0.builder.deadline }.min() }

    /// Expires all deadlines until `time`, in their order. In a callback, it does so after the running callbacks.
    public func expire(at time: Timestamp) {
        while let next = deadline, next <= time {
            for attachment in attachments { attachment.builder.expire(at: next) }
            if deadline == next {
                // A callback runs: the rest happens after it.
                for attachment in attachments { attachment.builder.expire(at: time) }
                return
            }
        }
    }

    /// Sends events to the builders of all active gestures. Callbacks may attach and remove gestures meanwhile.
    private func send(_ events: (TouchFrameBuilder) -> Void) {
        for attachment in attachments where attachment.isActive {
            events(attachment.builder)
            attachment.builder.flush()
        }
    }
}

@available(*, unavailable)
extension TouchpadGestures: Sendable {}
