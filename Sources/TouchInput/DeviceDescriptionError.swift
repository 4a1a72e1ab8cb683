/// Why a device cannot be followed as a touch device.
public enum DeviceDescriptionError: Error, Hashable, Sendable {
    /// Neither ABS_MT_POSITION_X and _Y nor ABS_X and ABS_Y.
    case noPosition
    /// The axis's minimum is not below its maximum, so no value of it is a place.
    case noRange(axis: UInt16, minimum: Int32, maximum: Int32)
    /// ABS_MT_SLOT counts from 0, and its maximum is less.
    case noSlots(maximum: Int32)
    /// ABS_X and ABS_Y, and no BTN_TOUCH to tell when a finger is there.
    case noTouch
    /// Slots whose contacts have no ABS_MT_TRACKING_ID to tell when they begin and end, and no ABS_X and ABS_Y instead.
    case untracked
}

extension DeviceDescriptionError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noPosition: "no position: needs the axes ABS_MT_POSITION_X and ABS_MT_POSITION_Y, or ABS_X and ABS_Y"
        case .noRange(let axis, let minimum, let maximum):
            "axis \(AbsoluteCode.name(axis)) has no range: minimum \(minimum), maximum \(maximum)"
        case .noSlots(let maximum): "axis ABS_MT_SLOT has no slots: maximum \(maximum), needs 0 or more"
        case .noTouch: "no BTN_TOUCH: a device with ABS_X and ABS_Y alone needs it to tell when a finger is down"
        case .untracked: "no ABS_MT_TRACKING_ID: a device with ABS_MT_SLOT needs it to tell when a finger is down"
        }
    }
}

extension AbsoluteCode {
    /// As linux/input-event-codes.h spells it; the number where it is no position axis.
    static func name(_ code: UInt16) -> String {
        switch code {
        case x: "ABS_X"
        case y: "ABS_Y"
        case positionX: "ABS_MT_POSITION_X"
        case positionY: "ABS_MT_POSITION_Y"
        default: "ABS_0x" + String(code, radix: 16)
        }
    }
}
