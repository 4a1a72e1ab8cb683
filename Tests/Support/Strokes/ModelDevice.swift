public import GestureModel
public import TouchInput

/// The devices strokes are made on: one of each kind that drivers distinguish.
public enum ModelDevice: String, CaseIterable, Sendable {
    /// 344 × 194 mm, 10 slots: a 15.6 inch screen. Drivers of direct devices count no fingers by BTN_TOOL_*.
    case touchscreen
    /// 105 × 65 mm, 5 slots: a laptop's clickpad.
    case touchpad
    /// 100 × 60 mm; reports the corners of the box around two fingers, and of a third only its presence.
    case semiMultitouchTouchpad
    /// 260 × 150 mm, ABS_X and ABS_Y alone: a resistive or infrared screen.
    case singleTouchScreen

    public var kind: TouchDeviceKind {
        switch self {
        case .touchscreen, .singleTouchScreen: .touchscreen
        case .touchpad, .semiMultitouchTouchpad: .touchpad
        }
    }

    /// Width and height in millimetres.
    public var size: Vector {
        switch self {
        case .touchscreen: Vector(dx: 344, dy: 194)
        case .touchpad: Vector(dx: 105, dy: 65)
        case .semiMultitouchTouchpad: Vector(dx: 100, dy: 60)
        case .singleTouchScreen: Vector(dx: 260, dy: 150)
        }
    }

    /// 0 for a device that has none.
    public var slots: Int {
        switch self {
        case .touchscreen: 10
        case .touchpad: 5
        case .semiMultitouchTouchpad: 2
        case .singleTouchScreen: 0
        }
    }

    public var description: DeviceDescription {
        DeviceDescription(
            name: "gestured \(rawValue)", bus: 0x18, vendor: 0x6765, product: 0x7374, version: 0x0100,
            properties: properties,
            capabilities: [
                .init(type: EventType.key, codes: keys.sorted()),
                .init(type: EventType.absolute, codes: axes.map(\.code)),
            ],
            axes: axes)
    }

    /// Units per millimetre.
    var resolution: Int32 {
        switch self {
        case .touchscreen: 20
        case .touchpad: 40
        case .semiMultitouchTouchpad: 45
        case .singleTouchScreen: 10
        }
    }

    /// What x and y are at the top left corner. Not 0 on semi-multitouch pads, whose drivers came with such ranges.
    var origin: Int32 { self == .semiMultitouchTouchpad ? 1200 : 0 }

    /// BTN_TOOL_* for 1, 2, … fingers, as many as the device counts.
    var tools: [UInt16] {
        let all = [
            KeyCode.toolFinger, KeyCode.toolDoubleTap, KeyCode.toolTripleTap, KeyCode.toolQuadrupleTap,
            KeyCode.toolQuintupleTap,
        ]
        return switch self {
        case .touchscreen, .singleTouchScreen: []
        case .touchpad: all
        case .semiMultitouchTouchpad: Array(all.prefix(3))
        }
    }

    private var properties: [UInt16] {
        switch self {
        case .touchscreen, .singleTouchScreen: [InputProperty.direct]
        case .touchpad: [InputProperty.pointer]
        case .semiMultitouchTouchpad: [InputProperty.pointer, InputProperty.semiMultitouch]
        }
    }

    private var keys: [UInt16] { (kind == .touchpad ? [KeyCode.leftButton] : []) + [KeyCode.touch] + tools }

    private var axes: [DeviceDescription.Axis] {
        let single = [position(AbsoluteCode.x, size.dx), position(AbsoluteCode.y, size.dy)]
        guard slots > 0 else { return single }
        return single + [
            .init(code: AbsoluteCode.slot, minimum: 0, maximum: Int32(slots - 1)),
            position(AbsoluteCode.positionX, size.dx),
            position(AbsoluteCode.positionY, size.dy),
            .init(code: AbsoluteCode.trackingID, minimum: 0, maximum: 65535),
        ]
    }

    private func position(_ code: UInt16, _ millimetres: Double) -> DeviceDescription.Axis {
        .init(
            code: code, minimum: origin, maximum: origin + Int32(millimetres) * resolution, resolution: resolution)
    }
}
