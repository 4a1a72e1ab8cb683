import GestureModel
import Strokes
import Testing

/// Fingers that come to a gesture in progress, more than 0.2 s after it was recognised.
@Suite struct StandardLateFingerTests {
    /// A finger that has panned from 100 to 180.
    private func panned() -> StandardTrial {
        var trial = StandardTrial(.touchscreen)
        trial.at(0, .down(1, 100, 200))
        for step in 1...10 { trial.at(16 * Double(step), .move(1, 100 + 8 * Double(step), 200)) }
        return trial
    }

    /// A finger that pans, and another one that comes 50 ms after the pan was recognised.
    private func joined() -> StandardTrial {
        var trial = StandardTrial(.touchscreen)
        trial.at(0, .down(1, 100, 200))
        for step in 1...6 { trial.at(8 * Double(step), .move(1, 100 + 8 * Double(step), 200)) }
        #expect(trial.at(60, .down(2, 300, 200)) == [])
        return trial
    }

    @Test func `a contact that comes soon and rests does not end a pan`() {
        var trial = joined()
        for step in 1...20 {
            #expect(trial.at(60 + 8 * Double(step), .move(1, 148, 200 + Double(step) * 2)) == [])
        }
        #expect(trial.at(300, .lift(2)) == [])
        #expect(trial.at(320, .lift(1)) == ["ended drag 1"])
    }

    @Test func `a finger that comes soon and moves along makes a pan of both, with their whole motion`() throws {
        var trial = joined()
        var reported: [String] = []
        for step in 1...5 {
            let shift = 6 * Double(step)
            reported += trial.at(60 + 8 * Double(step), .move(1, 148 + shift, 200), .move(2, 300 + shift, 200))
        }
        #expect(reported == ["cancelled drag 1 outcompeted", "began drag 2"])
        guard case .drag(let drag)? = trial.value else { return #expect(Bool(false)) }
        #expect(drag.translation == Vector(dx: 30, dy: 0) && drag.startLocation == Point(x: 224, y: 200))
    }

    @Test func `a pan whose finger gets a second one becomes a pinch when they part`() {
        var trial = panned()
        #expect(trial.at(600, .down(2, 300, 200)) == [])
        var reported: [String] = []
        for step in 1...10 {
            let shift = 6 * Double(step)
            reported += trial.at(600 + 16 * Double(step), .move(1, 180 - shift, 200), .move(2, 300 + shift, 200))
        }
        #expect(reported == ["cancelled drag 1 outcompeted", "began pinch 2"])
        #expect(trial.at(800, .lift(1)) == [])
        #expect(trial.at(810, .lift(2)) == ["ended pinch 2"])
        #expect(trial.isIdle)
    }

    @Test func `a pan of two fingers that gets a third and fourth pinches with them`() {
        var trial = StandardTrial(.touchscreen)
        trial.at(0, .down(1, 200, 100), .down(2, 300, 100))
        #expect(trial.at(250, .move(1, 200, 150), .move(2, 300, 150)) == ["began drag 2"])
        trial.at(700, .down(3, 200, 300), .down(4, 300, 300))
        var reported: [String] = []
        for step in 1...10 {
            let shift = 6 * Double(step)
            reported += trial.at(
                700 + 16 * Double(step), .move(1, 200 - shift, 150 - shift), .move(2, 300 + shift, 150 - shift),
                .move(3, 200 - shift, 300 + shift), .move(4, 300 + shift, 300 + shift))
        }
        #expect(reported == ["cancelled drag 2 outcompeted", "began pinch 4"])
    }

    @Test func `a finger that comes and moves along changes nothing, and carries the drag on`() {
        var trial = panned()
        trial.at(600, .down(2, 300, 200))
        for step in 1...10 {
            let shift = 6 * Double(step)
            #expect(trial.at(600 + 16 * Double(step), .move(1, 180 + shift, 200), .move(2, 300 + shift, 200)) == [])
        }
        #expect(trial.at(800, .lift(1)) == [])
        #expect(trial.at(850, .move(2, 400, 200)) == [])
        guard case .drag(let drag)? = trial.value else {
            Issue.record("no drag")
            return
        }
        #expect(drag.fingers == 1 && drag.translation == Vector(dx: 180, dy: 0))
        #expect(trial.at(900, .lift(2)) == ["ended drag 1"])
        #expect(trial.isIdle)
    }

    @Test func `a pinch that lost a finger goes on with the next`() {
        var trial = StandardTrial(.touchscreen)
        trial.at(0, .down(1, 250, 200), .down(2, 350, 200))
        #expect(trial.at(300, .move(1, 200, 200), .move(2, 400, 200)) == ["began pinch 2"])
        #expect(trial.at(600, .lift(2)) == [])
        #expect(trial.at(1000, .down(3, 300, 200)) == [])
        #expect(trial.at(1016, .move(3, 400, 200)) == [])
        guard case .composition(let tree)? = trial.value, case .magnify(let magnify)? = tree.nodes[1].value else {
            Issue.record("no pinch")
            return
        }
        #expect(abs(magnify.magnification - 4) < 1e-6)
        #expect(trial.at(1100, .down(4, 500, 300)) == [], "one too many")
        #expect(trial.at(1200, .lift(1), .lift(3)) == ["ended pinch 2"])
        #expect(trial.at(1300, .lift(4)) == [])
        #expect(trial.isIdle)
    }

    @Test func `on a touchpad a finger that comes later changes nothing`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 200, 100), .down(2, 300, 100))
        #expect(trial.at(300, .move(1, 200, 150), .move(2, 300, 150)) == ["began drag 2"])
        trial.at(700, .down(3, 400, 200))
        for step in 1...10 { #expect(trial.at(700 + 16 * Double(step), .move(3, 400, 200 - 6 * Double(step))) == []) }
        #expect(trial.at(900, .lift(1), .lift(2)) == ["ended drag 2"])
    }
}
