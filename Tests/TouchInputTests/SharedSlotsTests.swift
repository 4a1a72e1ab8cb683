import GestureModel
import Testing

@testable import TouchInput

/// Touchpads that count more fingers than they have slots: a slot may pass to another finger when one comes or goes.
@Suite struct SharedSlotsTests {
    private static let keys = [KeyCode.touch, KeyCode.toolFinger, KeyCode.toolDoubleTap, KeyCode.toolTripleTap]
    private var assembler: FrameAssembler
    init() throws {
        assembler = try FrameAssembler(.slotted(2, keys: Self.keys), kind: .touchpad)
        _ = assembler.play(
            .slot(0), .id(1), .x(10), .y(10), .slot(1), .id(2), .x(30), .y(10),
            .press(KeyCode.touch), .press(KeyCode.toolDoubleTap), .report())
    }

    @Test mutating func `a slot that jumps as a third finger lands has not moved, and continues from there`() {
        let frames = assembler.play(
            .slot(1), .x(60), .y(40), .release(KeyCode.toolDoubleTap), .press(KeyCode.toolTripleTap), .report(),
            .slot(1), .x(62), .report())
        #expect(
            frames == [
                "1 stationary 10 10, 2 stationary 30 10, 3 began 10 10",
                "1 stationary 10 10, 2 moved 32 10, 3 stationary 10 10",
            ])
    }

    /// As a recorded HP 8470p did: its first slot passed to the finger of the second.
    @Test mutating func `a slot that passes to another finger as one lifts has not moved`() {
        let frames = assembler.play(
            .slot(0), .x(31), .y(11), .slot(1), .id(-1), .release(KeyCode.toolDoubleTap), .press(KeyCode.toolFinger),
            .report(), .slot(0), .y(13), .report())
        #expect(frames == ["1 stationary 10 10, 2 ended 30 10", "1 moved 10 12"])
    }

    @Test mutating func `a successor in one slot causes no motion in the other`() {
        let frames = assembler.play(.slot(0), .x(15), .slot(1), .id(3), .x(50), .report())
        #expect(frames == ["1 stationary 10 10, 2 ended 30 10, 3 began 50 10"])
    }

    @Test mutating func `reported positions stay on the surface`() {
        _ = assembler.play(.slot(1), .x(90), .release(KeyCode.toolDoubleTap), .press(KeyCode.toolTripleTap), .report())
        #expect(assembler.play(.slot(1), .x(50), .report()).last?.contains("2 moved 0 10") == true)
    }

    @Test func `with a slot for each finger every step is motion`() throws {
        var assembler = try FrameAssembler(.slotted(5, keys: Self.keys), kind: .touchpad)
        let frames = assembler.play(
            .slot(0), .id(1), .x(10), .y(10), .press(KeyCode.touch), .press(KeyCode.toolFinger), .report(),
            .slot(0), .x(15), .slot(1), .id(2), .x(30), .y(10),
            .release(KeyCode.toolFinger), .press(KeyCode.toolDoubleTap), .report())
        #expect(frames.last == "1 moved 15 10, 2 began 30 10")
    }

    @Test func `a single-touch touchpad's position may pass to another finger`() throws {
        var description = DeviceDescription.single
        description.capabilities = [.init(type: EventType.key, codes: Self.keys)]
        var assembler = try FrameAssembler(description, kind: .touchpad)
        let frames = assembler.play(
            .press(KeyCode.touch), .press(KeyCode.toolFinger), .pointerX(10), .pointerY(10), .report(),
            .release(KeyCode.toolFinger), .press(KeyCode.toolDoubleTap), .pointerX(40), .report(),
            .pointerX(42), .report())
        #expect(
            frames == ["1 began 10 10", "1 stationary 10 10, 2 began 10 10", "1 moved 12 10, 2 moved 12 10"])
    }
}
