import GestureModel
import Testing

@testable import TouchInput

@Suite struct UnpositionedFingersTests {
    private static let keys = [
        KeyCode.touch, KeyCode.toolFinger, KeyCode.toolDoubleTap, KeyCode.toolTripleTap, KeyCode.toolQuadrupleTap,
    ]
    private var assembler: FrameAssembler
    init() throws {
        assembler = try FrameAssembler(.slotted(2, keys: Self.keys), kind: .touchpad)
    }

    /// Two fingers at 10 10 and 30 10, and a finger count of two.
    private mutating func putTwoFingersDown() -> [String] {
        assembler.play(
            .slot(0), .id(1), .x(10), .y(10), .slot(1), .id(2), .x(30), .y(10),
            .press(KeyCode.touch), .press(KeyCode.toolDoubleTap), .report())
    }

    @Test mutating func `a third finger on two slots is a contact at the position of the first`() {
        #expect(putTwoFingersDown() == ["1 began 10 10, 2 began 30 10"])
        let frames = assembler.play(
            .release(KeyCode.toolDoubleTap), .press(KeyCode.toolTripleTap), .report(),
            .slot(0), .x(12), .report(),
            .report(),
            .release(KeyCode.toolTripleTap), .press(KeyCode.toolDoubleTap), .report())
        #expect(
            frames == [
                "1 stationary 10 10, 2 stationary 30 10, 3 began 10 10",
                "1 moved 12 10, 2 stationary 30 10, 3 moved 12 10",
                "1 stationary 12 10, 2 stationary 30 10, 3 stationary 12 10",
                "1 stationary 12 10, 2 stationary 30 10, 3 ended 12 10",
            ])
    }

    @Test mutating func `the order in which the keys change within a frame does not matter`() {
        _ = putTwoFingersDown()
        let frames = assembler.play(
            .press(KeyCode.toolTripleTap), .release(KeyCode.toolDoubleTap), .report(),
            .release(KeyCode.toolTripleTap), .press(KeyCode.toolTripleTap), .report())
        #expect(frames.last == "1 stationary 10 10, 2 stationary 30 10, 3 stationary 10 10")
    }

    @Test mutating func `the youngest contact ends first`() {
        _ = putTwoFingersDown()
        let frames = assembler.play(
            .press(KeyCode.toolQuadrupleTap), .report(),
            .release(KeyCode.toolQuadrupleTap), .press(KeyCode.toolTripleTap), .report())
        #expect(frames[0].hasSuffix("3 began 10 10, 4 began 10 10"))
        #expect(frames[1].hasSuffix("4 ended 10 10, 3 stationary 10 10"))
    }

    @Test mutating func `a count that the slots can hold adds no contact`() {
        #expect(assembler.play(.press(KeyCode.touch), .press(KeyCode.toolDoubleTap), .report()) == [])
        #expect(assembler.play(.slot(0), .id(1), .x(10), .y(10), .report()) == ["1 began 10 10"])
    }

    @Test mutating func `counted fingers without any position are not reported`() {
        #expect(assembler.play(.press(KeyCode.touch), .press(KeyCode.toolTripleTap), .report()) == [])
    }

    @Test mutating func `all end with the last contact that has a position`() {
        _ = putTwoFingersDown()
        _ = assembler.play(.press(KeyCode.toolTripleTap), .report())
        let frames = assembler.play(.slot(0), .id(-1), .slot(1), .id(-1), .report(), .report())
        #expect(frames == ["1 ended 10 10, 2 ended 30 10, 3 ended 10 10"])
    }

    @Test mutating func `when the first contact lifts, the others stay and follow the next one's motion`() {
        _ = putTwoFingersDown()
        _ = assembler.play(.press(KeyCode.toolTripleTap), .report())
        let frames = assembler.play(.slot(0), .id(-1), .report(), .slot(1), .x(35), .report(), .x(5), .report())
        #expect(
            frames == [
                "1 ended 10 10, 2 stationary 30 10, 3 stationary 10 10, 4 began 30 10",
                "2 moved 35 10, 3 moved 15 10, 4 moved 35 10",
                "2 moved 5 10, 3 moved 0 10, 4 moved 5 10",
            ])
    }

    @Test mutating func `hovering fingers are not reported`() {
        _ = putTwoFingersDown()
        let frames = assembler.play(
            .release(KeyCode.touch), .release(KeyCode.toolDoubleTap), .press(KeyCode.toolTripleTap), .report())
        #expect(frames == ["1 stationary 10 10, 2 stationary 30 10"])
    }

    @Test func `a single-touch touchpad's fingers are all at its one position`() throws {
        var assembler = try FrameAssembler(.single.with(keys: Self.keys), kind: .touchpad)
        let frames = assembler.play(
            .press(KeyCode.touch), .press(KeyCode.toolFinger), .pointerX(10), .pointerY(10), .report(),
            .release(KeyCode.toolFinger), .press(KeyCode.toolDoubleTap), .report(),
            .pointerX(14), .report(),
            .release(KeyCode.toolDoubleTap), .release(KeyCode.touch), .report())
        #expect(
            frames == [
                "1 began 10 10", "1 stationary 10 10, 2 began 10 10", "1 moved 14 10, 2 moved 14 10",
                "1 ended 14 10, 2 ended 14 10",
            ])
    }

    @Test func `a touchscreen's tool keys count no fingers`() throws {
        var assembler = try FrameAssembler(.single.with(keys: Self.keys), kind: .touchscreen)
        #expect(
            assembler.play(
                .pointerX(0), .pointerY(0), .press(KeyCode.touch), .press(KeyCode.toolDoubleTap), .report()) == [
                    "1 began 0 0"
                ])
    }
}

extension DeviceDescription {
    fileprivate func with(keys: [UInt16]) -> Self {
        var description = self
        description.capabilities = [Capability(type: EventType.key, codes: keys)]
        return description
    }
}
