import GestureModel
import GestureRecognition
import Strokes
import Testing

/// Rejected contacts, and cancels from outside. Times are milliseconds, positions points.
@Suite struct StandardRejectionTests {
    private static let kinds = GestureExpression.Standard.allCases

    private func dragged(_ kind: GestureExpression.Standard) -> StandardTrial {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 250, 100), .down(2, 350, 100), .down(3, 450, 100))
        #expect(trial.glide([1, 2, 3], by: Vector(dx: 0, dy: 90), from: 8, to: 408) == ["began drag 3"])
        return trial
    }

    @Test(arguments: kinds)
    func `after a palm the gesture restarts with the other contacts`(kind: GestureExpression.Standard) {
        var trial = dragged(kind)
        #expect(trial.at(416, .palm(3)) == ["cancelled drag 3 palm"])
        #expect(trial.glide([1, 2], by: Vector(dx: 0, dy: 90), from: 424, to: 624) == ["began drag 2"])
        #expect(trial.value?.drag?.translation == Vector(dx: 0, dy: 90))
        #expect(trial.at(632, .lift(1), .lift(2)) == ["ended drag 2"])
    }

    @Test(arguments: kinds)
    func `after faulty data nothing begins until a contact comes down`(kind: GestureExpression.Standard) {
        var trial = dragged(kind)
        #expect(trial.at(416, .faulty(3)) == ["cancelled drag 3 resynchronised"])
        #expect(trial.glide([1, 2], by: Vector(dx: 0, dy: 90), from: 424, to: 624) == [])
        #expect(trial.deadline == nil)
        trial.at(700, .lift(1), .lift(2))
        trial.at(800, .down(4, 250, 100))
        #expect(trial.at(860, .lift(4)) == ["tap 1"])
    }

    @Test(arguments: kinds)
    func `a palm does not tap`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 250, 100))
        #expect(trial.at(60, .palm(1)) == [])
        #expect(trial.wait(until: 2000) == [])
        #expect(trial.isIdle)
    }

    @Test(arguments: kinds)
    func `a palm cancels its hold`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 250, 100))
        trial.wait(until: 500)
        #expect(trial.at(600, .palm(1)) == ["cancelled hold 1 palm"])
        #expect(trial.wait(until: 3000) == [])
    }

    /// Found by reading: the palm was ignored, and never removed.
    @Test func `a late finger on a touchpad that becomes a palm is removed`() {
        var trial = dragged(.touchpad)
        trial.at(700, .down(9, 250, 390))
        #expect(trial.at(708, .palm(9)) == [])
        #expect(trial.at(716, .lift(1), .lift(2), .lift(3)) == ["ended drag 3"])
        // The same id again: no device does that, but a removed contact must have no effect.
        trial.at(1000, .down(9, 250, 100))
        #expect(trial.at(1060, .lift(9)) == ["tap 1"])
    }

    @Test(arguments: kinds)
    func `after a cancel from outside the fingers that are down start nothing`(kind: GestureExpression.Standard) {
        var trial = dragged(kind)
        #expect(trial.cancel(.deviceLost, at: 416) == ["cancelled drag 3 deviceLost"])
        #expect(trial.deadline == nil)
        #expect(trial.isIdle)
        #expect(trial.glide([1, 2, 3], by: Vector(dx: 0, dy: 90), from: 424, to: 624) == [])
        #expect(trial.at(632, .lift(1), .lift(2), .lift(3)) == [])
        trial.at(700, .down(4, 250, 100))
        #expect(trial.at(760, .lift(4)) == ["tap 1"])
    }

    @Test(arguments: kinds)
    func `a cancel clears taps in a row, and deadlines`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 250, 100))
        trial.at(60, .lift(1))
        #expect(trial.cancel(.resynchronised, at: 100) == [])
        trial.at(200, .down(2, 250, 100))
        #expect(trial.at(260, .lift(2)) == ["tap 1"])
        trial.at(400, .down(3, 250, 100))
        #expect(trial.cancel(.resynchronised, at: 500) == [])
        #expect(trial.deadline == nil)
        #expect(trial.wait(until: 5000) == [])
    }

    @Test(arguments: kinds)
    func `a finger that comes twice without leaving counts once`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 250, 100))
        let again = Contact(id: 1, phase: .began, position: Point(x: 260, y: 100))
        #expect(trial.handle(TouchFrame(time: Timestamp(20), contacts: [again])) == [])
        #expect(trial.at(60, .lift(1)) == ["tap 1"])
        #expect(trial.isIdle)
    }

    @Test(arguments: kinds)
    func `time that goes back leaves no deadline`(kind: GestureExpression.Standard) {
        var trial = dragged(kind)
        trial.at(100, .move(1, 250, 300), .move(2, 350, 300), .move(3, 450, 300))
        trial.at(50, .lift(1), .lift(2))
        trial.at(10, .lift(3))
        #expect(trial.wait(until: 5000) == [])
        #expect(!trial.isUnderWay)
        #expect(trial.deadline == nil)
    }

    @Test(arguments: kinds, [Timestamp(microseconds: .max), Timestamp(microseconds: .min)])
    func `timestamps at the ends of the clock leave no deadline`(kind: GestureExpression.Standard, time: Timestamp) {
        var trial = StandardTrial(kind)
        var hand = Hand()
        _ = trial.handle(hand.frame(at: time, [.down(1, 250, 100), .down(2, 350, 100)]))
        _ = trial.handle(hand.frame(at: time, [.move(1, 250, 140), .move(2, 350, 140)]))
        _ = trial.handle(hand.frame(at: time, [.lift(1)]))
        trial.wait(until: 9e15)
        _ = trial.handle(hand.frame(at: time, [.lift(2)]))
        trial.wait(until: 9e15)
        #expect(trial.deadline == nil)
        #expect(!trial.isUnderWay)
    }

    @Test(arguments: kinds)
    func `positions that are NaN, and a surface without size, do not trap`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind, on: Surface(size: .zero))
        trial.at(0, .down(1, .nan, 0), .down(2, .infinity, -.infinity))
        trial.at(8, .move(1, 50, 60), .move(2, .nan, .nan))
        trial.at(400, .move(1, .infinity, 60), .move(2, 1e300, -1e300))
        trial.wait(until: 5000)
        trial.at(5100, .lift(1), .lift(2))
        trial.wait(until: 9000)
        #expect(!trial.isUnderWay)
        #expect(trial.isIdle)
    }
}
