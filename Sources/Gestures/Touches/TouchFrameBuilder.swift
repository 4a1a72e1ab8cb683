public import GestureModel

/// Makes frames of a toolkit's touch events, and recognises the gestures that are attached to it.
///
///     let touches = TouchFrameBuilder(scale: TouchScale(pointsPerUnit: 0.8))
///     touches.attach(gesture, to: card.frame)
///
///     touches.down(event.id, at: event.position, time: event.time)  // and moved, up, cancelled
///     touches.flush()                                               // after the toolkit's last event
///     if let deadline = touches.deadline { arm(timer, at: deadline) }  // then: touches.expire(at: deadline)
///
/// Events with the same time are one frame. A finger that comes down, moves and lifts at one time does so in three frames. A
/// frame is complete at the next event with a later time, in ``flush()``, or in ``expire(at:)``. Fingers without an event in a
/// frame are stationary. Callbacks run while the call is made that completes the frame; events that a callback reports are
/// handled after the running callbacks.
///
/// Nothing that a toolkit reports traps:
///
/// | event | effect |
/// | --- | --- |
/// | an id that is down goes down | its lift was lost: its gestures are cancelled `resynchronised`, and a new finger is down |
/// | an id that is not down moves, lifts or is cancelled | none |
/// | a time before that of the last event | the last event's time is used |
/// | a position that is not finite, or beyond 10⁷ points | a finger does not move; one that goes down there is ignored until it lifts |
/// | any number of fingers | a gesture ignores or fails with those that it does not accept |
/// | the toolkit takes the fingers away, or the window loses the focus | call ``cancel(_:time:)`` |
///
/// A frame allocates no memory once the number of fingers has occurred before.
public final class TouchFrameBuilder: GestureTarget {
    /// Points per unit of the toolkit.
    public let scale: TouchScale

    private let surface: Surface?
    private let thresholds: Thresholds
    // No two of these are accessed at once: callbacks' events are postponed. The checks were a tenth of a frame's cost.
    @exclusivity(unchecked) private var recognisers: [GestureRecogniser] = []
    /// The frame that events are added to.
    @exclusivity(unchecked) private var frame = TouchFrame(time: Timestamp(microseconds: .min))
    /// The toolkit's ids of the frame's contacts.
    @exclusivity(unchecked) private var ids: [Int] = []
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
    ///   - scale: converts the toolkit's positions to points.
    ///   - size: of the area on which fingers are reported, in the toolkit's units, for gestures that start at an edge, and
    ///     for anchors. nil if it is not known; then attaching a gesture that requires an edge traps.
    ///   - thresholds: used for parameters that a gesture does not set. A negative or NaN threshold traps.
    public init(scale: TouchScale = TouchScale(), size: Vector? = nil, thresholds: Thresholds = Thresholds()) {
        self.scale = scale
        surface = size.map { size in
            let region = scale.region(Region(x: 0, y: 0, width: size.width, height: size.height))
            return Surface(size: Vector(width: region.width, height: region.height))
        }
        self.thresholds = thresholds
        frame.contacts.reserveCapacity(16)
        ids.reserveCapacity(16)
    }

    deinit { for recogniser in recognisers { recogniser.remove() } }

    /// Attaches a gesture until ``GestureRecogniser/remove()`` is called or the builder is released.
    ///
    /// - Parameters:
    ///   - gesture: receives the fingers that touch down from now on.
    ///   - rectangle: in the toolkit's units; only fingers that touch down inside count. nil for everywhere.
    /// - Returns: the recogniser, which the builder updates. Do not update it.
    @discardableResult
    public func attach(_ gesture: some Gesture, to rectangle: Region? = nil) -> GestureRecogniser {
        let recogniser = GestureRecogniser(
            gesture, region: rectangle.map(scale.region), surface: surface, thresholds: thresholds)
        recogniser.onRemove = { [weak self, unowned recogniser] in
            self?.recognisers.removeAll { $0 === recogniser }
        }
        recognisers.append(recogniser)
        return recogniser
    }

    /// Attaches a gesture to the whole area.
    @discardableResult
    public func gesture(_ gesture: some Gesture) -> GestureRecogniser { attach(gesture) }
}

@available(*, unavailable)
extension TouchFrameBuilder: Sendable {}

// MARK: - Events

extension TouchFrameBuilder {
    /// A finger touched down.
    ///
    /// - Parameters:
    ///   - id: the toolkit's, which may be that of a finger that has lifted. For a pointer, `Int(bitPattern:)`.
    ///   - position: in the toolkit's units.
    ///   - time: of the event. Its clock is the one of ``deadline``.
    public func down(_ id: Int, at position: Point, time: Timestamp) { handle(.down(id, position, time)) }

    /// A finger moved.
    public func moved(_ id: Int, to position: Point, time: Timestamp) { handle(.moved(id, position, time)) }

