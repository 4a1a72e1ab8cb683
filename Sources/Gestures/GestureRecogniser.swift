public import GestureModel
internal import GestureRecognition

/// A gesture at work on touch frames of the app's own: recognises it and runs its callbacks.
///
///     let recogniser = GestureRecogniser(gesture, region: card.frame)
///     for frame in frames { recogniser.update(frame) }
///
/// Callbacks run before the call that brought them returns, on the thread or actor of that call; nothing else is used. A
/// callback may call the recogniser: what follows from it is told once the callbacks under way have run. It reads no
/// clock: arm a timer for ``deadline`` and call ``expire(at:)``, or a finger that is held will complete no long press
/// before it moves.
///
/// The gesture is at work until ``remove()`` is called or the recogniser is let go of, which runs the same callbacks: an
/// owner on an actor that may be let go of elsewhere removes it first.
public final class GestureRecogniser {
    private let callbacks: GestureCallbacks
    private var arena: Arena
    /// The last gesture id that was given out.
    private var gestures: UInt64 = 0

    /// - Parameters:
    ///   - gesture: may be taken up by others, too; they share nothing but what its callbacks do.
    ///   - region: in points; only fingers that come down inside count, wherever they go then. nil for the whole surface.
    ///     One without width or height hears nothing; a negative or infinite one, or NaN, traps.
    ///   - surface: of the device; what anchors are shares of where there is no region, and what has the edges that a
    ///     gesture may start at. Negative, infinite or NaN it traps; so does none where a gesture asks for an edge.
    ///   - thresholds: for what the gesture itself does not say. A negative one, or NaN, traps.
    public init(
        _ gesture: some Gesture, region: Region? = nil, surface: Surface? = nil, thresholds: Thresholds = Thresholds()
    ) {
        requireRegion(region)
        requireSurface(surface)
        requireThresholds(thresholds)
        callbacks = GestureCallbacks(gesture, bounds: region ?? surface?.rounded.bounds)
        arena = Arena(callbacks.expression, thresholds: thresholds, surface: surface, region: region)
    }

    deinit { callbacks.remove() }

    /// When ``expire(at:)`` is due; nil while nothing but a touch can change anything.
    public var deadline: Timestamp? { callbacks.isRemoved ? nil : arena.deadline }

    /// Takes in the next frame of a device. Times do not go back; deadlines before the frame's are expired first.
    public func update(_ frame: TouchFrame) {
        while let deadline, deadline < frame.time { pass(deadline) }
        guard !callbacks.isRemoved else { return }
        arena.update(frame, gestures: &gestures)
        callbacks.deliver(arena.events)
    }

    /// Time has come to `time`: every deadline up to then is expired.
    ///
    /// - Precondition: no frame stamped at or before `time` is still to come.
    public func expire(at time: Timestamp) {
        while let deadline, deadline <= time { pass(deadline) }
    }

    /// Cancels what is in progress, if anything; fingers that are down now start nothing.
    public func cancel(_ reason: CancellationReason, at time: Timestamp) {
        guard !callbacks.isRemoved else { return }
        arena.cancel(reason, at: time)
        callbacks.deliver(arena.events)
    }

    /// Takes the gesture off: what is in progress is cancelled `unsubscribed`, and later frames are ignored.
    public func remove() { callbacks.remove() }

    private func pass(_ deadline: Timestamp) {
        arena.expire(at: deadline, gestures: &gestures)
        callbacks.deliver(arena.events)
    }
}
