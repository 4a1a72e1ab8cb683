import GestureModel
import Strokes
import Testing

@testable import GestureRecognition

/// What the emitter requires of every recogniser.
@Suite struct RecogniserTests {
    private static let gestures: [GestureExpression] = [
        .tap(.init()), .longPress(.init()), .drag(.init()), .swipe(.init()), .magnify(.init()), .rotate(.init()),
        .composition(.init(.race, [.tap(.init()), .drag(.init())])), .standard(.touchpad), .standard(.touchscreen),
    ]

    @Test(arguments: gestures)
    func `a recogniser holds the contacts of its gesture until it is cancelled`(_ gesture: GestureExpression) {
        var (recogniser, hand, verdicts) = (gesture.recogniser(Thresholds()), Hand(), VerdictBuffer())
        #expect(!recogniser.holds(1) && recogniser.isIdle)
        recogniser.update(hand.frame(at: Timestamp(microseconds: 0), [.down(1, 50, 50)]), &verdicts)
        #expect(recogniser.holds(1) && !recogniser.holds(2) && !recogniser.isIdle)
        recogniser.cancel(.deviceLost, at: Timestamp(microseconds: 10), &verdicts)
        #expect(!recogniser.holds(1) && recogniser.isIdle && recogniser.deadline == nil)
        #expect(verdicts.findings.isEmpty, "the buffer does not request findings")
    }

    @Test(arguments: gestures)
    func `an emitter that explains has a finding for what was open when it was cancelled`(_ gesture: GestureExpression)
    {
        var emitter = GestureEmitter(gesture, thresholds: Thresholds(), explains: true)
        var (hand, gestures) = (Hand(), UInt64(0))
        emitter.update(hand.frame(at: Timestamp(microseconds: 0), [.down(1, 50, 50)]), gestures: &gestures)
        emitter.cancel(.deviceLost, at: Timestamp(microseconds: 10))
        #expect(!emitter.findings.isEmpty)
        #expect(emitter.findings.allSatisfy { $0.outcome == .lost(.deviceLost) })
    }

    @Test func `a hand's thresholds are those of its surface`() {
        let (pad, screen) = (Thresholds().touchpad, Thresholds().touchscreen)
        #expect(pad == Thresholds.StandardSet.touchpad && screen == Thresholds.StandardSet.touchscreen)
        #expect(pad.tapDuration == .milliseconds(300) && pad.tapDistance == 28 && pad.earlySlop == 16)
        #expect(screen.tapDuration == .milliseconds(500) && screen.tapDistance == 28 && screen.earlySlop == 10)
        #expect(pad.tapDragDelay == .milliseconds(450) && screen.tapDragDelay == nil)
        for hand in [pad, screen] {
            #expect(hand.slop == 10 && hand.holdDuration == .milliseconds(500) && hand.thumbZone == 44)
            #expect(hand.restTime == .milliseconds(200) && hand.earlyTime == .milliseconds(200))
            #expect(hand.drumRollDelay == .milliseconds(120) && hand.lateJoin == .milliseconds(200))
        }
    }
}
