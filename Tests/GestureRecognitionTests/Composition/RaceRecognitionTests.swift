import GestureModel
import GestureRecognition
import Strokes
import Testing

@Suite struct RaceRecognitionTests {
    @Test func `a nested part that has ended is not reported before its part of the race wins`() {
        var stage = CompositionStage(
            .race, .composition(.init(.simultaneous, [tap, .tap(.init(count: 3))])), doubleTap)
        #expect(stage.at(0, .down(1, 50, 50)) == [])
        #expect(stage.at(50, .lift(1)) == [])
        #expect(stage.at(150, .down(2, 50, 50)) == [])
        #expect(stage.at(200, .lift(2)) == ["began exxxe", "ended exxxe"])
    }

    @Test func `the part that is recognised first wins`() {
        var moved = CompositionStage(.race, press, drag)
        #expect(moved.at(0, .down(1, 50, 50)) == [])
        #expect(moved.at(8, .move(1, 65, 50)) == ["began afa"], "the press moved too far by then")
        #expect(moved.at(24, .lift(1)) == ["ended efe"])

        var held = CompositionStage(.race, press, drag)
        _ = held.at(0, .down(1, 50, 50))
        #expect(held.wait(until: 500) == ["began eex"])
        #expect(held.at(600, .move(1, 150, 50)) == [])
        #expect(held.at(700, .lift(1)) == ["ended eex"])
    }

    @Test func `of two parts that begin at once the first wins`() {
        var stage = CompositionStage(.race, drag, .drag(.init(fingers: .one, minimumDistance: 10)))
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.at(8, .move(1, 65, 50)) == ["began aax"])
    }

    @Test func `a race in which all parts fail never begins`() {
        var stage = CompositionStage(.race, press, drag)
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.at(50, .lift(1)) == [])
        #expect(stage.isIdle)
    }

    @Test func `a sequence that fails in the event in which its first part ended never won`() {
        let seldom = GestureExpression.composition(.init(.sequence, [press, doubleTap]))
        var stage = CompositionStage(.race, seldom, .drag(.init(fingers: [1, 2], minimumDistance: 400)))
        _ = stage.at(0, .down(1, 50, 50))
        _ = stage.at(200, .down(2, 60, 50))
        #expect(stage.wait(until: 500) == [], "the press is complete, and two fingers are no tap")
        #expect(stage.at(600, .move(1, 950, 50), .move(2, 960, 50)) == ["began afffa"])
    }

    @Test func `a press and hold never wins`() {
        var stage = CompositionStage(.race, pressAndHold, tap)
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.at(50, .lift(1)) == ["began efe", "ended efe"])
    }

    // Found by a long random simulation: the sequence around them went on, and two of its parts were reported active.
    @Test func `of two parts at once the one that has ended wins, and the part after the race begins`() {
        let pressAndDrag = GestureExpression.composition(.init(.sequence, [press, drag]))
        let race = GestureExpression.composition(.init(.race, [pressAndDrag, press]))
        var stage = CompositionStage(.sequence, race, drag)
        #expect(stage.at(0, .down(1, 50, 50)) == [])
        #expect(stage.wait(until: 500) == ["began aexxxep"])
        #expect(stage.at(600, .move(1, 80, 50)) == ["changed aexxxea"])
        #expect(stage.at(700, .lift(1)) == ["ended eexxxee"])
    }

    // Found by a long random simulation: the sequence was active again, with parts that had failed.
    @Test func `a sequence that has failed is not reactivated by the competitor of its part`() {
        let either = GestureExpression.composition(
            .init(.exclusive, [press, .drag(.init(fingers: [1, 2], minimumDistance: 20))]))
        let seldom = GestureExpression.composition(.init(.sequence, [either, doubleTap]))
        var stage = CompositionStage(.race, seldom, .drag(.init(fingers: [1, 2], minimumDistance: 400)))
        _ = stage.at(0, .down(1, 50, 50))
        _ = stage.at(200, .down(2, 60, 50))
        #expect(stage.wait(until: 500) == [], "the press is complete, and two fingers are no tap")
        #expect(stage.at(600, .move(1, 100, 50), .move(2, 110, 50)) == [], "no drag: the press has been")
        #expect(stage.at(700, .move(1, 950, 50), .move(2, 960, 50)) == ["began afffffa"])
    }
}
