import GestureModel
import Strokes
import Testing

@testable import GestureRecognition

/// What an arena asks of any recogniser beside what the fingers do.
@Suite struct RecogniserTests {
    private static let gestures: [GestureExpression] = [
        .tap(.init()), .longPress(.init()), .drag(.init()), .swipe(.init()), .magnify(.init()), .rotate(.init()),
        .composition(.init(.race, [.tap(.init()), .drag(.init())])), .standard(.touchpad), .standard(.touchscreen),
    ]

    @Test(arguments: gestures)
    func `it holds the fingers that it is made of, until it is abandoned`(_ gesture: GestureExpression) {
        var (recogniser, hand) = (gesture.recogniser(Thresholds()), Hand())
        #expect(!recogniser.holds(1) && recogniser.isIdle)
        _ = recogniser.update(hand.frame(at: Timestamp(microseconds: 0), [.down(1, 50, 50)]))
        #expect(recogniser.holds(1) && !recogniser.holds(2) && !recogniser.isIdle)
        recogniser.abandon(for: .deviceLost, at: Timestamp(microseconds: 10))
        #expect(!recogniser.holds(1) && recogniser.isIdle && recogniser.deadline == nil)
        #expect(recogniser.findings.isEmpty, "it does not explain itself")
    }

    @Test func `one that explains itself says what was open when it was abandoned`() {
        var recogniser = GestureExpression.drag(.init()).explainedRecogniser(Thresholds(), surface: nil)
        var hand = Hand()
        _ = recogniser.update(hand.frame(at: Timestamp(microseconds: 0), [.down(1, 50, 50)]))
        recogniser.abandon(for: .deviceLost, at: Timestamp(microseconds: 10))
        #expect(recogniser.findings.map(\.outcome) == [.lost(.deviceLost)])
        #expect(recogniser.findings.map(\.recogniser) == [.drag])
    }

    @Test func `by default it is abandoned as it is reset`() {
        var (tap, hand) = (TapRecogniser(fingers: .one, count: 1, Thresholds()), Hand())
        _ = tap.update(hand.frame(at: Timestamp(microseconds: 0), [.down(1, 50, 50)]))
        tap.abandon(for: .deviceLost, at: Timestamp(microseconds: 10))
        #expect(tap.isIdle && tap.findings.isEmpty)
    }

    @Test func `a hand's thresholds are those of its surface`() {
        let (pad, screen) = (Thresholds().touchpad, Thresholds().touchscreen)
        #expect(pad == Thresholds.Hand.touchpad && screen == Thresholds.Hand.touchscreen)
        #expect(pad.tapDuration == .milliseconds(300) && pad.tapDistance == 28 && pad.earlySlop == 16)
        #expect(screen.tapDuration == .milliseconds(500) && screen.tapDistance == 16 && screen.earlySlop == 10)
        #expect(pad.tapDragDelay == .milliseconds(450) && screen.tapDragDelay == nil)
        for hand in [pad, screen] {
            #expect(hand.slop == 10 && hand.holdDuration == .milliseconds(500) && hand.thumbZone == 0.2)
            #expect(hand.restTime == .milliseconds(200) && hand.earlyTime == .milliseconds(200))
            #expect(hand.drumRollDelay == .milliseconds(120) && hand.lateJoin == .milliseconds(200))
        }
    }
}
