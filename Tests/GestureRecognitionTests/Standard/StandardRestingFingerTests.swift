import GestureModel
import GestureRecognition
import Strokes
import Testing

/// Fingers that rest on a touchpad while others do something. Times are milliseconds, positions points.
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

    @Test(arguments: [40.0, 150])
    func `a finger that comes back after a scroll beside a resting one does not undo it`(stroke: Double) {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 120))
        trial.at(300, .down(2, 350, 100))
        #expect(trial.glide([2], by: Vector(dx: 0, dy: 160), from: 308, to: 308 + stroke).first == "began drag 2")
        trial.at(320 + stroke, .lift(2))
        #expect(trial.at(360 + stroke, .down(3, 350, 100)) == ["ended drag 2"])
        #expect(trial.glide([3], by: Vector(dx: 0, dy: 160), from: 368 + stroke, to: 470 + stroke) == ["began drag 2"])
    }

    @Test(arguments: [2, 3])
    func `fingers that come down together tap beside a contact that rests, and one alone does not`(count: Int) {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 40, 200))
        let down = trial.at(1000, (0..<count).map { .down(2 + $0, 200 + 90 * Double($0), 150) })
        #expect(down.last == "cancelled hold 1 outcompeted")
        var reported = trial.at(1090, (0..<count).map { .lift(2 + $0) })
        reported += trial.wait(until: 1300)
        #expect(reported == ["tap \(count)"])
        trial.at(1300, .down(9, 300, 150))
        #expect(trial.at(1380, .lift(9)) == [])
    }

    @Test func `on a screen one finger taps beside one that rests, and not beside one that moves`() {
        var trial = StandardTrial(.touchscreen)
        trial.at(0, .down(1, 40, 200))
        trial.at(1000, .down(2, 300, 150))
        #expect(trial.at(1090, .lift(2)) == ["tap 1"])
        var moving = StandardTrial(.touchscreen)
        moving.at(0, .down(1, 40, 200))
        _ = moving.glide([1], by: Vector(dx: 100, dy: 0), from: 8, to: 400)
        moving.at(700, .down(2, 300, 150))
        #expect(moving.at(790, .lift(2)) == [])
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
        let reported = trial.turn([2, 3], by: 1, around: Point(x: 300, y: 100), from: 408, to: 808)
        #expect(reported == ["began pinch 2"])
    }

    /// study: a second contact touched during a scroll, or next to a hand that rested.
    @Test func `a touch while another finger is down is not a tap`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 200))
        trial.at(300, .down(2, 350, 100))
        #expect(trial.at(360, .lift(2)) == [])
        #expect(trial.at(380, .lift(1)) == [])
    }

    @Test func `on a touchscreen, a finger that taps next to one that rests taps alone`() {
        var trial = StandardTrial(.touchscreen)
        trial.at(0, .down(1, 250, 200))
        trial.at(300, .down(2, 350, 100))
        #expect(trial.at(360, .lift(2)) == ["tap 1"])
    }

    @Test func `a touch while another finger is down is a tap if the two drum`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 200))
        #expect(trial.at(100, .lift(1)) == ["tap 1"])
        trial.at(110, .down(2, 350, 100))
        trial.at(200, .down(3, 250, 200))
        #expect(trial.at(230, .lift(3)) == ["tap 1 ×2"])
    }

    @Test func `a finger that taps next to a thumb taps alone`() {
        for (y, expected) in [(zone - 0.001, []), (zone, ["tap 1"])] {
            var trial = StandardTrial(.touchpad)
            trial.at(0, .down(1, 250, y))
            trial.at(300, .down(2, 350, 100))
            #expect(trial.at(360, .lift(2)) == expected)
        }
    }

    @Test func `a thumb alone taps wherever it is`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 250, 399))
        #expect(trial.at(60, .lift(1)) == ["tap 1"])
    }

    /// Next to a thumb that rests, a finger that moves is scrolling sooner than tapping.
    @Test func `a finger next to a thumb taps within the early slop`() {
        let limits = Thresholds.StandardSet.touchpad
        let (slop, rest) = (limits.earlySlop, limits.restTime.milliseconds)
        let cases = [(rest, slop - 0.001, ["tap 1"]), (rest, slop, []), (rest - 0.001, slop, ["tap 1"])]
        for (later, reach, expected) in cases {
            var trial = StandardTrial(.touchpad)
            trial.at(0, .down(1, 250, 390))
            trial.at(later, .down(2, 350, 100))
            trial.at(later + 20, .move(2, 350, 100 + reach))
            #expect(trial.at(later + 60, .lift(2)) == expected)
        }
    }

    /// heli's three-finger-swipe-left: one finger starts later than the others.
    @Test func `a third finger that lags behind belongs to the gesture`() {
        for (lag, expected) in [(4.9, ["began drag 2"]), (5.1, [])] {
            var trial = StandardTrial(.touchpad)
            trial.at(0, .down(1, 200, 200), .down(2, 300, 100), .down(3, 400, 150))
            trial.at(300, .move(1, 200 - lag, 200), .move(2, 270, 100), .move(3, 370, 150))
            #expect(trial.events.isEmpty == expected.isEmpty)
            if lag > 5 {
                let more = trial.at(310, .move(1, 185, 200), .move(2, 265, 100), .move(3, 365, 150))
                #expect(more == ["began drag 3"])
            }
        }
    }

    // MARK: - Palms

    /// ChromeOS' gesture library tries the closest fingers as well.
    @Test func `next to a palm, the two closest fingers scroll, whatever another contact does`() {
        for (hasPalm, expected) in [(true, ["began drag 2"]), (false, [])] {
            var trial = StandardTrial(.touchpad)
            trial.hasPalm = hasPalm
            trial.at(0, .down(1, 200, 100), .down(2, 300, 100), .down(3, 560, 300))
            #expect(trial.at(100, .move(1, 200, 112), .move(2, 300, 112), .move(3, 560, 293)) == expected)
        }
    }

    @Test func `next to a palm, three contacts that move in different directions make no gesture of three`() {
        for (hasPalm, expected) in [(false, ["began pinch 3"]), (true, [])] {
            var trial = StandardTrial(.touchpad)
            trial.hasPalm = hasPalm
            trial.at(0, .down(1, 200, 100), .down(2, 300, 100), .down(3, 250, 300))
            #expect(trial.at(300, .move(1, 190, 70), .move(2, 320, 98), .move(3, 250, 340)) == expected)
        }
    }

    @Test func `next to a palm, two contacts that are farther apart than a hand's fingers do not scroll`() {
        for (hasPalm, distance, expected) in [
            (true, 377.0, ["began drag 2"]), (true, 379, []), (false, 379, ["began drag 2"]),
        ] {
            var trial = StandardTrial(.touchpad)
            trial.hasPalm = hasPalm
            trial.at(0, .down(1, 100, 100), .down(2, 100 + distance, 100))
            #expect(trial.at(100, .move(1, 100, 120), .move(2, 100 + distance, 120)) == expected)
        }
    }

    @Test func `next to a palm, three fingers that move in the same direction swipe`() {
        var trial = StandardTrial(.touchpad)
        trial.hasPalm = true
        trial.at(0, .down(1, 200, 100), .down(2, 300, 100), .down(3, 400, 100))
        #expect(trial.at(100, .move(1, 200, 112), .move(2, 300, 112), .move(3, 400, 112)) == ["began drag 3"])
    }

    // MARK: - Beyond the edge

    @Test func `a finger at the very edge does not rest`() {
        for (x, expected) in [(0.0, []), (1, ["began drag 2"]), (600.0.nextDown, [])] {
            var trial = StandardTrial(.touchpad)
            trial.at(0, .down(1, x, 200), .down(2, 350, 100))
            #expect(trial.at(400, .move(2, 350, 140)) == expected)
        }
    }

    @Test func `a finger that leaves the edge starts to move there`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 0, 200), .down(2, 350, 200))
        #expect(trial.at(300, .move(1, 15, 200), .move(2, 350, 209)) == [], "how far it came is unknown")
        #expect(trial.at(308, .move(1, 15, 209), .move(2, 350, 210)) == ["began drag 2"])
    }

    @Test func `a finger that glides along the edge scrolls with the other`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 0, 100), .down(2, 100, 100))
        #expect(trial.glide([1, 2], by: Vector(dx: 0, dy: 90), from: 8, to: 208) == ["began drag 2"])
    }

    /// Thumbs go less far than index fingers in a pinch.
    @Test func `a finger that goes a third as far takes part`() {
        for (share, expected) in [(0.349, []), (0.351, ["began drag 2"])] {
            var trial = StandardTrial(.touchpad)
            trial.at(0, .down(1, 250, 390), .down(2, 350, 100))
            #expect(trial.at(300, .move(1, 250, 390 + 40 * share), .move(2, 350, 140)) == expected)
        }
    }
}
