import GestureModel
import GestureRecognition
import Testing

/// What the standard sets go by. What each limit does is tested where it does it.
@Suite struct StandardLimitsTests {
    @Test func `a touchpad's limits`() {
        let limits = Thresholds().touchpad
        #expect(limits.tapDuration == .milliseconds(300))
        #expect(limits.tapDistance == 28)
        #expect(limits.slop == 10)
        #expect(limits.earlySlop == 16)
        #expect(limits.tapDragDelay == .milliseconds(450))
    }

    @Test func `a touchscreen's limits`() {
        let limits = Thresholds().touchscreen
        #expect(limits.tapDuration == .milliseconds(500))
        #expect(limits.tapDistance == 16)
        #expect(limits.slop == 10)
        #expect(limits.earlySlop == 10)
        #expect(limits.tapDragDelay == nil)
    }

    @Test(arguments: [Thresholds().touchpad, Thresholds().touchscreen])
    func `what the two have in common`(limits: Thresholds.StandardSet) {
        #expect(limits.earlyTime == .milliseconds(200))
        #expect(limits.holdDuration == .milliseconds(500))
        #expect(limits.thumbZone == 44)
        #expect(limits.restTime == .milliseconds(200))
        #expect(limits.drumRollDelay == .milliseconds(120))
        #expect(limits.lateJoin == .milliseconds(200))
    }
}
