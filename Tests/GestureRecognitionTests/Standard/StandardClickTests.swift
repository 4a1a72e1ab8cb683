import GestureModel
import GestureRecognition
import Strokes
import Testing

/// A clickpad's button. Times are milliseconds, positions points.
@Suite struct StandardClickTests {
    @Test func `a click is not a tap`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 200))
        trial.isClicked = true
        #expect(trial.at(40, []) == [])
        trial.isClicked = false
        #expect(trial.at(80, []) == [])
        #expect(trial.at(120, .lift(1)) == [])
        #expect(trial.deadline == nil)
    }

    @Test func `a click with two fingers is not a tap, whichever lifts first`() {
        var trial = StandardTrial(.touchpad)
        trial.isClicked = true
        #expect(trial.at(0, .down(1, 250, 200), .down(2, 350, 200)) == [])
        #expect(trial.at(60, .lift(1)) == [])
        trial.isClicked = false
        #expect(trial.at(80, .lift(2)) == [])
        #expect(trial.wait(until: 2000) == [])
        #expect(trial.isIdle)
    }

    /// study-11: the device reports the button a frame before the finger that pressed it.
    @Test func `fingers that come within 40 ms of a click do not tap`() {
        for (later, expected) in [(40.0, []), (41, ["tap 2"])] {
            var trial = StandardTrial(.touchpad)
            trial.at(0, .down(9, 50, 50))
            trial.isClicked = true
            trial.at(20, [])
            trial.isClicked = false
            trial.at(60, .lift(9))
            trial.at(60 + later, .down(1, 250, 200), .down(2, 350, 200))
            #expect(trial.at(160, .lift(1), .lift(2)) == expected)
        }
    }

    /// study-01 drum_roll.click: the pad merges two fingers into one contact, which jumps to the second as the first lifts.
    @Test func `a finger that replaces one that clicked does not tap`() {
        for (clicks, expected) in [(true, []), (false, ["tap 1"])] {
            var trial = StandardTrial(.touchpad)
            trial.at(0, .down(1, 150, 180))
            trial.isClicked = clicks
            trial.at(20, [])
            trial.isClicked = false
            trial.at(100, [])
            trial.at(160, .move(1, 178, 180))
            trial.at(170, .lift(1), .down(2, 260, 95))
            #expect(trial.at(300, .lift(2)) == expected)
        }
    }

    @Test func `fingers that press the button do not drag or hold`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 200), .down(2, 350, 200))
        trial.isClicked = true
        #expect(trial.at(40, .move(1, 250, 240), .move(2, 350, 240)) == [])
        #expect(trial.glide([1, 2], by: Vector(dx: 0, dy: 50), from: 48, to: 800) == [])
        #expect(trial.wait(until: 3000) == [])
        trial.isClicked = false
        #expect(trial.at(3008, .move(1, 250, 330), .move(2, 350, 330)) == [])
        #expect(trial.at(3300, .move(1, 250, 339), .move(2, 350, 339)) == [], "the frame of the release does not count")
        #expect(trial.at(3308, .move(1, 250, 340), .move(2, 350, 340)) == ["began drag 2"])
    }

    @Test func `fingers that stay after a click may scroll`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 100), .down(2, 350, 100))
        trial.isClicked = true
        trial.at(40, [])
        trial.isClicked = false
        trial.at(120, [])
        #expect(trial.glide([1, 2], by: Vector(dx: 0, dy: 90), from: 128, to: 328) == ["began drag 2"])
        #expect(trial.value?.drag?.translation == Vector(dx: 0, dy: 90))
    }

    @Test func `a click cancels a drag of less than 6 mm, which may be its own slip`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 100), .down(2, 350, 100))
        trial.glide([1, 2], by: Vector(dx: 0, dy: 37), from: 8, to: 208)
        trial.isClicked = true
        #expect(trial.at(216, []) == ["cancelled drag 2 \(FailureReason.clicked)"])
        #expect(trial.glide([1, 2], by: Vector(dx: 0, dy: 90), from: 224, to: 400) == [])
        #expect(!trial.isUnderWay)
    }

    /// Seven recorded scrolls and drags that had run for seconds were cancelled by the press at their end.
    @Test func `a click ends a drag of 6 mm at rest`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 100), .down(2, 350, 100))
        trial.glide([1, 2], by: Vector(dx: 0, dy: 90), from: 8, to: 208)
        #expect(trial.value?.drag?.velocity != .zero)
        trial.isClicked = true
        #expect(trial.at(216, .move(1, 250, 195), .move(2, 350, 195)) == ["ended drag 2"])
        #expect(trial.value?.drag?.velocity == .zero)
        #expect(trial.value?.drag?.translation == Vector(dx: 0, dy: 90), "without the slip of the press")
        #expect(trial.glide([1, 2], by: Vector(dx: 0, dy: 90), from: 224, to: 400) == [])
        #expect(!trial.isUnderWay)
    }

    @Test func `a click ends a drag that came back to its start`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 100), .down(2, 350, 100))
        trial.glide([1, 2], by: Vector(dx: 0, dy: 90), from: 8, to: 208)
        trial.glide([1, 2], by: Vector(dx: 0, dy: -90), from: 216, to: 408)
        trial.isClicked = true
        #expect(trial.at(416, []) == ["ended drag 2"])
    }

    @Test func `a click ends a pinch at rest`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 200), .down(2, 350, 200))
        trial.turn([1, 2], by: 1.5, around: Point(x: 300, y: 200), from: 8, to: 208)
        trial.isClicked = true
        #expect(trial.at(216, []) == ["ended pinch 2"])
        #expect(trial.value?.rotation?.velocity == 0)
    }

    @Test func `a click cancels a hold`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 100))
        trial.wait(until: 500)
        trial.isClicked = true
        #expect(trial.at(600, []) == ["cancelled hold 1 \(FailureReason.clicked)"])
        #expect(trial.wait(until: 3000) == [])
    }

    @Test func `a finger that clicked is a thumb while another points`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 200))
        trial.isClicked = true
        trial.at(40, [])
        trial.isClicked = false
        trial.at(80, [])
        trial.at(300, .down(2, 350, 100))
        #expect(trial.glide([2], by: Vector(dx: 90, dy: 0), from: 308, to: 508) == [])
    }

    /// Found by reading: the frame with the click was ignored.
    @Test func `a finger that leaves in the frame of a click is gone`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 100), .down(2, 350, 100))
        trial.glide([1, 2], by: Vector(dx: 0, dy: 90), from: 8, to: 208)
        trial.isClicked = true
        trial.at(216, .lift(1))
        trial.isClicked = false
        trial.at(300, .lift(2))
        #expect(trial.isIdle)
        #expect(trial.wait(until: 3000) == [])
    }

    @Test func `a finger that comes in the frame of a click counts`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 100), .down(2, 350, 100))
        trial.glide([1, 2], by: Vector(dx: 0, dy: 90), from: 8, to: 208)
        trial.isClicked = true
        trial.at(216, .down(3, 450, 100))
        trial.isClicked = false
        trial.at(300, [])
        #expect(trial.glide([1, 2, 3], by: Vector(dx: 0, dy: 90), from: 308, to: 508) == ["began drag 3"])
    }
}
