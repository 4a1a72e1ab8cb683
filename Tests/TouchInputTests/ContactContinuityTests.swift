import GestureModel
import Testing

@testable import TouchInput

@Suite struct ContactContinuityTests {
    private var pad = FilterTrial(.touchpad)

    /// drag-edge-thumb-horizontal-4-change-ids-quickly: the next id begins 7 mm from the old one, 30 ms before the old one ends.
    @Test mutating func `a drag whose tracking id changes is one contact`() {
        var x = 20.0
        for id in 1...5 {
            for _ in 0..<10 {
                x += 0.5
                pad.frame(touch(id, x, 30))
            }
            pad.frame(touch(id, x, 30), touch(id + 1, x + 1, 37))
            pad.frame(touch(id, x, 30), touch(id + 1, x + 1, 36))
        }
        pad.frame()
        #expect(pad.shown.count { $0.contains("began") } == 1)
        #expect(pad.shown.count { $0.contains("ended") } == 1)
        #expect(pad.shown.allSatisfy { $0.hasPrefix("1 ") })
        #expect(pad.filter.faults[.idFlicker] >= 4)
    }

    @Test mutating func `a new id at the finger's expected position is the same finger`() {
        for x in [10.0, 14, 18, 22, 26] { pad.frame(touch(1, x, 30)) }
        pad.frame(touch(2, 30, 30))
        pad.frame(touch(2, 34, 30))
        #expect(pad.shown.suffix(3) == ["1 moved 26 30", "1 moved 30 30", "1 moved 34 30"])
    }

    /// two-finger-fast-flick-id-split: the third id is one finger's next position.
    @Test mutating func `the third contact of a two-finger flick continues one of the two`() {
        for y in [5.0, 6, 11, 20] { pad.frame(touch(1, 47, 20 + y), touch(2, 51, 5 + y)) }
        pad.frame(touch(1, 47, 49), touch(2, 51, 34), touch(3, 47, 58))
        pad.frame(touch(3, 47, 59))
        #expect(pad.shown.count { $0.contains("began") } == 2)
        #expect(!pad.shown.contains { $0.hasPrefix("3") })
    }

    /// one-finger-fast-swipe-id-split: one contact is always where the other was a frame earlier.
    @Test mutating func `a fast finger that the device reports twice is one contact`() {
        pad.frame(touch(1, 87.8, 14.7))
        pad.frame(touch(1, 87.6, 14.7), touch(2, 73.1, 18.7))
        pad.frame(touch(1, 73.6, 18.7), touch(2, 52, 27))
        pad.frame(touch(1, 52, 27), touch(2, 29, 38))
        pad.frame(touch(1, 30.2, 41))
        #expect(pad.shown.contains { $0.hasPrefix("2 faulty") })
        #expect(pad.shown.last == "1 moved 30 41")
    }

    @Test mutating func `two fingers that swipe one behind the other are two contacts`() {
        for step in 0..<5 {
            let x = 10 + 14 * Double(step)
            pad.frame(touch(1, x, 30), touch(2, x + 18, 31))
        }
        #expect(!pad.shown.contains { $0.contains("palm") || $0.contains("faulty") })
    }

    @Test mutating func `a tap at the position of an earlier tap is another tap`() {
        pad.frames(5, touch(1, 50, 30))
        pad.frame()
        pad.frames(5, touch(2, 50, 30))
        #expect(pad.shown == ["1 began 50 30", "1 ended 50 30", "2 began 50 30"])
    }

    @Test mutating func `a finger without a position of its own is a contact`() {
        pad.frame(touch(1, 50, 30), touch(2, 50, 30), touch(3, 50, 30))
        #expect(pad.shown.count == 3)
    }

    /// hp8470p: a contact jumps to where another ends.
    @Test mutating func `a contact that jumps to where another ends continues the other, and its own finger has ended`()
    {
        pad.frames(4, touch(1, 10, 30), touch(2, 40, 30))
        pad.frame(touch(1, 11, 30), touch(2, 44, 30))
        pad.frame(touch(1, 47, 30))
        pad.frame(touch(1, 50, 30))
        #expect(pad.shown.suffix(3) == ["1 ended 11 30", "2 moved 47 30", "2 moved 50 30"])
    }
}
