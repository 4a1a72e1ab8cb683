import GestureModel
import Testing

@testable import TouchInput

/// Multitouch protocol A.
@Suite struct ProtocolAContactsTests {
    @Suite struct WithIDs {
        private var assembler: FrameAssembler
        init() throws { assembler = try FrameAssembler(.unslotted(), kind: .touchscreen) }

        @Test mutating func `contacts are matched by their ids, in any order`() {
            let frames = assembler.play(
                .id(4), .x(10), .y(10), .multitouchReport, .id(5), .x(90), .y(70), .multitouchReport, .report(),
                .id(5), .x(80), .y(70), .multitouchReport, .id(4), .x(70), .y(70), .multitouchReport, .report())
            #expect(frames == ["1 began 10 10, 2 began 90 70", "1 moved 70 70, 2 moved 80 70"])
        }

        @Test mutating func `a missing contact has lifted`() {
            let frames = assembler.play(
                .id(4), .x(10), .y(10), .multitouchReport, .id(5), .x(90), .y(70), .multitouchReport, .report(),
                .id(5), .x(90), .y(70), .multitouchReport, .report(),
                .multitouchReport, .report(), .multitouchReport, .report())
            #expect(
                frames == [
                    "1 began 10 10, 2 began 90 70", "1 ended 10 10, 2 stationary 90 70", "2 ended 90 70",
                ])
        }

        @Test mutating func `another id at the same position is another contact`() {
            let frames = assembler.play(
                .id(4), .x(10), .y(10), .multitouchReport, .report(), .id(5), .x(10), .y(10), .multitouchReport,
                .report())
            #expect(frames == ["1 began 10 10", "1 ended 10 10, 2 began 10 10"])
        }

        @Test mutating func `contacts that share one id are matched by their positions`() {
            let frames = assembler.play(
                .id(0), .x(10), .y(10), .multitouchReport, .id(0), .x(90), .y(70), .multitouchReport, .report(),
                .id(0), .x(89), .y(70), .multitouchReport, .id(0), .x(12), .y(10), .multitouchReport, .report(20_000))
            #expect(frames == ["1 began 10 10, 2 began 90 70", "1 moved 12 10, 2 moved 89 70"])
            #expect(assembler.faults[.sharedID] == 2)
        }
    }

    @Suite struct WithoutIDs {
        private var assembler: FrameAssembler
        init() throws {
            assembler = try FrameAssembler(
                .unslotted(keys: [KeyCode.touch]).without(AbsoluteCode.trackingID), kind: .touchscreen)
        }

        @Test mutating func `the nearest positions are the same contact, in any order`() {
            let frames = assembler.play(
                .x(10), .y(10), .multitouchReport, .x(40), .y(10), .multitouchReport, .report(),
                .x(38), .y(10), .multitouchReport, .x(14), .y(10), .multitouchReport, .report(10_000),
                .x(18), .y(10), .multitouchReport, .report(20_000))
            #expect(
                frames == [
                    "1 began 10 10, 2 began 40 10", "1 moved 14 10, 2 moved 38 10", "1 moved 18 10, 2 ended 38 10",
                ])
        }

        @Test mutating func `a new contact that is listed first replaces no other`() {
            let frames = assembler.play(
                .x(10), .y(10), .multitouchReport, .report(),
                .x(30), .y(10), .multitouchReport, .x(11), .y(10), .multitouchReport, .report(10_000))
            #expect(frames.last == "1 moved 11 10, 2 began 30 10")
        }

        @Test mutating func `a position 60 mm away after 10 ms is another finger`() {
            let frames = assembler.play(
                .x(10), .y(10), .multitouchReport, .report(), .x(70), .y(10), .multitouchReport, .report(10_000))
            #expect(frames == ["1 began 10 10", "1 ended 10 10, 2 began 70 10"])
        }

        @Test mutating func `a fast stroke at 60 frames a second is one contact`() {
            // 2 m/s.
            let frames = assembler.play(
                .x(0), .y(10), .multitouchReport, .report(0), .x(33), .y(10), .multitouchReport, .report(16_667),
                .x(66), .y(10), .multitouchReport, .report(33_333))
            #expect(frames == ["1 began 0 10", "1 moved 33 10", "1 moved 66 10"])
        }

        @Test mutating func `a frame without contact reports changes no contact`() {
            let frames = assembler.play(
                .x(10), .y(10), .multitouchReport, .report(), .press(KeyCode.leftButton), .report(),
                .x(12), .y(10), .multitouchReport, .report())
            #expect(frames == ["1 began 10 10", "1 stationary 10 10", "1 moved 12 10"])
        }

        @Test mutating func `the release of BTN_TOUCH alone lifts all contacts`() {
            let frames = assembler.play(
                .x(10), .y(10), .multitouchReport, .x(90), .y(10), .multitouchReport, .press(KeyCode.touch), .report(),
                .release(KeyCode.touch), .report())
            #expect(frames == ["1 began 10 10, 2 began 90 10", "1 ended 10 10, 2 ended 90 10"])
        }

        @Test mutating func `the release of BTN_TOUCH lifts contacts that are still reported`() {
            let frames = assembler.play(
                .x(10), .y(10), .multitouchReport, .press(KeyCode.touch), .report(),
                .x(10), .y(10), .multitouchReport, .release(KeyCode.touch), .report(),
                .x(11), .y(10), .multitouchReport, .press(KeyCode.touch), .report())
            #expect(frames == ["1 began 10 10", "1 ended 10 10", "2 began 11 10"])
        }

        @Test mutating func `a contact of size 0 has lifted`() {
            let frames = assembler.play(
                .x(10), .y(10), .major(30), .multitouchReport, .report(),
                .x(10), .y(10), .major(0), .multitouchReport, .report())
            #expect(frames == ["1 began 10 10", "1 ended 10 10"])
        }

        @Test mutating func `a lone contact needs no SYN_MT_REPORT`() {
            let frames = assembler.play(.x(10), .y(10), .report(), .x(12), .y(10), .report())
            #expect(frames == ["1 began 10 10", "1 moved 12 10"])
        }

        @Test mutating func `a contact without a coordinate is not reported`() {
            #expect(assembler.play(.x(10), .multitouchReport, .report()) == [])
            #expect(assembler.faults[.missingCoordinate] == 1)
        }

        @Test mutating func `contacts beyond the sixteenth are ignored`() {
            for index in 0..<17 as Range<Int32> { _ = assembler.play(.x(6 * index), .y(10), .multitouchReport) }
            _ = assembler.play(.report())
            #expect(assembler.frame.contacts.count == 16)
            #expect(assembler.faults[.unknownSlot] == 1)
        }

        @Test mutating func `a frame that SYN_DROPPED cut is discarded`() {
            let frames = assembler.play(
                .x(10), .y(10), .multitouchReport, .report(), .x(90), .y(10), .multitouchReport, .dropped,
                .x(50), .y(50), .multitouchReport, .report(), .x(11), .y(10), .multitouchReport, .report())
            #expect(frames == ["1 began 10 10", "lost", "1 moved 11 10"])
        }
    }
}
