/// How a device tells its contacts apart.
enum TouchProtocol: Hashable, Sendable {
    /// Multitouch protocol B: each contact keeps a slot while it is down.
    case slots(Int)
    /// ABS_X, ABS_Y and BTN_TOUCH place one contact. Touchpads may count more fingers than that by BTN_TOOL_*.
    ///
    /// Protocol A devices are followed by these too. So are semi-multitouch ones, as libinput does: their two slots are
    /// the corners of a box around the fingers, which belong to no finger and jump when a third arrives.
    case single

    /// The kernel refuses more (input_mt_init_slots); what a device claims beyond it would be memory for nothing.
    static let mostSlots = 1024

    init(_ description: DeviceDescription) throws(DeviceDescriptionError) {
        let pointer = description.hasAxes(AbsoluteCode.x, AbsoluteCode.y)
        let touch = description.can(EventType.key, KeyCode.touch)
        let multitouch = description.hasAxes(AbsoluteCode.positionX, AbsoluteCode.positionY)
        let tracked = description.axis(AbsoluteCode.trackingID) != nil
        if multitouch, tracked, let slot = description.axis(AbsoluteCode.slot) {
            guard slot.maximum >= 0 else { throw .noSlots(maximum: slot.maximum) }
            let boxed = pointer && touch && description.has(property: InputProperty.semiMultitouch)
            self = boxed ? .single : .slots(min(Int(slot.maximum) + 1, TouchProtocol.mostSlots))
        } else if pointer && touch {
            self = .single
        } else {
            throw multitouch ? .unslotted : pointer ? .noTouch : .noPosition
        }
    }

    /// How many contacts it can place at once.
    var slots: Int {
        switch self {
        case .slots(let count): count
        case .single: 1
        }
    }

    var isSlotted: Bool { self != .single }
    var xCode: UInt16 { isSlotted ? AbsoluteCode.positionX : AbsoluteCode.x }
    var yCode: UInt16 { isSlotted ? AbsoluteCode.positionY : AbsoluteCode.y }
}

extension DeviceDescription {
    fileprivate func hasAxes(_ x: UInt16, _ y: UInt16) -> Bool { axis(x) != nil && axis(y) != nil }
}
