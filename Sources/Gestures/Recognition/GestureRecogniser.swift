public import GestureModel
internal import GestureRecognition

/// Recognises a gesture in touch frames that the app supplies, and runs its callbacks.
///
///     let recogniser = GestureRecogniser(gesture, region: card.frame)
///     for frame in frames { recogniser.update(frame) }
///
/// A ``TouchFrameBuilder`` makes frames from a toolkit's touch events, and creates its own recognisers.
///
/// Callbacks run before the call that caused them returns, on the thread or actor of that call. If a callback calls the
/// recogniser, the resulting events are delivered after the running callbacks. The recogniser reads no clock: arm a
/// timer for ``deadline`` and call ``expire(at:)``. Without a timer, a long press completes only with the next frame.
///
/// The gesture is attached until ``detach()`` is called or the recogniser is released. Both run the same callbacks: a
/// gesture in progress is cancelled. If callbacks use the object that owns the recogniser, they must capture it as
/// `[weak self]`. The release of the owner releases the recogniser, whose callbacks then run without the owner;
/// `[unowned self]` would trap. If the owner belongs to an actor but may be released outside of that actor, call
/// ``detach()`` on the actor first.
public final class GestureRecogniser: Detachable {
    private let callbacks: GestureCallbacks
    @exclusivity(unchecked) private var emitter: GestureEmitter
    private let thresholds: Thresholds
    /// The last gesture id that was assigned.
    @exclusivity(unchecked) private var gestures: UInt64 = 0
    /// The contacts that were down in the last frame.
    @exclusivity(unchecked) private var down: [Contact] = []
    /// True if ``size`` has changed and the emitter still uses the old size, for the gesture in progress.
    private var isResized = false
    private var lastTime = Timestamp(microseconds: .min)
    /// Called once, when ``detach()`` has detached the gesture.
    var onRemove: (() -> Void)?

    /// In points; only fingers that touch down inside count, even if they leave the region later. nil for the whole
    /// surface.
    ///
    /// A change applies to fingers that touch down from now on. A gesture in progress continues as it began, and keeps
    /// its anchor. A region without width or height receives nothing; a negative, infinite or NaN region traps.
    public var region: Region? {
        didSet {
            requireRegion(region)
            emitter.move(to: region, down: down)
            callbacks.bounds = bounds
        }
    }

    /// Width and height of the surface in points, for gestures that start at an edge, and for anchors without a region.
    /// nil if it is not known.
    ///
    /// Set it when a window changes its size. A gesture in progress continues as it began. A negative, infinite or NaN
    /// size traps, and so does nil if the gesture requires an edge.
    public var size: Vector? {
        didSet {
            guard size != oldValue else { return }
            requireSurface(surface)
            precondition(
                size != nil || !requiresEdge,
                "size: expected that of the surface, which a gesture with edges needs, found nil")
            isResized = true
            callbacks.bounds = bounds
            callbacks.surface = surface?.rounded.size
        }
    }

    /// False to ignore all touches. A gesture in progress is then cancelled as `requested`, and fingers that are down
    /// start no gesture.
    public var isEnabled = true {
        didSet { if !isEnabled, oldValue { cancel(.requested, at: lastTime) } }
    }

    /// - Parameters:
    ///   - gesture: May be attached several times. The recognisers share only what its callbacks share.
    ///   - region: See ``region``.
    ///   - surface: The device's surface; see ``size``.
    ///   - thresholds: Used for parameters that the gesture does not set. A negative or NaN threshold traps.
    public init(
        _ gesture: some Gesture, region: Region? = nil, surface: Surface? = nil, thresholds: Thresholds = Thresholds()
    ) {
        requireRegion(region)
        requireSurface(surface)
        requireThresholds(thresholds)
        self.region = region
        self.thresholds = thresholds
        size = surface?.size
        callbacks = GestureCallbacks(gesture, bounds: region ?? surface?.rounded.bounds, surface: surface?.rounded.size)
        emitter = GestureEmitter(callbacks.expression, thresholds: thresholds, surface: surface, region: region)
        down.reserveCapacity(FingerCounts.allowed.upperBound)
    }

    deinit { callbacks.remove() }

    /// True if the gesture starts at an edge of the surface.
    var requiresEdge: Bool { callbacks.expression.asksForEdges }

    private var surface: Surface? { size.map(Surface.init(size:)) }
    private var bounds: Region? { region ?? surface?.rounded.bounds }

    /// The time at which ``expire(at:)`` is due; nil if only a touch can change the gesture, and after ``detach()``.
    public var deadline: Timestamp? { callbacks.isRemoved ? nil : emitter.deadline }

    /// Processes the next frame. Its time must not be before that of the previous frame. Deadlines before the new
    /// frame's time expire first.
    ///
    /// A contact that was down in the previous frame and is missing from this one has ended at its last position. A
    /// position is impossible if it is not finite or beyond 10⁷ points: a contact that moves there keeps its last
    /// position, and a contact that comes down there is ignored. A press with a minimum duration of 0 is complete when
    /// this method returns.
    public func update(_ frame: TouchFrame) {
        while let deadline, deadline < frame.time { expireDeadline(deadline) }
        lastTime = frame.time
        // `isQuiet` copies the emitter (Swift 6.3), so it is read only while no finger is down.
        guard !callbacks.isRemoved, !down.isEmpty || !emitter.isQuiet || concerns(frame) else { return }
        if isResized, emitter.isQuiet { resize() }
        if isComplete(frame) {
            process(frame)
        } else {
            process(completed(frame))
        }
        while let deadline, deadline <= frame.time { expireDeadline(deadline) }
    }

