internal import GestureModel
internal import TouchInput

/// Decides which touches of a device are ignored.
///
///             a pen comes, or the device is switched off: the pipeline cancels the gestures in progress
///     open ──────────────────────────────────────────────────────────────────────────────► closed
///       ▲                                                                                     │
///       └── every pen is away, `settlingTime` is over, and the device is switched on ─────────┘
///
/// A pen that has been near for `longestStay` no longer closes the gate.
///
/// A contact that is in a frame while the gate is closed is ignored until it lifts, even if the gate opens earlier.
struct TouchGate {
    /// How long touches are still ignored after the last pen has left.
    ///
    /// When a hand with a pen lifts, the pen leaves the surface's range some milliseconds before the hand leaves the
    /// surface. If a kernel driver withholds touches while a pen is near, it then reports the hand as a tap. libinput
    /// waits equally long (touch arbitration in evdev-fallback.c and evdev-mt-touchpad.c).
    static let settlingTime = Microseconds.milliseconds(90)

    /// How long a pen keeps the gate closed without a tool event. A hand takes the pen out of the surface's range every
    /// few seconds. So a pen that has been near for ten minutes lies on the surface, or its driver does not report that
    /// it leaves. Without this limit such a pen would disable touches permanently.
    static let longestStay = Microseconds.milliseconds(600_000)

    /// Why the device is switched off; nil if it is on.
    var off: TouchDevice.OffReason?

    /// The pens that are near, with their arrival times. There are few, so a list is cheapest.
    private var pens: [(id: String, since: Timestamp)] = []
    /// When the last pen left; nil after the settling time.
    private var lastDeparture: Timestamp?
    /// The contacts that are ignored until they lift, with the reason.
    private var ignored: [(id: Int, reason: ContactReport.State)] = []

    /// True if no touch can be ignored, so that frames pass unchanged. False while a pen is near, even if it has stayed
    /// longer than ``longestStay``.
    var isWideOpen: Bool { off == nil && pens.isEmpty && lastDeparture == nil && ignored.isEmpty }

    /// Adds a pen that arrives. If a pen that is near changes its tool, the time of its stay starts again.
    mutating func penArrived(_ id: String, at time: Timestamp) {
        pens.removeAll { $0.id == id }
        pens.append((id, time))
    }

    /// Called when a pen has left. If it stayed longer than ``longestStay``, touches are already accepted again, and no
    /// settling time follows.
    mutating func penLeft(_ id: String, at time: Timestamp) {
        guard let index = pens.firstIndex(where: { $0.id == id }) else { return }
        let pen = pens.remove(at: index)
        if time < pen.since + Self.longestStay { lastDeparture = max(time, lastDeparture ?? time) }
    }

    /// Returns why a contact of a frame at this time is ignored, as `.off` or `.penNear`; nil if it is not ignored.
    func reason(toIgnore contact: Int, at time: Timestamp) -> ContactReport.State? {
        isClosed(at: time) ? reason : ignored.first { $0.id == contact }?.reason
    }

    /// Why touches are ignored while the gate is closed.
    private var reason: ContactReport.State { off == nil ? .penNear : .off }

    /// Ignores the contacts that have come down in a dead zone, until they lift.
    mutating func ignore(in zone: DeadZone, of surface: Surface, _ frame: borrowing TouchFrame) {
        for contact in frame.contacts where contact.phase == .began && zone.contains(contact.position, on: surface) {
            ignored.append((contact.id, .deadZone))
        }
    }

    /// Called when events were lost. The contacts of the new state begin no gestures, so they need not be ignored.
    mutating func clearIgnored() { ignored.removeAll(keepingCapacity: true) }

    /// Removes the ignored contacts from the filter's last frame. While the gate is closed, all contacts of the frame
    /// become ignored.
    mutating func apply(to filter: inout ContactFilter) {
        let isClosed = isClosed(at: filter.frame.time)
        if isClosed {
            // Held contacts would otherwise begin later, when the gate is open.
            filter.rejectHeld()
            for contact in filter.frame.contacts where !ignored.contains(where: { $0.id == contact.id }) {
                ignored.append((contact.id, reason))
            }
        } else {
            lastDeparture = nil
        }
        guard !ignored.isEmpty else { return }
        filter.removeContacts { contact in
            guard let index = ignored.firstIndex(where: { $0.id == contact.id }) else { return false }
            if !contact.isDown { ignored.remove(at: index) }
            return true
        }
    }

    /// True if the touches of a frame at this time are ignored.
    func isClosed(at time: Timestamp) -> Bool {
        off != nil || pens.contains { time < $0.since + Self.longestStay }
            || lastDeparture.map { time < $0 + Self.settlingTime } ?? false
    }
}
