import GestureModel
import Testing

@testable import GestureDaemon

@Suite struct SleepGapTests {
    private var gap = SleepGap(.milliseconds(5_000))

    @Test mutating func `only what is longer than two readings can be apart is a sleep`() {
        #expect([4_990, 5_000, 5_099].map { gap.hasGrown(to: .milliseconds($0)) } == [false, false, false])
    }

    @Test mutating func `a sleep is told once, and the next one as well`() {
        #expect(
            [5_100, 5_150, 9_000, 9_000].map { gap.hasGrown(to: .milliseconds($0)) } == [true, false, true, false])
    }
}
