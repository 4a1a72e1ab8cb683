import GestureModel
import Testing

@testable import TouchInput

@Suite struct ClickTests {
    @Test(arguments: [KeyCode.leftButton, KeyCode.rightButton, KeyCode.middleButton])
    func `a pressed touchpad button sets the frame's click`(button: UInt16) throws {
        var assembler = try FrameAssembler(.slotted(2), kind: .touchpad)
        _ = assembler.play(.id(1), .x(0), .y(0), .report())
        var clicks: [Bool] = []
        for event in [.x(1), .press(button), .x(3), .release(button)] as [InputEvent] {
            _ = assembler.play(.y(1), event, .report())
            clicks.append(assembler.frame.isClicked)
        }
        #expect(clicks == [false, true, true, false])
    }

    @Test func `a click lasts until the last of two buttons is released`() throws {
        var assembler = try FrameAssembler(.slotted(2), kind: .touchpad)
        _ = assembler.play(
            .id(1), .x(1), .y(1), .press(KeyCode.leftButton), .press(KeyCode.rightButton),
            .release(KeyCode.leftButton), .report())
        #expect(assembler.frame.isClicked)
        _ = assembler.play(.release(KeyCode.rightButton), .report())
        #expect(!assembler.frame.isClicked)
    }

    /// study-11: the button comes one frame before the finger that presses it, and is released when that is there.
    @Test(arguments: [(25, true), (26, false)])
    func `a press that comes just before its finger is the finger's`(later: Int64, isClicked: Bool) throws {
        var assembler = try FrameAssembler(.slotted(2), kind: .touchpad)
        _ = assembler.play(.press(KeyCode.leftButton), .report())
        let time = Timestamp(microseconds: later * 1000)
        for event in [.release(KeyCode.leftButton), .id(1), .x(1), .y(1), .report()] as [InputEvent] {
            _ = assembler.handle(InputEvent(time: time, type: event.type, code: event.code, value: event.value))
        }
        #expect(assembler.frame.isClicked == isClicked)
        _ = assembler.play(.x(2), .report())
        #expect(!assembler.frame.isClicked)
    }

    @Test func `a touchscreen's buttons set no click`() throws {
        var assembler = try FrameAssembler(.slotted(2), kind: .touchscreen)
        _ = assembler.play(.id(1), .x(1), .y(1), .press(KeyCode.leftButton), .report())
        #expect(!assembler.frame.isClicked)
    }
}
