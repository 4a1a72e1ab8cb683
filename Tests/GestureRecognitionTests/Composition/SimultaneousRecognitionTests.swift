import GestureModel
import GestureRecognition
import Strokes
import Testing

@Suite struct SimultaneousRecognitionTests {
    @Test func `a simultaneous composition begins with its first part and ends with its last`() {
        var stage = CompositionStage(.simultaneous, press, drag)
        #expect(stage.at(0, .down(1, 50, 50)) == ["began aap"])
        #expect(stage.wait(until: 500) == ["changed pep"])
        #expect(stage.at(600, .move(1, 80, 50)) == ["changed aea"])
        #expect(stage.at(608, .move(1, 90, 50)) == ["changed aea"])
        #expect(stage.at(620, .lift(1)) == ["ended eee"])
        #expect(stage.isIdle)
    }

    @Test func `a gesture that begins exactly like the one before is reported, too`() {
        var stage = CompositionStage(.simultaneous, dragAtOnce, pressAndHold)
        for start in [0.0, 1000] {
            #expect(stage.at(start, .down(1, 50, 50)) == ["began aaa"])
            #expect(stage.at(start + 50, .lift(1)) == ["ended eef"])
        }
    }

    @Test func `one part that succeeds is enough`() {
        var stage = CompositionStage(.simultaneous, tap, drag)
        #expect(stage.at(0, .down(1, 50, 50)) == [])
        #expect(stage.at(50, .lift(1)) == ["began eef", "ended eef"])
    }

    @Test func `if every part fails, the composition is cancelled with the last failure`() {
        var stage = CompositionStage(.simultaneous, press, drag)
        #expect(stage.at(0, .down(1, 50, 50)) == ["began aap"])
        #expect(stage.at(50, .lift(1)) == ["cancelled (failed) fff"])
    }

    @Test func `a part that is over handles no further touch before the composition is over`() {
        var stage = CompositionStage(.simultaneous, tap, doubleTap)
        #expect(stage.at(0, .down(1, 50, 50)) == [])
        #expect(stage.at(50, .lift(1)) == ["began pep"])
        #expect(stage.at(100, .down(2, 50, 50)) == [])
        #expect(stage.at(150, .lift(2)) == ["ended eee"])
        #expect(stage.at(200, .down(3, 50, 50)) == [])
        #expect(stage.at(250, .lift(3)) == ["began pep"])
        #expect(stage.wait(until: 1000) == ["ended eef"])
    }

    @Test func `taps count on although the composition is over between them`() throws {
        var stage = CompositionStage(.simultaneous, tap, drag)
        for (time, count) in [(0.0, 1), (200, 2), (400, 3)] {
            _ = stage.at(time, .down(Int(time), 50, 50))
            _ = stage.at(time + 50, .lift(Int(time)))
            let node = try #require(stage.nodes.dropFirst().first)
            #expect(node.value == .tap(.init(fingers: 1, count: count, location: Point(x: 50, y: 50))))
        }
    }

    @Test func `contacts that are down at a failure start nothing, nor does one that comes down next to them`() {
        var stage = CompositionStage(.simultaneous, tap, press)
        #expect(stage.at(0, .down(1, 0, 0)) == ["began apa"])
        #expect(stage.at(10, .move(1, 100, 0)) == ["cancelled (failed) fff"])
        #expect(stage.at(20, .down(2, 50, 50)) == [])
        #expect(stage.at(40, .lift(2)) == [])
        #expect(stage.at(60, .lift(1)) == [])
        #expect(stage.isIdle)
        #expect(stage.at(80, .down(3, 50, 50)) == ["began apa"])
    }
}
