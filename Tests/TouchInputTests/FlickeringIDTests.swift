import GestureModel
import Testing

@testable import TouchInput

/// Contacts that vanish for one to three frames and return under another id.
@Suite struct FlickeringIDTests {
    private var screen = FilterTrial(.touchscreen)

    /// A finger at (80, 50) whose id flickered once, and which has lifted.
    private mutating func learn() {
        screen.frames(10, touch(1, 80, 50))
        screen.frame()
        screen.frames(10, touch(2, 80, 50))
        screen.frame()
        screen.wait(30)
    }

    /// The output since the first flicker, whose contacts are 1 and 2.
    private var lesson: ArraySlice<String> { screen.shown.dropFirst(4) }

    @Test mutating func `the first id that flickers makes two contacts, since its lift was not held back`() {
        learn()
        #expect(screen.shown == ["1 began 80 50", "1 ended 80 50", "2 began 80 50", "2 ended 80 50"])
        #expect(screen.filter.faults[.idFlicker] == 1)
    }

    /// atmel-03eb-201c: both fingers of a hold vanish for 12 ms.
    @Test mutating func `two fingers whose ids flicker stay two contacts`() {
        learn()
        // Longer than the memory of faults.
        screen.wait(10_000)
        for round in 0..<4 {
            screen.frames(20, touch(10 + 2 * round, 20, 10), touch(11 + 2 * round, 70, 40))
            screen.frame()
        }
        screen.wait(30)
        #expect(lesson == ["3 began 20 10", "4 began 70 40", "3 ended 20 10", "4 ended 70 40"])
        #expect(screen.filter.faults[.idFlicker] == 7)
    }

    @Test mutating func `a moving finger continues under another id`() {
        learn()
        for x in [10.0, 16, 22, 28, 34, 40] { screen.frame(touch(3, x, 30)) }
        screen.frame()
        // Two steps further: 12 mm from its last position.
        screen.frame(touch(4, 52, 30))
        screen.frame(touch(4, 58, 30))
        #expect(screen.shown.suffix(3) == ["3 moved 40 30", "3 moved 52 30", "3 moved 58 30"])
    }

    @Test mutating func `on a device whose ids flicker a lift is reported after 30 ms, without a frame`() {
        learn()
        screen.frames(10, touch(3, 20, 20))
        screen.frame()
        #expect(screen.filter.deadline != nil)
        screen.wait(29)
        #expect(screen.shown.last == "3 began 20 20")
        screen.wait(1)
        #expect(screen.shown.last == "3 ended 20 20")
        #expect(screen.filter.deadline == nil)
    }

    @Test mutating func `on any other device a lift is reported at once`() {
        screen.frames(5, touch(1, 20, 20))
        screen.frame()
        #expect(screen.shown.last == "1 ended 20 20")
        #expect(screen.filter.deadline == nil)
    }

    @Test mutating func `fast taps at one position stay taps on a device whose ids flicker`() {
        learn()
        let before = screen.shown.count
        for tap in 0..<6 {
            screen.frame(after: 50, touch(10 + tap, 20, 20))
            screen.frames(5, touch(10 + tap, 20, 20))
            screen.frame()
        }
        screen.wait(30)
        #expect(screen.shown.count == before + 12)
        #expect(screen.filter.faults[.idFlicker] == 1)
    }

    @Test mutating func `a finger next to one that has just lifted is another`() {
        learn()
        let before = screen.shown.count
        for tap in 0..<6 {
            screen.frames(6, touch(10 + tap, tap.isMultiple(of: 2) ? 20 : 32, 20))
            screen.frame(after: 4)
        }
        screen.wait(30)
        #expect(screen.shown.count == before + 12)
        #expect(screen.filter.faults[.idFlicker] == 1)
    }

    /// sharp-04dd-9681: (11, 987) for 36 ms, at the panel's edge.
    @Test mutating func `a ghost next to a finger is not reported on a device whose ids flicker`() {
        learn()
        screen.frames(6, touch(3, 20, 20))
        screen.frames(3, touch(3, 20, 20), touch(4, 1, 50))
        screen.frames(3, touch(3, 20, 20))
        #expect(lesson == ["3 began 20 20"])
    }

    /// atmel-03eb-201c at 19.874 s: two fingers turn, the second 114 ms after the first, which moves as that comes.
    @Test mutating func `a resting finger is not reported as moving while a second one is held`() {
        learn()
        screen.frames(10, touch(3, 20, 20))
        for y in [21.0, 25, 28] { screen.frame(touch(3, 20, y), touch(4, 70, 40)) }
        #expect(lesson == ["3 began 20 20"])
        screen.frames(2, touch(3, 20, 30), touch(4, 70, 40))
        #expect(lesson == ["3 began 20 20", "4 began 70 40", "3 moved 20 30"])
    }

    /// atmel-03eb-201c at 16.684 s: a contact shifts by 2.6 mm as another lifts.
    @Test mutating func `a held finger that shifts as another lifts begins at its new position`() {
        learn()
        screen.frames(10, touch(3, 20, 20))
        screen.frame(touch(3, 20, 20), touch(4, 50, 40))
        screen.frame(touch(4, 50, 43))
        screen.frames(4, touch(4, 50, 43))
        #expect(screen.shown.contains("4 began 50 43"))
    }

    /// sharp-04dd-9681: one of its ten fingers vanishes and appears elsewhere, for 43 to 300 ms.
    @Test mutating func `next to a resting hand a contact is accepted after 150 ms on a device whose ids flicker`() {
        learn()
        screen.wait(10_000)
        for id in 1...5 { screen.frame(after: 5, touch(id + 10, 15 * Double(id), 30)) }
        let hand = (11...15).map { touch($0, 15 * Double($0 - 10), 30) }
        screen.frames(20, hand[0], hand[1], hand[2], hand[3], hand[4])
        let before = screen.shown.count
        screen.frames(12, hand[0], hand[1], hand[2], hand[3], hand[4], touch(20, 40, 50))
        #expect(screen.shown.count == before)
        screen.wait(20)
        #expect(screen.shown.count == before + 1)
    }

    /// hp8470p: one finger looks like the two corners of a box, for 14 to 40 ms.
    @Test mutating func `a second corner that lasts a moment is not a finger`() {
        var pad = FilterTrial(.touchpad, isUnannouncedBox: true)
        pad.frames(4, touch(1, 50, 30))
        pad.frames(3, touch(1, 50, 30), touch(2, 50, 30))
        pad.frames(4, touch(1, 51, 30))
        pad.frame(touch(1, 51, 30), touch(3, 51, 30))
        pad.wait(45)
        #expect(pad.shown == ["1 began 50 30", "1 moved 51 30", "2 began 51 30"])
    }
}
