internal import GestureModel

/// One slot: what the device said last, and the contact that the last frame showed in it.
///
/// A device repeats no value that is unchanged, so a contact that begins takes the coordinates the slot had before.
struct ContactSlot: Sendable {
    var x: Int32 = 0
    var y: Int32 = 0
    /// The contact the device has here, by its own number; nil where there is none.
    private var tracked: Int32?
    /// Whether the contact of the last frame is over, although there may be another one here by now.
    private var isReplaced = false
    /// The contact the last frame showed.
    private var shown: (id: Int, position: Point)?

    /// Takes an ABS_MT_TRACKING_ID. Most drivers send -1 between two contacts; some go from one to the next.
    mutating func track(_ trackingID: Int32) {
        let contact = trackingID >= 0 ? trackingID : nil
        guard contact != tracked else { return }
        tracked = contact
        isReplaced = true
    }

    /// Appends what became of the slot since the last frame, and returns the contact that is down in it.
    ///
    /// A contact that came and went between two frames is never seen: it has no place in a frame of its own.
    mutating func report(
        on scale: SurfaceScale, ids: inout ContactIDs, into contacts: inout [Contact]
    ) -> Contact? {
        if isReplaced, let contact = shown {
            // Where the last frame had it: what was sent since may belong to its successor.
            contacts.append(Contact(id: contact.id, phase: .ended, position: contact.position))
            shown = nil
        }
        isReplaced = false
        guard tracked != nil else { return nil }
        let position = scale.point(x: x, y: y)
        let contact =
            if let shown {
                Contact(id: shown.id, phase: position == shown.position ? .stationary : .moved, position: position)
            } else {
                Contact(id: ids.next(), phase: .began, position: position)
            }
        shown = (contact.id, position)
        contacts.append(contact)
        return contact
    }
}

/// Numbers the contacts of one device; none is used twice.
struct ContactIDs: Hashable, Sendable {
    private var last = 0

    mutating func next() -> Int {
        last += 1
        return last
    }
}
