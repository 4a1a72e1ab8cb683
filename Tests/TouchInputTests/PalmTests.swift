import GestureModel
import Testing

@testable import TouchInput

@Suite struct PalmTests {
    private var trial = FilterTrial(.touchpad)

    @Test mutating func `an ordinary tap is reported at once`() {
        trial.frame(touch(1, 50, 30))
        #expect(trial.shown == ["1 began 50 30"])
        trial.frame()
        #expect(trial.shown == ["1 began 50 30", "1 ended 50 30"])
    }

    @Test mutating func `a tap in the top left corner is a tap, not a palm`() {
        trial.frames(4, touch(1, 3, 2))
        trial.frame()
        #expect(trial.shown == ["1 began 3 2", "1 ended 3 2"])
    }

    /// study-15 palm_presence.static.both: parts of palms flash for one or two frames.
    @Test func `in the side zone, and for a while after a palm, a contact taps if it lasts as long as a finger's`() {
        for (x, millis, hadPalm, isReported) in [
            (3.0, Int64(24), false, false), (3, 36, false, true), (50, 24, false, true), (50, 24, true, false),
            (50, 36, true, true),
        ] {
            var trial = FilterTrial(.touchpad)
            if hadPalm {
                trial.frames(3, touch(1, 0, 30, isOutside: true))
                trial.frame()
                trial.wait(5000)
            }
            trial.frame(touch(2, x, 30))
            trial.frame(after: millis)
            #expect(trial.shown.isEmpty == !isReported, "at \(x) mm for \(millis) ms")
        }
    }

    @Test mutating func `a palm of ten seconds ago has no effect`() {
        trial.frames(3, touch(1, 0, 30, isOutside: true))
        trial.frame()
        trial.wait(10_001)
        trial.frame(touch(2, 50, 30))
        #expect(trial.shown == ["1 began 50 30"])
    }

    @Test mutating func `a contact that may be a brush begins without another frame`() {
        trial.frame(touch(1, 3, 30))
        trial.wait(29)
        #expect(trial.shown == [])
        trial.wait(1)
        #expect(trial.shown == ["1 began 3 30"])
    }

    /// more-expert-lumpy hovering_thumb: a thumb below the edge brushes the surface at 5 to 8 of 255.
    @Test func `a thumb that brushes the lower edge is not the lightest finger of its pad`() {
        for (y, expected) in [(54.0, []), (40, ["1 began 50 40"])] {
            var trial = FilterTrial(.touchpad)
            trial.frame(touch(1, 50, y, pressure: 5))
            trial.frame()
            trial.frame(touch(2, 50, y, pressure: 8))
            #expect(trial.shown == expected)
        }
    }

    @Test mutating func `a contact that begins beyond the edge and stays there is not reported`() {
        trial.frames(8, touch(1, 100, 40, pressure: 56, isOutside: true))
        trial.frame(touch(1, 99, 43, pressure: 34))
        trial.frame()
        #expect(trial.shown == [])
    }

    @Test mutating func `a thumb over the lower edge is not reported, a tap next to that edge is`() {
        trial.frame(touch(1, 60, 59.9, pressure: 48, isOutside: true))
        trial.frame()
        #expect(trial.shown == [])
        trial.frame(touch(2, 60, 59.4))
        #expect(trial.shown == ["1 began 60 59"])
    }

    /// Recorded palms of study-09 and study-14 hang over the upper edge, as they do over the sides.
    @Test mutating func `a contact beyond the upper edge is not reported, a tap next to that edge is`() {
        trial.frames(8, touch(1, 60, 0, isOutside: true))
        trial.frame()
        #expect(trial.shown == [])
        trial.wait(1000)
        // Soon after a palm, a contact is held as long as a brush of it.
        trial.frame(touch(2, 60, 0.6))
        trial.wait(30)
        #expect(trial.shown == ["1 began 60 1"])
    }

    @Test mutating func `a finger that comes in over the upper edge begins at the edge`() {
        trial.frame(touch(1, 60, 0, isOutside: true))
        trial.frame(touch(1, 60, 3))
        #expect(trial.shown == [])
        trial.frame(touch(1, 60, 5))
        #expect(trial.shown == ["1 began 60 0"])
    }

    @Test mutating func `near a palm, a contact at the upper edge is not reported`() {
        trial.frame(touch(1, 60, 0, isOutside: true))
        trial.frame()
        trial.frame(touch(2, 50, 2))
        trial.frame()
        #expect(trial.shown == [])
    }

