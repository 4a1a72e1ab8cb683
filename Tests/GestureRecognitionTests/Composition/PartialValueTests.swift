import GestureModel
import GestureRecognition
import Strokes
import Testing

/// The value that a failed gesture ends with.
@Suite struct PartialValueTests {
    @Test func `a composition that fails after it began reports the phase of each part`() throws {
        var trial = Trial(.composition(.init(.sequence, [.tap(.init()), .drag(.init())])))
        _ = trial.at(0, .down(1, 50, 50))
        _ = trial.at(50, .lift(1))
        let limit = FailureReason.nothingFollowed(limit: .milliseconds(350))
        let verdicts = trial.wait(until: 400)
        guard verdicts.count == 1, case .failed(.failed(limit), let tree?) = verdicts[0] else {
            Issue.record("\(verdicts)")
            return
        }
        #expect(tree.nodes.map(\.phase) == [.failed(.failed(limit)), .ended, .failed(.failed(limit))])
    }

    @Test func `a single gesture has no partial value, nor has a composition that never began`() {
        for gesture in [
            GestureExpression.longPress(.init()), .composition(.init(.race, [.tap(.init()), .drag(.init())])),
        ] {
            var trial = Trial(gesture)
            _ = trial.at(0, .down(1, 50, 50))
            let verdicts = trial.at(20, .down(2, 90, 50)) + trial.at(40, .lift(1), .lift(2))
            #expect(verdicts.count == 1, "\(gesture)")
            for verdict in verdicts {
                guard case .failed(_, nil) = verdict else {
                    Issue.record("\(gesture): \(verdict)")
                    continue
                }
            }
        }
    }

    @Test func `a scale and an angle begin at SwiftUI's thresholds`() {
        let thresholds = Thresholds()
        let (magnify, rotate): (Thresholds.Magnify, Thresholds.Rotate) = (thresholds.magnify, thresholds.rotate)
        #expect(magnify.minimumScaleDelta == 0.01 && rotate.minimumAngleDelta == .pi / 180)
    }
}
