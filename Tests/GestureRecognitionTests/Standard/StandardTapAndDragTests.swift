import GestureModel
import GestureRecognition
import Strokes
import Testing

/// One finger drags on a touchpad where it just tapped. Times are milliseconds, positions points.
@Suite struct StandardTapAndDragTests {
    private let delay = Thresholds.StandardSet.touchpad.tapDragDelay?.milliseconds ?? 0

    private func tapped(fingers: Int = 1) -> StandardTrial {
        var trial = StandardTrial(.touchpad)
        trial.at(0, (1...fingers).map { .down($0, 100, 100) })
        #expect(trial.at(80, (1...fingers).map { .lift($0) }) == ["tap \(fingers)"])
        return trial
    }

    @Test func `a finger that comes back after a tap drags`() {
        var trial = tapped()
        trial.at(200, .down(9, 105, 100))
        #expect(trial.glide([9], by: Vector(dx: 90, dy: 0), from: 208, to: 408) == ["began drag 1"])
        #expect(trial.value?.drag?.translation == Vector(dx: 90, dy: 0))
        #expect(trial.at(900, .lift(9)) == ["ended drag 1"])
        trial.at(1000, .down(10, 105, 100))
        #expect(trial.glide([10], by: Vector(dx: 90, dy: 0), from: 1008, to: 1208) == [], "a drag is no tap")
    }

    @Test func `the finger comes back within the delay`() {
        for (late, expected) in [(0.0, ["began drag 1"]), (0.001, [])] {
            var trial = tapped()
            trial.at(80 + delay + late, .down(9, 100, 100))
            #expect(trial.glide([9], by: Vector(dx: 90, dy: 0), from: 600, to: 800) == expected)
        }
    }

    @Test func `the finger comes back to within 100 points`() {
        for (x, expected) in [(200.0, ["began drag 1"]), (200.001, [])] {
            var trial = tapped()
            trial.at(200, .down(9, x, 100))
            #expect(trial.glide([9], by: Vector(dx: 90, dy: 0), from: 208, to: 408) == expected)
        }
    }

    @Test func `the finger drags when it has moved further than a tap does`() {
        let limit = Thresholds.StandardSet.touchpad.tapDistance
        var trial = tapped()
        trial.at(200, .down(9, 100, 100))
        #expect(trial.at(210, .move(9, 99.999 + limit, 100)) == [])
        #expect(trial.at(220, .move(9, 100 + limit, 100)) == ["began drag 1"])
    }

    @Test func `a double tap is not a drag`() {
        var trial = tapped()
        trial.at(200, .down(9, 100, 100))
        #expect(trial.at(280, .lift(9)) == ["tap 1 ×2"])
    }

    @Test func `one finger that comes after a tap of two points`() {
        var trial = tapped(fingers: 2)
        trial.at(200, .down(9, 100, 100))
        #expect(trial.glide([9], by: Vector(dx: 90, dy: 0), from: 208, to: 408) == [])
    }

    @Test func `while the finger rests where it tapped, a second finger drags`() {
        var trial = tapped()
        trial.at(200, .down(8, 100, 100))
        trial.at(300, .down(9, 300, 100))
        #expect(trial.glide([9], by: Vector(dx: 90, dy: 0), from: 450, to: 650) == ["began drag 1"])
        let before = trial.value?.drag?.location
        trial.glide([9], by: Vector(dx: 60, dy: 0), from: 658, to: 850)
        #expect(trial.value?.drag?.location.x == before.map { $0.x + 60 }, "the one that rests does not count")
        #expect(trial.at(900, .lift(9)) == ["ended drag 1"])
        #expect(trial.at(950, .lift(8)) == [])
        #expect(trial.isIdle)
    }

    /// Found by reading: the finger had come before the tap, and its whole path counted.
    @Test func `a finger that points does not drag when another touched next to it`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 100, 100))
        trial.glide([1], by: Vector(dx: 90, dy: 0), from: 8, to: 808)
        trial.at(900, .down(2, 150, 100))
        #expect(trial.at(960, .lift(2)) == [])
        #expect(trial.glide([1], by: Vector(dx: 90, dy: 0), from: 1000, to: 1400) == [])
    }

    @Test func `a touchscreen drags without a tap before, and ignores one`() {
        var trial = StandardTrial(.touchscreen)
        trial.at(0, .down(1, 100, 100))
        trial.at(80, .lift(1))
        trial.at(200, .down(2, 100, 100))
        #expect(trial.at(300, .move(2, 110, 100)) == ["began drag 1"])
    }
}
