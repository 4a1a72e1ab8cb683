internal import GestureModel
internal import GestureProtocol

/// What fingers did from the first touch-down until all have lifted, by the contacts of the device.
struct TrackedTouch {
    struct Finger {
        let id: Int
        let start: Timestamp
        /// nil while the finger is down.
        fileprivate(set) var end: Timestamp?
        let origin: Point
        fileprivate(set) var displacement = Vector.zero
        /// The highest pressure and size; 0 if the device reports none.
        fileprivate(set) var peak: (pressure: Int32, size: Int32) = (0, 0)
        /// True if a palm was on the surface while the finger was down.
        fileprivate(set) var isNextToPalm = false
        /// Where the finger was, whenever that changed.
        fileprivate(set) var path: FingerPath
        var position: Point { origin + displacement }
    }

    /// How long a lift is held back on a device that loses fingers for moments.
    static let heldLift = Microseconds.milliseconds(30)

    let device: String
    private(set) var start: Timestamp
    /// When the first finger counted as one: after ``start``, if its contact was held back.
    let appearance: Timestamp
    /// The last time at which a finger was down.
    private(set) var end: Timestamp
    private(set) var extent = TouchExtent()
    private(set) var fingers: [Finger] = []
    /// When a finger last came down or lifted.
    private var lastChange: Timestamp
    /// When a finger last moved; nil if none has moved since one lifted.
    private var lastMotion: Timestamp?
    /// How far the fingers have parted or closed up, farthest, as a multiple of their distance when the last of them came
    /// down; 1 while there are not several.
    private(set) var scale = 1.0
    private var spanAtStart = 0.0

    /// - Parameters:
    ///   - end: When it was over, if that is known and contacts are not reported.
    ///   - fingers: How many fingers are down, if contacts are not reported.
    init(on device: String, at time: Timestamp, until end: Timestamp? = nil, fingers: Int = 0) {
        (self.device, start, appearance, self.end, lastChange) = (device, time, time, end ?? time, time)
        extent.fingers = fingers
        extent.duration = self.end - start
    }

    var isDown: Bool { fingers.contains { $0.end == nil } }

    /// When the first of its fingers came down: before ``start``, if its contact was held back during other touches.
    var firstTouchDown: Timestamp { fingers.map(\.start).min() ?? start }

    /// The displacement of the finger that went farthest, in points.
    var movement: Vector { fingers.map(\.displacement).max { $0.length < $1.length } ?? .zero }

    func contains(_ time: Timestamp) -> Bool { start <= time && (time <= end || isDown) }

    /// Called when the device is removed: no lift is reported.
    mutating func lift() {
        for index in fingers.indices where fingers[index].end == nil { fingers[index].end = end }
    }

    /// Called for a touch of which contacts are not reported.
    mutating func extend(to time: Timestamp) {
        end = max(end, time)
        extent.duration = end - start
    }

    /// - Parameters:
    ///   - contacts: The contacts that are fingers and down.
    ///   - starts: When and where each contact of the device came down.
    mutating func update(
        _ contacts: [ContactsMessage.Contact], at time: Timestamp, starts: [Int: (time: Timestamp, position: Point)]
    ) {
        extent.steady = max(extent.steady, time - lastChange)
        for index in fingers.indices where fingers[index].end == nil {
            guard !contacts.contains(where: { $0.id == fingers[index].id }) else { continue }
            fingers[index].end = time
            lastChange = time
            if let lastMotion { extent.rest = time - lastMotion }
            lastMotion = nil
        }
        var anyBegan = false
        for contact in contacts {
            if let index = fingers.firstIndex(where: { $0.id == contact.id && $0.end == nil }) {
                if contact.position != fingers[index].position { lastMotion = time }
                fingers[index].displacement = contact.position - fingers[index].origin
                fingers[index].path.move(to: contact.position, at: time)
                extent.move(to: fingers[index].displacement.length, age: time - lastChange)
            } else {
                let (start, origin) = starts[contact.id] ?? (time, contact.position)
                fingers.append(
                    Finger(
                        id: contact.id, start: start, origin: origin, displacement: contact.position - origin,
                        path: FingerPath(from: origin)))
                fingers[fingers.count - 1].path.move(to: contact.position, at: time)
                self.start = fingers.count == 1 ? start : min(self.start, start)
                (lastChange, lastMotion, anyBegan) = (time, time, true)
            }
        }
        measureScale(anyBegan: anyBegan)
        end = time
        extent.duration = end - start
        extent.fingers = max(extent.fingers, contacts.count)
    }

