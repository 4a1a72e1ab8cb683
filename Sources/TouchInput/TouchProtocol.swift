/// How a device tells its contacts apart.
enum TouchProtocol: Hashable, Sendable {
    /// Multitouch protocol B: each contact keeps a slot while it is down.
    case slots(Int)
    /// Two slots that are corners of a box around the fingers (semi-multitouch).
    case box
    /// Multitouch protocol A: each frame tells all contacts, in any order, SYN_MT_REPORT after each.
    case unslotted
    /// ABS_X, ABS_Y and BTN_TOUCH place one contact. Touchpads may count more fingers than that by BTN_TOOL_*.
    case single

    /// The kernel refuses more (input_mt_init_slots); what a device claims beyond it would be memory for nothing.
    static let mostSlots = 1024
    /// Protocol A does not say how many contacts there may be. Apple's touchpads and most screens send up to 16.
    static let mostUnslotted = 16

    init(_ description: DeviceDescription) throws(DeviceDescriptionError) {
        let multitouch = description.hasAxes(AbsoluteCode.positionX, AbsoluteCode.positionY)
        let tracked = description.axis(AbsoluteCode.trackingID) != nil
        let slot = description.axis(AbsoluteCode.slot)
        if multitouch, tracked, let slot {
            self = try TouchProtocol(slot: slot, isBoxed: description.has(property: InputProperty.semiMultitouch))
        } else if multitouch, slot == nil {
            self = .unslotted
        } else {
            guard description.hasAxes(AbsoluteCode.x, AbsoluteCode.y) else {
                throw multitouch ? .untracked : .noPosition
            }
            guard description.can(EventType.key, KeyCode.touch) else { throw .noTouch }
            self = .single
        }
    }

    private init(slot: DeviceDescription.Axis, isBoxed: Bool) throws(DeviceDescriptionError) {
        guard slot.maximum >= 0 else { throw .noSlots(maximum: slot.maximum) }
        let slots = min(Int(slot.maximum) + 1, TouchProtocol.mostSlots)
        self = isBoxed && slots >= 2 ? .box : .slots(slots)
    }

    /// How many contacts it can place at once.
    var slots: Int {
        switch self {
        case .slots(let count): count
        case .unslotted: TouchProtocol.mostUnslotted
        case .box, .single: 1
        }
    }

    /// How many places events can be about.
    var storedSlots: Int { self == .box ? 2 : slots }
    var hasContactAxes: Bool { self != .single }
    var xCode: UInt16 { hasContactAxes ? AbsoluteCode.positionX : AbsoluteCode.x }
    var yCode: UInt16 { hasContactAxes ? AbsoluteCode.positionY : AbsoluteCode.y }
}

extension DeviceDescription {
    fileprivate func hasAxes(_ x: UInt16, _ y: UInt16) -> Bool { axis(x) != nil && axis(y) != nil }
}
