import GestureModel

@testable import TouchInput

/// Runs literal touches on a device of 100 × 60 mm through a ``ContactFilter``.
struct FilterTrial {
    struct Touch {
        var id: Int
        var x: Double
        var y: Double
        var detail: ContactDetail
        var isUp = false
    }

    private(set) var filter: ContactFilter
    /// The filtered frames: a text for each contact and frame, except for stationary contacts.
    private(set) var shown: [String] = []
    /// The frames of ``ContactFilter/reports``, a phrase for each contact.
    private(set) var reported: [String] = []
    private var down: [Int: Point] = [:]
    private var time: Int64 = 0
    private let isUnannouncedBox: Bool

    init(
        _ kind: TouchDeviceKind, quirks: DeviceQuirks = DeviceQuirks(), isEnabled: Bool = true,
        isUnannouncedBox: Bool = false
    ) {
        filter = ContactFilter(
            surface: Surface(millimetres: Vector(dx: 100, dy: 60)), kind: kind,
            pressure: .init(code: AbsoluteCode.contactPressure, minimum: 0, maximum: 255), quirks: quirks,
            isEnabled: isEnabled)
        self.isUnannouncedBox = isUnannouncedBox
    }

    /// Lets time pass without a frame. Held contacts and lifts expire.
    mutating func wait(_ milliseconds: Int64) {
        time += milliseconds * 1000
        let now = Timestamp(microseconds: time)
        expire { $0 <= now }
    }

    private mutating func expire(while isDue: (Timestamp) -> Bool) {
        while let deadline = filter.deadline, isDue(deadline) {
            filter.expire(at: deadline)
            record()
        }
    }

    mutating func keepReports() { filter.reports.isMade = true }

    private mutating func record() {
        if filter.reports.isMade {
            reported.append(filter.reports.contacts.map(\.report.summary).joined(separator: ", "))
        }
        shown += filter.confirmed?.contacts.filter { $0.phase != .stationary }.map(\.summary) ?? []
        shown += filter.frame.contacts.filter { $0.phase != .stationary }.map(\.summary)
    }

    /// A frame of the contacts that are down. Contacts that are missing have lifted.
    mutating func frame(after milliseconds: Int64 = 12, _ touches: Touch...) { play(touches, milliseconds) }

    mutating func frame(after milliseconds: Int64, _ touches: [Touch]) { play(touches, milliseconds) }

    /// The same frame several times.
    mutating func frames(_ count: Int, every milliseconds: Int64 = 12, _ touches: Touch...) {
        for _ in 0..<count { play(touches, milliseconds) }
    }

    private mutating func play(_ touches: [Touch], _ milliseconds: Int64) {
        time += milliseconds * 1000
        var frame = TouchFrame(time: Timestamp(microseconds: time))
        var details: [ContactDetail] = []
        for id in down.keys.sorted() where !touches.contains(where: { $0.id == id }) {
            frame.contacts.append(Contact(id: id, phase: .ended, position: down.removeValue(forKey: id)!))
            details.append(ContactDetail())
        }
        for touch in touches {
            let position = Point(x: touch.x / Surface.millimetresPerPoint, y: touch.y / Surface.millimetresPerPoint)
            let before = down.updateValue(position, forKey: touch.id)
            let phase: Contact.Phase = before == nil ? .began : before == position ? .stationary : .moved
            frame.contacts.append(Contact(id: touch.id, phase: phase, position: position))
            details.append(touch.detail)
        }
        expire { $0 < frame.time }
        filter.filter(frame, details, isUnannouncedBox: isUnannouncedBox)
        record()
    }
}

extension ContactReport {
    /// `1 began held edge`.
    fileprivate var summary: String {
        "\(id) \(phase) \(state)" + (cause.map { " \($0)" } ?? "")
    }
}

/// A finger of ordinary pressure, in millimetres.
func touch(
    _ id: Int, _ x: Double, _ y: Double, pressure: Int32? = 45, isPalm: Bool = false, isOutside: Bool = false
) -> FilterTrial.Touch {
    .init(
        id: id, x: x, y: y, detail: ContactDetail(pressure: pressure, isPalm: isPalm, isOutside: isOutside))
}
