package import GestureModel

/// Runs the callbacks of one attached gesture for the events of its recogniser, which is in this process or in the daemon.
///
/// Callbacks run before ``deliver(_:positions:)`` returns, on the calling thread. If a callback calls it, the new events are
/// delivered after those that are already queued.
package final class GestureCallbacks {
    /// The expression to recognise.
    package let expression: GestureExpression
    private let receive: (GestureEventContext) -> Void
    /// The region that the gesture is attached to, or else the surface; nil if it is not known. Gestures that begin from now on
    /// have anchors in it.
    package var bounds: Region?
    /// The ``bounds`` when the gesture in progress began.
    @exclusivity(unchecked) private var currentBounds: Region?
    private let origin: (any GestureOrigin)?
    private let isEnabled: (() -> Bool)?
    /// True if the gesture in progress began while it was not enabled.
    @exclusivity(unchecked) private var isIgnored = false
    /// Events that have not been delivered. Kept between calls to reuse its storage.
    @exclusivity(unchecked) private var queue: [GestureEventContext] = []
    @exclusivity(unchecked) private var isDelivering = false
    /// The last event of the gesture in progress.
    @exclusivity(unchecked) private var current: GestureEventContext?
    @exclusivity(unchecked) package private(set) var isRemoved = false

    /// - Parameters:
    ///   - bounds: see ``bounds``.
    ///   - origin: passed to the callbacks of ``Gesture/onMilestone(_:)``.
    package init(_ gesture: some Gesture, bounds: Region? = nil, origin: (any GestureOrigin)? = nil) {
        let plan = gesture._makePlan()
        expression = plan.expression
        isEnabled = plan.isEnabled
        self.bounds = bounds
        self.origin = origin
        receive = { _ = plan.receive($0, 0) }
    }

    /// Runs the callbacks for events. Ignored after ``remove()``.
    ///
    /// - Parameter positions: withheld if the events do not contain positions on the surface.
    package func deliver(_ events: [GestureEvent], positions: PositionAccess = .granted) {
        guard !isRemoved else { return }
        guard events.count == 1, !isDelivering else {
            for event in events { context(of: event, positions).map(enqueue) }
            return deliverQueue()
        }
        // Most frames: the event is not stored in the queue, which would copy it twice more.
        guard let context = context(of: events[0], positions) else { return }
        current = context.event.phase.isTerminal ? nil : context
        isDelivering = true
        receive(context)
        isDelivering = false
        if !queue.isEmpty { deliverQueue() }
    }

    /// nil if the gesture began while it was not enabled.
    private func context(of event: GestureEvent, _ positions: PositionAccess) -> GestureEventContext? {
        if case .began = event.phase {
            currentBounds = bounds
            isIgnored = isEnabled.map { !$0() } ?? false
        }
        guard !isIgnored else { return nil }
        return GestureEventContext(event: event, positions: positions, bounds: currentBounds, origin: origin)
    }

    /// Detaches the gesture. A gesture in progress is cancelled `unsubscribed`, with the time of its last event.
    package func remove() {
        guard !isRemoved else { return }
        isRemoved = true
        guard var last = current else { return }
        last.event.phase = .cancelled(.unsubscribed)
        enqueue(last)
        deliverQueue()
    }

    private func enqueue(_ context: GestureEventContext) {
        current = context.event.phase.isTerminal ? nil : context
        queue.append(context)
    }

    private func deliverQueue() {
        guard !isDelivering else { return }
        isDelivering = true
        var index = 0
        while index < queue.count {
            let context = queue[index]
            receive(context)
            index += 1
        }
        queue.removeAll(keepingCapacity: true)
        isDelivering = false
    }
}
