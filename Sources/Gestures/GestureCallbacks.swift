package import GestureModel

/// From events to callbacks: one gesture taken up, whoever recognises it, an arena in this process or the daemon.
///
/// Callbacks run before the call returns that brought their event, on whatever thread calls; the exception is a call
/// made by a callback, whose events wait until those before them have been delivered.
package final class GestureCallbacks {
    /// What is to be recognised.
    package let expression: GestureExpression
    private let receive: (GestureEvent) -> Void
    /// Events that callbacks have not heard yet; kept from call to call.
    private var waiting: [GestureEvent] = []
    private var isDelivering = false
    /// The gesture in progress, as of the last event taken in.
    private var live: GestureEvent?
    package private(set) var isRemoved = false

    /// - Parameters:
    ///   - bounds: the region that the gesture is attached to, or else the surface; nil where that is not known.
    ///   - origin: what ``Gesture/onTurn(_:)`` is told of where the gesture comes from.
    package init(_ gesture: some Gesture, bounds: Region? = nil, origin: AnyObject? = nil) {
        let plan = gesture.makePlan()
        expression = plan.expression
        receive = { _ = plan.receive(GestureOccurrence(event: $0, bounds: bounds, origin: origin), 0) }
    }

    /// Takes in what the gesture does. Not heard after ``remove()``.
    package func deliver(_ events: [GestureEvent]) {
        guard !isRemoved else { return }
        for event in events { take(event) }
        drain()
    }

    /// The gesture is taken off: what is in progress is cancelled, as of the last moment that is known.
    package func remove() {
        guard !isRemoved else { return }
        isRemoved = true
        guard var last = live else { return }
        last.phase = .cancelled(.unsubscribed)
        take(last)
        drain()
    }

    private func take(_ event: GestureEvent) {
        live = event.phase.isTerminal ? nil : event
        waiting.append(event)
    }

    private func drain() {
        guard !isDelivering else { return }
        isDelivering = true
        var index = 0
        while index < waiting.count {
            receive(waiting[index])
            index += 1
        }
        waiting.removeAll(keepingCapacity: true)
        isDelivering = false
    }
}
