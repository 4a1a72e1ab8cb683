public import GestureModel

/// Says what a device lacks for a touch device: `has no ABS_X or ABS_MT_POSITION_X`.
public struct NotATouchDevice: Error, Hashable, Sendable {
    public var reason: String
}

extension DeviceDescription {
    /// What udev's input_id makes of the same capabilities, for devices that udev never saw.
    public func touchKind() throws(NotATouchDevice) -> TouchDeviceKind {
        guard hasMultitouchPosition || hasSingleTouchPosition else {
            throw NotATouchDevice(reason: "has no ABS_X and ABS_Y, nor ABS_MT_POSITION_X and ABS_MT_POSITION_Y")
        }
        guard hasMultitouchPosition || !isPenOnly else {
            throw NotATouchDevice(reason: "is a pen tablet: has BTN_TOOL_PEN, but no BTN_TOOL_FINGER")
        }
        if has(property: InputProperty.direct) { return .touchscreen }
        if can(EventType.key, KeyCode.toolFinger) || has(property: InputProperty.pointer) { return .touchpad }
        // Joysticks and virtual machines' tablets have axes, too. Android's protocol A screens have no BTN_TOUCH.
        guard hasMultitouchPosition || can(EventType.key, KeyCode.touch) else {
            throw NotATouchDevice(reason: "has ABS_X, but neither BTN_TOUCH nor ABS_MT_POSITION_X")
        }
        return .touchscreen
    }

    private var hasMultitouchPosition: Bool {
        axis(AbsoluteCode.positionX) != nil && axis(AbsoluteCode.positionY) != nil
    }

    private var hasSingleTouchPosition: Bool { axis(AbsoluteCode.x) != nil && axis(AbsoluteCode.y) != nil }

    private var isPenOnly: Bool {
        let toolPen: UInt16 = 0x140
        return can(EventType.key, toolPen) && !can(EventType.key, KeyCode.toolFinger)
    }
}
