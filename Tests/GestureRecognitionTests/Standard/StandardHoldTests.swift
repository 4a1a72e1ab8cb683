import GestureModel
import GestureRecognition
import Strokes
import Testing

/// Fingers that rest. Times are milliseconds, positions points.
@Suite struct StandardHoldTests {
    private static let kinds = GestureExpression.Standard.allCases

    @Test(arguments: kinds, [1, 2, 5, 10])
    func `resting fingers hold at the deadline, without a frame`(kind: GestureExpression.Standard, fingers: Int) {
        let due = Thresholds().hand(kind).holdDuration.milliseconds
        var trial = StandardTrial(kind)
        trial.at(0, (1...fingers).map { .down($0, Double($0) * 50, 60) })
        #expect(trial.deadline == due)
        #expect(trial.wait(until: due - 0.001) == [])
        #expect(trial.wait(until: due) == ["began hold \(fingers)"])
        let hold = trial.value?.hold
        #expect(hold?.pressing == true)
        #expect(hold?.completed == true)
        #expect(hold?.deadline == Timestamp(due))
        #expect(hold?.location == Point(x: Double(fingers + 1) * 25, y: 60))
        #expect(trial.deadline == nil, "a held finger sets no deadline")
        #expect(trial.at(due + 300, (1...fingers).map { .lift($0) }) == ["ended hold \(fingers)"])
        #expect(trial.value?.hold?.pressing == false)
        #expect(trial.deadline == nil)
    }

    @Test(arguments: kinds)
    func `a lift at the deadline comes before it`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 50, 60))
        #expect(trial.at(500, .lift(1)) == [])
        #expect(trial.wait(until: 5000) == [])
    }

    @Test(arguments: kinds)
    func `a frame after the deadline comes after the hold`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 50, 60))
        #expect(trial.at(500.001, .lift(1)) == ["began hold 1", "ended hold 1"])
        #expect(trial.events.map(\.time) == [Timestamp(500), Timestamp(500.001)])
    }

    @Test func `more than ten fingers do not hold`() {
        var trial = StandardTrial(.touchscreen)
        trial.at(0, (1...11).map { .down($0, Double($0) * 50, 60) })
        #expect(trial.wait(until: 5000) == [])
        #expect(trial.at(5010, .lift(11)) == [])
        #expect(trial.wait(until: 5510) == ["began hold 10"])
    }

    @Test func `a finger that moves by the slop does not hold`() {
        let slop = Thresholds.StandardSet.touchpad.slop
        for (distance, expected) in [(slop - 0.001, ["began hold 1"]), (slop, [])] {
            var trial = StandardTrial(.touchpad)
            trial.at(0, .down(1, 50, 60))
            trial.at(300, .move(1, 50 + distance, 60))
            trial.at(310, .move(1, 50, 60))
            #expect(trial.wait(until: 500) == expected)
        }
    }

    @Test(arguments: kinds)
    func `a hold is counted from the last finger that came or left`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 50, 60))
        trial.at(300, .down(2, 150, 60))
        #expect(trial.wait(until: 799) == [])
        #expect(trial.wait(until: 800) == ["began hold 2"])
    }

    @Test(arguments: kinds)
    func `a finger that comes during a hold starts another hold with it`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 50, 60))
        trial.wait(until: 500)
        #expect(trial.at(600, .down(2, 150, 60)) == ["cancelled hold 1 outcompeted"])
        #expect(trial.wait(until: 1100) == ["began hold 2"])
    }

    @Test(arguments: kinds)
    func `a hold goes on until its last finger leaves`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 50, 60), .down(2, 150, 60))
        trial.wait(until: 500)
        #expect(trial.at(600, .lift(1)) == [])
        #expect(trial.at(900, .lift(2)) == ["ended hold 2"])
        #expect(trial.value?.hold?.fingers == 2)
    }

    @Test(arguments: kinds)
    func `a hold that moves becomes a drag at the same time`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 50, 60), .down(2, 150, 60))
        trial.wait(until: 500)
        let moved = trial.at(600, .move(1, 70, 60), .move(2, 170, 60))
        #expect(moved == ["cancelled hold 2 outcompeted", "began drag 2"])
        #expect(trial.events.last?.time == Timestamp(600))
        #expect(trial.value?.drag?.translation == Vector(dx: 20, dy: 0))
    }

    @Test(arguments: kinds)
    func `a hold that closes up becomes a pinch`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 50, 60), .down(2, 150, 60))
        trial.wait(until: 500)
        let moved = trial.at(600, .move(1, 70, 60), .move(2, 130, 60))
        #expect(moved == ["cancelled hold 2 outcompeted", "began pinch 2"])
        #expect(trial.value?.magnification?.magnification == 0.6)
    }

    @Test func `a hold does not tap when it lifts`() {
        var trial = StandardTrial(.touchscreen)
        trial.at(0, .down(1, 50, 60))
        #expect(trial.at(499, .lift(1)) == ["tap 1"])
        trial.at(1000, .down(2, 50, 60))
        #expect(trial.at(1501, .lift(2)) == ["began hold 1", "ended hold 1"])
    }

    /// Found by reading: when the third contact was found to rest, the hold deadline was reset to a time in the past.
    @Test func `three holding fingers of which two scroll hold once`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 50, 60), .down(2, 150, 60), .down(3, 250, 60))
        trial.wait(until: 500)
        let moved = trial.at(700, .move(1, 50, 100), .move(2, 150, 100))
        #expect(moved == ["cancelled hold 3 outcompeted", "began drag 2"])
        #expect(trial.at(708, .move(1, 50, 110), .move(2, 150, 110)) == [])
        #expect(trial.at(716, .lift(1), .lift(2), .lift(3)) == ["ended drag 2"])
    }

    /// A device may send two frames with one time.
    @Test(arguments: kinds)
    func `a hold that moves and lifts at the same time is a drag that ends`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 50, 60), .down(2, 150, 60))
        trial.wait(until: 500)
        let moved = trial.at(600, .move(1, 70, 60), .move(2, 170, 60))
        #expect(moved == ["cancelled hold 2 outcompeted", "began drag 2"])
        #expect(trial.at(600, .lift(1), .lift(2)) == ["ended drag 2"])
        #expect(trial.wait(until: 5000) == [])
        trial.at(6000, .down(3, 50, 60))
        #expect(trial.at(6060, .lift(3)) == ["tap 1"])
    }

    @Test func `a finger that is left of a hold that moved ends the drag of two`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 50, 60), .down(2, 150, 60))
        trial.wait(until: 500)
        trial.at(600, .move(1, 70, 60), .move(2, 170, 60))
        #expect(trial.at(600, .lift(1)) == [])
        #expect(trial.wait(until: 700) == ["ended drag 2"])
        #expect(!trial.isUnderWay)
    }
}

extension Thresholds {
    func hand(_ kind: GestureExpression.Standard) -> StandardSet { kind == .touchpad ? touchpad : touchscreen }
}

extension Microseconds {
    var milliseconds: Double { Double(count) / 1000 }
}
