internal import GestureModel
internal import GestureProtocol

/// The touches of all devices, in the order in which they began.
struct TouchTracker {
    private(set) var touches: [TrackedTouch] = []
    /// When and where each contact came down, by the device's id and the contact's number.
    private var starts: [String: [Int: (time: Timestamp, position: Point)]] = [:]

    /// Adds a frame, with positions in points. The same frame may be added several times.
    mutating func add(_ frame: ContactsMessage) {
        var starts = starts[frame.device, default: [:]]
        for contact in frame.contacts where starts[contact.id] == nil {
            starts[contact.id] = (frame.time, contact.position)
        }
        let down = frame.contacts.filter { $0.isDown && $0.state == .known(.finger) }
        var index = touches.lastIndex { $0.device == frame.device && $0.isDown }
        let isNew = index == nil
        if isNew, !down.isEmpty {
            index = touches.count
            touches.append(TrackedTouch(on: frame.device, at: frame.time))
        }
        if let index {
            let start = isNew ? nil : touches[index].start
            touches[index].update(down, at: frame.time, starts: starts)
            touches[index].weigh(frame.contacts)
            // A contact that is no finger any more may become one again.
            for contact in frame.contacts where contact.isDown && contact.state != .known(.finger) {
                guard touches[index].fingers.contains(where: { $0.id == contact.id && $0.end == frame.time }) else {
                    continue
                }
                starts[contact.id] = (frame.time, contact.position)
            }
            // A finger that was held back had begun earlier, together with contacts that are none.
            let touch = touches[index]
            if touch.start != start {
                touches.removeAll { $0.device == touch.device && $0.extent.fingers == 0 && $0.end >= touch.start }
                separate(frame.device)
            }
        }
        for contact in frame.contacts where !contact.isDown { starts[contact.id] = nil }
        self.starts[frame.device] = starts
    }

    /// The longest time for which a contact is held back that came down with, or right after, another finger.
    private static let hold = Microseconds.milliseconds(200)

    /// Joins the last touch of a device with those during which its first finger came down. If the finger was held back
    /// for longer, the touch begins where the one before it ends.
    private mutating func separate(_ device: String) {
        while let index = touches.lastIndex(where: { $0.device == device }),
            let earlier = touches[..<index].lastIndex(where: { $0.device == device }),
            touches[index].start < touches[earlier].end
        {
            guard touches[index].appearance - touches[earlier].end <= Self.hold else {
                return touches[index].begin(at: touches[earlier].end)
            }
            let last = touches.remove(at: index)
            touches[earlier].join(last)
        }
    }

    /// Joins the touches that are one to recognisers, as a decision shows.
    ///
    /// - Parameters:
    ///   - start: When the first finger came down.
    ///   - time: When it was decided.
    mutating func join(from start: Timestamp, to time: Timestamp, on device: String) {
        let numbers = touches.indices.filter { touches[$0].device == device }
        let own = numbers.map { touches[$0] }
        guard let range = own.range(from: start, to: time), range.count > 1, own.areContinuous(range) else { return }
        for index in range.dropFirst() { touches[numbers[range.lowerBound]].join(own[index]) }
        for index in range.dropFirst().reversed() { touches.remove(at: numbers[index]) }
    }

    /// Adds a touch of which contacts are not reported.
    mutating func add(_ touch: TrackedTouch) {
        touches.insert(touch, at: (touches.lastIndex { $0.start <= touch.start } ?? -1) + 1)
    }

    /// Adds a touch without a finger for a contact that was left out, unless it was down during another one.
    mutating func addContact(on device: String, from start: Timestamp, to end: Timestamp) {
        guard
            let index = touches.lastIndex(where: {
                $0.device == device && $0.start <= end && (start <= $0.end || $0.isDown)
            })
        else { return add(TrackedTouch(on: device, at: start, until: end)) }
        if touches[index].extent.fingers == 0 { touches[index].extend(to: end) }
    }

    /// Extends a touch of which contacts are not reported.
    mutating func extend(_ index: Int, to time: Timestamp) { touches[index].extend(to: time) }

    /// The fingers of a device that is removed count as lifted.
    mutating func remove(device: String) {
        starts[device] = nil
        for index in touches.indices where touches[index].device == device { touches[index].lift() }
    }

    /// The last touch that had begun at a time; nil if none had.
    func index(startingBy time: Timestamp) -> Int? { touches.lastIndex(startingBy: time, \.start) }

    mutating func remove(where isUnneeded: (TrackedTouch) -> Bool) { touches.removeAll(where: isUnneeded) }

    /// The touch during which something happened that began at a time: the last that had begun, unless it had been over
    /// for long. A tap is reported some time after its touch.
    func index(on device: String, at time: Timestamp) -> Int? {
        touches.lastIndex {
            $0.device == device && $0.start <= time && (time <= $0.end + .milliseconds(600) || $0.isDown)
        }
    }
}
