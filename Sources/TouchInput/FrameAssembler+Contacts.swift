internal import GestureModel

/// What the device said, as a frame's contacts.
extension FrameAssembler {
    mutating func assemble(at time: Timestamp) {
        frame.time = max(frame.time, time)
        frame.isClicked = buttons.isPressed
        frame.contacts.removeAll(keepingCapacity: true)
        details.removeAll(keepingCapacity: true)
        if isUnslotted {
            unslotted.settle(into: &contactSlots, at: frame.time, on: scale, faults: &faults)
        } else if boxEvidence != nil {
            findBox()
        }
        if isBox { assembleBox() } else { assembleSlots() }
        while details.count < frame.contacts.count { details.append(ContactDetail()) }
    }

    private mutating func assembleSlots() {
        let isRebased = sharesSlots && mayHaveMovedSlots()
        var placed = 0
        var first: Contact?
        for index in 0..<reached {
            let touching = contactSlots[index].touches(limits, faults: &faults)
            let contact = contactSlots[index].report(
                touching: touching, isRebased: isRebased, on: scale, ids: &ids, into: &frame.contacts, &details)
            guard let contact else { continue }
            placed += 1
            first = first ?? contact
        }
        // With a slot for each finger the slots are right, and the count only early or late.
        let fingers = fingerCount.fingers
        let missing = fingers > slots ? fingers - placed : 0
        unplaced.report(missing, following: first, on: scale, ids: &ids, into: &frame.contacts)
    }

    /// Whether a finger came or went since the last frame, by the keys or by the slots.
    private mutating func mayHaveMovedSlots() -> Bool {
        let fingers = fingerCount.fingers
        defer { lastFingers = fingers }
        guard fingers == lastFingers else { return true }
        let slots = contactSlots.span
        for index in slots.indices where slots[index].isReplaced { return true }
        return false
    }

    private mutating func assembleBox() {
        let isRebased = mayHaveMovedSlots()
        var corners = 0
        var middle = Vector.zero
        var last: ContactDetail?
        for index in contactSlots.indices {
            if contactSlots[index].touches(limits, faults: &faults), fingerCount.isTouching {
                let corner = scale.point(x: contactSlots[index].x, y: contactSlots[index].y)
                corners += 1
                middle = middle + Vector(dx: corner.x, dy: corner.y)
                last = contactSlots[index].detail(on: scale)
            }
            contactSlots[index].endFrame()
        }
        let place = corners == 0 ? nil : Point(x: middle.dx / Double(corners), y: middle.dy / Double(corners))
        let contact = box.report(
            at: place, isRebased: isRebased, on: scale, ids: &ids, into: &frame.contacts)
        if contact != nil, let last { details.append(last) }
        unplaced.report(
            max(fingerCount.fingers, corners) - 1, following: contact, on: scale, ids: &ids, into: &frame.contacts)
    }

    /// Goes on with a box, should the slots turn out to be its corners.
    private mutating func findBox() {
        guard boxEvidence?.proves(contactSlots[0], contactSlots[1]) == true else { return }
        boxEvidence = nil
        isBox = true
        faults.count(.unannouncedBox)
        let contacts = (contactSlots[0].release(), contactSlots[1].release())
        box = TouchBox(contacts.0 ?? contacts.1)
        if contacts.0 != nil, let other = contacts.1 { unplaced.adopt(other) }
        lastFingers = 0
    }

    /// Brings the contacts to what the slots say, without showing anybody how.
    mutating func settle() {
        assemble(at: frame.time)
        frame.contacts.removeAll(keepingCapacity: true)
        details.removeAll(keepingCapacity: true)
        state = .following
    }
}
