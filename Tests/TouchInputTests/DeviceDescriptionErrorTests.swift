import GestureModel
import Testing

@testable import TouchInput

/// Devices that cannot be used, and the error for each.
@Suite struct DeviceDescriptionErrorTests {
    private func error(_ description: DeviceDescription) -> String? {
        do throws(DeviceDescriptionError) {
            _ = try FrameAssembler(description, kind: .touchscreen)
            return nil
        } catch {
            return error.description
        }
    }

    @Test(arguments: [(0, 0), (5, -5), (.max, .min)] as [(Int32, Int32)])
    func `an axis without a range is named`(minimum: Int32, maximum: Int32) {
        #expect(
            error(.slotted(2).with(AbsoluteCode.positionX, from: minimum, to: maximum))
                == "axis ABS_MT_POSITION_X has no range: minimum \(minimum), maximum \(maximum)")
        #expect(
            error(.single.with(AbsoluteCode.y, from: minimum, to: maximum, resolution: 3))
                == "axis ABS_Y has no range: minimum \(minimum), maximum \(maximum)")
    }

    @Test func `a device without a position is refused`() {
        #expect(error(DeviceDescription(name: "keyboard"))?.hasPrefix("no position: needs the axes") == true)
        #expect(error(.single.without(AbsoluteCode.y))?.hasPrefix("no position: needs the axes") == true)
    }

    @Test func `slots without tracking ids and without a pointer are refused`() {
        let description = DeviceDescription.slotted(2).without(AbsoluteCode.trackingID, AbsoluteCode.x)
        #expect(error(description)?.hasPrefix("no ABS_MT_TRACKING_ID: a device with ABS_MT_SLOT") == true)
    }

    @Test func `slots without tracking ids are replaced by their pointer`() {
        #expect(error(.slotted(2).without(AbsoluteCode.trackingID)) == nil)
    }

    @Test func `a pointer without BTN_TOUCH is refused`() {
        var description = DeviceDescription.single
        description.capabilities = []
        #expect(error(description)?.hasPrefix("no BTN_TOUCH") == true)
    }

    @Test func `an axis of fewer than one slot is refused`() {
        let description = DeviceDescription.slotted(2).with(AbsoluteCode.slot, from: 0, to: -1)
        #expect(error(description) == "axis ABS_MT_SLOT has no slots: maximum -1, needs 0 or more")
    }

    @Test func `the number of slots is limited to the kernel's maximum`() throws {
        let description = DeviceDescription.slotted(2).with(AbsoluteCode.slot, from: 0, to: .max)
        var assembler = try FrameAssembler(description, kind: .touchscreen)
        #expect(assembler.slots == 1024)
        #expect(
            assembler.play(.slot(1023), .id(1), .x(5), .y(5), .report(), .slot(1024), .id(1), .report()).last
                == "1 stationary 5 5")
    }
}
