package import CTouchEvents

/// Where a frame ends, for a toolkit that does not report it: at the next millisecond, or at a finger's second event.
///
/// A panel may send several frames within a millisecond. Each has at most one event of a finger.
package struct FrameBoundary {
    private var time: UInt32 = 0
    private var fingers: [Int] = []

    package init() { fingers.reserveCapacity(16) }

    /// True if the event belongs to another frame than the one before it.
    package mutating func isBefore(_ event: touch_event) -> Bool {
        guard event.kind == TOUCH_EVENT_DOWN || event.kind == TOUCH_EVENT_MOVED || event.kind == TOUCH_EVENT_UP else {
            return true
        }
        let isBefore = event.time != time || fingers.contains(event.id)
        if isBefore { fingers.removeAll(keepingCapacity: true) }
        time = event.time
        fingers.append(event.id)
        return isBefore
    }
}
