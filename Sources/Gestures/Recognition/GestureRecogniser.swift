public import GestureModel
internal import GestureRecognition

/// Recognises a gesture in touch frames that the app supplies, and runs its callbacks.
///
///     let recogniser = GestureRecogniser(gesture, region: card.frame)
///     for frame in frames { recogniser.update(frame) }
///
/// A ``TouchFrameBuilder`` makes frames of a toolkit's touch events, and has recognisers of its own.
///
/// Callbacks run before the call that caused them returns, on the thread or actor of that call. If a callback calls the
/// recogniser, the resulting events are delivered after the running callbacks. The recogniser reads no clock: arm a timer
/// for ``deadline`` and call ``expire(at:)``. Without it a long press completes only with the next frame.
///
/// The gesture is attached until ``remove()`` is called or the recogniser is released, which runs the same callbacks. If an
/// owner on an actor may be released elsewhere, call ``remove()`` first.
public final class GestureRecogniser {
    private let callbacks: GestureCallbacks
    private var emitter: GestureEmitter
    /// The last gesture id that was assigned.
    private var gestures: UInt64 = 0
    /// The contacts that were down in the last frame.
    @exclusivity(unchecked) private var down: [Contact] = []
    /// Called after ``remove()``.
    var onRemove: (() -> Void)?

    /// - Parameters:
    ///   - gesture: may be attached several times. The recognisers share only what its callbacks share.
    ///   - region: in points; only fingers that touch down inside count, even if they leave it later. nil for the whole
    ///     surface. A region without width or height receives nothing. A negative, infinite or NaN region traps.
    ///   - surface: the surface of the device, for gestures that start at an edge, and for anchors without a region. A
    ///     negative, infinite or NaN surface traps, and so does nil if the gesture requires an edge.
    ///   - thresholds: used for parameters that the gesture does not set. A negative or NaN threshold traps.
    public init(
        _ gesture: some Gesture, region: Region? = nil, surface: Surface? = nil, thresholds: Thresholds = Thresholds()
    ) {
        requireRegion(region)
        requireSurface(surface)
        requireThresholds(thresholds)
        callbacks = GestureCallbacks(gesture, bounds: region ?? surface?.rounded.bounds)
        emitter = GestureEmitter(callbacks.expression, thresholds: thresholds, surface: surface, region: region)
        down.reserveCapacity(FingerCounts.allowed.upperBound)
    }

    deinit { callbacks.remove() }

    /// True if the gesture starts at an edge of the surface.
    var requiresEdge: Bool { callbacks.expression.asksForEdges }

    /// The time at which ``expire(at:)`` is due; nil if only a touch can change the gesture.
    public var deadline: Timestamp? { callbacks.isRemoved ? nil : emitter.deadline }

    /// Processes the next frame. Its time must not be before that of the previous frame. Deadlines before it expire first.
    ///
    /// A contact that was down in the previous frame and is missing from this one has ended, where it was last. A press with
    /// a minimum duration of 0 is complete when this returns.
    public func update(_ frame: TouchFrame) {
        while let deadline, deadline < frame.time { expireDeadline(deadline) }
        guard !callbacks.isRemoved else { return }
        if isComplete(frame) {
            emitter.update(frame, gestures: &gestures)
        } else {
            emitter.update(completed(frame), gestures: &gestures)
        }
        down.removeAll(keepingCapacity: true)
        for contact in frame.contacts where contact.isDown { down.append(contact) }
        callbacks.deliver(emitter.events)
        while let deadline, deadline <= frame.time { expireDeadline(deadline) }
    }

    /// True if the frame has every contact that was down in the last one.
    private func isComplete(_ frame: TouchFrame) -> Bool {
        down.allSatisfy { contact in frame.contacts.contains { $0.id == contact.id } }
    }

    private func completed(_ frame: TouchFrame) -> TouchFrame {
        var frame = frame
        for var contact in down where !frame.contacts.contains(where: { $0.id == contact.id }) {
            contact.phase = .ended
            frame.contacts.append(contact)
        }
        return frame
    }

    /// Expires all deadlines until `time`.
    ///
    /// - Precondition: all frames until `time` have been processed.
    public func expire(at time: Timestamp) {
        while let deadline, deadline <= time { expireDeadline(deadline) }
    }

    /// Cancels the gesture in progress, if any. Fingers that are down start no other gesture.
    public func cancel(_ reason: CancellationReason, at time: Timestamp) {
        guard !callbacks.isRemoved else { return }
        emitter.cancel(reason, at: time)
        callbacks.deliver(emitter.events)
    }

    /// Detaches the gesture. A gesture in progress is cancelled `unsubscribed`, and later frames are ignored.
    public func remove() {
        callbacks.remove()
        onRemove?()
        onRemove = nil
    }

    private func expireDeadline(_ deadline: Timestamp) {
        emitter.expire(at: deadline, gestures: &gestures)
        callbacks.deliver(emitter.events)
    }
}

extension Surface {
    /// In thousandths of a millimetre, as in the protocol's `hello`, so that anchors are the same here and with the daemon.
    fileprivate var rounded: Surface {
        let size = millimetres
        return Surface(millimetres: Vector(dx: size.dx.thousandths, dy: size.dy.thousandths))
    }
}
