import GestureModel
import Testing

@testable import TouchInput

@Suite struct FrameAssemblerTests {
    @Suite struct Slots {
        private var assembler: FrameAssembler
        init() throws { assembler = try FrameAssembler(.slotted(3), kind: .touchscreen) }

        @Test mutating func `a contact begins, moves, rests and ends at its last position`() {
            let frames = assembler.play(
                .slot(0), .id(40), .x(10), .y(20), .report(),
                .x(15), .report(),
                .report(),
                .x(15), .y(20), .report(),
                .id(-1), .report(),
                .report())
            #expect(
                frames == [
                    "1 began 10 20", "1 moved 15 20", "1 stationary 15 20", "1 stationary 15 20", "1 ended 15 20",
                ])
        }

        @Test mutating func `contacts come in slot order, whatever the order of events`() {
            let frames = assembler.play(
                .slot(2), .id(7), .x(30), .y(30), .slot(0), .id(8), .x(10), .y(10), .report(),
                .slot(1), .id(9), .x(20), .y(20), .report())
            #expect(
                frames == [
                    "1 began 10 10, 2 began 30 30", "1 stationary 10 10, 3 began 20 20, 2 stationary 30 30",
                ])
        }

        @Test mutating func `a new tracking id without -1 ends one contact and begins another`() {
            let frames = assembler.play(
                .slot(0), .id(1), .x(10), .y(10), .report(),
                .id(2), .x(50), .y(50), .report())
            #expect(frames == ["1 began 10 10", "1 ended 10 10, 2 began 50 50"])
        }

        @Test mutating func `a repeated tracking id is the same contact`() {
            let frames = assembler.play(.id(5), .x(10), .y(10), .report(), .id(5), .x(11), .report())
            #expect(frames == ["1 began 10 10", "1 moved 11 10"])
        }

        @Test mutating func `a tracking id that returns in one frame is another contact`() {
            let frames = assembler.play(.id(5), .x(10), .y(10), .report(), .id(-1), .id(5), .report())
            #expect(frames == ["1 began 10 10", "1 ended 10 10, 2 began 10 10"])
        }

        @Test mutating func `a reused tracking id is another contact`() {
            let frames = assembler.play(
                .id(5), .x(0), .y(0), .report(), .id(-1), .report(), .id(5), .report())
            #expect(frames == ["1 began 0 0", "1 ended 0 0", "2 began 0 0"])
        }

        @Test mutating func `a contact has its slot's last coordinates, since evdev does not repeat them`() {
            let frames = assembler.play(
                .slot(0), .id(1), .x(10), .y(20), .report(), .id(-1), .report(),
                .id(2), .y(30), .report())
            #expect(frames.last == "2 began 10 30")
        }

        @Test mutating func `a contact that comes and goes within one frame is not reported`() {
            #expect(assembler.play(.id(1), .x(10), .y(10), .id(-1), .report()) == [])
            #expect(assembler.play(.id(2), .report()) == ["1 began 10 10"])
        }

        @Test mutating func `a successor that lifts within the frame leaves one ended contact`() {
            let frames = assembler.play(
                .id(1), .x(10), .y(10), .report(), .id(2), .x(90), .id(-1), .report(), .report())
            #expect(frames == ["1 began 10 10", "1 ended 10 10"])
        }

        @Test(arguments: [-1, 3, 60, .max, .min] as [Int32])
        mutating func `events of a slot that does not exist change nothing`(slot: Int32) {
            let frames = assembler.play(
                .slot(0), .id(1), .x(10), .y(10), .report(),
                .slot(slot), .id(2), .x(90), .y(70), .report(),
                .slot(slot), .id(-1), .report(),
                .slot(0), .id(-1), .report())
            #expect(frames == ["1 began 10 10", "1 stationary 10 10", "1 stationary 10 10", "1 ended 10 10"])
        }

        @Test mutating func `values beyond the axes count as the edge of the surface`() {
            #expect(assembler.play(.id(1), .x(-9), .y(87), .report()) == ["1 began 0 80"])
            #expect(assembler.surface.bounds.contains(assembler.frame.contacts[0].position))
            #expect(assembler.play(.x(-5), .y(81), .report()) == ["1 stationary 0 80"])
        }

        @Test mutating func `the emulated pointer is not another contact`() {
            let frames = assembler.play(
                .slot(1), .id(1), .x(10), .y(10), .press(KeyCode.touch), .pointerX(50), .pointerY(50), .report(),
                .id(-1), .release(KeyCode.touch), .report())
            #expect(frames == ["1 began 10 10", "1 ended 10 10"])
        }

        @Test mutating func `time never goes back`() {
            var times: [Int64] = []
            for time in [100, 200, 150, -7, 300] as [Int64] {
                _ = assembler.play(.id(1), .report(time))
                times.append(assembler.frame.time.microseconds)
            }
            #expect(times == [100, 200, 200, 200, 300])
        }
    }

    @Suite struct SingleTouch {
        private var assembler: FrameAssembler
        init() throws { assembler = try FrameAssembler(.single, kind: .touchscreen) }

        @Test mutating func `BTN_TOUCH begins and ends the contact`() {
            let frames = assembler.play(
                .pointerX(10), .pointerY(20), .report(),
                .press(KeyCode.touch), .report(),
                .pointerX(12), .report(),
                .release(KeyCode.touch), .report(),
                .press(KeyCode.touch), .pointerY(40), .report())
            #expect(frames == ["1 began 10 20", "1 moved 12 20", "1 ended 12 20", "2 began 12 40"])
            #expect(assembler.slots == 1)
        }

        @Test mutating func `a lift and a touch in one frame are two contacts`() {
            let frames = assembler.play(
                .pointerX(0), .pointerY(0), .press(KeyCode.touch), .report(),
                .release(KeyCode.touch), .press(KeyCode.touch), .report())
            #expect(frames == ["1 began 0 0", "1 ended 0 0, 2 began 0 0"])
        }

        @Test mutating func `a repeated key is not a second touch`() {
            let `repeat` = InputEvent.of(EventType.key, KeyCode.touch, 2)
            let frames = assembler.play(
                .pointerX(0), .pointerY(0), .press(KeyCode.touch), .report(), `repeat`, .report())
            #expect(frames.last == "1 stationary 0 0")
        }
    }
}
