import GestureModel
import Testing

@testable import TouchInput

/// What no working device does: what becomes of the contacts, and that it is counted, once for each time.
@Suite struct FaultyHardwareTests {
    private var assembler: FrameAssembler
    init() throws { assembler = try FrameAssembler(.slotted(3), kind: .touchscreen) }

    private func expect(_ fault: DeviceFault, times: Int = 1) {
        #expect(assembler.faults[fault] == times)
        #expect(assembler.faults.total == times, "nothing else was counted")
    }

    @Suite struct LateIDs {
        @Test func `a contact begins with its id, where its coordinates said a frame before`() throws {
            var assembler = try FrameAssembler(.slotted(3), kind: .touchscreen)
            let frames = assembler.play(
                .slot(0), .x(10), .y(20), .report(), .id(1), .report(), .x(11), .report())
            #expect(frames == ["1 began 10 20", "1 moved 11 20"])
            #expect(assembler.faults[.lateID] == 1 && assembler.faults.total == 1)
        }

        @Test func `a second slot's late id is late, too`() throws {
            var assembler = try FrameAssembler(.slotted(3), kind: .touchscreen)
            let frames = assembler.play(
                .slot(2), .x(10), .y(20), .report(), .x(12), .report(), .id(1), .x(15), .report())
            #expect(frames == ["1 began 15 20"])
            #expect(assembler.faults[.lateID] == 1)
        }

        @Test func `an id behind its coordinates in one frame is not late`() throws {
            var assembler = try FrameAssembler(.slotted(3), kind: .touchscreen)
            #expect(assembler.play(.x(10), .y(20), .id(1), .report()) == ["1 began 10 20"])
            #expect(assembler.faults.total == 0)
        }

        @Test func `coordinates that are told with the lift announce no contact`() throws {
            var assembler = try FrameAssembler(.slotted(3), kind: .touchscreen)
            _ = assembler.play(
                .id(1), .x(10), .y(20), .report(), .id(-1), .x(11), .report(), .id(2), .x(12), .report())
            #expect(assembler.faults.total == 0)
        }
    }

    @Suite struct MissingCoordinates {
        @Test func `a contact is held back until both coordinates are known`() throws {
            var assembler = try FrameAssembler(.slotted(3), kind: .touchscreen)
            let frames = assembler.play(
                .id(1), .report(), .x(10), .report(), .y(20), .report(), .x(11), .report())
            #expect(frames == ["1 began 10 20", "1 moved 11 20"])
            #expect(assembler.faults[.missingCoordinate] == 1 && assembler.faults.total == 1)
        }

        @Test func `a contact that lifts without ever having had a place was none`() throws {
            var assembler = try FrameAssembler(.slotted(3), kind: .touchscreen)
            #expect(assembler.play(.id(1), .x(10), .report(), .id(-1), .report(), .report()) == [])
        }

        @Test func `a slot's own coordinates are known from the contact before`() throws {
            var assembler = try FrameAssembler(.slotted(3), kind: .touchscreen)
            let frames = assembler.play(
                .id(1), .x(10), .y(20), .report(), .id(-1), .report(), .id(2), .report())
            #expect(frames.last == "2 began 10 20")
            #expect(assembler.faults.total == 0)
        }

        /// The kernel starts all slots at 0, 0: that is where nobody was, not where a finger is.
        @Test func `an untouched slot found at 0, 0 when the device was opened is no place`() throws {
            var assembler = try FrameAssembler(.slotted(3), kind: .touchscreen)
            assembler.beginResynchronisation()
            _ = assembler.play(.slot(0), .id(-1), .x(0), .y(0))
            assembler.endResynchronisation()
            #expect(assembler.play(.id(1), .report(), .x(50), .y(50), .report()) == ["1 began 50 50"])
        }

