import GestureModel
import Testing

@testable import GestureDaemon

@Suite("Sleep detection") struct SleepGapTests {
    private var gap = SleepGap(.milliseconds(5_000))

    @Test mutating func `ignores differences that two readings of the clocks can have`() {
        #expect([4_990, 5_000, 5_099].map { gap.update(.milliseconds($0)) } == [false, false, false])
    }

    @Test mutating func `reports each sleep once`() {
        #expect(
            [5_100, 5_150, 9_000, 9_000].map { gap.update(.milliseconds($0)) } == [true, false, true, false])
    }
}
