internal import GestureModel

/// Collects the contacts that a protocol A device reports in one frame, and matches them with those of the last frame.
///
/// Such a device reports all values of every contact in every frame, with SYN_MT_REPORT after each contact. A missing
/// contact has lifted.
struct ProtocolAContacts: Sendable {
    /// One contact of this frame.
    private struct Packet {
        var id: Int32?
        var x: Int32?
        var y: Int32?
        var detail = ContactDetail()
        var distance: Int32 = 0
        /// The slot that this contact had in the previous frame; nil until it is found, and for a new contact.
        var slot: Int?

        var isEmpty: Bool { id == nil && x == nil && y == nil }
        /// Older drivers cannot omit a contact that has lifted. They report it with a size or pressure of 0.
        var isLifted: Bool { detail.major == 0 || (detail.major == nil && detail.pressure == 0) }
    }

    private var packet = Packet()
    private var packets: [Packet] = []
    /// The id that several contacts of this frame share.
    private var sharedID: Int32?
    /// True if this frame has a SYN_MT_REPORT or a contact. False for a frame that only has events of buttons or pens.
    private var hasContactReport = false
    /// True if BTN_TOUCH was released and not pressed again. Some drivers send only this when the last finger lifts.
    /// False at first, because other drivers announce the key but never send it.
    private var isReleased = false
    private var lastTime: Timestamp?
    /// For each slot, true if its contact was found in this frame.
    private var isMatched = [Bool](repeating: false, count: TouchProtocol.maximumUnslotted)

    init() { packets.reserveCapacity(TouchProtocol.maximumUnslotted) }

    /// Stores a value of the contact that the next SYN_MT_REPORT ends.
    mutating func set(_ code: UInt16, _ value: Int32) {
        switch code {
        case AbsoluteCode.positionX: packet.x = value
        case AbsoluteCode.positionY: packet.y = value
        case AbsoluteCode.trackingID: packet.id = value >= 0 ? value : nil
        case AbsoluteCode.distance: packet.distance = value
        default: packet.detail.set(code, value)
        }
    }

    mutating func setTouchKey(isPressed: Bool) { isReleased = !isPressed }

    /// Handles a SYN_MT_REPORT. Without preceding values it means that no contact is down.
    mutating func endContact(faults: inout DeviceFaults) {
        hasContactReport = true
        defer { packet = Packet() }
        guard !packet.isEmpty, !packet.isLifted else { return }
        guard packets.count < TouchProtocol.maximumUnslotted else { return faults.count(.unknownSlot) }
        removeSharedID(&faults)
        guard packet.id != nil || (packet.x != nil && packet.y != nil) else { return faults.count(.missingCoordinate) }
        packets.append(packet)
    }

    /// Removes an id that several contacts share, so that they are matched by their positions. Some drivers give all
    /// contacts one id.
    private mutating func removeSharedID(_ faults: inout DeviceFaults) {
        guard let id = packet.id else { return }
        if let twin = packets.firstIndex(where: { $0.id == id }) {
            sharedID = id
            packets[twin].id = nil
            faults.count(.sharedID)
        }
        if id == sharedID { packet.id = nil }
    }

    /// Discards the contacts of the current frame.
    mutating func discard() {
        packet = Packet()
        packets.removeAll(keepingCapacity: true)
        sharedID = nil
        hasContactReport = false
    }

    /// Ends a frame: assigns a slot to each of its contacts, and lifts the contacts of the other slots. A frame without
    /// a SYN_MT_REPORT and without a contact changes nothing, unless BTN_TOUCH was released.
    mutating func endFrame(
        into slots: inout [ContactSlot], at now: Timestamp, on scale: SurfaceScale, faults: inout DeviceFaults
    ) {
        // A driver that supports one contact may omit the SYN_MT_REPORT.
        if !packet.isEmpty { endContact(faults: &faults) }
        defer { discard() }
        guard hasContactReport || isReleased else { return }
        if isReleased { packets.removeAll(keepingCapacity: true) }
        for index in slots.indices { isMatched[index] = false }
        matchIDs(in: slots)
        matchPositions(in: slots, within: maximumStep(at: now), on: scale)
        for index in slots.indices where !isMatched[index] { slots[index].setTrackingID(-1) }
        for packet in packets { fill(&slots, from: packet, on: scale) }
    }

    /// Returns how far a finger may move from one frame to the next, in points: 5 mm, the least distance between two
    /// fingertips, plus the distance at 5.1 m/s, the speed of the fastest recorded fingers. A gap of more than 50 ms
    /// between the frames counts as 50 ms, because a moving finger causes frames. ``ContactFilter`` decides whether the
    /// step is a jump.
    private mutating func maximumStep(at now: Timestamp) -> Double {
        // A broken clock may run backwards.
        let gap = lastTime.map { $0 > now ? .milliseconds(50) : min(now - $0, .milliseconds(50)) } ?? .zero
        lastTime = now
        return (5 + 0.0051 * Double(gap.count)) / Surface.millimetresPerPoint
    }

    private mutating func matchIDs(in slots: [ContactSlot]) {
        for index in packets.indices {
            guard let id = packets[index].id, let slot = slots.firstIndex(where: { $0.trackingID == id }),
                !isMatched[slot]
            else { continue }
            match(index, slot)
        }
    }

    /// Matches contacts without an id with slots: always the nearest remaining pair, until no pair is near enough.
    private mutating func matchPositions(in slots: [ContactSlot], within step: Double, on scale: SurfaceScale) {
        while true {
            var nearest: (packet: Int, slot: Int)?
            var least = step * step
            for index in packets.indices where packets[index].slot == nil && packets[index].id == nil {
                guard let x = packets[index].x, let y = packets[index].y else { continue }
                let position = scale.point(x: x, y: y)
                for slot in slots.indices where !isMatched[slot] && slots[slot].hasPosition {
                    let step = position - scale.point(x: slots[slot].x, y: slots[slot].y)
                    let square = step.dx * step.dx + step.dy * step.dy
                    guard square <= least else { continue }
                    least = square
                    nearest = (index, slot)
                }
            }
            guard let nearest else { return }
            match(nearest.packet, nearest.slot)
        }
    }

    private mutating func match(_ packet: Int, _ slot: Int) {
        isMatched[slot] = true
        packets[packet].slot = slot
    }

    private mutating func fill(_ slots: inout [ContactSlot], from packet: Packet, on scale: SurfaceScale) {
        guard let slot = packet.slot ?? begin(packet, in: &slots) else { return }
        if let x = packet.x { slots[slot].setX(x, isFaulty: scale.x.isFaulty(x)) }
        if let y = packet.y { slots[slot].setY(y, isFaulty: scale.y.isFaulty(y)) }
        slots[slot].detail = packet.detail
        slots[slot].distance = packet.distance
    }

    /// Assigns a free slot to a new contact. There are at least as many slots as packets, so a slot is free.
    private mutating func begin(_ packet: Packet, in slots: inout [ContactSlot]) -> Int? {
        guard let slot = isMatched.firstIndex(of: false) else { return nil }
        isMatched[slot] = true
        slots[slot].clear()
        // A contact without an id gets any number, which only marks the slot as occupied.
        slots[slot].setTrackingID(packet.id ?? 0)
        return slot
    }
}
