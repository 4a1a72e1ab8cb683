import GestureModel
import GestureRecognition
import Strokes
import Testing

@Suite struct ThresholdsTests {
    @Test func `the defaults are SwiftUI's where it has some`() {
        let thresholds = Thresholds()
        let (tap, press): (Thresholds.Tap, Thresholds.LongPress) = (thresholds.tap, thresholds.longPress)
        let (drag, fingers): (Thresholds.Drag, Thresholds.Fingers) = (thresholds.drag, thresholds.fingers)
        #expect(tap.maximumDistance == 45 && tap.maximumDuration == .milliseconds(750))
        #expect(tap.maximumDelay == .milliseconds(350) && tap.maximumSpacing == 100)
        #expect(press.minimumDuration == .milliseconds(500) && press.maximumDistance == 10)
        #expect(drag.minimumDistance == 10)
        #expect(fingers.joinWindow == .milliseconds(100) && fingers.liftWindow == .milliseconds(100))
    }

    @Test func `an expression chooses how its velocity is estimated`() {
        var thresholds = Thresholds()
        #expect(thresholds.velocity.estimator == .automatic)
        thresholds.velocity.estimator = .swiftUI
        #expect(GestureExpression.drag(.init()).resolved(with: thresholds).velocity == .swiftUI)
        let own: [GestureExpression] = [
            .drag(.init(velocity: .lsq2)), .swipe(.init(velocity: .lsq2)), .magnify(.init(velocity: .lsq2)),
            .rotate(.init(velocity: .lsq2)),
        ]
        #expect(own.map { $0.resolved(with: thresholds).velocity } == [.lsq2, .lsq2, .lsq2, .lsq2])
    }

    @Test func `an expression keeps its own limits and takes the rest from the thresholds`() {
        var thresholds = Thresholds()
        thresholds.tap.maximumDistance = 20
        thresholds.longPress.maximumDistance = 7
        let tap = GestureExpression.tap(.init(maximumDuration: .milliseconds(200)))
        let resolved = GestureExpression.Tap(
            maximumDuration: .milliseconds(200), maximumDelay: .milliseconds(350))
        #expect(tap.resolved(with: thresholds) == .tap(resolved), "how far is judged by the surface")
        let press = GestureExpression.longPress(.init(minimumDuration: .never)).resolved(with: thresholds)
        #expect(press == .longPress(.init(minimumDuration: .never)), "whether a fingertip rolls is judged")
        let drag = GestureExpression.drag(.init(fingers: 3)).resolved(with: thresholds)
        #expect(drag == .drag(.init(fingers: 3, velocity: .automatic)), "what several fingers do is judged")
        let single = GestureExpression.drag(.init()).resolved(with: thresholds)
        #expect(single == .drag(.init(velocity: .automatic)), "and so for a drag")
    }

    @Test func `an emitter is idle before the fingers come and after they have left`() {
        var emitter = GestureEmitter(.drag(.init()), thresholds: Thresholds())
        var (hand, gestures) = (Hand(), UInt64(0))
        #expect(emitter.isIdle)
        emitter.update(hand.frame(at: Timestamp(0.0), [.down(1, 10, 10)]), gestures: &gestures)
        #expect(!emitter.isIdle)
        emitter.update(hand.frame(at: Timestamp(8.0), [.lift(1)]), gestures: &gestures)
        #expect(emitter.isIdle)
    }

    @Test func `a tap's recogniser is not idle while the next tap of a row may come`() {
        var trial = Trial(.tap(.init(count: 2)))
        #expect(trial.recogniser.isIdle)
        _ = trial.at(0, .down(1, 10, 10))
        _ = trial.at(50, .lift(1))
        #expect(!trial.recogniser.isIdle)
        _ = trial.wait(until: 1000)
        #expect(trial.recogniser.isIdle)
    }
}

extension GestureExpression {
    fileprivate var velocity: VelocityEstimator? {
        switch self {
        case .drag(let drag): drag.velocity
        case .swipe(let swipe): swipe.velocity
        case .magnify(let magnify): magnify.velocity
        case .rotate(let rotate): rotate.velocity
        default: nil
        }
    }
}
