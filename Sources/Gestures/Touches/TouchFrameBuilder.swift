public import GestureModel

/// Makes frames from a toolkit's touch events, and recognises the gestures that are attached to it.
///
///     let touches = TouchFrameBuilder(scale: TouchScale(pointsPerUnit: 0.8))
///     touches.attach(gesture, to: card.frame)
///
///     touches.touchDown(event.id, at: event.position, time: event.time)  // and touchMoved, touchUp, touchCancelled
///     touches.flush()                                                    // after the toolkit's last event
///     if let deadline = touches.deadline { arm(timer, at: deadline) }    // then: touches.expire(at: deadline)
///
/// Events with the same time are one frame, except that a finger that comes down, moves and lifts at one time makes
/// three. A frame is complete at the next event with a later time, in ``flush()``, or in ``expire(at:)``. Fingers
/// without an event in a frame are stationary. Callbacks run during the call that completes the frame; events that a
/// callback reports are handled after the running callbacks.
///
/// No event of a toolkit causes a trap:
///
/// | event | effect |
/// | --- | --- |
/// | an id comes down twice | its lift was lost: cancels its gestures as `resynchronised`; a new finger is down |
/// | an id that is not down moves, lifts or is cancelled | none |
/// | a time before that of the last event | the last event's time is used |
/// | a position not finite or beyond 10⁷ points | a finger stays where it is; a new finger is ignored until it lifts |
/// | the window changes its size or scale | set ``size`` and ``scale``: fingers that are down continue as they began |
/// | any number of fingers | a gesture that does not accept the number ignores the fingers or fails |
/// | the toolkit takes the fingers away, or the window loses the focus | call ``cancelAll(_:time:)`` |
///
/// A frame allocates memory only when there are more fingers than ever before.
public final class TouchFrameBuilder: GestureTarget {
    /// The points per unit of the toolkit.
    ///
    /// A change applies to fingers that touch down from now on, and to the rectangles of all gestures.
    public var scale: TouchScale {
        didSet {
            guard scale != oldValue else { return }
            for recogniser in recognisers {
                if let region = recogniser.region { recogniser.region = scale.region(oldValue.units(region)) }
            }
            resize()
        }
    }

    /// The size of the area on which fingers are reported, in the toolkit's units: for gestures that start at an edge,
    /// and for anchors. nil if it is not known; setting nil traps if a gesture that requires an edge is attached.
    ///
    /// A change applies to gestures that begin from now on. A negative number counts as 0. If one of the numbers is not
    /// finite, both count as 0.
    public var size: Vector? {
        didSet { if size != oldValue { resize() } }
    }

    private let thresholds: Thresholds
    // Never accessed by two callers at once, because events from callbacks are postponed. Checks for exclusive access
    // were a tenth of a frame's cost.
    @exclusivity(unchecked) private var recognisers: [GestureRecogniser] = []
    /// The ``recognisers`` whose gestures the next frame or deadline may change, in the same order.
    @exclusivity(unchecked) private var active: [GestureRecogniser] = []
    /// The frame that events are added to.
    @exclusivity(unchecked) private var frame = TouchFrame(time: Timestamp(microseconds: .min))
    /// The toolkit's ids of the frame's contacts, and the scale of each when it came down.
    @exclusivity(unchecked) private var ids: [(id: Int, scale: TouchScale)] = []
    private var lastContact = 0
    /// False if no event has been added to the frame.
    @exclusivity(unchecked) private var isPending = false
    /// Events that callbacks reported.
    @exclusivity(unchecked) private var postponed: [Event] = []
    @exclusivity(unchecked) private var isDelivering = false

    private enum Event {
        case down(Int, Point, Timestamp)
        case moved(Int, Point, Timestamp)
        case ended(Int, Contact.Phase, Timestamp)
        case cancel(CancellationReason, Timestamp)
        case flush
        case expire(Timestamp)
    }

    /// - Parameters:
    ///   - scale: Converts the toolkit's positions to points.
    ///   - size: See ``size``. Attaching a gesture that requires an edge traps if it is nil.
    ///   - thresholds: Used for parameters that a gesture does not set. A negative or NaN threshold traps.
    public init(scale: TouchScale = TouchScale(), size: Vector? = nil, thresholds: Thresholds = Thresholds()) {
        self.scale = scale
        self.size = size
        requireThresholds(thresholds)
        self.thresholds = thresholds
        frame.contacts.reserveCapacity(16)
        ids.reserveCapacity(16)
    }

