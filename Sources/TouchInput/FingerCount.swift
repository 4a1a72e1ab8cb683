internal import GestureModel

/// How many fingers a touchpad says are on it (BTN_TOOL_FINGER … BTN_TOOL_QUINTTAP), which may be more than it can place.
///
/// From two fingers to three the one key is released and the other pressed in some order: the count holds only when the
/// frame is complete.
struct FingerCount: Hashable, Sendable {
    /// Bit n stands for the key of n fingers.
    private var tools: UInt8 = 0
    /// Without it the fingers that are counted only hover.
    private(set) var isTouching: Bool
    /// The most the device can count by keys; 0 where it cannot, and for touchscreens, whose keys tell of pens.
    let reach: Int

    /// A device without BTN_TOUCH is taken to touch.
    init(_ description: DeviceDescription, kind: TouchDeviceKind) {
        isTouching = !description.can(EventType.key, KeyCode.touch)
        let keys = [
            KeyCode.toolFinger, KeyCode.toolDoubleTap, KeyCode.toolTripleTap, KeyCode.toolQuadrupleTap,
            KeyCode.toolQuintupleTap,
        ]
        let last = keys.lastIndex { description.can(EventType.key, $0) }
        reach = kind == .touchpad ? last.map { $0 + 1 } ?? 0 : 0
    }

    mutating func take(_ key: UInt16, isPressed: Bool) {
        switch key {
        case KeyCode.touch: isTouching = isPressed
        case KeyCode.toolFinger: set(1, isPressed)
        case KeyCode.toolDoubleTap: set(2, isPressed)
        case KeyCode.toolTripleTap: set(3, isPressed)
        case KeyCode.toolQuadrupleTap: set(4, isPressed)
        case KeyCode.toolQuintupleTap: set(5, isPressed)
        default: break
        }
    }

    private mutating func set(_ fingers: Int, _ isPressed: Bool) {
        let bit: UInt8 = 1 << fingers
        if isPressed { tools |= bit } else { tools &= ~bit }
    }

    /// 0…5; the largest where a device holds several keys.
    var fingers: Int {
        guard isTouching, tools != 0, reach > 0 else { return 0 }
        return 7 - tools.leadingZeroBitCount
    }

    /// The most that can be counted.
    static let most = 5
}
