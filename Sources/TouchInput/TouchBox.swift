internal import GestureModel

/// The one place of a semi-multitouch touchpad: the middle of the box that its two slots are corners of.
///
/// Such hardware senses rows and columns. Of two fingers it knows the box around them, not which corners are theirs, so
/// the slots belong to no finger. The middle of the box is the middle of the two fingers whichever corners are theirs, and
/// stays where it is when slots swap. The box's size is not used, although for two fingers it is their distance: in
/// a fast scroll the second finger is told a frame later than the first, and the box of a recorded HP 8470p shrinks from
/// 11 mm to 1 mm without a pinch. libinput takes no pinch from such devices either.
struct TouchBox: Hashable, Sendable {
    private var shown: ShownContact?

    init() {}

    /// Goes on with a contact that was shown as a slot's.
    init(_ shown: ShownContact?) { self.shown = shown }

    /// Appends what became of the place since the last frame, and returns the contact that is down there.
    ///
    /// - Parameter place: The middle of the corners; nil without any.
    mutating func report(
        at place: Point?, isRebased: Bool, on scale: SurfaceScale, ids: inout ContactIDs, into contacts: inout [Contact]
    ) -> Contact? {
        guard let place else {
            if let shown { contacts.append(shown.ended) }
            shown = nil
            return nil
        }
        if let contact = shown?.move(to: place, isRebased: isRebased, on: scale) {
            contacts.append(contact)
            return contact
        }
        let contact = ShownContact(id: ids.next(), position: place)
        shown = contact
        contacts.append(contact.began)
        return contact.began
    }
}

/// Finds devices whose slots are the corners of a box, although they do not say so (INPUT_PROP_SEMI_MT came in Linux 2.6.38,
/// and drivers set it later).
///
/// The kernel's pointer emulation gives ABS_X and ABS_Y the place of one contact. A pointer with the x of one slot and
/// the y of the other is at a corner that no slot is: only a driver that knows the real place of a finger, and sends
/// a box, says that. No other recorded device did in 7000 frames of two fingers.
struct BoxEvidence: Sendable {
    /// What the kernel's filter may hold the two axes apart (input_defuzz_abs_event).
    private let slack: (x: Double, y: Double)
    var pointerX: Int32?
    var pointerY: Int32?

    /// Nil where there cannot be any: such boxes have two corners and a pointer.
    init?(_ description: DeviceDescription) {
        guard description.axis(AbsoluteCode.x) != nil, description.axis(AbsoluteCode.y) != nil else {
            return nil
        }
        func fuzz(_ codes: UInt16...) -> Double {
            codes.map { Double(max(0, description.axis($0)?.fuzz ?? 0)) }.max() ?? 0
        }
        slack = (
            2 * fuzz(AbsoluteCode.x, AbsoluteCode.positionX), 2 * fuzz(AbsoluteCode.y, AbsoluteCode.positionY)
        )
    }

    func proves(_ first: ContactSlot, _ second: ContactSlot) -> Bool {
        guard first.hasPlace, second.hasPlace else { return false }
        let isMixed =
            (pointerX == first.x && pointerY == second.y) || (pointerX == second.x && pointerY == first.y)
        return isMixed && abs(Double(first.x) - Double(second.x)) > slack.x
            && abs(Double(first.y) - Double(second.y)) > slack.y
    }
}