    /// Records how hard the fingers press, and next to what.
    ///
    /// - Parameter contacts: All contacts of the frame.
    mutating func weigh(_ contacts: [ContactsMessage.Contact]) {
        let isNextToPalm = contacts.contains { $0.isDown && $0.state == .known(.palm) }
        for contact in contacts where contact.isDown {
            guard let index = fingers.firstIndex(where: { $0.id == contact.id && $0.end == nil }) else { continue }
            let peak = fingers[index].peak
            fingers[index].peak = (max(peak.pressure, contact.pressure ?? 0), max(peak.size, contact.size ?? 0))
            if isNextToPalm { fingers[index].isNextToPalm = true }
        }
    }

    /// Adds a later touch: its fingers came down before all of this one had lifted, or while a lift was held back.
    mutating func join(_ later: TrackedTouch) {
        fingers += later.fingers
        start = min(start, later.start)
        end = max(end, later.end)
        (lastChange, lastMotion, spanAtStart) = (later.lastChange, later.lastMotion, later.spanAtStart)
        if max(later.scale, 1 / later.scale) > max(scale, 1 / scale) { scale = later.scale }
        let atOnce = fingers.map { finger in
            fingers.count { $0.start <= finger.start && $0.end.map { $0 > finger.start } ?? true }
        }
        extent.fingers = max(extent.fingers, later.extent.fingers, atOnce.max() ?? 0)
        extent.move(to: later.extent.distance, age: later.extent.steady)
        (extent.rest, extent.steady) = (later.extent.rest, max(extent.steady, later.extent.steady))
        extent.duration = end - start
    }

    /// Sets a later start: a contact that was held back during other touches counts from the end of the last of them.
    mutating func begin(at time: Timestamp) {
        start = time
        extent.duration = end - start
    }

    private mutating func measureScale(anyBegan: Bool) {
        let down = fingers.filter { $0.end == nil }.map(\.position)
        guard down.count > 1, down.count == extent.fingers || anyBegan else { return }
        let centre = down.reduce(Vector.zero) { $0 + ($1 - .zero) } / Double(down.count)
        let span = down.reduce(0) { $0 + ($1 - .zero - centre).length }
        if anyBegan { (spanAtStart, scale) = (span, 1) }
        guard spanAtStart > 0, span > 0 else { return }
        let now = span / spanAtStart
        if max(now, 1 / now) > max(scale, 1 / scale) { scale = now }
    }

    // MARK: Words

    /// `2 fingers, 26 mm down in 0.77 s`, and what that is although it is no gesture.
    func headline(on kind: TouchDeviceKind?, isClick: Bool = false) -> String {
        guard extent.fingers > 0 else { return "no finger" }
        let way = way.isEmpty ? "" : ", \(way)"
        let seconds = Wording.decimal(extent.duration.seconds, 2)
        let outcome = isClick ? "a click" : isPointing(on: kind) ? "moves the pointer" : "no gesture"
        return "\(Wording.fingers(extent.fingers))\(way) in \(seconds) s: \(outcome)"
    }

    /// Where the finger that went farthest is, with how far it had gone if it went back: `37 mm right and back to 7.2 mm`.
    private var way: String {
        let finger = fingers.max { $0.path.reach.length < $1.path.reach.length }
        guard let finger, finger.path.reach.length >= 1 else { return "" }
        let (reach, kept) = (finger.path.reach, finger.displacement)
        return reach.length > kept.length / GestureAccount.keptShare + GestureAccount.slip
            ? "\(Wording.millimetres(reach.length)) \(SwipeDirection.words(of: reach)) and back to "
                + Wording.millimetres(kept.length)
            : "\(Wording.millimetres(kept.length)) \(SwipeDirection.words(of: kept))"
    }

    /// True if a finger moves the pointer of a touchpad.
    func isPointing(on kind: TouchDeviceKind?) -> Bool {
        kind == .touchpad && extent.fingers == 1 && (fingers.map(\.path.reach.length).max() ?? 0) >= 10
    }

    /// What the finger that went farthest did; nil if contacts are not reported.
    var drag: GestureValue.Drag? {
        guard let finger = fingers.max(by: { $0.displacement.length < $1.displacement.length }) else { return nil }
        return GestureValue.Drag(
            fingers: extent.fingers, location: finger.origin + finger.displacement, startLocation: finger.origin,
            velocity: .zero)
    }
}
