import GestureModel
import Testing

@testable import TouchInput

/// SYN_DROPPED, and devices that were opened with fingers on them.
@Suite struct ResynchronisationTests {
    private var assembler: FrameAssembler
    init() throws { assembler = try FrameAssembler(.slotted(2), kind: .touchscreen) }

    @Test mutating func `after SYN_DROPPED everything up to the next report is discarded`() {
        let frames = assembler.play(
            .slot(0), .id(1), .x(10), .y(10), .report(),
            .dropped, .x(90), .slot(1), .id(2), .report(),
            .report(), .slot(0), .x(11), .report())
        #expect(frames == ["1 began 10 10", "lost", "1 stationary 10 10", "1 moved 11 10"])
    }

    @Test func `a discarded lift has no effect`() throws {
        var assembler = try FrameAssembler(.single, kind: .touchscreen)
        let frames = assembler.play(
            .pointerX(0), .pointerY(0), .press(KeyCode.touch), .report(), .dropped, .release(KeyCode.touch), .report(),
            .report())
        #expect(frames == ["1 began 0 0", "lost", "1 stationary 0 0"])
    }

    @Test mutating func `a frame that SYN_DROPPED cut begins and ends no contact`() {
        let frames = assembler.play(
            .slot(0), .id(1), .x(10), .y(10), .report(),
            .id(-1), .slot(1), .id(2), .x(20), .y(20), .dropped, .report(), .report())
        #expect(frames == ["1 began 10 10", "lost", "2 stationary 20 20"])
    }

    @Test mutating func `contacts that are down at opening do not begin`() {
        assembler.beginResynchronisation()
        #expect(assembler.play(.slot(0), .id(7), .x(10), .y(10), .report(), .slot(1), .id(-1), .report()) == [])
        assembler.endResynchronisation()
        let frames = assembler.play(
            .slot(0), .x(12), .report(), .slot(1), .id(8), .x(50), .y(50), .report(), .slot(0), .id(-1), .report())
        #expect(
            frames == ["1 moved 12 10", "1 stationary 12 10, 2 began 50 50", "1 ended 12 10, 2 stationary 50 50"])
    }

    @Test mutating func `contacts that vanished meanwhile do not end`() {
        _ = assembler.play(.slot(0), .id(1), .x(10), .y(10), .slot(1), .id(2), .x(20), .y(20), .report())
        assembler.beginResynchronisation()
        _ = assembler.play(.slot(0), .id(-1), .slot(1), .id(2), .x(25), .report())
        assembler.endResynchronisation()
        #expect(assembler.play(.report()) == ["2 stationary 25 20"])
    }

    @Test mutating func `a slot's new contact after a resynchronisation does not begin`() {
        _ = assembler.play(.slot(0), .id(1), .x(10), .y(10), .report())
        assembler.beginResynchronisation()
        _ = assembler.play(.slot(0), .id(9), .x(60), .y(60))
        assembler.endResynchronisation()
        #expect(assembler.play(.report(), .id(-1), .report()) == ["2 stationary 60 60", "2 ended 60 60"])
    }

    @Test mutating func `a resynchronisation replaces the wait for the report after SYN_DROPPED`() {
        _ = assembler.play(.slot(0), .id(1), .x(10), .y(10), .report(), .dropped)
        assembler.beginResynchronisation()
        _ = assembler.play(.slot(0), .id(-1))
        assembler.endResynchronisation()
        #expect(assembler.play(.id(2), .x(10), .y(10), .report()) == ["2 began 10 10"])
    }

    @Test mutating func `a loss during a resynchronisation is reported`() {
        assembler.beginResynchronisation()
        #expect(assembler.play(.dropped, .report()) == ["lost"])
    }

    @Test func `fingers without positions are known after a resynchronisation, too`() throws {
        let keys = [KeyCode.touch, KeyCode.toolTripleTap]
        var assembler = try FrameAssembler(.slotted(2, keys: keys), kind: .touchpad)
        assembler.beginResynchronisation()
        _ = assembler.play(
            .slot(0), .id(1), .x(10), .y(10), .slot(1), .id(2), .x(20), .y(20),
            .press(KeyCode.touch), .press(KeyCode.toolTripleTap))
        assembler.endResynchronisation()
        #expect(assembler.play(.report()) == ["1 stationary 10 10, 2 stationary 20 20, 3 stationary 10 10"])
    }
}