    private func process(_ frame: TouchFrame) {
        emitter.update(frame, gestures: &gestures)
        down.removeAll(keepingCapacity: true)
        for contact in frame.contacts where contact.isDown { down.append(contact) }
        callbacks.deliver(emitter.events)
    }

    /// True if the recogniser is enabled and a contact comes down in its region.
    func concerns(_ frame: TouchFrame) -> Bool {
        for contact in frame.contacts where contact.phase == .began && isEnabled {
            if region?.contains(contact.position) ?? true { return true }
        }
        return false
    }

    /// True if the recogniser stays unchanged until a frame for which ``concerns(_:)`` returns true.
    var isQuiet: Bool { callbacks.isRemoved || emitter.isQuiet }

    /// Restarts with the new size. Contacts that are down start no gesture.
    private func resize() {
        isResized = false
        emitter = GestureEmitter(callbacks.expression, thresholds: thresholds, surface: surface, region: region)
    }

    /// True if the frame has every contact that was down in the previous frame, and only positions that a finger can
    /// have. Always false while the recogniser is disabled, because contacts that come down then are ignored.
    private func isComplete(_ frame: TouchFrame) -> Bool {
        guard isEnabled else { return false }
        for contact in down where !frame.contacts.contains(where: { $0.id == contact.id }) { return false }
        for contact in frame.contacts where !contact.position.isPossible { return false }
        return true
    }

    private func completed(_ frame: TouchFrame) -> TouchFrame {
        var frame = frame
        frame.contacts = frame.contacts.compactMap { contact in
            guard isEnabled || contact.phase != .began && down.contains(where: { $0.id == contact.id }) else {
                return nil
            }
            guard !contact.position.isPossible else { return contact }
            guard let last = down.first(where: { $0.id == contact.id }), contact.phase != .began else { return nil }
            return Contact(
                id: contact.id, phase: contact.phase == .moved ? .stationary : contact.phase, position: last.position)
        }
        for var contact in down where !frame.contacts.contains(where: { $0.id == contact.id }) {
            contact.phase = .ended
            frame.contacts.append(contact)
        }
        return frame
    }

    /// Expires all deadlines until `time`.
    ///
    /// - Precondition: All frames until `time` have been processed.
    public func expire(at time: Timestamp) {
        while let deadline, deadline <= time { expireDeadline(deadline) }
    }

    /// Cancels the gesture in progress, if any. Fingers that are down start no other gesture.
    public func cancel(_ reason: CancellationReason, at time: Timestamp) {
        guard !callbacks.isRemoved else { return }
        emitter.cancel(reason, at: time)
        callbacks.deliver(emitter.events)
    }

    /// Detaches the gesture. A gesture in progress is cancelled as `unsubscribed`, and later frames are ignored.
    public func detach() {
        callbacks.remove()
        onRemove?()
        onRemove = nil
    }

    /// ``detach()`` by its name in version 0.1.
    public func remove() { detach() }

    private func expireDeadline(_ deadline: Timestamp) {
        emitter.expire(at: deadline, gestures: &gestures)
        callbacks.deliver(emitter.events)
    }
}

extension Surface {
    /// The surface, rounded to thousandths of a millimetre as in the protocol's `hello`, so that anchors are the same
    /// here and with the daemon.
    fileprivate var rounded: Surface {
        let size = millimetres
        return Surface(millimetres: Vector(dx: size.dx.thousandths, dy: size.dy.thousandths))
    }
}

extension Point {
    /// False for a position that is not finite, or that lies further away than any surface reaches: 10⁷ points are 1.6
    /// km.
    var isPossible: Bool { abs(x) <= 1e7 && abs(y) <= 1e7 }
}

/// ``GestureRecogniser`` in American spelling.
public typealias GestureRecognizer = GestureRecogniser

/// Traps unless the region's numbers are finite, and its width and height 0 or more. A view may temporarily have no
/// width or height; no finger comes down in it then.
package func requireRegion(_ region: Region?) {
    guard let region else { return }
    let isFinite = [region.x, region.y, region.width, region.height].allSatisfy(\.isFinite)
    precondition(
        isFinite && region.width >= 0 && region.height >= 0,
        "a region's numbers must be finite, and its width and height 0 or more, not as in \(region)")
}

/// Traps unless the surface's width and height are finite, and 0 or more.
func requireSurface(_ surface: Surface?) {
    guard let size = surface?.size else { return }
    precondition(
        size.dx >= 0 && size.dy >= 0 && size.dx.isFinite && size.dy.isFinite,
        "a surface must be 0 pt or more wide and high, not \(size.dx) × \(size.dy)")
}

/// Traps unless all thresholds are 0 or more.
func requireThresholds(_ thresholds: Thresholds) {
    guard let (name, value) = thresholds.problem else { return }
    preconditionFailure("the threshold \(name) must be 0 or more, not \(value)")
}
