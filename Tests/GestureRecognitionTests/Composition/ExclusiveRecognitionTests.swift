import GestureModel
import GestureRecognition
import Strokes
import Testing

@Suite struct ExclusiveRecognitionTests {
    @Test func `if the first part fails after it displaced the second, the composition fails with it`() {
        let pressAndDrag = GestureExpression.composition(
            .init(.sequence, [.longPress(.init(maximumDistance: 30)), .drag(.init(minimumDistance: 50))]))
        var stage = CompositionStage(.exclusive, pressAndDrag, drag)
        #expect(stage.at(0, .down(1, 50, 50)) == [])
        #expect(stage.at(100, .move(1, 62, 50)) == ["began apppa"])
        #expect(stage.at(700, .lift(1)).suffix(1) == ["cancelled (failed) ffefx"])
    }

    @Test func `a single tap waits for the double tap to fail`() {
        var stage = CompositionStage(.exclusive, doubleTap, tap)
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.at(50, .lift(1)) == [])
        #expect(stage.wait(until: 399) == [])
        #expect(stage.wait(until: 400) == ["began efe", "ended efe"])
    }

    /// As in UIKit and Compose.
    @Test func `a tap and then a touch that stays are a tap and a press`() {
        var stage = CompositionStage(.exclusive, doubleTap, press, tap)
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.at(60, .lift(1)) == [])
        #expect(stage.at(120, .down(2, 50, 50)) == [])
        let reported = stage.wait(until: 1200)
        #expect(reported.count == 3 && reported.prefix(2) == ["began effe", "ended effe"])
        #expect(reported.last?.hasPrefix("began ") == true)
        guard stage.nodes.count == 4, case .longPress(let press)? = stage.nodes[2].value else {
            Issue.record("no press: \(reported)")
            return
        }
        #expect(press.completed && press.pressing)
        #expect(stage.at(1210, .lift(2)).last?.hasPrefix("ended ") == true)
        #expect(stage.isIdle)
    }

    @Test func `a tap and then a touch that drags are a tap and a drag`() {
        var stage = CompositionStage(.exclusive, doubleTap, drag, tap)
        _ = stage.at(0, .down(1, 50, 50))
        _ = stage.at(60, .lift(1))
        _ = stage.at(120, .down(2, 50, 50))
        var reported: [String] = []
        for step in 1...20 { reported += stage.at(120 + 16 * Double(step), .move(2, 50, 50 + 8 * Double(step))) }
        reported += stage.at(500, .lift(2))
        #expect(reported.first == "began effe" && reported.contains { $0.hasPrefix("began a") }, "\(reported)")
    }

    @Test func `a double tap leaves the single tap no chance`() {
        var stage = CompositionStage(.exclusive, doubleTap, tap)
        _ = stage.at(0, .down(1, 50, 50))
        _ = stage.at(50, .lift(1))
        _ = stage.at(150, .down(2, 50, 50))
        #expect(stage.at(200, .lift(2)) == ["began eex", "ended eex"])
    }

    @Test func `a later part may begin first, and its end is held back until the others failed`() {
        var stage = CompositionStage(.exclusive, doubleTap, drag)
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.at(8, .move(1, 65, 50)) == ["began apa"])
        #expect(stage.at(40, .lift(1)) == [], "the first tap of two, perhaps")
        #expect(stage.wait(until: 400) == ["ended efe"])
    }

    @Test func `a later part that has begun is displaced by one before it that begins after all`() {
        let far = GestureExpression.drag(.init(minimumDistance: 30))
        var stage = CompositionStage(.exclusive, far, drag)
        _ = stage.at(0, .down(1, 0, 0))
        #expect(stage.at(8, .move(1, 15, 0)) == ["began apa"])
        #expect(stage.at(32, .move(1, 40, 0)) == ["changed aax"])
        #expect(stage.at(40, .move(1, 50, 0)) == ["changed aax"])
        #expect(stage.at(48, .lift(1)) == ["ended eex"])
    }

    @Test func `a later part that has begun is displaced by the end of one before it`() {
        var stage = CompositionStage(.exclusive, doubleTap, .drag(.init(minimumDistance: 5)))
        _ = stage.at(0, .down(1, 50, 50))
        _ = stage.at(50, .lift(1))
        _ = stage.at(150, .down(2, 50, 50))
        #expect(stage.at(200, .move(2, 60, 50)) == [], "the drag received the first touch and failed with it")
        #expect(stage.at(210, .lift(2)) == ["began eef", "ended eef"])
    }

    @Test func `a later part that has begun is displaced by an earlier one, although the first is still possible`() {
        var stage = CompositionStage(.exclusive, doubleTap, .drag(.init(minimumDistance: 30)), drag)
        _ = stage.at(0, .down(1, 0, 0))
        #expect(stage.at(8, .move(1, 15, 0)) == ["began appa"])
        #expect(stage.at(32, .move(1, 40, 0)) == ["changed apax"], "not two that are active")
        #expect(stage.at(48, .lift(1)) == [], "the first tap of two, perhaps")
        #expect(stage.wait(until: 398) == ["ended efex"])
    }

    // Found by a long random simulation: both were reported active.
    @Test func `a part whose end is withheld lets no later part begin`() {
        let inner = GestureExpression.composition(.init(.exclusive, [doubleTap, drag]))
        let behind = GestureExpression.composition(.init(.sequence, [tap, drag]))
        var stage = CompositionStage(.exclusive, inner, behind)
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.at(8, .move(1, 65, 50)) == ["began aapappp"])
        #expect(stage.at(40, .lift(1)) == [], "perhaps the first tap of two, which may still displace the drag")
        #expect(stage.wait(until: 400) == ["ended eefefff"])
    }

    @Test func `the failure of a composition is not reported before those of its parts`() {
        let both = GestureExpression.composition(.init(.simultaneous, [doubleTap, drag]))
        let tapFirst = GestureExpression.composition(.init(.race, [tap, both]))
        var stage = CompositionStage(.simultaneous, press, .composition(.init(.exclusive, [doubleTap, tapFirst])))
        #expect(stage.at(0, .down(1, 50, 50)) == ["began aappppppp"])
        #expect(stage.at(50, .lift(1)) == ["changed pfppppppp"], "the tap won over both, unless a second follows")
        #expect(stage.wait(until: 400) == ["ended efefeexxx"])
    }

    @Test func `a press has not begun before it is complete`() {
        var stage = CompositionStage(.exclusive, press, tap)
        #expect(stage.at(0, .down(1, 50, 50)) == [])
        #expect(stage.at(50, .lift(1)) == ["began efe", "ended efe"])
        #expect(stage.at(1000, .down(2, 50, 50)) == [])
        #expect(stage.wait(until: 1500) == ["began eex"])
        #expect(stage.at(1600, .lift(2)) == ["ended eex"], "the press lasts until the lift")
    }

    @Test func `a drag of no distance has not begun before it has moved`() {
        var stage = CompositionStage(.exclusive, dragAtOnce, tap)
        #expect(stage.at(0, .down(1, 50, 50)) == [])
        #expect(stage.at(50, .lift(1)) == ["began efe", "ended efe"])
        #expect(stage.at(1000, .down(2, 50, 50)) == [])
        #expect(stage.at(1008, .move(2, 51, 50)) == ["began aap"])
        #expect(stage.at(1016, .move(2, 50, 50)) == ["changed aap"], "and stays begun")
        #expect(stage.at(1024, .lift(2)) == ["ended eex"])
    }

    @Test func `a sequence that fails leaves the touch to the part after it`() {
        var stage = CompositionStage(.exclusive, .composition(.init(.sequence, [press, drag])), tap)
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.wait(until: 500) == ["began aaepp"])
        #expect(stage.at(600, .lift(1)) == ["ended efefe"], "shorter than 0.75 s, it is a tap")
    }

    // Found by long random simulations: a press that failed with its sequence got its competitor's failure at the lift.
    @Test func `parts that failed with their sequence keep the reason`() {
        let either = GestureExpression.composition(.init(.exclusive, [press, pressAndHold]))
        let seldom = GestureExpression.composition(.init(.sequence, [either, doubleTap]))
        let race = GestureExpression.composition(
            .init(.race, [seldom, .drag(.init(minimumDistance: 400))]))
        let hold = GestureExpression.longPress(.init(minimumDuration: .never))
        var stage = CompositionStage(.simultaneous, hold, .composition(.init(.exclusive, [race, doubleTap])))
        _ = stage.at(0, .down(1, 50, 50))
        _ = stage.at(200, .down(2, 60, 50))
        #expect(stage.wait(until: 500).last == "changed aappfffffpp")
        let failed = stage.nodes.map(\.phase)[4...8]
        #expect(failed.allSatisfy { $0 == .failed(.failed(.tooManyFingers(2, limit: 1))) })
        #expect(stage.at(600, .lift(1)) == ["changed pfpfffffffp"])
        #expect(stage.nodes.map(\.phase)[4...8] == failed)
    }

    /// A row that cannot go on fails when the next tap touches, which begins the next gesture.
    @Test(arguments: [80.0, 250])
    func `six taps that alternate between two positions are six single taps`(_ gap: Double) {
        var stage = CompositionStage(.exclusive, doubleTap, tap)
        var reported: [String] = []
        for index in 0..<6 {
            let (start, x) = (Double(index) * (gap + 60), index.isMultiple(of: 2) ? 50.0 : 450)
            reported += stage.at(start, .down(index, x, 50))
            reported += stage.at(start + 60, .lift(index))
        }
        reported += stage.wait(until: 6000)
        #expect(reported.filter { $0 == "ended efe" }.count == 6, "\(reported)")
        #expect(stage.isIdle)
    }

    @Test func `two taps at one position are a double tap, also after a tap at another`() {
        var stage = CompositionStage(.exclusive, doubleTap, tap)
        var reported: [String] = []
        for (index, x) in [450.0, 50, 50].enumerated() {
            reported += stage.at(Double(index) * 200, .down(index, x, 50))
            reported += stage.at(Double(index) * 200 + 60, .lift(index))
        }
        reported += stage.wait(until: 6000)
        #expect(reported.filter { $0.hasPrefix("ended") } == ["ended efe", "ended eex"], "\(reported)")
    }
}
