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
    private var currentBounds: Region?
    private let origin: (any GestureOrigin)?
    /// Events that have not been delivered. Kept between calls to reuse its storage.
    private var queue: [GestureEventContext] = []
    private var isDelivering = false
    /// The last event of the gesture in progress.
    private var current: GestureEventContext?
    package private(set) var isRemoved = false

    /// - Parameters:
    ///   - bounds: see ``bounds``.
    ///   - origin: passed to the callbacks of ``Gesture/onMilestone(_:)``.
    package init(_ gesture: some Gesture, bounds: Region? = nil, origin: (any GestureOrigin)? = nil) {
        let plan = gesture.makePlan()
        expression = plan.expression
        self.bounds = bounds
        self.origin = origin
        receive = { _ = plan.receive($0, 0) }
    }

    /// Runs the callbacks for events. Ignored after ``remove()``.
    ///
    /// - Parameter positions: withheld if the events do not contain positions on the surface.
    package func deliver(_ events: [GestureEvent], positions: PositionAccess = .granted) {
        guard !isRemoved else { return }
        for event in events {
            if case .began = event.phase { currentBounds = bounds }
            enqueue(GestureEventContext(event: event, positions: positions, bounds: currentBounds, origin: origin))
        }
        deliverQueue()
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
            receive(queue[index])
            index += 1
        }
        queue.removeAll(keepingCapacity: true)
        isDelivering = false
    }
}
