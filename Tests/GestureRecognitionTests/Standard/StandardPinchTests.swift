import Foundation
import GestureModel
import GestureRecognition
import Strokes
import Testing

/// Fingers that move about each other. Times are milliseconds, positions points.
@Suite struct StandardPinchTests {
    private static let kinds = GestureExpression.Standard.allCases

    private func parted(_ kind: GestureExpression.Standard) -> StandardTrial {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 250, 200), .down(2, 350, 200))
        #expect(trial.at(300, .move(1, 200, 200), .move(2, 400, 200)) == ["began pinch 2"])
        return trial
    }

    @Test(arguments: kinds)
    func `fingers that part are a magnification and a rotation at once`(kind: GestureExpression.Standard) {
        var trial = parted(kind)
        #expect(trial.value?.nodes.map(\.kind) == [.simultaneous, nil, nil])
        #expect(trial.value?.nodes.map(\.phase) == [.active, .active, .active])
        #expect(trial.value?.magnification?.magnification == 2)
        #expect(trial.value?.magnification?.location == Point(x: 300, y: 200))
        #expect(trial.value?.rotation?.rotation == 0)
        #expect(trial.value?.rotation?.fingers == 2)
        #expect(trial.at(400, .lift(1), .lift(2)) == ["ended pinch 2"])
        #expect(trial.value?.nodes.map(\.phase) == [.ended, .ended, .ended])
        #expect(trial.value?.magnification?.magnification == 2)
        #expect(trial.isIdle)
    }

    @Test(arguments: kinds)
    func `a pinch that stops is reported without a frame`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 250, 200), .down(2, 350, 200))
        for step in 1...20 {
            let time = Double(step) * 8
            trial.at(time, .move(1, 250 - time, 200), .move(2, 350 + time, 200))
        }
        #expect((trial.value?.magnification?.velocity ?? 0) > 0)
        #expect(trial.wait(until: 2000) == [])
        #expect(trial.value?.magnification?.velocity == 0)
        #expect(trial.deadline == nil)
    }

    /// mtb-lumpy pinch_to_zoom: one finger starts before the other, and looks as if it scrolled.
    @Test(arguments: [(140.0, true), (160, false)])
    func `a drag whose fingers part within 150 ms becomes a pinch`(later: Double, isRevised: Bool) {
        #expect(Thresholds.StandardSet.touchpad.revisionTime == .milliseconds(150))
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 200), .down(2, 350, 200))
        #expect(trial.at(300, .move(2, 384, 200)) == ["began drag 2"])
        // By less than the factor of a pinch that begins at any time.
        let reported = trial.at(300 + later, .move(1, 239, 200), .move(2, 378, 200))
        #expect(reported == (isRevised ? ["cancelled drag 2 outcompeted", "began pinch 2"] : []))
        if isRevised { #expect(trial.value?.magnification?.magnification == 1.39, "with all that the fingers did") }
    }

    @Test func `a pinch whose fingers go on together within 150 ms becomes a drag`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 200), .down(2, 350, 200))
        #expect(trial.at(300, .move(1, 238, 200), .move(2, 362, 200)) == ["began pinch 2"])
        let reported = trial.at(400, .move(1, 270, 260), .move(2, 370, 260))
        #expect(reported == ["cancelled pinch 2 outcompeted", "began drag 2"])
    }

    @Test func `a finger that rested first, and goes against the other by an eighth of its path, pinches`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 200, 200), .down(2, 300, 200))
        var events = trial.at(300, .move(2, 322, 200))
        #expect(events == ["began drag 2"])
        for step in 1...6 {
            events += trial.at(
                300 + 16 * Double(step), .move(1, 200 - 2 * Double(step), 200), .move(2, 322 + 14 * Double(step), 200))
        }
        #expect(events.contains("began pinch 2"))
    }

    /// Two fingers go down together by 60 pt, and then part or close by a factor in 0.2 s.
    private func later(_ kind: GestureExpression.Standard, _ scale: Double) -> StandardTrial {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 250, 100), .down(2, 350, 100))
        #expect(trial.glide([1, 2], by: Vector(dx: 0, dy: 60), from: 100, to: 400) == ["began drag 2"])
        let way = (scale - 1) * 50
        let steps = (1...25).flatMap { step in
            let part = way * Double(step) / 25
            return trial.at(400 + 8 * Double(step), .move(1, 250 - part, 160), .move(2, 350 + part, 160))
        }
        let isPinch = scale > 1.4 || scale < 1 / 1.4
        #expect(steps == (isPinch ? ["cancelled drag 2 outcompeted", "began pinch 2"] : []))
        return trial
    }

    @Test(arguments: kinds, [1.3, 1.39, 1.8, 2.5, 0.75, 0.3])
    func `fingers that go together and later part or close by 1_4 pinch`(
        kind: GestureExpression.Standard, scale: Double
    ) throws {
        var trial = later(kind, scale)
        trial.at(700, .lift(1), .lift(2))
        if scale == 2.5 {
            let magnification = try #require(trial.value?.magnification?.magnification)
            #expect(abs(magnification - 2.5) < 1e-9, "with all that the fingers did")
        }
    }

    @Test func `on a touchpad, one finger that rests does not make a pinch of a scroll`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 200), .down(2, 350, 200))
        #expect(trial.at(300, .move(2, 384, 200)) == ["began drag 2"])
        #expect(trial.glide([2], by: Vector(dx: 150, dy: 0), from: 400, to: 900) == [])
    }

    @Test func `a scroll on whose long way the fingers part is no pinch`() {
        for kind in Self.kinds {
            var trial = StandardTrial(kind)
            trial.at(0, .down(1, 270, 20), .down(2, 340, 20))
            var reported: [String] = []
            for step in 1...100 {
                let share = Double(step) / 100
                reported += trial.at(
                    100 + 8 * Double(step), .move(1, 270 - 25 * share, 20 + 300 * share),
                    .move(2, 340 + 25 * share, 20 + 300 * share))
            }
            #expect(reported == ["began drag 2"])
        }
    }

    @Test(arguments: [310.0, 600], [20.0, 80, 300])
    func `a touchscreen's pinch goes on with a contact that was lost`(lost: Double, gap: Double) throws {
        var trial = parted(.touchscreen)
        #expect(trial.at(lost, .lift(2)) == [])
        #expect(trial.at(lost + gap, .down(3, 405, 200)) == [])
        #expect(trial.at(lost + gap + 100, .move(1, 150, 200), .move(3, 455, 200)) == [])
        let magnification = try #require(trial.value?.magnification?.magnification)
        #expect(magnification > 2.5)
        #expect(trial.at(lost + gap + 150, .lift(1), .lift(3)) == ["ended pinch 2"])
    }

    @Test func `a drag around a finger that rests is not revised`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 200), .down(2, 350, 200))
        #expect(trial.at(300, .move(2, 384, 200)) == ["began drag 2"])
        #expect(trial.at(340, .move(2, 470, 200)) == [])
    }

    @Test func `a pinch begins at the slop`() {
        let slop = Thresholds.StandardSet.touchpad.slop
        for (distance, expected) in [(slop - 0.001, []), (slop, ["began pinch 2"])] {
            var trial = StandardTrial(.touchpad)
            trial.at(0, .down(1, 250, 200), .down(2, 350, 200))
            #expect(trial.at(300, .move(1, 250 - distance, 200), .move(2, 350 + distance, 200)) == expected)
        }
    }

    /// Thumbs start later than index fingers, and go less far.
    @Test func `two fingers down for 60 ms pinch when one has moved the slop and the other goes against it`() {
        let slop = Thresholds.StandardSet.touchpad.slop
        for (time, share, expected) in [(60.0, 0.21, ["began pinch 2"]), (59, 0.21, []), (60, 0.19, [])] {
            var trial = StandardTrial(.touchpad)
            trial.at(0, .down(1, 250, 200), .down(2, 350, 200))
            #expect(trial.at(time, .move(1, 250 + share * slop, 200), .move(2, 350 - slop, 200)) == expected)
        }
    }

    @Test(arguments: kinds, [1.5 * Double.pi, -1.5 * Double.pi])
    func `an angle counts on past half a turn`(kind: GestureExpression.Standard, angle: Double) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 200, 200), .down(2, 400, 200))
        let reported = trial.turn([1, 2], by: angle, around: Point(x: 300, y: 200), from: 8, to: 808)
        #expect(reported == ["began pinch 2"])
        #expect(abs((trial.value?.rotation?.rotation ?? 0) - angle) < 1e-9)
        #expect(abs((trial.value?.magnification?.magnification ?? 0) - 1) < 1e-9)
    }

    @Test(arguments: kinds)
    func `a thumb against four fingers pinches, although their centre moves`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        trial.at(0, [.down(1, 300, 300)] + (2...5).map { .down($0, Double($0) * 60 + 90, 120) })
        var reported: [String] = []
        for step in 1...20 {
            let shift = Double(step) * 3
            let fingers: [Touch] = (2...5).map { .move($0, Double($0) * 60 + 90, 120 + shift) }
            reported += trial.at(Double(step) * 8, [.move(1, 300, 300 - shift)] + fingers)
        }
        #expect(reported == ["began pinch 5"])
        #expect((trial.value?.magnification?.magnification ?? 1) < 0.9)
    }

    @Test func `fingers that move far together and part a little drag`() {
        var trial = StandardTrial(.touchscreen)
        trial.at(0, .down(1, 250, 100), .down(2, 350, 100))
        #expect(trial.at(300, .move(1, 240, 130), .move(2, 360, 130)) == ["began drag 2"])
    }

    @Test func `on a touchscreen fingers may pinch about one that rests`() {
        var trial = StandardTrial(.touchscreen)
        trial.at(0, .down(1, 250, 200), .down(2, 350, 200))
        #expect(trial.glide([2], by: Vector(dx: 80, dy: 0), from: 8, to: 208) == ["began pinch 2"])
    }

    @Test(arguments: kinds)
    func `a finger that leaves a pinch changes neither scale nor angle`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 200, 200), .down(2, 400, 200), .down(3, 300, 300))
        trial.turn([1, 2, 3], by: 1, around: Point(x: 300, y: 230), from: 8, to: 408)
        let (scale, angle) = (trial.value?.magnification, trial.value?.rotation)
        #expect(trial.at(416, .lift(3)) == [])
        #expect(trial.value?.magnification?.magnification == scale?.magnification)
        #expect(trial.value?.magnification?.location == scale?.location)
        #expect(trial.value?.rotation?.rotation == angle?.rotation)
        #expect(trial.value?.rotation?.fingers == 3)
    }

    @Test func `a touchpad's pinch ends with its last finger but one`() {
        var trial = parted(.touchpad)
        #expect(trial.at(310, .lift(1)) == [])
        #expect(trial.wait(until: 410) == ["ended pinch 2"])
        #expect(trial.value?.nodes.map(\.phase) == [.ended, .ended, .ended])
        #expect(trial.glide([2], by: Vector(dx: 90, dy: 0), from: 500, to: 600) == [])
    }

    @Test(arguments: kinds)
    func `a finger that comes right after a pinch began starts another with it`(kind: GestureExpression.Standard) {
        var trial = parted(kind)
        #expect(trial.at(400, .down(3, 300, 300)) == ["cancelled pinch 2 outcompeted"])
        #expect(trial.value?.nodes.map(\.phase) == [.active, .active, .active])
        #expect(trial.turn([1, 2, 3], by: 1, around: Point(x: 300, y: 230), from: 408, to: 808) == ["began pinch 3"])
    }

    @Test(arguments: kinds)
    func `the values of a pinch do not depend on the one before`(kind: GestureExpression.Standard) {
        var trial = parted(kind)
        trial.at(400, .lift(1), .lift(2))
        trial.at(1000, .down(3, 250, 200), .down(4, 350, 200))
        #expect(trial.at(1300, .move(3, 275, 200), .move(4, 325, 200)) == ["began pinch 2"])
        #expect(trial.value?.magnification?.magnification == 0.5)
        #expect(trial.value?.nodes.map(\.phase) == [.active, .active, .active])
    }

    /// Two fingers of a touchpad part by 3 and 25 mm.
    @Test(arguments: GestureExpression.Standard.allCases, [0.12, 0.2, 0.24, 1])
    func `fingers that part by different amounts pinch`(kind: GestureExpression.Standard, share: Double) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 220, 250), .down(2, 400, 230))
        var reported: [String] = []
        for step in 1...50 {
            let shift = 157 * Double(step) / 50
            reported += trial.at(8 * Double(step), .move(1, 220 - share * shift, 250), .move(2, 400 + shift, 230))
        }
        reported += trial.at(440, .lift(1), .lift(2))
        #expect(reported == ["began pinch 2", "ended pinch 2"])
    }

    @Test func `fingers that come in the frame in which the others begin to pinch are counted first`() {
        var trial = StandardTrial(.touchscreen)
        let xs = (0..<10).map { 200 + 30 * Double($0) }
        trial.at(0, (0..<9).map { .down($0, xs[$0], 200) })
        #expect(trial.at(100, (0..<9).map { .move($0, xs[$0], 240) }) == ["began drag 9"])
        trial.at(400, .down(9, xs[9], 240))
        let apart = (0..<10).map { Touch.move($0, xs[$0] + 12 * (Double($0) - 4.5), 240) }
        #expect(trial.at(416, apart + [.down(10, 600, 240), .down(11, 640, 240)]).allSatisfy { !$0.contains("12") })
    }

}
