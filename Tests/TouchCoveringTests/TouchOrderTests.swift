import GestureModel
import Testing

@testable import TouchCovering

/// When touches that an X server holds are given to the app.
@Suite struct TouchOrderTests {
    private var order = TouchOrder()
    private var isHeld = false
    /// Milliseconds.
    private var now: Int64 = 1000

    private var time: Timestamp { Timestamp(microseconds: now * 1000) }

    private mutating func next() -> TouchOrder.Step { order.next(at: time) { [isHeld] in isHeld } }

    /// What happens until nothing more can at present.
    private mutating func steps() -> [String] {
        var found: [String] = []
        while true {
            switch next() {
            case .give(let touch): found.append("give \(touch)")
            case .drop(let touch): found.append("drop \(touch)")
            case .wait: return found + ["wait"]
            case .nothing: return found
            }
        }
    }

    private mutating func begin(_ touches: UInt32..., movesPointer: Bool = true) {
        for touch in touches { order.begin(touch, movesPointer: movesPointer) }
    }

    @Test mutating func `a touch is given at once while no program holds the pointer`() {
        begin(1)
        #expect(steps() == [])
        order.give(1)
        #expect(order.isWaiting)
        #expect(steps() == ["give 1"])
        #expect(!order.isWaiting && order.deadline == nil)
    }

    @Test mutating func `a touch waits for an older one, in whatever order they are decided`() {
        begin(1, 2, 3)
        order.give(3)
        order.give(2)
        #expect(steps() == [])
        order.take(1)
        #expect(steps() == ["give 2", "give 3"])
    }

    @Test mutating func `fingers that join wait neither for the pointer nor an undecided touch, but behind their own`()
    {
        begin(1)
        begin(2, movesPointer: false)
        order.give(2)
        isHeld = true
        #expect(steps() == ["give 2"])
        begin(3, movesPointer: false)
        order.give(1)
        order.give(3)
        #expect(steps() == ["wait"])
        isHeld = false
        now += 1
        #expect(steps() == ["give 1", "give 3"])
    }

    @Test mutating func `while a program holds the pointer it is asked again after a millisecond, then less often`() {
        begin(1, 2)
        order.give(1)
        order.give(2)
        isHeld = true
        #expect(next() == .wait(until: Timestamp(microseconds: 1_001_000)))
        #expect(order.needsAnswer)
        // Before that nothing is asked.
        isHeld = false
        #expect(steps() == ["wait"])
        isHeld = true
        #expect(!order.needsAnswer)
        var asked: [Int64] = []
        while asked.count < 9, let deadline = order.deadline {
            now = deadline.microseconds / 1000
            asked.append(now)
            #expect(steps() == ["wait"])
        }
        #expect(asked == [1001, 1003, 1007, 1015, 1031, 1063, 1127, 1191, 1255])
        isHeld = false
        now += 64
        #expect(steps() == ["give 1", "give 2"])
    }

    @Test mutating func `a window manager that does not answer is waited for`() {
        begin(1)
        order.give(1)
        isHeld = true
        _ = steps()
        now += 3_600_000
        #expect(steps() == ["wait"])
        order.answer(at: time)
        // Its answer is no reason to wait longer.
        isHeld = false
        #expect(steps() == ["give 1"])
    }

    @Test mutating func `a touch that waits for a menu is dropped after a second, and the next has its own`() {
        begin(1, 2)
        order.give(1)
        order.give(2)
        isHeld = true
        _ = steps()
        order.answer(at: time)
        #expect(steps() == ["wait"])
        now += 999
        order.answer(at: time)
        #expect(steps() == ["wait"])
        now += 65
        #expect(steps() == ["drop 1", "wait"])
        #expect(order.needsAnswer)
        isHeld = false
        now += 1
        #expect(steps() == ["give 2"])
    }

    @Test mutating func `an answer that was not requested changes nothing`() {
        order.answer(at: time)
        begin(1)
        order.answer(at: time)
        order.give(1)
        isHeld = true
        #expect(steps() == ["wait"])
        now += 2000
        #expect(steps() == ["wait"])
    }
}
