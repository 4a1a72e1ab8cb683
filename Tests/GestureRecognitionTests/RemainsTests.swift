import GestureModel
import GestureRecognition
import Strokes
import Testing

/// What there is to tell of a gesture beside its failure.
@Suite struct RemainsTests {
    @Test func `a composition that fails after it began tells how far each part got`() throws {
        var trial = Trial(.composition(.init(.sequence, [.tap(.init()), .drag(.init())])))
        _ = trial.at(0, .down(1, 50, 50))
        _ = trial.at(50, .lift(1))
        #expect(trial.recogniser.remains == nil)
        let limit = FailureReason.nothingFollowed(limit: .milliseconds(350))
        #expect(trial.wait(until: 400) == [.failed(limit)])
        guard case .composition(let tree)? = trial.recogniser.remains else {
            Issue.record("nothing remains")
            return
        }
        #expect(tree.nodes.map(\.phase) == [.failed(.failed(limit)), .ended, .failed(.failed(limit))])
        _ = trial.at(1000, .down(2, 50, 50))
        #expect(trial.recogniser.remains == nil, "it is told once")
    }

    @Test func `of a gesture that is no composition nothing remains, nor of a composition that never began`() {
        for gesture in [
            GestureExpression.longPress(.init()), .composition(.init(.race, [.tap(.init()), .drag(.init())])),
        ] {
            var trial = Trial(gesture)
            _ = trial.at(0, .down(1, 50, 50))
            _ = trial.at(20, .down(2, 90, 50))
            _ = trial.at(40, .lift(1), .lift(2))
            #expect(trial.recogniser.remains == nil, "\(gesture)")
        }
    }

    @Test func `a scale and an angle begin at SwiftUI's thresholds`() {
        let thresholds = Thresholds()
        let (magnify, rotate): (Thresholds.Magnify, Thresholds.Rotate) = (thresholds.magnify, thresholds.rotate)
        #expect(magnify.minimumScaleDelta == 0.01 && rotate.minimumAngleDelta == .pi / 180)
    }
}
