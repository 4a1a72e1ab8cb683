import GestureModel
import Testing

@testable import TouchInput

/// Faults of devices: what happens to the contacts, and that each fault is counted once.
@Suite struct FaultyHardwareTests {
    private var assembler: FrameAssembler
    init() throws { assembler = try FrameAssembler(.slotted(3), kind: .touchscreen) }

    private func expect(_ fault: DeviceFault, times: Int = 1) {
        #expect(assembler.faults[fault] == times)
        #expect(assembler.faults.total == times, "nothing else was counted")
    }

    @Suite struct LateIDs {
        @Test func `a contact begins with its id, at the coordinates of the frame before`() throws {
            var assembler = try FrameAssembler(.slotted(3), kind: .touchscreen)
            let frames = assembler.play(
                .slot(0), .x(10), .y(20), .report(), .id(1), .report(), .x(11), .report())
            #expect(frames == ["1 began 10 20", "1 moved 11 20"])
            #expect(assembler.faults[.lateID] == 1 && assembler.faults.total == 1)
        }

        @Test func `a late id in a second slot is counted, too`() throws {
            var assembler = try FrameAssembler(.slotted(3), kind: .touchscreen)
            let frames = assembler.play(
                .slot(2), .x(10), .y(20), .report(), .x(12), .report(), .id(1), .x(15), .report())
            #expect(frames == ["1 began 15 20"])
            #expect(assembler.faults[.lateID] == 1)
        }

        @Test func `an id after its coordinates in one frame is not late`() throws {
            var assembler = try FrameAssembler(.slotted(3), kind: .touchscreen)
            #expect(assembler.play(.x(10), .y(20), .id(1), .report()) == ["1 began 10 20"])
            #expect(assembler.faults.total == 0)
        }

        @Test func `coordinates sent with the lift announce no contact`() throws {
            var assembler = try FrameAssembler(.slotted(3), kind: .touchscreen)
            _ = assembler.play(
                .id(1), .x(10), .y(20), .report(), .id(-1), .x(11), .report(), .id(2), .x(12), .report())
            #expect(assembler.faults.total == 0)
        }
    }

    @Suite struct MissingCoordinates {
        @Test func `a contact begins when both coordinates are known`() throws {
            var assembler = try FrameAssembler(.slotted(3), kind: .touchscreen)
            let frames = assembler.play(
                .id(1), .report(), .x(10), .report(), .y(20), .report(), .x(11), .report())
            #expect(frames == ["1 began 10 20", "1 moved 11 20"])
            #expect(assembler.faults[.missingCoordinate] == 1 && assembler.faults.total == 1)
        }

        @Test func `a contact that never had a position is not reported`() throws {
            var assembler = try FrameAssembler(.slotted(3), kind: .touchscreen)
            #expect(assembler.play(.id(1), .x(10), .report(), .id(-1), .report(), .report()) == [])
        }

        @Test func `a contact has the coordinates of the slot's last contact`() throws {
            var assembler = try FrameAssembler(.slotted(3), kind: .touchscreen)
            let frames = assembler.play(
                .id(1), .x(10), .y(20), .report(), .id(-1), .report(), .id(2), .report())
            #expect(frames.last == "2 began 10 20")
            #expect(assembler.faults.total == 0)
        }

        /// The kernel starts all slots at 0, 0, where no finger was.
        @Test func `a slot at 0, 0 when the device was opened has no known position`() throws {
            var assembler = try FrameAssembler(.slotted(3), kind: .touchscreen)
            assembler.beginResynchronisation()
            _ = assembler.play(.slot(0), .id(-1), .x(0), .y(0))
            assembler.endResynchronisation()
            #expect(assembler.play(.id(1), .report(), .x(50), .y(50), .report()) == ["1 began 50 50"])
        }

        /// The kernel does not repeat a value, not even that first 0.
        @Test func `a contact at the left edge of an unused slot needs only its y`() throws {
            var assembler = try FrameAssembler(.slotted(3), kind: .touchscreen)
            assembler.beginResynchronisation()
            _ = assembler.play(.slot(0), .id(-1), .x(0), .y(0))
            assembler.endResynchronisation()
            #expect(assembler.play(.id(1), .y(30), .report()) == ["1 began 0 30"])
            #expect(assembler.faults.total == 0)
        }
    }

    @Suite struct SlotsBeyondTheCount {
        @Test(arguments: [-1, 3, 60, .max, .min] as [Int32])
        func `events of a slot that was not announced are ignored`(slot: Int32) throws {
            var assembler = try FrameAssembler(.slotted(3), kind: .touchscreen)
            let frames = assembler.play(
                .slot(0), .id(1), .x(10), .y(10), .report(),
                .slot(slot), .id(2), .x(90), .y(70), .pressure(5), .distance(1), .report())
            #expect(frames == ["1 began 10 10", "1 stationary 10 10"])
            #expect(assembler.details.first == ContactDetail())
            #expect(assembler.faults[.unknownSlot] == 1 && assembler.faults.total == 1)
        }
    }