    /// A palm of study-09 jumped from one edge to the other, and tapped there.
    @Test mutating func `a contact that jumps to an edge is examined like a new one`() {
        trial.frames(8, touch(1, 50, 30))
        trial.frames(3, touch(1, 0.5, 40, isOutside: true))
        trial.frame()
        #expect(trial.shown == ["1 began 50 30", "1 ended 50 30"])
    }

    /// study-09 scrolls with one finger over the left edge.
    @Test mutating func `a contact at the edge that moves in step with a finger next to it is a finger`() {
        trial.frame(touch(1, 0, 30, isOutside: true), touch(2, 15, 35))
        trial.frame(touch(1, 0, 28, isOutside: true), touch(2, 15, 33))
        #expect(trial.shown == ["1 began 15 35", "1 moved 15 33"], "no farther than a resting finger wobbles")
        trial.frame(touch(1, 0, 26, isOutside: true), touch(2, 15, 31.5))
        #expect(trial.shown.suffix(2).contains("2 began 0 30"))
    }

    @Test(arguments: [(15.0, 30.0), (40, 26)])
    func `a contact at the edge that rests, or is far from the finger, stays a palm`(x: Double, y: Double) {
        var trial = FilterTrial(.touchpad)
        trial.frame(touch(1, 0, 30, isOutside: true), touch(2, x, 35))
        trial.frame(touch(1, 0, y, isOutside: true), touch(2, x, 31))
        #expect(!trial.shown.contains { $0.hasPrefix("2") })
    }

    @Test mutating func `a contact in the side zone that presses hard is a palm`() {
        trial.frames(4, touch(1, 95, 30, pressure: 45))
        trial.frame(touch(1, 95, 31, pressure: 84))
        #expect(trial.shown == ["1 began 95 30", "1 palm 95 30"])
    }

    /// A palm next to them cancelled the scroll of two fingers that pressed hard.
    @Test mutating func `near a palm, a finger that has moved stays one however hard it presses`() {
        trial.frame(touch(1, 50, 30, pressure: 140), touch(2, 30, 20))
        trial.frame(touch(1, 50, 30, pressure: 140), touch(2, 30, 23))
        trial.frame(touch(1, 50, 30, pressure: 140), touch(2, 30, 24, pressure: 90))
        #expect(trial.shown == ["1 began 30 20", "1 moved 30 23", "1 moved 30 24"])
    }

    @Test mutating func `a contact that comes in from the edge begins at the edge`() {
        trial.frame(touch(1, 0.2, 30))
        trial.frame(touch(1, 3, 30))
        #expect(trial.shown == [])
        trial.frame(touch(1, 8, 30))
        trial.frame(touch(1, 13, 30))
        #expect(trial.shown == ["1 began 0 30", "1 moved 13 30"])
    }

    @Test mutating func `a contact that becomes a palm is rejected until it lifts`() {
        trial.frame(touch(1, 50, 30))
        trial.frame(touch(1, 51, 30, pressure: 129))
        trial.frame(touch(1, 52, 30, pressure: 130))
        trial.frame(touch(1, 53, 30, pressure: 90))
        trial.frame()
        #expect(trial.shown == ["1 began 50 30", "1 moved 51 30", "1 palm 51 30"])
    }

    @Test(arguments: TouchDeviceKind.allCases)
    func `a contact with MT_TOOL_PALM is a palm`(kind: TouchDeviceKind) {
        var trial = FilterTrial(kind)
        trial.frame(touch(1, 50, 30), touch(2, 20, 30, isPalm: true))
        trial.frame(touch(1, 50, 30, isPalm: true), touch(2, 20, 30))
        #expect(trial.shown == ["1 began 50 30", "1 palm 50 30"])
    }

    @Test mutating func `a quirk's thresholds override the default`() {
        var quirks = DeviceQuirks()
        quirks.palmPressure = 200
        trial = FilterTrial(.touchpad, quirks: quirks)
        trial.frame(touch(1, 50, 30, pressure: 199))
        #expect(trial.shown == ["1 began 50 30"])
        trial.frame(touch(1, 50, 30, pressure: 200))
        #expect(trial.shown == ["1 began 50 30", "1 palm 50 30"])
    }

