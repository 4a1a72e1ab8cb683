package import GestureModel

/// From events to callbacks: one gesture taken up, whoever recognises it, an arena in this process or the daemon.
///
/// Callbacks run before the call returns that brought their event, on whatever thread calls; the exception is a call
/// made by a callback, whose events wait until those before them have been delivered.
package final class GestureCallbacks {
    /// What is to be recognised.
    package let expression: GestureExpression
    private let receive: (GestureOccurrence) -> Void
    private let bounds: Region?
    private let origin: AnyObject?
    /// What callbacks have not heard yet; kept from call to call.
    private var waiting: [GestureOccurrence] = []
    private var isDelivering = false
    /// The gesture in progress, as of the last event taken in.
    private var live: GestureOccurrence?
    package private(set) var isRemoved = false

    /// - Parameters:
    ///   - bounds: the region that the gesture is attached to, or else the surface; nil where that is not known.
    ///   - origin: what ``Gesture/onTurn(_:)`` is told of where the gesture comes from.
    package init(_ gesture: some Gesture, bounds: Region? = nil, origin: AnyObject? = nil) {
        let plan = gesture.makePlan()
        expression = plan.expression
        self.bounds = bounds
        self.origin = origin
        receive = { _ = plan.receive($0, 0) }
    }

    /// Takes in what the gesture does. Not heard after ``remove()``.
    ///
    /// - Parameter positions: withheld where whoever recognises the gesture does not tell where it is.
    package func deliver(_ events: [GestureEvent], positions: PositionAccess = .granted) {
        guard !isRemoved else { return }
        for event in events {
            take(GestureOccurrence(event: event, positions: positions, bounds: bounds, origin: origin))
        }
        drain()
    }

    /// The gesture is taken off: what is in progress is cancelled, as of the last moment that is known.
    package func remove() {
        guard !isRemoved else { return }
        isRemoved = true
        guard var last = live else { return }
        last.event.phase = .cancelled(.unsubscribed)
        take(last)
        drain()
    }

    private func take(_ occurrence: GestureOccurrence) {
        live = occurrence.event.phase.isTerminal ? nil : occurrence
        waiting.append(occurrence)
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
