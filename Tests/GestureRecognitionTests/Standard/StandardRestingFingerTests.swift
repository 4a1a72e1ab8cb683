import GestureModel
import GestureRecognition
import Strokes
import Testing

/// Fingers that rest on a touchpad while others do something. Times are milliseconds, places points.
@Suite struct StandardRestingFingerTests {
    private let zone = StandardTrial.surface.size.dy - Thresholds.StandardSet.touchpad.thumbZone

    /// One finger rests, a second comes and moves.
    private func scrolled(restingAt y: Double, for rest: Double = 400, by distance: Double = 40) -> [String] {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, y))
        trial.at(100, .down(2, 350, 100))
        return trial.at(rest, .move(2, 350, 100 + distance))
    }

    @Test func `a finger rests while a second scrolls`() {
        #expect(scrolled(restingAt: 120) == ["began drag 2"])
    }

    @Test func `a finger in the lower zone is a thumb, and the second points`() {
        #expect(scrolled(restingAt: zone - 0.001) == ["began drag 2"])
        #expect(scrolled(restingAt: zone) == [])
    }

    @Test func `a surface of unknown size has no lower zone`() {
        var trial = StandardTrial(.touchpad, on: nil)
        trial.at(0, .down(1, 250, 5000))
        trial.at(100, .down(2, 350, 100))
        #expect(trial.at(400, .move(2, 350, 140)) == ["began drag 2"])
    }

    @Test func `a finger rests when it was down long enough`() {
        let rest = Thresholds.StandardSet.touchpad.restTime.milliseconds
        #expect(scrolled(restingAt: 120, for: rest - 0.001) == [])
        #expect(scrolled(restingAt: 120, for: rest) == ["began drag 2"])
    }

    @Test func `a finger next to one that rests must move twice the slop`() {
        let slop = Thresholds.StandardSet.touchpad.slop
        #expect(scrolled(restingAt: 120, by: 2 * slop - 0.001) == [])
        #expect(scrolled(restingAt: 120, by: 2 * slop) == ["began drag 2"])
    }

    @Test func `a thumb takes no part in the scroll of two`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 390))
        trial.at(400, .down(2, 200, 100), .down(3, 300, 100))
        #expect(trial.glide([2, 3], by: Vector(dx: 0, dy: 90), from: 408, to: 608) == ["began drag 2"])
        #expect(trial.at(616, .lift(2), .lift(3)) == ["ended drag 2"])
        #expect(trial.isIdle, "though the thumb is down")
        trial.at(700, .down(4, 200, 100), .down(5, 300, 100))
        #expect(trial.glide([4, 5], by: Vector(dx: 0, dy: 90), from: 708, to: 908) == ["began drag 2"])
    }

    @Test func `a thumb takes no part in the pinch of two`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 390))
        trial.at(400, .down(2, 250, 100), .down(3, 350, 100))
        let said = trial.turn([2, 3], by: 1, around: Point(x: 300, y: 100), from: 408, to: 808)
        #expect(said == ["began pinch 2"])
    }

    @Test func `a finger that taps next to one that rests taps alone`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 200))
        trial.at(300, .down(2, 350, 100))
        #expect(trial.at(360, .lift(2)) == ["tap 1"])
    }

    @Test func `a thumb that brushes the touchpad next to a finger does not tap`() {
        for (y, said) in [(zone - 0.001, ["tap 1"]), (zone, [])] {
            var trial = StandardTrial(.touchpad)
            trial.at(0, .down(1, 250, 200))
            trial.at(300, .down(2, 350, y))
            #expect(trial.at(360, .lift(2)) == said)
        }
    }

    @Test func `a thumb alone taps wherever it is`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 399))
        #expect(trial.at(60, .lift(1)) == ["tap 1"])
    }

    /// Beside one that rests, a finger that moves is scrolling sooner than tapping.
    @Test func `a finger next to one that rests taps within the early slop`() {
        let limits = Thresholds.StandardSet.touchpad
        let (slop, rest) = (limits.earlySlop, limits.restTime.milliseconds)
        let cases = [(rest, slop - 0.001, ["tap 1"]), (rest, slop, []), (rest - 0.001, slop, ["tap 1"])]
        for (later, reach, said) in cases {
            var trial = StandardTrial(.touchpad)
            trial.at(0, .down(1, 250, 200))
            trial.at(later, .down(2, 350, 100))
            trial.at(later + 20, .move(2, 350, 100 + reach))
            #expect(trial.at(later + 60, .lift(2)) == said)
        }
    }

    /// Thumbs go less far than index fingers in a pinch.
    @Test func `a finger that goes a third as far takes part`() {
        for (share, said) in [(0.349, []), (0.351, ["began drag 2"])] {
            var trial = StandardTrial(.touchpad)
            trial.at(0, .down(1, 250, 390), .down(2, 350, 100))
            #expect(trial.at(300, .move(1, 250, 390 + 40 * share), .move(2, 350, 140)) == said)
        }
    }
}