    @Test mutating func `a quirk's thumb threshold applies only at the bottom`() {
        var quirks = DeviceQuirks()
        quirks.thumbPressure = 60
        trial = FilterTrial(.touchpad, quirks: quirks)
        trial.frame(touch(1, 50, 50, pressure: 60), touch(2, 50, 52, pressure: 60))
        #expect(trial.shown == ["1 began 50 50"])
    }

    @Test mutating func `a light touch that lifts again is not reported`() {
        trial.frame(touch(1, 40, 40, pressure: 31))
        trial.frames(6, touch(1, 41, 40, pressure: 32))
        trial.frame()
        #expect(trial.shown == [])
    }

    @Test mutating func `a light touch that presses harder begins where it came down`() {
        trial.frame(touch(1, 40, 40, pressure: 31))
        trial.frame(touch(1, 41, 40, pressure: 43))
        trial.frame(touch(1, 41, 40, pressure: 44))
        #expect(trial.shown == ["1 began 40 40", "1 moved 41 40"])
    }

    @Test mutating func `a light touch that moves is a finger`() {
        trial.frame(touch(1, 40, 40, pressure: 31))
        trial.frame(touch(1, 42, 40, pressure: 31))
        #expect(trial.shown == [])
        trial.frame(touch(1, 44, 40, pressure: 31))
        #expect(trial.shown == ["1 began 40 40"])
    }

    @Test(arguments: [(2.0, 20, true), (4.9, 20, true), (5.1, 20, false), (2, 45, false)])
    func `where a finger has just tapped, a light touch is that finger`(distance: Double, rest: Int, isFinger: Bool) {
        var trial = FilterTrial(.touchpad)
        trial.frames(8, touch(1, 40, 40, pressure: 45))
        trial.frames(rest)
        trial.frames(3, touch(2, 40 + distance, 40, pressure: 24))
        trial.frame()
        #expect(trial.shown.contains { $0.hasPrefix("2 began") } == isFinger)
    }

    @Test mutating func `in a drum roll, a light touch is the finger of two taps before`() {
        for (id, x) in [(1, 40.0), (2, 60)] {
            trial.frames(8, touch(id, x, 40, pressure: 45))
            trial.frames(8)
        }
        trial.frames(3, touch(3, 41, 40, pressure: 24))
        trial.frame()
        #expect(trial.shown.suffix(2) == ["3 began 41 40", "3 ended 41 40"])
    }

    @Test mutating func `on a device that reports lighter touches a finger may be light as well`() {
        trial.frame(touch(1, 40, 40, pressure: 5))
        trial.frame()
        trial.frame(touch(2, 50, 40, pressure: 18))
        #expect(trial.shown == ["1 began 50 40"])
    }

    @Test mutating func `both hands' palms at both edges are palms, even if they came one after the other`() {
        trial.frames(5, touch(1, 5, 40))
        trial.frame(touch(1, 5, 40), touch(2, 96, 42))
        trial.frames(50, touch(1, 6, 46), touch(2, 95, 50))
        #expect(trial.shown == ["1 began 5 40", "1 palm 5 40"])
    }

    @Test mutating func `fingers that come to both edges from the middle are fingers`() {
        trial.frame(touch(1, 45, 30), touch(2, 55, 30))
        for step in 1...8 { trial.frame(touch(1, 45 - 5 * Double(step), 30), touch(2, 55 + 5 * Double(step), 30)) }
        #expect(!trial.shown.contains { $0.contains("palm") })
        #expect(trial.shown.last == "2 moved 95 30")
    }

    @Test mutating func `near a palm a heavy contact is a palm, and a finger is not`() {
        trial.frame(touch(1, 50, 30, pressure: 140))
        trial.frames(
            4, touch(1, 50, 30, pressure: 140), touch(2, 70, 30, pressure: 90), touch(3, 30, 20, pressure: 45))
        #expect(trial.shown == ["1 began 30 20"])
    }

    @Test mutating func `a screen has no palm zones`() {
        trial = FilterTrial(.touchscreen)
        trial.frame(touch(1, 0, 30, pressure: 20), touch(2, 99.2, 30, pressure: 200))
        #expect(trial.shown == ["1 began 0 30", "2 began 99 30"])
    }

    @Test mutating func `a disabled filter passes frames unchanged`() {
        trial = FilterTrial(.touchpad, isEnabled: false)
        trial.frame(touch(7, 0, 30, pressure: 200, isPalm: true))
        #expect(trial.shown == ["7 began 0 30"])
    }
}