    deinit { for recogniser in recognisers { recogniser.detach() } }

    /// Attaches a gesture until ``GestureRecogniser/detach()`` is called or the builder is released.
    ///
    /// - Parameters:
    ///   - gesture: Receives the fingers that touch down from now on.
    ///   - rectangle: In the toolkit's units; only fingers that touch down inside count. nil for everywhere.
    /// - Returns: The recogniser. The builder updates it; do not update it yourself.
    @discardableResult
    public func attach(_ gesture: some Gesture, to rectangle: Region? = nil) -> GestureRecogniser {
        let recogniser = GestureRecogniser(
            gesture, region: rectangle.map(scale.region), surface: pointSize.map(Surface.init(size:)),
            thresholds: thresholds)
        recogniser.onRemove = { [weak self, unowned recogniser] in
            self?.recognisers.removeAll { $0 === recogniser }
            self?.active.removeAll { $0 === recogniser }
        }
        recognisers.append(recogniser)
        return recogniser
    }

    /// ``size`` in points.
    private var pointSize: Vector? {
        size.map { size in
            let region = scale.region(Region(x: 0, y: 0, width: size.width, height: size.height))
            return Vector(width: region.width, height: region.height)
        }
    }

    private func resize() {
        let size = pointSize
        for recogniser in recognisers { recogniser.size = size }
    }

    /// Attaches a gesture to the whole area.
    @discardableResult
    public func gesture(_ gesture: some Gesture) -> GestureRecogniser { attach(gesture) }
}

@available(*, unavailable)
extension TouchFrameBuilder: Sendable {}

// MARK: - Events

extension TouchFrameBuilder {
    /// Reports that a finger touched down.
    ///
    /// - Parameters:
    ///   - id: The toolkit's id, which may be reused once the finger has lifted. If it is a pointer,
    ///     `Int(bitPattern:)`.
    ///   - position: In the toolkit's units.
    ///   - time: The event's time. ``deadline`` is on the same clock.
    public func touchDown(_ id: Int, at position: Point, time: Timestamp) { handle(.down(id, position, time)) }

    /// Reports that a finger moved.
    public func touchMoved(_ id: Int, to position: Point, time: Timestamp) { handle(.moved(id, position, time)) }

    /// Reports that a finger lifted at its last position.
    public func touchUp(_ id: Int, time: Timestamp) { handle(.ended(id, .ended, time)) }

    /// Reports that a contact is not a finger: a palm, or a touch that the toolkit withdrew. Its gestures are cancelled
    /// as `palm`, and may start again with the other fingers.
    public func touchCancelled(_ id: Int, time: Timestamp) { handle(.ended(id, .palm, time)) }

    /// Reports that the toolkit took all fingers away. Gestures in progress are cancelled; later events of these
    /// fingers have no effect.
    ///
    /// - Parameter reason: `outcompeted` if the compositor uses the fingers for a gesture of its own, `focusChanged` if
    ///   the window lost the focus.
    public func cancelAll(_ reason: CancellationReason = .outcompeted, time: Timestamp) {
        handle(.cancel(reason, time))
    }

    /// Completes the frame. Call it when the toolkit reports the end of a frame, or has no more events.
    public func flush() { handle(.flush) }

    /// When ``expire(at:)`` is due: the earliest deadline of all gestures, or the time of a frame that is not complete.
    /// nil if only an event can change anything.
    public var deadline: Timestamp? {
        guard isPending else { return recognisersDeadline }
        return recognisersDeadline.map { min($0, frame.time) } ?? frame.time
    }

    /// Completes a frame whose time is `time` or earlier, and expires all deadlines until then, in their order.
    public func expire(at time: Timestamp) { handle(.expire(time)) }

    private func handle(_ event: Event) {
        guard !isDelivering else { return postponed.append(event) }
        apply(event)
        while !postponed.isEmpty { apply(postponed.removeFirst()) }
    }

