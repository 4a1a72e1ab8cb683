import GestureModel
import Testing

@testable import TouchInput

@Suite struct ContactDetailTests {
    @Test func `each contact has its slot's details`() throws {
        var assembler = try FrameAssembler(.slotted(2), kind: .touchpad)
        _ = assembler.play(
            .slot(1), .id(2), .x(30), .y(10), .major(90), .absolute(AbsoluteCode.toolType, 2),
            .slot(0), .id(1), .x(10), .y(10), .pressure(40), .absolute(AbsoluteCode.touchMinor, 7), .report())
        #expect(
            assembler.details == [
                ContactDetail(pressure: 40, minor: 7), ContactDetail(major: 90, isPalm: true),
            ])
        _ = assembler.play(.slot(1), .absolute(AbsoluteCode.toolType, 0), .report())
        #expect(assembler.details.map(\.isPalm) == [false, false])
    }

    @Test func `a contact that becomes a palm in the frame in which it leaves ends as a palm`() throws {
        func lift(_ events: InputEvent...) throws -> [ContactDetail] {
            var assembler = try FrameAssembler(.slotted(2), kind: .touchscreen)
            _ = assembler.play(.id(1), .x(10), .y(10), .report())
            for event in events { _ = assembler.handle(event) }
            _ = assembler.handle(.report())
            #expect(assembler.frame.contacts.first?.phase == .ended)
            return assembler.details
        }
        let palm = InputEvent.absolute(AbsoluteCode.toolType, 2)
        #expect(try lift(palm, .id(-1)).map(\.isPalm) == [true])
        #expect(try lift(palm, .distance(1)).map(\.isPalm) == [true])
        #expect(try lift(.id(-1)).map(\.isPalm) == [false])
        #expect(try lift(.id(2), palm).map(\.isPalm) == [false, true], "its successor is the palm")
        #expect(try lift(palm, .id(2), .absolute(AbsoluteCode.toolType, 0)).map(\.isPalm) == [true, false])
    }

    @Test func `details stay in order when a contact ends next to its successor`() throws {
        var assembler = try FrameAssembler(.slotted(2), kind: .touchpad)
        _ = assembler.play(.id(1), .x(10), .y(10), .slot(1), .id(2), .x(20), .y(10), .pressure(2), .report())
        _ = assembler.play(.slot(0), .id(3), .pressure(1), .report())
        #expect(assembler.frame.contacts.map(\.phase) == [.ended, .began, .stationary])
        #expect(assembler.details.map(\.pressure) == [nil, 1, 2])
    }

    @Test func `without a pressure of contacts, that of the pointer is that of a contact alone`() throws {
        var description = DeviceDescription.slotted(2)
        description.axes.removeAll { $0.code == AbsoluteCode.contactPressure }
        description.axes.append(.init(code: AbsoluteCode.pressure, minimum: 0, maximum: 255))
        var assembler = try FrameAssembler(description, kind: .touchpad)
        _ = assembler.play(.id(1), .x(10), .y(10), .absolute(AbsoluteCode.pressure, 60), .report())
        #expect(assembler.details.map(\.pressure) == [60])
        _ = assembler.play(.slot(1), .id(2), .x(30), .y(10), .absolute(AbsoluteCode.pressure, 70), .report())
        #expect(assembler.details.map(\.pressure) == [60, nil], "it may be that of either")
        _ = assembler.play(.slot(0), .id(-1), .report())
        #expect(assembler.details.map(\.pressure) == [nil, 70])
    }

    @Test func `a contact beyond an axis is outside until it returns`() throws {
        var assembler = try FrameAssembler(.slotted(2), kind: .touchpad)
        _ = assembler.play(.id(1), .x(101), .y(10), .report())
        #expect(assembler.details.map(\.isOutside) == [true])
        _ = assembler.play(.x(100), .report())
        #expect(assembler.details.map(\.isOutside) == [false])
    }

    @Test func `protocol A replaces all details in each frame`() throws {
        var assembler = try FrameAssembler(.unslotted(), kind: .touchscreen)
        _ = assembler.play(
            .id(1), .x(10), .y(10), .major(5), .multitouchReport, .id(2), .x(50), .y(10), .pressure(9),
            .multitouchReport, .report())
        #expect(assembler.details == [ContactDetail(major: 5), ContactDetail(pressure: 9)])
        _ = assembler.play(.id(1), .x(10), .y(10), .multitouchReport, .report())
        #expect(assembler.details == [ContactDetail(), ContactDetail()])
        #expect(assembler.frame.contacts.map(\.phase) == [.stationary, .ended])
    }

    @Test func `a finger without a position has no details`() throws {
        let keys = [KeyCode.touch, KeyCode.toolTripleTap]
        var assembler = try FrameAssembler(.slotted(2, keys: keys), kind: .touchpad)
        _ = assembler.play(
            .id(1), .x(10), .y(10), .pressure(50), .press(KeyCode.touch), .press(KeyCode.toolTripleTap), .report())
        #expect(assembler.details == [ContactDetail(pressure: 50), ContactDetail(), ContactDetail()])
    }
}
