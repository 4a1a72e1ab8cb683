internal import CGlibc
package import GestureModel

/// Runs the callbacks of one attached gesture. Its events come from a recogniser in this process or in the daemon.
///
/// Callbacks run before ``deliver(_:positions:)`` returns, on the calling thread. If a callback calls that method, the
/// new events are delivered after those that are already queued.
package final class GestureCallbacks {
    /// The expression to recognise.
    package let expression: GestureExpression
    private let receive: (GestureEventContext) -> Void
    /// The region that the gesture is attached to, otherwise the surface; nil if it is not known. A change applies to
    /// the anchors of gestures that begin later.
    package var bounds: Region?
    /// Width and height of the surface in points; nil if they are not known.
    package var surface: Vector? {
        get { context.surface }
        set { context.surface = newValue }
    }
    /// The ``bounds`` when the gesture in progress began.
    @exclusivity(unchecked) private var currentBounds: Region?
    private let isEnabled: (() -> Bool)?
    /// True if the gesture in progress began while it was not enabled.
    @exclusivity(unchecked) private var isIgnored = false
    /// The event being delivered, or the last one. One object for all events, because a value would be copied for each
    /// callback.
    private let context: GestureEventContext
    /// Events that wait for the current delivery to finish, with their bounds. The storage is kept between calls and
    /// reused.
    @exclusivity(unchecked) private var queue: [(event: GestureEvent, positions: PositionAccess, bounds: Region?)] = []
    @exclusivity(unchecked) private var isDelivering = false
    /// True if the last event, delivered or queued, belongs to a gesture in progress.
    @exclusivity(unchecked) private var isInProgress = false
    @exclusivity(unchecked) package private(set) var isRemoved = false

    /// - Parameters:
    ///   - bounds: See ``bounds``.
    ///   - surface: See ``surface``.
    ///   - origin: Passed to the callbacks of ``Gesture/onMilestone(_:)``.
    package init(
        _ gesture: some Gesture, bounds: Region? = nil, surface: Vector? = nil, origin: (any GestureOrigin)? = nil
    ) {
        let plan = gesture._makePlan()
        expression = plan.expression
        isEnabled = plan.isEnabled
        self.bounds = bounds
        context = GestureEventContext(origin: origin)
        context.surface = surface
        receive = plan.receiver()
    }

    /// Runs the callbacks for events. Does nothing after ``remove()``.
    ///
    /// - Parameter positions: Withheld if the events do not contain positions on the surface.
    package func deliver(_ events: [GestureEvent], positions: PositionAccess = .granted) {
        guard !isRemoved else { return }
        guard events.count == 1, !isDelivering else {
            for event in events where admits(event) { enqueue(event, positions, currentBounds) }
            return deliverQueue()
        }
        // The usual case. Storing the event in the queue would copy it twice more.
        let event = events[0]
        guard admits(event) else { return }
        isInProgress = !event.phase.isTerminal
        context.set(event, positions, currentBounds)
        isDelivering = true
        let isNested = set_is_delivering(true)
        receive(context)
        if !queue.isEmpty { receiveQueue() }
        set_is_delivering(isNested)
        isDelivering = false
    }

    /// Returns false if the gesture began while it was not enabled. For `began`, also stores the bounds of the gesture.
    private func admits(_ event: GestureEvent) -> Bool {
        if case .began = event.phase {
            currentBounds = bounds
            isIgnored = isEnabled.map { !$0() } ?? false
        }
        return !isIgnored
    }

    /// Detaches the gesture. A gesture in progress is cancelled as `unsubscribed`, with the time of its last event.
    package func remove() {
        guard !isRemoved else { return }
        isRemoved = true
        guard isInProgress else { return }
        var last = queue.last ?? (context.event, context.positions, context.bounds)
        last.event.phase = .cancelled(.unsubscribed)
        enqueue(last.event, last.positions, last.bounds)
        deliverQueue()
    }

    private func enqueue(_ event: GestureEvent, _ positions: PositionAccess, _ bounds: Region?) {
        isInProgress = !event.phase.isTerminal
        queue.append((event, positions, bounds))
    }

    private func deliverQueue() {
        guard !isDelivering else { return }
        isDelivering = true
        let isNested = set_is_delivering(true)
        receiveQueue()
        set_is_delivering(isNested)
        isDelivering = false
    }

    private func receiveQueue() {
        var index = 0
        while index < queue.count {
            let (event, positions, bounds) = queue[index]
            context.set(event, positions, bounds)
            receive(context)
            index += 1
        }
        queue.removeAll(keepingCapacity: true)
    }
}
