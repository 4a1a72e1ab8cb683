import GestureModel
import GestureRecognition
import Strokes
import Testing

/// Fingers that tap in turn, faster than one finger could. Times are milliseconds, positions points.
@Suite struct StandardDrumRollTests {
    private static let kinds = GestureExpression.Standard.allCases

    @Test(arguments: kinds)
    func `fingers in turn that overlap for a fifth tap one by one`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        var reported: [String] = []
        for beat in 0..<6 {
            let time = Double(beat) * 100
            reported += trial.at(time, .down(beat, 50 + Double(beat % 2) * 60, 60))
            if beat > 0 { reported += trial.at(time + 20, .lift(beat - 1)) }
        }
        reported += trial.at(620, .lift(5))
        #expect(reported == ["tap 1"] + (2...6).map { "tap 1 ×\($0)" })
        #expect(trial.deadline == nil)
    }

    @Test func `fingers that come and leave in one frame tap one by one`() {
        var trial = StandardTrial(.touchpad)
        #expect(trial.at(0, .down(1, 50, 60)) == [])
        #expect(trial.at(80, .lift(1), .down(2, 110, 60)) == ["tap 1"])
        #expect(trial.at(160, .lift(2), .down(3, 50, 60)) == ["tap 1 ×2"])
        #expect(trial.at(240, .lift(3)) == ["tap 1 ×3"])
    }

    /// Taps meant for two fingers come later after another.
    @Test(arguments: [(0.0, ["tap 1 ×2", "tap 1 ×3"]), (0.001, ["tap 2"])])
    func `two taps right after a tap belong to its drum roll`(late: Double, expected: [String]) {
        let delay = Thresholds.StandardSet.touchpad.drumRollDelay.milliseconds
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 50, 60))
        #expect(trial.at(60, .lift(1)) == ["tap 1"])
        trial.at(60 + delay + late, .down(2, 50, 60))
        trial.at(85 + delay, .down(3, 110, 60))
        let lifts = trial.at(120 + delay, .lift(2)) + trial.at(130 + delay, .lift(3))
        #expect(lifts + trial.wait(until: 130 + delay) == expected)
        #expect(trial.deadline == nil)
        // Found by random touches: the last tap was reported with its own time, earlier than that of the tap before.
        #expect(trial.events.map(\.time) == trial.events.map(\.time).sorted())
    }

    /// libinput's tests: a tap, and 55 ms later a tap of two or three fingers.
    @Test(arguments: GestureExpression.Standard.allCases, [2, 3])
    func `fingers that land at once right after a tap are one tap`(kind: GestureExpression.Standard, fingers: Int) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 150, 60))
        #expect(trial.at(35, .lift(1)) == ["tap 1"])
        var reported: [String] = []
        for finger in 0..<fingers {
            reported += trial.at(90 + 8 * Double(finger), .down(10 + finger, 50 + 60 * Double(finger), 60))
        }
        for finger in 0..<fingers { reported += trial.at(125 + 8 * Double(finger), .lift(10 + finger)) }
        #expect(reported == ["tap \(fingers)"])
    }

    @Test func `two quick taps of two fingers are not a drum roll`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 50, 60), .down(2, 110, 60))
        #expect(trial.at(60, .lift(1), .lift(2)) == ["tap 2"])
        trial.at(130, .down(3, 50, 60), .down(4, 110, 60))
        #expect(trial.at(190, .lift(3), .lift(4)) == ["tap 2 ×2"])
    }
}
