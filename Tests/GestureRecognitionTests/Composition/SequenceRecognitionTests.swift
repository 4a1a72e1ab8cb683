import GestureModel
import GestureRecognition
import Strokes
import Testing

@Suite struct SequenceRecognitionTests {
    @Test func `the second part starts at the finger's position when the first has ended`() throws {
        var stage = CompositionStage(.sequence, press, drag)
        #expect(stage.at(0, .down(1, 50, 50)) == ["began aap"])
        #expect(stage.at(100, .move(1, 55, 50)) == [])
        #expect(stage.wait(until: 500) == ["changed aep"])
        #expect(stage.at(600, .move(1, 64, 50)) == [])
        #expect(stage.at(700, .move(1, 68, 50)) == ["changed aea"])
        guard case .drag(let drag)? = stage.nodes[2].value else { return #expect(Bool(false)) }
        #expect(drag.startLocation == Point(x: 55, y: 50))
        #expect(stage.at(750, .lift(1)) == ["ended eee"])
    }

    @Test func `a sequence fails with its first part`() {
        var stage = CompositionStage(.sequence, press, drag)
        #expect(stage.at(0, .down(1, 50, 50)) == ["began aap"])
        #expect(stage.at(50, .move(1, 80, 50)) == ["cancelled (failed) fff"])
        #expect(stage.at(60, .move(1, 180, 50)) == [])
        #expect(stage.at(80, .lift(1)) == [])
        #expect(stage.isIdle)
    }

    @Test func `a sequence fails with its second part, after the first has ended`() {
        var stage = CompositionStage(.sequence, press, drag)
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.wait(until: 500) == ["changed aep"])
        #expect(stage.at(600, .lift(1)) == ["cancelled (failed) fef"])
    }

    @Test func `a tap and then a drag are recognised`() {
        var stage = CompositionStage(.sequence, tap, drag)
        #expect(stage.at(0, .down(1, 50, 50)) == [])
        #expect(stage.at(50, .lift(1)) == ["began aep"])
        #expect(stage.at(150, .down(2, 50, 50)) == [])
        #expect(stage.wait(until: 10_000) == [], "the finger is there")
        #expect(stage.at(10_100, .move(2, 80, 50)) == ["changed aea"])
        #expect(stage.at(10_200, .lift(2)) == ["ended eee"])
    }

    @Test func `a sequence does not wait for ever for the next touch`() {
        var stage = CompositionStage(.sequence, tap, drag)
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.at(50, .lift(1)) == ["began aep"])
        #expect(stage.deadline == 400)
        #expect(stage.wait(until: 400) == ["cancelled (failed) fef"])
        #expect(stage.nodes[2].phase == .failed(.failed(.nothingFollowed(limit: .milliseconds(350)))))
        #expect(stage.isIdle)
    }

    @Test func `a touch at the very deadline is in time`() {
        var stage = CompositionStage(.sequence, tap, drag)
        _ = stage.at(0, .down(1, 50, 50))
        _ = stage.at(50, .lift(1))
        #expect(stage.at(400, .down(2, 50, 50)) == [])
        #expect(stage.at(410, .move(2, 80, 50)) == ["changed aea"])
    }

    @Test func `a part that ends and the next that fails at once are both reported`() {
        let twoFingers = GestureExpression.longPress(.init(fingers: 2))
        var stage = CompositionStage(.sequence, twoFingers, dragAtOnce)
        #expect(stage.at(0, .down(1, 50, 50), .down(2, 70, 50)) == ["began aap"])
        #expect(stage.wait(until: 500) == ["cancelled (failed) fef"])
        #expect(stage.nodes[2].phase == .failed(.failed(.tooManyFingers(2, limit: 1))))
    }

    @Test func `three parts follow one another`() {
        var stage = CompositionStage(.sequence, tap, press, drag)
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.at(50, .lift(1)) == ["began aepp"])
        #expect(stage.at(150, .down(2, 50, 50)) == ["changed aeap"])
        #expect(stage.wait(until: 650) == ["changed aeep"])
        #expect(stage.at(700, .move(2, 80, 50)) == ["changed aeea"])
        #expect(stage.at(750, .lift(2)) == ["ended eeee"])
    }
}