    @Test mutating func `a contact far beyond an axis does not begin until it is on the surface`() {
        #expect(
            assembler.play(.id(1), .x(200), .y(-100), .report(), .x(50), .report(), .y(20), .report()) == [
                "1 began 50 20"
            ])
        expect(.outsideRange, times: 2)
    }

    @Test mutating func `a contact far beyond an axis for its whole life leaves no trace`() {
        #expect(assembler.play(.id(1), .x(50), .y(-100), .report(), .y(-110), .report(), .id(-1), .report()) == [])
    }

    @Test mutating func `a coordinate far beyond its axis moves nothing, and its contact goes on`() {
        let frames = assembler.play(
            .id(1), .x(50), .y(20), .report(), .x(.max), .report(), .x(53), .report(), .y(.min), .report(), .id(-1),
            .report())
        #expect(
            frames == ["1 began 50 20", "1 stationary 50 20", "1 moved 53 20", "1 stationary 53 20", "1 ended 53 20"])
    }

    @Test mutating func `a coordinate slightly beyond its axis is no fault`() {
        #expect(assembler.play(.id(1), .x(105), .y(-4), .report()) == ["1 began 100 0"])
        #expect(assembler.details.map(\.isOutside) == [true])
        #expect(assembler.faults.total == 0)
    }

    @Test mutating func `a resolution that gives a panel of 33 m is a fault`() throws {
        let description = DeviceDescription.slotted(1)
            .with(AbsoluteCode.positionX, from: 0, to: 32767, resolution: 1)
            .with(AbsoluteCode.positionY, from: 0, to: 32767, resolution: 1)
        assembler = try FrameAssembler(description, kind: .touchscreen)
        #expect(assembler.resolution == nil)
        #expect(assembler.surface.millimetres.dx.rounded() == 294)
        expect(.impossibleSize)
    }

    @Test func `a missing resolution is no fault`() throws {
        let description = DeviceDescription.slotted(1)
            .with(AbsoluteCode.positionX, from: 0, to: 1000).with(AbsoluteCode.positionY, from: 0, to: 500)
        #expect(try FrameAssembler(description, kind: .touchpad).faults.total == 0)
    }

    @Test mutating func `a frame with an earlier time gets the last frame's time`() {
        var times: [Int64] = []
        for time in [100, 200, 150, 200, 300] as [Int64] {
            _ = assembler.play(.id(1), .x(1), .y(1), .report(time))
            times.append(assembler.frame.time.microseconds)
        }
        #expect(times == [100, 200, 200, 200, 300])
        expect(.timeWentBack)
    }

    @Test mutating func `one tracking id in two slots means two contacts`() {
        let frames = assembler.play(
            .slot(0), .id(7), .x(10), .y(10), .slot(1), .id(7), .x(50), .y(50), .report(),
            .slot(0), .id(-1), .report(), .slot(1), .x(51), .report())
        #expect(
            frames == ["1 began 10 10, 2 began 50 50", "1 ended 10 10, 2 stationary 50 50", "2 moved 51 50"])
        expect(.sharedID)
    }

    @Test mutating func `an id that changes without a lift ends one contact and begins another`() {
        let frames = assembler.play(.id(1), .x(10), .y(10), .report(), .id(2), .x(50), .y(50), .report())
        #expect(frames == ["1 began 10 10", "1 ended 10 10, 2 began 50 50"])
        expect(.replacedID)
    }

    @Test mutating func `a contact that comes and goes within a frame is not reported`() {
        #expect(assembler.play(.id(1), .x(10), .y(10), .id(-1), .report()) == [])
        expect(.unseenContact)
    }

    @Test mutating func `a lift and a touch in one frame are no fault`() {
        _ = assembler.play(.id(1), .x(10), .y(10), .report(), .id(-1), .id(2), .report(), .id(-1), .report())
        #expect(assembler.faults.total == 0)
    }

    @Test mutating func `a resynchronisation counts no fault`() {
        _ = assembler.play(.id(1), .x(10), .y(10), .report())
        assembler.beginResynchronisation()
        _ = assembler.play(.slot(0), .id(2), .x(300), .id(-1), .slot(9))
        assembler.endResynchronisation()
        #expect(assembler.faults.total == 0)
    }

    @Test func `each fault has its own description`() {
        #expect(Set(DeviceFault.allCases.map(\.description)).count == DeviceFault.allCases.count)
    }
}
