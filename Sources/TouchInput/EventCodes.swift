/// Event types of linux/input-event-codes.h, as far as touch devices use them.
public enum EventType {
    public static let synchronization: UInt16 = 0x00
    public static let key: UInt16 = 0x01
    public static let absolute: UInt16 = 0x03
}

/// SYN_*.
public enum SynchronizationCode {
    public static let report: UInt16 = 0
    public static let multitouchReport: UInt16 = 2
    /// The kernel's buffer overran: what follows up to the next report is not whole.
    public static let dropped: UInt16 = 3
}

/// BTN_*.
public enum KeyCode {
    public static let leftButton: UInt16 = 0x110
    public static let rightButton: UInt16 = 0x111
    public static let middleButton: UInt16 = 0x112
    public static let touch: UInt16 = 0x14a
    public static let toolFinger: UInt16 = 0x145
    public static let toolQuintupleTap: UInt16 = 0x148
    public static let toolDoubleTap: UInt16 = 0x14d
    public static let toolTripleTap: UInt16 = 0x14e
    public static let toolQuadrupleTap: UInt16 = 0x14f
}

/// ABS_*.
public enum AbsoluteCode {
    public static let x: UInt16 = 0x00
    public static let y: UInt16 = 0x01
    public static let pressure: UInt16 = 0x18
    public static let slot: UInt16 = 0x2f
    public static let touchMajor: UInt16 = 0x30
    public static let touchMinor: UInt16 = 0x31
    public static let positionX: UInt16 = 0x35
    public static let positionY: UInt16 = 0x36
    public static let toolType: UInt16 = 0x37
    public static let trackingID: UInt16 = 0x39
    public static let contactPressure: UInt16 = 0x3a
    /// 0 touches; more hovers.
    public static let distance: UInt16 = 0x3b
}

/// MT_TOOL_*, the values of ABS_MT_TOOL_TYPE.
enum ToolType {
    static let palm: Int32 = 2
}

/// INPUT_PROP_*.
public enum InputProperty {
    public static let pointer: UInt16 = 0
    public static let direct: UInt16 = 1
    public static let semiMultitouch: UInt16 = 3
}
