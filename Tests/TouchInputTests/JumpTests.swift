import GestureModel
import Testing

@testable import TouchInput

@Suite struct JumpTests {
    private var pad = FilterTrial(.touchpad)
    private var screen = FilterTrial(.touchscreen)

    @Test mutating func `two alternating fingers that a touchpad merges into one contact are two taps`() {
        pad.frames(5, touch(1, 58, 52))
        pad.frames(5, touch(1, 72, 38))
        pad.frame()
        #expect(pad.shown == ["1 began 58 52", "1 ended 58 52", "2 began 72 38", "2 ended 72 38"])
    }

    @Test mutating func `one bad sample is ignored`() {
        for position in [(30.0, 30.0), (30, 30), (30, 30), (30, 30), (90, 5), (30, 30), (31, 30)] {
            screen.frame(touch(1, position.0, position.1))
        }
        #expect(screen.shown == ["1 began 30 30", "1 moved 31 30"])
        #expect(screen.filter.faults[.jump] == 0)
    }

    @Test mutating func `a contact that jumps across a screen and stays there is faulty until it lifts`() {
        screen.frames(6, touch(1, 10, 10))
        screen.frames(3, touch(1, 80, 10))
        screen.frame(touch(1, 85, 10))
        screen.frame()
        #expect(screen.shown == ["1 began 10 10", "1 faulty 10 10"])
        #expect(screen.filter.faults[.jump] == 1)
        // For a while, contacts too brief for a tap are not reported.
        screen.frame(touch(2, 85, 10))
        screen.frame()
        #expect(screen.shown.last == "1 faulty 10 10")
        screen.frames(8, touch(3, 85, 10))
        #expect(screen.shown.last == "2 began 85 10")
    }

    @Test mutating func `a jump in the frame before the lift is rejected`() {
        screen.frame(touch(1, 90, 10))
        screen.frame(after: 28, touch(1, 5, 10))
        screen.frame()
        #expect(screen.shown == ["1 began 90 10", "1 faulty 90 10"])
    }

    @Test mutating func `two contacts that a screen exchanges are both faulty`() {
        screen.frames(4, every: 26, touch(1, 10, 10), touch(2, 80, 50))
        screen.frames(3, every: 26, touch(1, 80, 50), touch(2, 10, 10))
        #expect(screen.shown == ["1 began 10 10", "2 began 80 50", "1 faulty 10 10", "2 faulty 80 50"])
    }

    /// one-finger-fast-swipe-id-split: 25.2 mm in 12 ms, from rest.
    @Test mutating func `the fastest recorded swipe is one contact`() {
        for x in [87.8, 87.6, 73.6, 52, 30.2, 10] { pad.frame(touch(1, x, 30)) }
        pad.frame()
        #expect(
            pad.shown == [
                "1 began 88 30", "1 moved 88 30", "1 moved 74 30", "1 moved 52 30", "1 moved 30 30", "1 moved 10 30",
                "1 ended 10 30",
            ])
        #expect(pad.filter.faults[.jump] == 0)
    }

    /// flatfrog-25b5: 18.2, 18.3, 12.7 and 7.1 mm, each in 10 ms, after 110 ms at rest.
    @Test(arguments: TouchDeviceKind.allCases)
    func `a flick from a long rest is one contact`(kind: TouchDeviceKind) {
        var trial = FilterTrial(kind)
        trial.frames(11, every: 10, touch(1, 10, 30))
        for x in [28.2, 46.5, 59.2, 66.3] { trial.frame(after: 10, touch(1, x, 30)) }
        #expect(trial.shown == ["1 began 10 30", "1 moved 28 30", "1 moved 47 30", "1 moved 59 30", "1 moved 66 30"])
        #expect(trial.filter.faults[.jump] == 0)
    }

    /// A panel with 60 reports in a second that stamps the landing 13 ms late: 25 mm in 4 ms.
    @Test mutating func `a step that was held back is reported with the time of its frame`() {
        screen.frame(after: 16, touch(1, 80, 30))
        screen.frame(after: 4, touch(1, 55, 30))
        let time = screen.filter.frame.time
        #expect(screen.filter.confirmed == nil && screen.filter.frame.contacts.map(\.phase) == [.stationary])
        screen.frame(after: 17, touch(1, 37, 30))
        #expect(screen.filter.confirmed?.time == time)
        #expect(screen.shown == ["1 began 80 30", "1 moved 55 30", "1 moved 37 30"])
        screen.frame(after: 17, touch(1, 30, 30))
        #expect(screen.filter.confirmed == nil)
    }

    @Test mutating func `fingers whose steps were held back are confirmed in one frame, in which the others rest`() {
        screen.frame(after: 16, touch(1, 80, 10), touch(2, 80, 30), touch(3, 20, 50))
        screen.frame(after: 4, touch(1, 55, 10), touch(2, 55, 30), touch(3, 20, 50))
        screen.frame(after: 17, touch(1, 37, 10), touch(2, 37, 30), touch(4, 40, 50))
        #expect(screen.filter.confirmed?.contacts.map(\.phase) == [.moved, .moved, .stationary])
        #expect(screen.filter.frame.contacts.map(\.phase) == [.ended, .moved, .moved, .began])
    }

    @Test mutating func `a flick of two reports keeps its way on a screen whose landing was stamped late`() {
        screen.frame(after: 16, touch(1, 80, 30))
        screen.frame(after: 4, touch(1, 55, 30))
        screen.frame(after: 17)
        #expect(screen.shown == ["1 began 80 30", "1 moved 55 30", "1 ended 55 30"])
        #expect(screen.filter.faults[.jump] == 0)
    }

    @Test mutating func `a last step on a touchpad may be another finger's, and does not count`() {
        pad.frames(8, touch(1, 20, 30))
        pad.frame(touch(1, 40, 30))
        pad.frame()
        #expect(pad.shown == ["1 began 20 30", "1 ended 20 30"])
    }

    @Test mutating func `a finger that moved while the device was silent has not jumped`() {
        screen.frames(4, touch(1, 10, 10))
        screen.frame(after: 415, touch(1, 55, 10))
        #expect(screen.shown == ["1 began 10 10", "1 moved 55 10"])
    }

    @Test mutating func `frames of one batch, microseconds apart, are no jump`() {
        for x in 0..<8 { screen.frame(after: 8, touch(1, 10 + 5 * Double(x), 10)) }
        screen.frame(after: 0, touch(1, 51, 10))
        screen.frame(after: 0, touch(1, 56, 10))
        #expect(screen.shown.last == "1 moved 56 10")
    }
}
