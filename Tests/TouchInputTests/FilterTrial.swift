import GestureModel

@testable import TouchInput

/// Literal touches on a device of 100 × 60 mm, and what the arenas are shown of them.
struct FilterTrial {
    struct Touch {
        var id: Int
        var x: Double
        var y: Double
        var detail: ContactDetail
        var isUp = false
    }

    private(set) var filter: ContactFilter
    /// All that was shown, a word for each contact and frame, but for those that rest.
    private(set) var shown: [String] = []
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

    /// Nothing for so long, but for what was held back.
    mutating func wait(_ milliseconds: Int64) {
        time += milliseconds * 1000
        let now = Timestamp(microseconds: time)
        expire { $0 <= now }
    }

    private mutating func expire(while isDue: (Timestamp) -> Bool) {
        while let deadline = filter.deadline, isDue(deadline) {
            filter.expire(at: deadline)
            note()
        }
    }

    private mutating func note() {
        shown += filter.frame.contacts.filter { $0.phase != .stationary }.map(\.word)
    }

    /// A frame of what is down; who is not named has lifted.
    mutating func frame(after milliseconds: Int64 = 12, _ touches: Touch...) { play(touches, milliseconds) }

    /// The same frame so many times.
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
            let place = Point(x: touch.x, y: touch.y)
            let position = Point(x: place.x / Surface.millimetresPerPoint, y: place.y / Surface.millimetresPerPoint)
            let before = down.updateValue(position, forKey: touch.id)
            let phase: Contact.Phase = before == nil ? .began : before == position ? .stationary : .moved
            frame.contacts.append(Contact(id: touch.id, phase: phase, position: position))
            details.append(touch.detail)
        }
        expire { $0 < frame.time }
        filter.filter(frame, details, isUnannouncedBox: isUnannouncedBox)
        note()
    }
}

/// A finger of ordinary pressure, in millimetres.
func touch(
    _ id: Int, _ x: Double, _ y: Double, pressure: Int32? = 45, isPalm: Bool = false, isOutside: Bool = false
) -> FilterTrial.Touch {
    .init(
        id: id, x: x, y: y, detail: ContactDetail(pressure: pressure, isPalm: isPalm, isOutside: isOutside))
}
