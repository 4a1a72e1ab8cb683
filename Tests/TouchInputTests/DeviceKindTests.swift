import GestureModel
import Testing
import TouchInput

@Suite struct DeviceKindTests {
    private static func device(properties: [UInt16] = [], keys: [UInt16] = [], axes: [UInt16]) -> DeviceDescription {
        DeviceDescription(
            name: "device", properties: properties,
            capabilities: [.init(type: EventType.key, codes: keys), .init(type: EventType.absolute, codes: axes)],
            axes: axes.map { .init(code: $0, minimum: 0, maximum: 100) })
    }

    private static let multitouch: [UInt16] = [0x2f, 0x35, 0x36, 0x39]
    private static let singleTouch: [UInt16] = [0, 1]
    private static let toolPen: UInt16 = 0x140

    @Test func `a direct device is a touchscreen, whatever its other capabilities`() throws {
        let device = Self.device(properties: [1], keys: [KeyCode.toolFinger, KeyCode.touch], axes: Self.multitouch)
        #expect(try device.touchKind() == .touchscreen)
    }

    @Test func `a finger device that is not direct is a touchpad`() throws {
        let old = Self.device(keys: [KeyCode.toolFinger, KeyCode.touch], axes: Self.singleTouch)
        #expect(try old.touchKind() == .touchpad)
        let pointer = Self.device(properties: [0], keys: [KeyCode.touch], axes: Self.multitouch)
        #expect(try pointer.touchKind() == .touchpad)
    }

    /// 054c:0268 has axes from ABS_X to 0x3b.
    @Test func `a gamepad whose axes run into those of contacts is no touch device`() {
        let gamepad = Self.device(keys: [0x130], axes: Array(0...0x3b))
        #expect { _ = try gamepad.touchKind() } throws: {
            ($0 as? NotATouchDevice)?.reason.contains("neither BTN_TOUCH") == true
        }
        #expect(throws: DeviceDescriptionError.noTouch) { _ = try FrameAssembler(gamepad, kind: .touchscreen) }
    }

    @Test func `a dial that lies on a screen is no touch device`() {
        var turning = Self.device(properties: [1], keys: [KeyCode.touch], axes: Self.singleTouch)
        turning.capabilities.append(.init(type: EventType.relative, codes: [7]))
        var slotted = Self.device(properties: [1], keys: [KeyCode.touch], axes: Self.multitouch)
        slotted.axes.append(.init(code: AbsoluteCode.toolType, minimum: 10, maximum: 10))
        for dial in [turning, slotted] {
            #expect { _ = try dial.touchKind() } throws: {
                ($0 as? NotATouchDevice)?.reason == "is a dial: has REL_DIAL, or no tool type but that of a dial"
            }
            #expect(throws: DeviceDescriptionError.dial) { _ = try FrameAssembler(dial, kind: .touchscreen) }
        }
    }

    private static var magicMouse: DeviceDescription {
        var mouse = device(keys: [KeyCode.leftButton, KeyCode.rightButton], axes: multitouch)
        mouse.capabilities.append(.init(type: EventType.relative, codes: [0, 1]))
        return mouse
    }

    @Test func `a device without tool keys is a touchscreen`() throws {
        #expect(try Self.device(keys: [KeyCode.touch], axes: Self.singleTouch).touchKind() == .touchscreen)
        #expect(try Self.device(axes: Self.multitouch).touchKind() == .touchscreen)
    }

    @Test(arguments: [
        (Self.device(keys: [KeyCode.touch], axes: []), "has no ABS_X"),
        (Self.device(keys: [KeyCode.touch], axes: [0x35]), "has no ABS_X"),
        (Self.device(keys: [KeyCode.toolMouse], axes: Self.singleTouch), "neither BTN_TOUCH"),
        // The tablets of virtual machines, with and without BTN_TOUCH.
        (Self.device(keys: [KeyCode.leftButton], axes: Self.singleTouch), "is a mouse"),
        (Self.device(keys: [KeyCode.leftButton, KeyCode.touch], axes: Self.singleTouch), "is a mouse"),
        // Pens without BTN_TOOL_PEN: uclogic, waltop.
        (
            Self.device(keys: [KeyCode.stylus, KeyCode.touch], axes: Self.singleTouch),
            "is a pen tablet: has BTN_STYLUS"
        ),
        (Self.device(keys: [KeyCode.stylus, KeyCode.touch], axes: Self.multitouch), "is a pen tablet: has BTN_STYLUS"),
        (magicMouse, "is a mouse"),
        (Self.device(properties: [1], keys: [KeyCode.touch, Self.toolPen], axes: Self.singleTouch), "is a pen tablet"),
    ])
    func `the error for any other device names what it lacks`(_ device: DeviceDescription, _ reason: String) {
        #expect { _ = try device.touchKind() } throws: { ($0 as? NotATouchDevice)?.reason.contains(reason) == true }
    }
}