        /// The kernel repeats no value, not even that first 0.
        @Test func `a contact on the left edge of an untouched slot is told by its y alone`() throws {
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
        func `all that is said of them is ignored`(slot: Int32) throws {
            var assembler = try FrameAssembler(.slotted(3), kind: .touchscreen)
            let frames = assembler.play(
                .slot(0), .id(1), .x(10), .y(10), .report(),
                .slot(slot), .id(2), .x(90), .y(70), .pressure(5), .distance(1), .report())
            #expect(frames == ["1 began 10 10", "1 stationary 10 10"])
            #expect(assembler.details.first == ContactDetail())
            #expect(assembler.faults[.unknownSlot] == 1 && assembler.faults.total == 1)
        }
    }

    @Test mutating func `a coordinate far beyond its axis is the edge`() {
        #expect(assembler.play(.id(1), .x(200), .y(-100), .report()) == ["1 began 100 0"])
        #expect(assembler.details.map(\.isOutside) == [true])
        expect(.outsideRange, times: 2)
    }

    @Test mutating func `a little beyond the axis is what touchpads do`() {
        #expect(assembler.play(.id(1), .x(105), .y(-4), .report()) == ["1 began 100 0"])
        #expect(assembler.details.map(\.isOutside) == [true])
        #expect(assembler.faults.total == 0)
    }

    @Test mutating func `a resolution that makes a panel of 33 m is not believed`() throws {
        let description = DeviceDescription.slotted(1)
            .with(AbsoluteCode.positionX, from: 0, to: 32767, resolution: 1)
            .with(AbsoluteCode.positionY, from: 0, to: 32767, resolution: 1)
        assembler = try FrameAssembler(description, kind: .touchscreen)
        #expect(assembler.resolution == nil)
        #expect(assembler.surface.millimetres.dx.rounded() == 294)
        expect(.impossibleSize)
    }

    @Test func `no resolution at all is no fault`() throws {
        let description = DeviceDescription.slotted(1)
            .with(AbsoluteCode.positionX, from: 0, to: 1000).with(AbsoluteCode.positionY, from: 0, to: 500)
        #expect(try FrameAssembler(description, kind: .touchpad).faults.total == 0)
    }

    @Test mutating func `time that goes back stands still`() {
        var times: [Int64] = []
        for time in [100, 200, 150, 200, 300] as [Int64] {
            _ = assembler.play(.id(1), .x(1), .y(1), .report(time))
            times.append(assembler.frame.time.microseconds)
        }
        #expect(times == [100, 200, 200, 200, 300])
        expect(.timeWentBack)
    }

    @Test mutating func `one tracking id in two slots is two contacts`() {
        let frames = assembler.play(
            .slot(0), .id(7), .x(10), .y(10), .slot(1), .id(7), .x(50), .y(50), .report(),
            .slot(0), .id(-1), .report(), .slot(1), .x(51), .report())
        #expect(
            frames == ["1 began 10 10, 2 began 50 50", "1 ended 10 10, 2 stationary 50 50", "2 moved 51 50"])
        expect(.sharedID)
    }

    @Test mutating func `an id that changes without a lift ends one contact where it was, and begins another`() {
        let frames = assembler.play(.id(1), .x(10), .y(10), .report(), .id(2), .x(50), .y(50), .report())
        #expect(frames == ["1 began 10 10", "1 ended 10 10, 2 began 50 50"])
        expect(.replacedID)
    }

    @Test mutating func `a contact that comes and goes within a frame was never there`() {
        #expect(assembler.play(.id(1), .x(10), .y(10), .id(-1), .report()) == [])
        expect(.unseenContact)
    }

    @Test mutating func `a lift and a touch in one frame are no fault`() {
        _ = assembler.play(.id(1), .x(10), .y(10), .report(), .id(-1), .id(2), .report(), .id(-1), .report())
        #expect(assembler.faults.total == 0)
    }

    @Test mutating func `state that is told after a loss is no fault`() {
        _ = assembler.play(.id(1), .x(10), .y(10), .report())
        assembler.beginResynchronisation()
        _ = assembler.play(.slot(0), .id(2), .x(300), .id(-1), .slot(9))
        assembler.endResynchronisation()
        #expect(assembler.faults.total == 0)
    }

    @Test func `each fault has a sentence of its own`() {
        #expect(Set(DeviceFault.allCases.map(\.description)).count == DeviceFault.allCases.count)
    }
}