    private func apply(_ event: Event) {
        switch event {
        case .down(let id, let position, let time):
            begin(at: time)
            end(id, .faulty)
            add(id, scale.points(position))
        case .moved(let id, let position, let time):
            begin(at: time)
            move(id, to: position)
        case .ended(let id, let phase, let time):
            begin(at: time)
            end(id, phase)
        case .cancel(let reason, let time):
            begin(at: time)
            deliver()
            frame.contacts.removeAll(keepingCapacity: true)
            ids.removeAll(keepingCapacity: true)
            forEachActive { $0.cancel(reason, at: frame.time) }
            prune()
        case .flush: deliver()
        case .expire(let time):
            if frame.time <= time { deliver() }
            expireDeadlines(until: time)
        }
    }
}

// MARK: - Frames

extension TouchFrameBuilder {
    /// If `time` is later than that of the frame, completes the frame and begins the next one.
    private func begin(at time: Timestamp) {
        guard time > frame.time else { return }
        deliver()
        frame.time = time
    }

    private func add(_ id: Int, _ position: Point) {
        guard position.isPossible else { return }
        lastContact += 1
        frame.contacts.append(Contact(id: lastContact, phase: .began, position: position))
        ids.append((id, scale))
        isPending = true
    }

    /// - Parameter position: In the toolkit's units.
    private func move(_ id: Int, to position: Point) {
        guard let known = index(of: id) else { return }
        let position = ids[known].scale.points(position)
        guard position.isPossible, frame.contacts[known].position != position else { return }
        // Completes the frame first. Otherwise the finger would come down at the position to which it moved, perhaps
        // outside of a gesture's rectangle.
        if frame.contacts[known].phase == .began { deliver() }
        guard let index = index(of: id) else { return }
        frame.contacts[index].position = position
        frame.contacts[index].phase = .moved
        isPending = true
    }

    /// Ends a contact at its last position. If the contact came down or moved in the same frame, that frame is
    /// completed first. `.faulty` means that a new finger comes down with the same id. The frame with the end is then
    /// completed at once, so that it does not contain the new finger.
    private func end(_ id: Int, _ phase: Contact.Phase) {
        if let index = index(of: id), frame.contacts[index].phase != .stationary { deliver() }
        guard let index = index(of: id) else { return }
        frame.contacts[index].phase = phase
        isPending = true
        if phase == .faulty { deliver() }
    }

    /// Returns the index of the contact that is down. A contact that has left in this frame may have had the same id.
    private func index(of id: Int) -> Int? {
        for index in ids.indices where ids[index].id == id && frame.contacts[index].isDown { return index }
        return nil
    }

    private func deliver() {
        guard isPending else { return }
        isPending = false
        // A single recogniser expires its deadlines itself before the frame. The deadlines of several recognisers must
        // expire in the order of their times.
        if active.count > 1 { expireDeadlines(until: frame.time + Microseconds(-1)) }
        activate()
        forEachActive { $0.update(frame) }
        var hasLifts = false
        for index in frame.contacts.indices.reversed() {
            if frame.contacts[index].isDown {
                frame.contacts[index].phase = .stationary
            } else {
                hasLifts = true
                frame.contacts.remove(at: index)
                ids.remove(at: index)
            }
        }
        if hasLifts { prune() }
    }

    /// If a contact comes down, makes those recognisers active whose gestures the frame may change.
    private func activate() {
        guard frame.contacts.contains(where: { $0.phase == .began }) else { return }
        active.removeAll(keepingCapacity: true)
        for recogniser in recognisers where !recogniser.isQuiet || recogniser.concerns(frame) {
            active.append(recogniser)
        }
    }

    /// Removes from ``active`` the recognisers that stay unchanged until another contact comes down.
    private func prune() { active.removeAll { $0.isQuiet } }

    private func expireDeadlines(until time: Timestamp) {
        guard let first = recognisersDeadline, first <= time else { return }
        while let next = recognisersDeadline, next <= time { forEachActive { $0.expire(at: next) } }
        prune()
    }

    private var recognisersDeadline: Timestamp? { active.lazy.compactMap { $0.deadline }.min() }

    /// Calls `body` for each active recogniser. Callbacks may attach and remove recognisers. A recogniser that is
    /// attached meanwhile receives the next frame.
    private func forEachActive(_ body: (GestureRecogniser) -> Void) {
        isDelivering = true
        defer { isDelivering = false }
        let active = active
        for recogniser in active { body(recogniser) }
    }
}
