import GestureModel
import GestureRecognition
import Strokes
import Testing

/// Fingers that move as one. Times are milliseconds, positions points.
@Suite struct StandardDragTests {
    private static let kinds = GestureExpression.Standard.allCases

    @Test func `one finger on a touchpad points, which is not a gesture`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 50, 60))
        #expect(trial.glide([1], by: Vector(dx: 400, dy: 100), from: 8, to: 400) == [])
        #expect(trial.wait(until: 2000) == [])
        #expect(trial.at(2100, .lift(1)) == [])
    }

    @Test func `one finger on a touchscreen drags`() {
        var trial = StandardTrial(.touchscreen)
        trial.at(0, .down(1, 50, 60))
        #expect(trial.glide([1], by: Vector(dx: 100, dy: 40), from: 8, to: 200) == ["began drag 1"])
        #expect(trial.value?.drag?.startLocation == Point(x: 50, y: 60))
        #expect(trial.value?.drag?.location == Point(x: 150, y: 100))
        #expect(trial.at(208, .lift(1)) == ["ended drag 1"])
        #expect((trial.value?.drag?.velocity.dx ?? 0) > 100)
    }

    @Test(arguments: kinds, [2, 3, 5, 10])
    func `fingers that move together drag`(kind: GestureExpression.Standard, fingers: Int) {
        var trial = StandardTrial(kind)
        trial.at(0, (1...fingers).map { .down($0, Double($0) * 50, 60) })
        let reported = trial.glide(Array(1...fingers), by: Vector(dx: 0, dy: 90), from: 8, to: 208)
        #expect(reported == ["began drag \(fingers)"])
        #expect(trial.value?.drag?.translation == Vector(dx: 0, dy: 90))
        #expect(trial.at(216, (1...fingers).map { .lift($0) }) == ["ended drag \(fingers)"])
        #expect(trial.isIdle)
    }

    @Test(arguments: [11, 12, 60])
    func `more than ten fingers make no gesture until some of them leave`(fingers: Int) {
        var trial = StandardTrial(.touchscreen)
        let all = Array(1...fingers)
        trial.at(0, all.map { .down($0, Double($0) * 9, 60) })
        #expect(trial.glide(all, by: Vector(dx: 0, dy: 90), from: 8, to: 208) == [])
        #expect(trial.at(216, all.dropFirst(2).map { .lift($0) }) == [])
        #expect(trial.glide([1, 2], by: Vector(dx: 0, dy: 90), from: 224, to: 424) == ["began drag 2"])
        #expect(trial.at(500, .lift(1), .lift(2)) == ["ended drag 2"])
        #expect(trial.isIdle)
        #expect(trial.deadline == nil)
    }

    // MARK: - How far

    /// Fingers may tap after 100 ms, and have rested after 300 ms.
    @Test(arguments: kinds, [100.0, 300])
    func `fingers drag side by side from the slop on`(kind: GestureExpression.Standard, time: Double) {
        let slop = Thresholds().hand(kind).slop
        for (distance, expected) in [(slop - 0.001, []), (slop, ["began drag 2"])] {
            var trial = StandardTrial(kind)
            trial.at(0, .down(1, 50, 60), .down(2, 150, 60))
            #expect(trial.at(time, .move(1, 50, 60 + distance), .move(2, 150, 60 + distance)) == expected)
        }
    }

    /// study: two fingers that scroll go 10 and 7 pt in the first 150 ms.
    @Test func `two fingers down for 60 ms drag when one has moved the slop and the other follows`() {
        let slop = Thresholds.StandardSet.touchpad.slop
        for (time, distance, expected) in [(60.0, slop, ["began drag 2"]), (60, slop - 0.001, []), (59, slop, [])] {
            var trial = StandardTrial(.touchpad)
            trial.at(0, .down(1, 50, 60), .down(2, 150, 60))
            #expect(trial.at(time, .move(1, 50, 60 + distance), .move(2, 150, 60 + 0.7 * distance)) == expected)
        }
    }

    @Test func `two fingers that move the slop in different directions may still tap`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 50, 60), .down(2, 150, 60))
        #expect(trial.at(100, .move(1, 50, 70), .move(2, 140, 62)) == [])
        #expect(trial.at(120, .lift(1), .lift(2)) == ["tap 2"])
    }

    /// The wobble of three fingers averages out with the root of their number; minnie's three-finger-swipe-right.
    @Test func `three fingers down for 60 ms drag before two would`() {
        let slop = Thresholds.StandardSet.touchpad.slop * (2.0 / 3).squareRoot()
        for (distance, expected) in [(slop + 0.001, ["began drag 3"]), (slop - 0.001, [])] {
            var trial = StandardTrial(.touchpad)
            trial.at(0, .down(1, 50, 60), .down(2, 150, 60), .down(3, 250, 60))
            let touches = (1...3).map { Touch.move($0, Double($0) * 100 - 50, 60 + distance) }
            #expect(trial.at(100, touches) == expected)
        }
    }

    /// more-expert-lumpy right_click.tap: as the fingertips flatten, both contacts shift by 9 pt.
    @Test func `two fingers that shift as they come down tap`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 50, 60), .down(2, 150, 60))
        #expect(trial.at(40, .move(1, 50, 70.5), .move(2, 150, 69)) == [])
        #expect(trial.at(50, .move(1, 50, 64), .move(2, 150, 63)) == [])
        #expect(trial.at(91, .lift(1), .lift(2)) == ["tap 2"])
    }

    @Test func `the early time is counted from the last finger that came`() {
        let limits = Thresholds.StandardSet.touchpad
        let (distance, early) = ((limits.slop + limits.earlySlop) / 2, limits.earlyTime.milliseconds)
        for (time, expected) in [(early - 0.001, []), (early, ["began drag 2"])] {
            var trial = StandardTrial(.touchpad)
            trial.at(0, .down(1, 50, 60))
            trial.at(30, .down(2, 150, 60))
            // Together, and apart too far to agree.
            let moves = [Touch.move(1, 42.5, 60 + distance), .move(2, 157.5, 60 + distance)]
            #expect(trial.at(30 + time, moves) == expected)
        }
    }

    @Test func `the path of a finger before the second came does not count`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 50, 60))
        trial.glide([1], by: Vector(dx: 100, dy: 0), from: 8, to: 208)
        trial.at(216, .down(2, 250, 60))
        #expect(trial.at(500, .move(1, 155, 60), .move(2, 255, 60)) == [])
        #expect(trial.at(508, .move(1, 150, 70), .move(2, 250, 70)) == ["began drag 2"])
        #expect(trial.value?.drag?.translation == Vector(dx: 0, dy: 10))
    }

    @Test(arguments: kinds)
    func `one of two fingers that drag may start later and lag`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 50, 60), .down(2, 150, 60))
        var reported = trial.glide([1], by: Vector(dx: 0, dy: 14), from: 8, to: 100)
        reported += trial.glide([1, 2], by: Vector(dx: 0, dy: 80), from: 108, to: 300)
        #expect(reported == ["began drag 2"])
    }

    // MARK: - Fingers that come and go

    @Test(arguments: kinds)
    func `a finger that leaves does not move the drag`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 50, 60), .down(2, 150, 60), .down(3, 250, 60))
        trial.glide([1, 2, 3], by: Vector(dx: 0, dy: 90), from: 8, to: 208)
        let before = trial.value?.drag
        #expect(trial.at(216, .lift(1)) == [])
        #expect(trial.value?.drag?.location == before?.location)
        #expect(trial.value?.drag?.fingers == 3)
        trial.glide([2, 3], by: Vector(dx: 30, dy: 0), from: 224, to: 300)
        #expect(trial.value?.drag?.translation == Vector(dx: 30, dy: 90))
        #expect(trial.value?.drag?.startLocation == before?.startLocation)
    }

    @Test func `on a touchscreen the finger that is left of two continues the drag`() {
        var trial = StandardTrial(.touchscreen)
        trial.at(0, .down(1, 50, 60), .down(2, 150, 60))
        trial.glide([1, 2], by: Vector(dx: 0, dy: 90), from: 8, to: 208)
        #expect(trial.at(216, .lift(1)) == [])
        #expect(trial.wait(until: 1000) == [])
        #expect(trial.glide([2], by: Vector(dx: 0, dy: 30), from: 1008, to: 1100) == [])
        #expect(trial.value?.drag?.translation == Vector(dx: 0, dy: 120))
        #expect(trial.at(1108, .lift(2)) == ["ended drag 2"])
    }

    @Test func `a touchpad's drag ends with its last finger but one, as though they left together`() {
        let window = Thresholds().fingers.liftWindow.milliseconds
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 50, 60), .down(2, 150, 60))
        trial.glide([1, 2], by: Vector(dx: 0, dy: 90), from: 8, to: 208)
        let velocity = trial.value?.drag?.velocity
        #expect(trial.at(216, .lift(1)) == [])
        #expect(trial.wait(until: 215.999 + window) == [])
        #expect(trial.wait(until: 216 + window) == ["ended drag 2"])
        #expect(velocity != .zero)
        #expect(abs((trial.value?.drag?.velocity.dy ?? 0) - (velocity?.dy ?? 0)) < 1e-6)
        #expect(trial.glide([2], by: Vector(dx: 0, dy: 90), from: 400, to: 600) == [], "it points")
        #expect(trial.at(608, .lift(2)) == [])
        #expect(trial.isIdle)
    }

    @Test func `the finger that is left of a touchpad's drag drags again with another`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 50, 60), .down(2, 150, 60))
        trial.glide([1, 2], by: Vector(dx: 0, dy: 90), from: 8, to: 208)
        trial.at(216, .lift(1))
        trial.wait(until: 400)
        trial.at(408, .down(3, 50, 60))
        #expect(trial.glide([2, 3], by: Vector(dx: 0, dy: 90), from: 416, to: 616) == ["began drag 2"])
    }

    @Test func `a touchpad's drag ends once when the last finger leaves in time`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 50, 60), .down(2, 150, 60))
        trial.glide([1, 2], by: Vector(dx: 0, dy: 90), from: 8, to: 208)
        trial.at(216, .lift(1))
        #expect(trial.at(260, .lift(2)) == ["ended drag 2"])
        #expect(trial.wait(until: 2000) == [])
        #expect(trial.deadline == nil)
    }

    @Test(arguments: kinds)
    func `a late finger does not join the drag`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 50, 60), .down(2, 150, 60))
        #expect(trial.at(300, .move(1, 50, 80), .move(2, 150, 80)) == ["began drag 2"])
        let late = 300 + Thresholds().hand(kind).lateJoin.milliseconds + 0.001
        #expect(trial.at(late, .down(3, 250, 60)) == [])
        #expect(trial.glide([1, 2, 3], by: Vector(dx: 0, dy: 50), from: 510, to: 600) == [])
        #expect(trial.value?.drag?.translation == Vector(dx: 0, dy: 70))
        #expect(trial.at(610, .lift(3)) == [])
        #expect(trial.at(620, .lift(1), .lift(2)) == ["ended drag 2"])
    }

    @Test(arguments: kinds)
    func `a finger that comes right after a drag began starts another with it`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 50, 60), .down(2, 150, 60))
        trial.at(300, .move(1, 50, 80), .move(2, 150, 80))
        let last = 300 + Thresholds().hand(kind).lateJoin.milliseconds
        // On a screen the drag goes on until the finger moves with it.
        var reported = trial.at(last, .down(3, 250, 60))
        #expect(reported == (kind == .touchpad ? ["cancelled drag 2 outcompeted"] : []))
        reported += trial.glide([1, 2, 3], by: Vector(dx: 0, dy: 50), from: 510, to: 600)
        #expect(reported == ["cancelled drag 2 outcompeted", "began drag 3"])
        #expect(trial.value?.drag?.translation == Vector(dx: 0, dy: 50))
        #expect(trial.at(610, .lift(1), .lift(2), .lift(3)) == ["ended drag 3"], "and no tap")
    }

    @Test func `a drag is not locked to the axis on which it began`() {
        var trial = StandardTrial(.touchscreen)
        trial.at(0, .down(1, 50, 60))
        trial.glide([1], by: Vector(dx: 90, dy: 0), from: 8, to: 200)
        trial.glide([1], by: Vector(dx: 0, dy: 40), from: 208, to: 300)
        #expect(trial.value?.drag?.translation == Vector(dx: 90, dy: 40))
    }

    /// Found by reading: the second of them was not recognised.
    @Test func `two late fingers in one frame both join the next drag`() {
        var trial = StandardTrial(.touchscreen)
        trial.at(0, .down(1, 50, 60))
        #expect(trial.at(50, .move(1, 50, 90)) == ["began drag 1"])
        #expect(trial.at(60, .down(2, 150, 60), .down(3, 250, 60)) == [])
        #expect(
            trial.glide([1, 2, 3], by: Vector(dx: 0, dy: 50), from: 68, to: 200)
                == ["cancelled drag 1 outcompeted", "began drag 3"])
    }

    @Test func `a late finger stays ignored when the drag of a touchpad is over`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 50, 60), .down(2, 120, 60))
        trial.glide([1, 2], by: Vector(dx: 0, dy: 90), from: 8, to: 408)
        trial.at(500, .down(3, 250, 60))
        #expect(trial.at(510, .lift(1), .lift(2)) == ["ended drag 2"])
        #expect(trial.isIdle)
        #expect(trial.glide([3], by: Vector(dx: 0, dy: 90), from: 520, to: 620) == [])
        #expect(trial.at(770, .lift(3)) == [])
    }
}
