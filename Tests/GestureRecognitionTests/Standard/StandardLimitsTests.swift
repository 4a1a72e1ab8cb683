import GestureModel
import GestureRecognition
import Testing

/// The default limits of the standard sets. The suites of the gestures test their effects.
@Suite struct StandardLimitsTests {
    @Test func `a touchpad has its default limits`() {
        let limits = Thresholds().touchpad
        #expect(limits.tapDuration == .milliseconds(300))
        #expect(limits.tapDistance == 28)
        #expect(limits.slop == 10)
        #expect(limits.earlySlop == 16)
        #expect(limits.tapDragDelay == .milliseconds(450))
    }

    @Test func `a touchscreen has its default limits`() {
        let limits = Thresholds().touchscreen
        #expect(limits.tapDuration == .milliseconds(500))
        #expect(limits.tapDistance == 28)
        #expect(limits.slop == 10)
        #expect(limits.earlySlop == 10)
        #expect(limits.tapDragDelay == nil)
    }

    @Test(arguments: [Thresholds().touchpad, Thresholds().touchscreen])
    func `touchpads and touchscreens have the other limits in common`(limits: Thresholds.StandardSet) {
        #expect(limits.earlyTime == .milliseconds(200))
        #expect(limits.holdDuration == .milliseconds(500))
        #expect(limits.thumbZone == 44)
        #expect(limits.restTime == .milliseconds(200))
        #expect(limits.drumRollDelay == .milliseconds(120))
        #expect(limits.lateJoin == .milliseconds(200))
    }
}
