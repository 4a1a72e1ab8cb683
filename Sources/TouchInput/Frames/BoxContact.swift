internal import GestureModel

/// The only contact with a position of its own on a semi-multitouch touchpad: the centre of the box whose corners are
/// the two slots.
///
/// Such hardware senses rows and columns. It detects the box around two fingers, but not in which corners the fingers
/// are, so a slot is not a finger. The centre of the box is always the centre of the fingers, and does not move when
/// the slots swap. The box's diagonal is the distance of two fingers, but is not used: in a fast scroll the second
/// finger is reported a frame later than the first, and the box of a recorded HP 8470p shrinks from 11 mm to 1 mm
/// without a pinch. libinput recognises no pinch on such devices either.
struct BoxContact: Hashable, Sendable {
    private var reported: ReportedContact?

    init() {}

    /// Continues a contact that was reported for a slot.
    init(_ reported: ReportedContact?) { self.reported = reported }

    /// Appends the change since the last frame, and returns the contact that is down.
    mutating func report(
        _ corners: BoxCorners, rebaselines: Bool, on scale: SurfaceScale, ids: inout ContactIDs,
        into contacts: inout [Contact]
    ) -> Contact? {
        // If a corner is far outside of the surface, the contact keeps its position, and a new contact does not begin.
        guard let centre = corners.isFarOutside ? reported?.position : corners.centre else {
            if let reported { contacts.append(reported.ended) }
            reported = nil
            return nil
        }
        let contact = ReportedContact.update(
            &reported, position: centre, rebaselines: rebaselines, on: scale, ids: &ids)
        contacts.append(contact)
        return contact
    }
}

/// The touching corners of the box in one frame.
struct BoxCorners: Sendable {
    private(set) var count = 0
    /// True if a corner has an impossible position.
    private(set) var isFarOutside = false
    /// The details of the corner that was added last.
    private(set) var detail: ContactDetail?
    private var sum = Vector.zero

    mutating func add(_ slot: ContactSlot, on scale: SurfaceScale) {
        let corner = scale.point(x: slot.x, y: slot.y)
        count += 1
        isFarOutside = isFarOutside || slot.isFarOutside
        sum = sum + Vector(dx: corner.x, dy: corner.y)
        detail = slot.detail(on: scale)
    }

    /// nil without a corner.
    var centre: Point? { count == 0 ? nil : Point(x: sum.dx / Double(count), y: sum.dy / Double(count)) }
}

/// Detects devices whose slots are the corners of a box although INPUT_PROP_SEMI_MT is missing. Linux 2.6.38 introduced
/// the property, and drivers adopted it later.
///
/// The kernel's pointer emulation gives ABS_X and ABS_Y the position of one contact. A pointer with the x of one slot
/// and the y of the other proves a box. No recorded device of another kind sent such a pointer in 7000 frames with two
/// fingers.
struct BoxDetector: Sendable {
    /// In device units, on each axis: the largest difference between the pointer and a slot that the kernel's filter
    /// may cause (input_defuzz_abs_event). Slots that differ by this or less do not prove a box.
    private let slack: (x: Double, y: Double)
    private var pointerX: Int32?
    private var pointerY: Int32?

    /// Returns nil for a device without ABS_X and ABS_Y. Such a device cannot be recognised as a box.
    init?(_ description: DeviceDescription) {
        guard description.hasPointerPosition else { return nil }
        func fuzz(_ codes: UInt16...) -> Double {
            codes.map { Double(max(0, description.axis($0)?.fuzz ?? 0)) }.max() ?? 0
        }
        slack = (
            2 * fuzz(AbsoluteCode.x, AbsoluteCode.positionX), 2 * fuzz(AbsoluteCode.y, AbsoluteCode.positionY)
        )
    }

    /// Stores ABS_X and ABS_Y.
    mutating func setPointer(_ code: UInt16, _ value: Int32) {
        if code == AbsoluteCode.x { pointerX = value } else if code == AbsoluteCode.y { pointerY = value }
    }

    func isBox(_ first: ContactSlot, _ second: ContactSlot) -> Bool {
        guard first.hasPosition, second.hasPosition else { return false }
        let isMixed =
            (pointerX == first.x && pointerY == second.y) || (pointerX == second.x && pointerY == first.y)
        return isMixed && abs(Double(first.x) - Double(second.x)) > slack.x
            && abs(Double(first.y) - Double(second.y)) > slack.y
    }
}
