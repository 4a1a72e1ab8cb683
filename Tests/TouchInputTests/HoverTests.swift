import GestureModel
import Testing

@testable import TouchInput

/// Contacts that the device reports although they do not touch.
@Suite struct HoverTests {
    @Test func `a contact above the surface begins when it touches and ends when it rises`() throws {
        var assembler = try FrameAssembler(.slotted(2), kind: .touchpad)
        let frames = assembler.play(
            .slot(0), .id(1), .distance(1), .x(10), .y(10), .report(), .x(20), .report(),
            .distance(0), .report(), .x(21), .report(), .distance(1), .x(30), .report(), .id(-1), .report())
        #expect(frames == ["1 began 20 10", "1 moved 21 10", "1 ended 21 10"])
    }

    @Test func `a contact that touches again is another contact`() throws {
        var assembler = try FrameAssembler(.slotted(2), kind: .touchpad)
        let frames = assembler.play(
            .id(1), .x(10), .y(10), .report(), .distance(2), .report(), .distance(0), .report())
        #expect(frames == ["1 began 10 10", "1 ended 10 10", "2 began 10 10"])
    }

    /// The kernel releases the key when it suspends a panel, and when a panel is unplugged, which cancels its contacts.
    @Test func `a touchscreen's contacts end with the frame that follows the release of BTN_TOUCH`() throws {
        var assembler = try FrameAssembler(.slotted(2), kind: .touchscreen)
        let frames = assembler.play(
            .id(1), .x(10), .y(10), .press(KeyCode.touch), .report(), .release(KeyCode.touch), .report(),
            .x(12), .report(), .id(2), .x(20), .press(KeyCode.touch), .report(), .id(-1), .release(KeyCode.touch),
            .report())
        #expect(
            frames == ["1 began 10 10", "1 stationary 10 10", "1 ended 10 10", "2 began 20 10", "2 ended 20 10"])
    }

    @Test func `a contact goes on when BTN_TOUCH is pressed again at once, and need not have the key`() throws {
        var assembler = try FrameAssembler(.slotted(2), kind: .touchscreen)
        let frames = assembler.play(
            .id(1), .x(10), .y(10), .press(KeyCode.touch), .report(), .release(KeyCode.touch), .report(),
            .press(KeyCode.touch), .report(), .release(KeyCode.touch), .press(KeyCode.touch), .x(11), .report())
        #expect(
            frames == ["1 began 10 10", "1 stationary 10 10", "1 stationary 10 10", "1 moved 11 10"])
        var silent = try FrameAssembler(.slotted(2), kind: .touchscreen)
        #expect(silent.play(.id(1), .x(10), .y(10), .release(KeyCode.touch), .report()) == ["1 began 10 10"])
        var pad = try FrameAssembler(.slotted(2), kind: .touchpad)
        #expect(
            pad.play(.id(1), .x(10), .y(10), .press(KeyCode.touch), .report(), .release(KeyCode.touch), .report())
                == ["1 began 10 10", "1 stationary 10 10"], "a touchpad's key depends on the pressure")
    }

    @Test func `a contact begins at the upper pressure limit and ends below the lower one`() throws {
        var quirks = DeviceQuirks()
        quirks.pressureRange = DeviceQuirks.TouchRange(down: 30, up: 25)
        var assembler = try FrameAssembler(.slotted(2), kind: .touchpad, quirks: quirks)
        let frames = assembler.play(
            .id(1), .x(10), .y(10), .pressure(29), .report(), .pressure(30), .report(), .pressure(25), .report(),
            .pressure(24), .report(), .pressure(29), .report(), .pressure(31), .report())
        #expect(frames == ["1 began 10 10", "1 stationary 10 10", "1 ended 10 10", "2 began 10 10"])
    }

    @Test func `a successor in the slot must reach the upper limit itself`() throws {
        var quirks = DeviceQuirks()
        quirks.pressureRange = DeviceQuirks.TouchRange(down: 30, up: 25)
        var assembler = try FrameAssembler(.slotted(2), kind: .touchpad, quirks: quirks)
        let frames = assembler.play(
            .id(1), .x(10), .y(10), .pressure(40), .report(), .id(2), .pressure(27), .report(), .report())
        #expect(frames == ["1 began 10 10", "1 ended 10 10"])
    }

    @Test func `touch size overrides pressure`() throws {
        var quirks = DeviceQuirks()
        quirks.pressureRange = DeviceQuirks.TouchRange(down: 30, up: 25)
        quirks.touchSizeRange = DeviceQuirks.TouchRange(down: 10, up: 8)
        var assembler = try FrameAssembler(.slotted(2), kind: .touchpad, quirks: quirks)
        let frames = assembler.play(
            .id(1), .x(10), .y(10), .pressure(200), .major(9), .report(), .major(10), .pressure(1), .report(),
            .major(8), .report(), .major(7), .report())
        #expect(frames == ["1 began 10 10", "1 stationary 10 10", "1 ended 10 10"])
    }

    @Test func `a single-touch device's pressure is ABS_PRESSURE`() throws {
        var quirks = DeviceQuirks()
        quirks.pressureRange = DeviceQuirks.TouchRange(down: 30, up: 25)
        var assembler = try FrameAssembler(.single, kind: .touchpad, quirks: quirks)
        let frames = assembler.play(
            .press(KeyCode.touch), .pointerX(10), .pointerY(10), .absolute(AbsoluteCode.pressure, 20), .report(),
            .absolute(AbsoluteCode.pressure, 40), .report())
        #expect(frames == ["1 began 10 10"])
    }

    @Test func `without limits every pressure touches`() throws {
        var assembler = try FrameAssembler(.slotted(2), kind: .touchpad)
        #expect(assembler.play(.id(1), .x(10), .y(10), .pressure(1), .report()) == ["1 began 10 10"])
    }
}