    /// A finger lifted, where it was last.
    public func up(_ id: Int, time: Timestamp) { handle(.ended(id, .ended, time)) }

    /// One contact is not a finger: a palm, or a touch that the toolkit withdrew. Its gestures are cancelled as `palm`, and
    /// may start again with the other fingers.
    public func cancelled(_ id: Int, time: Timestamp) { handle(.ended(id, .palm, time)) }

    /// All fingers were taken away. Gestures in progress are cancelled; events of these fingers have no effect any more.
    ///
    /// - Parameter reason: `outcompeted` if the compositor uses the fingers for a gesture of its own, `focusChanged` if the
    ///   window lost the focus.
    public func cancel(_ reason: CancellationReason = .outcompeted, time: Timestamp) { handle(.cancel(reason, time)) }

    /// Completes the frame. Call it when the toolkit reports the end of a frame, or has no more events.
    public func flush() { handle(.flush) }

    /// When ``expire(at:)`` is due: the earliest deadline of all gestures, or the time of a frame that is not complete. nil
    /// if only an event can change anything.
    public var deadline: Timestamp? {
        guard isPending else { return recognisersDeadline }
        return recognisersDeadline.map { min($0, frame.time) } ?? frame.time
    }

    /// Completes a frame of that time or before, and expires all deadlines until `time`, in their order.
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
            move(id, to: scale.points(position))
        case .ended(let id, let phase, let time):
            begin(at: time)
            end(id, phase)
        case .cancel(let reason, let time):
            begin(at: time)
            deliver()
            frame.contacts.removeAll(keepingCapacity: true)
            ids.removeAll(keepingCapacity: true)
            forEachRecogniser { $0.cancel(reason, at: frame.time) }
        case .flush: deliver()
        case .expire(let time):
            if frame.time <= time { deliver() }
            expireDeadlines(until: time)
        }
    }
}

// MARK: - Frames

extension TouchFrameBuilder {
    private static let farthest = 1e7

    /// Completes the frame if `time` is later.
    private func begin(at time: Timestamp) {
        guard time > frame.time else { return }
        deliver()
        frame.time = time
    }

    private func add(_ id: Int, _ position: Point) {
        guard Self.isPossible(position) else { return }
        lastContact += 1
        frame.contacts.append(Contact(id: lastContact, phase: .began, position: position))
        ids.append(id)
        isPending = true
    }

    private static func isPossible(_ position: Point) -> Bool {
        abs(position.x) <= farthest && abs(position.y) <= farthest
    }

    private func move(_ id: Int, to position: Point) {
        guard let known = index(of: id), Self.isPossible(position), frame.contacts[known].position != position else {
            return
        }
        // Otherwise the finger would have come down where it moved to, perhaps outside of a gesture's rectangle.
        if frame.contacts[known].phase == .began { deliver() }
        guard let index = index(of: id) else { return }
        frame.contacts[index].position = position
        frame.contacts[index].phase = .moved
        isPending = true
    }

    /// The contact leaves the surface, where it was last. If it came down or moved in the same frame, that becomes a frame
    /// of its own.
    private func end(_ id: Int, _ phase: Contact.Phase) {
        if let index = index(of: id), frame.contacts[index].phase != .stationary { deliver() }
        guard let index = index(of: id) else { return }
        frame.contacts[index].phase = phase
        isPending = true
        if phase == .faulty { deliver() }
    }

    /// The index of the contact that is down. A contact that has left in this frame may have had the same id.
    private func index(of id: Int) -> Int? {
        for index in ids.indices where ids[index] == id && frame.contacts[index].isDown { return index }
        return nil
    }

    private func deliver() {
        guard isPending else { return }
        isPending = false
        // Each recogniser expires its own deadlines before the frame; several expire them in the order of their times.
        if recognisers.count > 1 { expireDeadlines(until: frame.time + Microseconds(-1)) }
        forEachRecogniser { $0.update(frame) }
        for index in frame.contacts.indices.reversed() {
            if frame.contacts[index].isDown {
                frame.contacts[index].phase = .stationary
            } else {
                frame.contacts.remove(at: index)
                ids.remove(at: index)
            }
        }
    }

    private func expireDeadlines(until time: Timestamp) {
        while let next = recognisersDeadline, next <= time { forEachRecogniser { $0.expire(at: next) } }
    }

    private var recognisersDeadline: Timestamp? {
        var earliest: Timestamp?
        for recogniser in recognisers {
            if let deadline = recogniser.deadline { earliest = earliest.map { min($0, deadline) } ?? deadline }
        }
        return earliest
    }

    /// Callbacks may attach and remove recognisers. Those that are attached meanwhile receive the next frame.
    private func forEachRecogniser(_ body: (GestureRecogniser) -> Void) {
        isDelivering = true
        defer { isDelivering = false }
        let recognisers = recognisers
        for recogniser in recognisers { body(recogniser) }
    }
}
