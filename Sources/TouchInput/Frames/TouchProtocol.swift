/// How a device distinguishes its contacts.
enum TouchProtocol: Hashable, Sendable {
    /// Multitouch protocol B: each contact keeps a slot while it is down.
    case slots(Int)
    /// Two slots that are corners of a box around the fingers (semi-multitouch).
    case box
    /// Multitouch protocol A: each frame lists all contacts, in any order, with SYN_MT_REPORT after each.
    case unslotted
    /// ABS_X, ABS_Y and BTN_TOUCH describe one contact. Touchpads may count more fingers by BTN_TOOL_*.
    case single

    /// The kernel's limit (input_mt_init_slots). Slots that a device announces beyond it would waste memory.
    static let maximumSlots = 1024
    /// Protocol A announces no number of contacts. Apple's touchpads and most screens send up to 16.
    static let maximumUnslotted = 16

    init(_ description: DeviceDescription) throws(DeviceDescriptionError) {
        let slot = description.axis(AbsoluteCode.slot)
        if description.hasContactPositions, description.axis(AbsoluteCode.trackingID) != nil, let slot {
            guard slot.maximum >= 0 else { throw .noSlots(maximum: slot.maximum) }
            let slots = min(Int(slot.maximum) + 1, TouchProtocol.maximumSlots)
            self = slots >= 2 && description.has(property: InputProperty.semiMultitouch) ? .box : .slots(slots)
        } else if description.hasContactPositions, slot == nil {
            self = .unslotted
        } else {
            guard description.hasPointerPosition else {
                throw description.hasContactPositions ? .untracked : .noPosition
            }
            guard description.has(key: KeyCode.touch) else { throw .noTouch }
            self = .single
        }
    }

    /// How many contacts have positions of their own at once.
    var slots: Int {
        switch self {
        case .slots(let count): count
        case .unslotted: TouchProtocol.maximumUnslotted
        case .box, .single: 1
        }
    }

    /// How many slots events can name.
    var storedSlots: Int { self == .box ? 2 : slots }
    var hasContactAxes: Bool { self != .single }
    var xCode: UInt16 { hasContactAxes ? AbsoluteCode.positionX : AbsoluteCode.x }
    var yCode: UInt16 { hasContactAxes ? AbsoluteCode.positionY : AbsoluteCode.y }
}
