internal import GestureModel

/// What a protocol A device tells of its contacts in one frame, and whose contacts of the last frame they are.
///
/// Such a device tells all of every contact in every frame, SYN_MT_REPORT after each. A contact that is not told is gone.
struct UnslottedContacts: Sendable {
    /// One contact of this frame.
    private struct Packet {
        var id: Int32?
        var x: Int32?
        var y: Int32?
        var detail = ContactDetail()
        var distance: Int32 = 0
        /// The slot it goes to, once known.
        var slot: Int?

        var isEmpty: Bool { id == nil && x == nil && y == nil }
        /// Drivers from before there was a way to leave a contact out say 0 of its size.
        var isLifted: Bool { detail.major == 0 || (detail.major == nil && detail.pressure == 0) }
    }

    private var packet = Packet()
    private var packets: [Packet] = []
    /// The id that several contacts of this frame have.
    private var sharedID: Int32?
    /// Whether this frame says anything of contacts. Frames of buttons and pens do not.
    private var isTold = false
    /// BTN_TOUCH was released, and not pressed since. Some drivers say that alone when the last finger lifts; others have
    /// the key and never send it.
    private var isReleased = false
    private var time: Timestamp?
    /// Whether a slot's contact was found again in this frame.
    private var isKept: [Bool]

    init() {
        isKept = Array(repeating: false, count: TouchProtocol.mostUnslotted)
        packets.reserveCapacity(TouchProtocol.mostUnslotted)
    }

    /// Takes a value of the contact that the next SYN_MT_REPORT ends.
    mutating func take(_ code: UInt16, _ value: Int32) {
        switch code {
        case AbsoluteCode.positionX: packet.x = value
        case AbsoluteCode.positionY: packet.y = value
        case AbsoluteCode.trackingID: packet.id = value >= 0 ? value : nil
        case AbsoluteCode.distance: packet.distance = value
        default: packet.detail.take(code, value)
        }
    }

    mutating func take(isTouching: Bool) {
        isReleased = !isTouching
    }

    /// Takes a SYN_MT_REPORT. One without a contact before it says that there is none.
    mutating func endContact(faults: inout DeviceFaults) {
        isTold = true
        defer { packet = Packet() }
        guard !packet.isEmpty, !packet.isLifted else { return }
        guard packets.count < TouchProtocol.mostUnslotted else { return faults.count(.unknownSlot) }
        leaveOutSharedID(&faults)
        guard packet.id != nil || (packet.x != nil && packet.y != nil) else { return faults.count(.missingCoordinate) }
        packets.append(packet)
    }

    /// Of drivers that give all contacts one id, places must tell.
    private mutating func leaveOutSharedID(_ faults: inout DeviceFaults) {
        guard let id = packet.id else { return }
        if let twin = packets.firstIndex(where: { $0.id == id }) {
            sharedID = id
            packets[twin].id = nil
            faults.count(.sharedID)
        }
        if id == sharedID { packet.id = nil }
    }

    /// Forgets a frame that is not whole.
    mutating func discard() {
        packet = Packet()
        packets.removeAll(keepingCapacity: true)
        sharedID = nil
        isTold = false
    }

    /// Gives each contact of the frame its slot, and lifts those of the slots that were not told.
    mutating func settle(
        into slots: inout [ContactSlot], at now: Timestamp, on scale: SurfaceScale, faults: inout DeviceFaults
    ) {
        // A driver of one contact may leave out the SYN_MT_REPORT.
        if !packet.isEmpty { endContact(faults: &faults) }
        defer { discard() }
        guard isTold || isReleased else { return }
        if isReleased { packets.removeAll(keepingCapacity: true) }
        for index in slots.indices { isKept[index] = false }
        matchIDs(in: slots)
        matchPlaces(in: slots, within: reach(at: now), on: scale)
        for index in slots.indices where !isKept[index] { slots[index].track(-1) }
        for index in packets.indices { fill(&slots, from: packets[index]) }
    }

    /// Points that a finger may move from one frame to the next. 5 mm, since two fingertips are not nearer to each other,
    /// and 3 m/s: the fastest recorded strokes have 1.5 m/s. Without frames nothing moved, so a long time counts as 50 ms.
    private mutating func reach(at now: Timestamp) -> Double {
        let gap = time.map { longestGap(from: $0, to: now) } ?? 0
        time = now
        return (5 + 0.003 * Double(gap)) / Surface.millimetresPerPoint
    }

    /// Microseconds. A broken clock's are longer than numbers are.
    private func longestGap(from last: Timestamp, to now: Timestamp) -> Int64 {
        let (gap, overflows) = now.microseconds.subtractingReportingOverflow(last.microseconds)
        return overflows ? 50_000 : min(gap, 50_000)
    }

    private mutating func matchIDs(in slots: [ContactSlot]) {
        for index in packets.indices {
            guard let id = packets[index].id, let slot = slots.firstIndex(where: { $0.tracked == id }), !isKept[slot]
            else { continue }
            keep(slot, for: index)
        }
    }

    /// The nearest two that are left are the same contact, until none are near enough.
    private mutating func matchPlaces(in slots: [ContactSlot], within reach: Double, on scale: SurfaceScale) {
        while true {
            var nearest: (packet: Int, slot: Int)?
            var least = reach * reach
            for index in packets.indices where packets[index].slot == nil && packets[index].id == nil {
                guard let x = packets[index].x, let y = packets[index].y else { continue }
                let place = scale.point(x: x, y: y)
                for slot in slots.indices where !isKept[slot] && slots[slot].hasPlace {
                    let way = place - scale.point(x: slots[slot].x, y: slots[slot].y)
                    let square = way.dx * way.dx + way.dy * way.dy
                    guard square <= least else { continue }
                    least = square
                    nearest = (index, slot)
                }
            }
            guard let nearest else { return }
            keep(nearest.slot, for: nearest.packet)
        }
    }

    private mutating func keep(_ slot: Int, for packet: Int) {
        isKept[slot] = true
        packets[packet].slot = slot
    }

    private mutating func fill(_ slots: inout [ContactSlot], from packet: Packet) {
        guard let slot = packet.slot ?? begin(in: &slots, packet) else { return }
        if let x = packet.x { slots[slot].takeX(x) }
        if let y = packet.y { slots[slot].takeY(y) }
        slots[slot].detail = packet.detail
        slots[slot].distance = packet.distance
    }

    /// There are as many slots as packets, so one is free.
    private mutating func begin(in slots: inout [ContactSlot], _ packet: Packet) -> Int? {
        guard let slot = isKept.firstIndex(of: false) else { return nil }
        isKept[slot] = true
        slots[slot].empty()
        // Without ids any number will do: a slot whose contact is over has none.
        slots[slot].track(packet.id ?? 0)
        return slot
    }
}
