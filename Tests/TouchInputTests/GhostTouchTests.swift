import GestureModel
import Testing

@testable import TouchInput

@Suite struct GhostTouchTests {
    private var screen = FilterTrial(.touchscreen)

    /// advanced-silicon-2149: bursts of up to ten contacts of 54 ms, 158 ms apart.
    private mutating func bursts(_ count: Int, from first: Int = 1) {
        for burst in 0..<count {
            let id = first + 5 * burst
            let offset = Double(burst % 7)
            screen.frame(
                after: 104, touch(id, 10, 10 + offset), touch(id + 1, 30, 50 - offset), touch(id + 2, 50, 20),
                touch(id + 3, 70, 40), touch(id + 4, 90, 5 + offset))
            screen.frame(after: 54)
        }
    }

    @Test mutating func `ghost touches are not reported after their first bursts`() {
        bursts(3)
        let shown = screen.shown.count
        bursts(100, from: 100)
        #expect(screen.shown.count == shown)
        #expect(screen.filter.faults[.ghost] > 400)
    }

    @Test mutating func `a finger among ghost touches begins late, where it came down`() {
        bursts(5)
        let before = screen.shown.count
        screen.frames(5, every: 10, touch(900, 50, 30))
        #expect(screen.shown.count == before)
        for x in 0..<10 { screen.frame(after: 10, touch(900, 51 + Double(x), 30)) }
        #expect(screen.shown[before].hasSuffix("began 50 30"))
        #expect(screen.shown.last?.hasSuffix("moved 60 30") == true)
    }

    @Test mutating func `taps are reported at once after the ghost touches stopped`() {
        bursts(20)
        screen.frame(after: 3000, touch(900, 50, 30))
        #expect(screen.shown.last?.hasSuffix("began 50 30") == true)
    }

    @Test mutating func `ten fingers that tap briefly at once are not ghosts`() {
        for row in 0..<6 {
            let touches = (0..<10).map { touch(10 * row + $0, 5 + 9 * Double($0), 30) }
            screen.frame(
                after: 1000, touches[0], touches[1], touches[2], touches[3], touches[4], touches[5], touches[6],
                touches[7], touches[8], touches[9])
            screen.frame(after: 50)
        }
        #expect(screen.shown.count == 120)
        #expect(screen.filter.faults[.ghost] == 0)
    }

    /// advanced-silicon-2149: its first burst, of 32 ms, and its second, of 54 ms.
    @Test mutating func `ghosts that come in one frame are not reported from the first burst on`() {
        for (burst, milliseconds) in [32, 54].enumerated() {
            let touches = (1...5).map { touch(5 * burst + $0, 15 * Double($0), 30) }
            screen.frame(after: 107, touches[0], touches[1], touches[2], touches[3], touches[4])
            screen.frame(after: Int64(milliseconds))
        }
        #expect(screen.shown == [])
    }

    @Test mutating func `a hand that comes in one frame and rests is reported without another frame`() {
        let hand = (1...5).map { touch($0, 10 * Double($0), 30) }
        screen.frame(hand[0], hand[1], hand[2], hand[3], hand[4])
        screen.wait(44)
        #expect(screen.shown == [])
        screen.wait(1)
        #expect(screen.shown.count == 5)
    }

    /// The first lift made the others' hold as long as among ghosts, so that the tap was none.
    @Test(arguments: 5...10) mutating func `fingers that tap in one frame and lift one after the other are fingers`(
        _ count: Int
    ) {
        let hand = (1...count).map { touch($0, 9 * Double($0), 30) }
        screen.frame(after: 0, hand)
        for lifted in 1..<count { screen.frame(after: lifted == 1 ? 40 : 8, Array(hand.dropFirst(lifted))) }
        screen.frame(after: 8, [])
        #expect(screen.shown.count { $0.contains("began") } == count - 1, "\(screen.shown)")
        #expect(screen.shown.count { $0.contains("ended") } == count - 1, "\(screen.shown)")
    }

    /// sharp-04dd-9681: more fingers than slots, whose ids come and go for 17 to 43 ms each.
    @Test mutating func `a very brief contact next to a resting hand is not a tap`() {
        let hand = (1...5).map { touch($0, 10 * Double($0), 30) }
        screen.frames(20, hand[0], hand[1], hand[2], hand[3], hand[4])
        screen.frames(3, hand[0], hand[1], hand[2], hand[3], hand[4], touch(6, 80, 30))
        screen.frame(hand[0], hand[1], hand[2], hand[3], hand[4])
        #expect(screen.shown.count == 5)
        screen.frames(8, hand[0], hand[1], hand[2], hand[3], hand[4], touch(7, 80, 30))
        #expect(screen.shown.last == "6 began 80 30")
    }

    @Test mutating func `two fingers that drum as fast as possible are not ghosts`() {
        for tap in 0..<60 {
            screen.frame(after: 43, touch(tap, tap.isMultiple(of: 2) ? 40 : 60, 30))
            screen.frame(after: 40)
        }
        #expect(screen.shown.count == 120)
    }
}
