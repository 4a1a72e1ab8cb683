public import GestureModel

/// One `struct input_event` of evdev.
public struct InputEvent: Hashable, Sendable {
    public var time: Timestamp
    public var type: UInt16
    public var code: UInt16
    public var value: Int32

    // Inlinable, because another module creates each event.
    @inlinable public init(time: Timestamp, type: UInt16, code: UInt16, value: Int32) {
        self.time = time
        self.type = type
        self.code = code
        self.value = value
    }

    /// True for SYN_REPORT, which ends the events of a frame.
    public var endsFrame: Bool { type == EventType.synchronization && code == SynchronizationCode.report }
}

/// One report of a live device: an event, or a part of the state that was queried after events were lost.
///
/// Between ``stateLost(_:)`` and ``stateKnown`` there are only ``state(_:)`` reports. They describe the current state,
/// not its history: if a contact appears, it came down unseen; if a contact has vanished, it lifted unseen.
public enum DeviceEvent: Hashable, Sendable {
    case event(InputEvent)
    /// Events were lost (SYN_DROPPED), or the device was just opened. A frame that began before the loss remains
    /// incomplete.
    case stateLost(Timestamp)
    /// One value of the state. All axes, all slots and all keys are included.
    case state(InputEvent)
    /// The state is complete again; events follow.
    case stateKnown
}

/// The event types of linux/input-event-codes.h that touch devices, pens and switches need.
public enum EventType {
    public static let synchronization: UInt16 = 0x00
    public static let key: UInt16 = 0x01
    public static let relative: UInt16 = 0x02
    public static let absolute: UInt16 = 0x03
    public static let switches: UInt16 = 0x05
}

/// SYN_*.
public enum SynchronizationCode {
    public static let report: UInt16 = 0
    public static let multitouchReport: UInt16 = 2
    /// The kernel's buffer overran, so the events up to the next report are incomplete.
    public static let dropped: UInt16 = 3
}

/// BTN_*.
public enum KeyCode {
    public static let leftButton: UInt16 = 0x110
    public static let rightButton: UInt16 = 0x111
    public static let middleButton: UInt16 = 0x112
    public static let toolPen: UInt16 = 0x140
    public static let toolRubber: UInt16 = 0x141
    public static let toolBrush: UInt16 = 0x142
    public static let toolPencil: UInt16 = 0x143
    public static let toolAirbrush: UInt16 = 0x144
    public static let toolFinger: UInt16 = 0x145
    public static let toolMouse: UInt16 = 0x146
    public static let toolLens: UInt16 = 0x147
    public static let toolQuintupleTap: UInt16 = 0x148
    public static let touch: UInt16 = 0x14a
    public static let stylus: UInt16 = 0x14b
    public static let secondStylus: UInt16 = 0x14c
    public static let toolDoubleTap: UInt16 = 0x14d
    public static let toolTripleTap: UInt16 = 0x14e
    public static let toolQuadrupleTap: UInt16 = 0x14f
}

/// REL_*.
enum RelativeCode {
    /// The angle of a dial that lies on a screen, such as that of the Dell Canvas.
    static let dial: UInt16 = 7
}

/// SW_*.
public enum SwitchCode {
    /// 1 while the lid is closed.
    public static let lid: UInt16 = 0
    /// 1 while the machine is folded into a tablet.
    public static let tabletMode: UInt16 = 1
}

/// ABS_*.
public enum AbsoluteCode {
    public static let x: UInt16 = 0x00
    public static let y: UInt16 = 0x01
    public static let pressure: UInt16 = 0x18
    /// Of pens, as are both tilts.
    public static let penDistance: UInt16 = 0x19
    public static let tiltX: UInt16 = 0x1a
    public static let tiltY: UInt16 = 0x1b
    public static let slot: UInt16 = 0x2f
    public static let touchMajor: UInt16 = 0x30
    public static let touchMinor: UInt16 = 0x31
    public static let positionX: UInt16 = 0x35
    public static let positionY: UInt16 = 0x36
    public static let toolType: UInt16 = 0x37
    public static let trackingID: UInt16 = 0x39
    public static let contactPressure: UInt16 = 0x3a
    /// 0 for a contact that touches; more for one that hovers.
    public static let distance: UInt16 = 0x3b

    /// Returns the name in linux/input-event-codes.h for a position axis; otherwise the number.
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

/// MT_TOOL_*, the values of ABS_MT_TOOL_TYPE.
enum ToolType {
    static let palm: Int32 = 2
    static let dial: Int32 = 10
}

/// INPUT_PROP_*.
public enum InputProperty {
    public static let pointer: UInt16 = 0
    public static let direct: UInt16 = 1
    public static let semiMultitouch: UInt16 = 3
    /// INPUT_PROP_PRESSUREPAD, of Linux 6.18.
    public static let pressurePad: UInt16 = 7
}
