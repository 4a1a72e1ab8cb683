import GestureModel
import Testing

@testable import TouchInput

/// Semi-multitouch: two slots that are corners of the box around the fingers.
@Suite struct BoxContactTests {
    private static let keys = [KeyCode.touch, KeyCode.toolFinger, KeyCode.toolDoubleTap, KeyCode.toolTripleTap]
    private var assembler: FrameAssembler
    init() throws {
        assembler = try FrameAssembler(
            .slotted(2, keys: Self.keys, properties: [InputProperty.pointer, InputProperty.semiMultitouch]),
            kind: .touchpad)
    }

    /// Two fingers that are in the corners of a box from 20 10 to 40 30.
    private mutating func putTwoFingersDown() -> [String] {
        assembler.play(
            .slot(0), .id(1), .x(20), .y(10), .slot(1), .id(2), .x(40), .y(30),
            .press(KeyCode.touch), .press(KeyCode.toolDoubleTap), .report())
    }

    @Test mutating func `two fingers are one contact in the centre of their box`() {
        #expect(putTwoFingersDown() == ["1 began 30 20, 2 began 30 20"])
        let frames = assembler.play(.slot(0), .x(24), .slot(1), .x(44), .report())
        #expect(frames == ["1 moved 34 20, 2 moved 34 20"])
        #expect(assembler.slots == 1)
    }

    @Test mutating func `swapped corners cause no motion`() {
        _ = putTwoFingersDown()
        let frames = assembler.play(
            .slot(0), .x(40), .y(30), .slot(1), .x(20), .y(10), .report(), .slot(0), .y(10), .slot(1), .y(30), .report()
        )
        #expect(frames == ["1 stationary 30 20, 2 stationary 30 20", "1 stationary 30 20, 2 stationary 30 20"])
    }

    @Test mutating func `a second finger that lands causes no motion`() {
        let frames = assembler.play(
            .slot(0), .id(1), .x(20), .y(10), .press(KeyCode.touch), .press(KeyCode.toolFinger), .report(),
            .slot(1), .id(2), .x(40), .y(30), .release(KeyCode.toolFinger), .press(KeyCode.toolDoubleTap), .report(),
            .slot(0), .y(12), .slot(1), .y(32), .report())
        #expect(
            frames == [
                "1 began 20 10", "1 stationary 20 10, 2 began 20 10", "1 moved 20 12, 2 moved 20 12",
            ])
    }

    @Test mutating func `a finger that lifts causes no motion, whichever corner remains`() {
        _ = putTwoFingersDown()
        let frames = assembler.play(
            .slot(0), .id(-1), .release(KeyCode.toolDoubleTap), .press(KeyCode.toolFinger), .report(),
            .slot(1), .x(45), .report())
        #expect(frames == ["1 stationary 30 20, 2 ended 30 20", "1 moved 35 20"])
    }

    @Test mutating func `a third finger causes no motion, wherever the corners go`() {
        _ = putTwoFingersDown()
        let frames = assembler.play(
            .slot(0), .x(5), .y(70), .release(KeyCode.toolDoubleTap), .press(KeyCode.toolTripleTap), .report())
        #expect(frames == ["1 stationary 30 20, 2 stationary 30 20, 3 began 30 20"])
    }

    @Test mutating func `a box that shrinks around its centre causes no motion`() {
        _ = putTwoFingersDown()
        #expect(
            assembler.play(.slot(0), .x(28), .y(18), .slot(1), .x(32), .y(22), .report()) == [
                "1 stationary 30 20, 2 stationary 30 20"
            ])
    }

    @Test mutating func `hovering fingers are not contacts`() {
        #expect(assembler.play(.slot(0), .id(1), .x(20), .y(10), .press(KeyCode.toolFinger), .report()) == [])
        #expect(assembler.play(.press(KeyCode.touch), .report(), .release(KeyCode.touch), .report()).count == 2)
    }

    @Test func `all contacts of a box end together`() throws {
        var assembler = assembler
        _ = assembler.play(
            .slot(0), .id(1), .x(20), .y(10), .slot(1), .id(2), .x(40), .y(30),
            .press(KeyCode.touch), .press(KeyCode.toolDoubleTap), .report())
        let frames = assembler.play(
            .slot(0), .id(-1), .slot(1), .id(-1), .release(KeyCode.touch), .release(KeyCode.toolDoubleTap), .report())
        #expect(frames == ["1 ended 30 20, 2 ended 30 20"])
    }

    /// An HP 8470p under Linux 3.2, which had no INPUT_PROP_SEMI_MT.
    @Suite struct Unannounced {
        private var assembler: FrameAssembler
        init() throws { assembler = try FrameAssembler(.slotted(2, keys: BoxContactTests.keys), kind: .touchpad) }

        private mutating func putTwoFingersDown() -> [String] {
            assembler.play(
                .slot(0), .id(1), .x(20), .y(30), .slot(1), .id(2), .x(40), .y(10), .press(KeyCode.touch),
                .press(KeyCode.toolDoubleTap), .pointerX(20), .pointerY(30), .report())
        }

        @Test mutating func `a pointer at a corner without a slot proves the box and causes no motion`() {
            #expect(putTwoFingersDown() == ["1 began 20 30, 2 began 40 10"])
            let frames = assembler.play(
                .slot(0), .x(22), .slot(1), .x(42), .pointerX(22), .pointerY(10), .report(),
                .slot(0), .x(25), .slot(1), .x(45), .pointerX(25), .report())
            #expect(frames == ["1 stationary 20 30, 2 stationary 40 10", "1 moved 23 30, 2 moved 43 10"])
            #expect(assembler.faults[.unannouncedBox] == 1)
        }

        @Test mutating func `a detected box has one position for two fingers`() {
            _ = putTwoFingersDown()
            _ = assembler.play(.pointerY(10), .report())
            _ = assembler.play(
                .slot(0), .id(-1), .slot(1), .id(-1), .release(KeyCode.touch), .release(KeyCode.toolDoubleTap),
                .report())
            #expect(putTwoFingersDown() == ["3 began 30 20, 4 began 30 20"])
        }

        @Test mutating func `a pointer at a slot, or elsewhere, proves no box`() {
            _ = putTwoFingersDown()
            _ = assembler.play(.pointerX(40), .pointerY(10), .report(), .pointerX(21), .pointerY(29), .report())
            #expect(assembler.play(.slot(0), .x(10), .report()) == ["1 moved 10 30, 2 stationary 40 10"])
            #expect(assembler.faults.total == 0)
        }
    }
}
