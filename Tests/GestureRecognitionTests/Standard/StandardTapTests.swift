import GestureModel
import GestureRecognition
import Strokes
import Testing

/// Times are milliseconds, positions points.
@Suite struct StandardTapTests {
    private static let kinds = GestureExpression.Standard.allCases

    @Test(arguments: kinds)
    func `a touch and a lift are a tap, reported at once`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        #expect(trial.at(0, .down(1, 50, 60)) == [])
        #expect(trial.at(80, .lift(1)) == ["tap 1"])
        #expect(trial.value?.tap?.location == Point(x: 50, y: 60))
        #expect(trial.events.map(\.time) == [Timestamp(80), Timestamp(80)])
    }

    @Test(arguments: kinds)
    func `no deadline is left when all fingers have lifted`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 50, 60))
        trial.at(80, .lift(1))
        #expect(trial.deadline == nil)
        #expect(trial.isIdle)
    }

    @Test(arguments: kinds, [2, 3, 5, 10])
    func `fingers that come and leave one after the other tap together`(
        kind: GestureExpression.Standard, fingers: Int
    ) {
        var trial = StandardTrial(kind)
        for finger in 1...fingers { trial.at(Double(finger) * 4, .down(finger, Double(finger) * 50, 60)) }
        for finger in 1..<fingers { #expect(trial.at(100 + Double(finger) * 3, .lift(finger)) == []) }
        #expect(trial.at(140, .lift(fingers)) == ["tap \(fingers)"])
        #expect(trial.value?.tap?.location == Point(x: Double(fingers + 1) * 25, y: 60))
        #expect(trial.deadline == nil)
    }

    @Test(arguments: kinds)
    func `more than ten contacts are not a tap`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        trial.at(0, (1...11).map { .down($0, Double($0) * 50, 60) })
        #expect(trial.at(80, (1...11).map { .lift($0) }) == [])
        #expect(trial.isIdle)
    }

    @Test(arguments: kinds)
    func `a tap is shorter than its limit`(kind: GestureExpression.Standard) {
        let limit = Thresholds().hand(kind).tapDuration.milliseconds
        for (lift, expected) in [(limit - 0.001, ["tap 1"]), (limit, [])] {
            var trial = StandardTrial(kind)
            trial.at(0, .down(1, 50, 60))
            #expect(trial.at(lift, .lift(1)) == expected)
        }
    }

    @Test func `a touchpad's tapping finger goes less than its limit`() {
        let limit = Thresholds.StandardSet.touchpad.tapDistance
        for (reach, expected) in [(limit - 0.001, ["tap 1"]), (limit, [])] {
            var trial = StandardTrial(.touchpad)
            trial.at(0, .down(1, 50, 60))
            trial.at(20, .move(1, 50 + reach, 60))
            trial.at(40, .move(1, 50, 60))
            #expect(trial.at(80, .lift(1)) == expected, "back where it was, but \(reach) away before")
        }
    }

    @Test func `a touchscreen's tapping finger moves less than a drag needs`() {
        var trial = StandardTrial(.touchscreen)
        trial.at(0, .down(1, 50, 60))
        #expect(trial.at(20, .move(1, 59.999, 60)) == [])
        #expect(trial.at(80, .lift(1)) == ["tap 1"])
        trial.at(1000, .down(2, 50, 60))
        #expect(trial.at(1120, .move(2, 60, 60)) == ["began drag 1"])
        #expect(trial.at(1180, .lift(2)) == ["ended drag 1"])
    }

    @Test func `a touchscreen's tap distance is separate from that of drags`() {
        var thresholds = Thresholds()
        thresholds.touchscreen.tapDistance = 6
        for (reach, expected) in [(5.999, ["tap 1"]), (6, [])] {
            var trial = StandardTrial(.touchscreen, thresholds)
            trial.at(0, .down(1, 50, 60))
            trial.at(20, .move(1, 50, 60 + reach))
            #expect(trial.at(80, .lift(1)) == expected)
        }
    }

    @Test func `if one finger of a tap fails, there is no tap`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 50, 60), .down(2, 120, 60))
        #expect(trial.at(250, .lift(1)) == [])
        #expect(trial.at(310, .lift(2)) == [], "too long for a tap")
        #expect(trial.wait(until: 2000) == [])
    }

    // MARK: - Which fingers belong to a tap

    @Test func `the first of two does not tap when one that came later stays`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 50, 60))
        trial.at(50, .down(2, 120, 60))
        #expect(trial.at(100, .lift(1)) == [])
        // Both were down for 50 ms: two fifths of 125. A partner has 40 ms to lift.
        #expect(trial.deadline == 140)
        #expect(trial.wait(until: 139.999) == [])
        #expect(trial.wait(until: 140) == [])
    }

    @Test func `the second of two leaves in time`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 50, 60))
        trial.at(50, .down(2, 120, 60))
        trial.at(100, .lift(1))
        #expect(trial.at(140, .lift(2)) == ["tap 2"], "a frame at the deadline comes before it")
    }

    /// libinput: two fingers land, one lifts, and the other stays, is moved, or lifts 130 ms later.
    @Test(arguments: kinds)
    func `fingers that came down together tap together or not at all`(kind: GestureExpression.Standard) {
        let limit = Thresholds()[kind].tapDuration.milliseconds
        for late in [0.0, 8] {
            var lingers = StandardTrial(kind)
            lingers.at(0, .down(1, 50, 60))
            lingers.at(late, .down(2, 120, 60))
            #expect(lingers.at(110, .lift(1)) == [])
            #expect(lingers.at(240, .lift(2)) == ["tap 2"])
            #expect(lingers.wait(until: 2000) == [])

            var stays = StandardTrial(kind)
            stays.at(0, .down(1, 50, 60))
            stays.at(late, .down(2, 120, 60))
            stays.at(35, .lift(1))
            #expect(stays.deadline == limit + late)
            #expect(stays.wait(until: limit + late) == [])
            #expect(stays.at(limit + late + 10, .lift(2)) == [])
            #expect(stays.wait(until: 2000) == [])

            var moves = StandardTrial(kind)
            moves.at(0, .down(1, 50, 60))
            moves.at(late, .down(2, 320, 60))
            moves.at(35, .lift(1))
            let reported = moves.glide([2], by: Vector(dx: -60, dy: 60), from: 40, to: 100) + moves.at(108, .lift(2))
            #expect(!reported.contains { $0.hasPrefix("tap") })
        }
    }

    /// A finger lifts for 8 ms and returns, at the same position or where another is.
    @Test(arguments: kinds, [(1, 50.0), (1, 120.0), (3, 50)])
    func `a tap has as many fingers as were down at once`(kind: GestureExpression.Standard, bounce: (Int, Double)) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 50, 60))
        trial.at(8, .down(2, 120, 60))
        trial.at(40, .lift(1))
        for again in 0..<bounce.0 {
            trial.at(48 + 16 * Double(again), .down(3 + again, bounce.1, 60))
            trial.at(56 + 16 * Double(again), .lift(3 + again))
        }
        #expect(trial.at(110, .lift(2)) == ["tap 2"])
        #expect(trial.wait(until: 2000) == [])
    }

    @Test(arguments: kinds)
    func `a finger that bounces when it lifts taps once`(kind: GestureExpression.Standard) {
        for (gap, expected) in [(30.0, []), (30.001, ["tap 1 ×2"])] {
            var trial = StandardTrial(kind)
            trial.at(0, .down(1, 50, 60))
            #expect(trial.at(60, .lift(1)) == ["tap 1"])
            trial.at(60 + gap, .down(2, 53, 60))
            #expect(trial.at(120 + gap, .lift(2)) == expected)
        }
    }

    @Test(arguments: kinds)
    func `fingers that tap together may be any distance apart`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        trial.at(0, .down(1, 10, 10), .down(2, 590, 340))
        trial.at(80, .lift(1))
        #expect(trial.at(90, .lift(2)) == ["tap 2"])
    }

    @Test(arguments: kinds)
    func `a finger that touches while another points, drags or stays does not tap`(kind: GestureExpression.Standard) {
        // It lifts while the other is down, and after it.
        for end in [176.0, 420] {
            var points = StandardTrial(kind)
            points.at(0, .down(1, 50, 60))
            points.glide([1], by: Vector(dx: 90, dy: 0), from: 8, to: 96)
            points.at(96, .down(2, 350, 60))
            var reported = points.glide([1], by: Vector(dx: 60, dy: 0), from: 104, to: 168)
            if end == 176 { reported += points.at(176, .lift(2)) }
            reported += points.at(200, .lift(1))
            if end > 176 { reported += points.at(230, .lift(2)) }
            #expect(!reported.contains { $0.hasPrefix("tap") }, "\(reported)")
        }
        // On a screen one hand may rest while the other taps; a touchpad may be brushed.
        var stays = StandardTrial(kind)
        stays.at(0, .down(1, 50, 60))
        stays.at(800, .down(2, 350, 60))
        #expect(stays.at(860, .lift(2)) == (kind == .touchpad ? [] : ["tap 1"]))
        stays.at(900, .down(3, 350, 60))
        stays.at(960, .lift(1))
        #expect(stays.at(980, .lift(3)) == [])
    }

    /// libinput: one of two fingers moves and lifts; a third touches, and the others lift.
    @Test func `a finger that comes when one of two has moved does not tap, nor does the other`() {
        var trial = StandardTrial(.touchpad)
        trial.at(0, .down(1, 300, 120))
        trial.at(8, .down(2, 240, 120))
        trial.glide([2], by: Vector(dx: 180, dy: 115), from: 16, to: 106)
        var reported = trial.at(114, .lift(2))
        trial.at(161, .down(3, 240, 120))
        reported += trial.at(196, .lift(1)) + trial.at(204, .lift(3))
        #expect(!reported.contains { $0.hasPrefix("tap") }, "\(reported)")
    }

    @Test(arguments: kinds)
    func `the time for which the filter held a contact back counts`(kind: GestureExpression.Standard) {
        let limit = Thresholds()[kind].tapDuration
        for held in [0, limit.milliseconds - 50.001, limit.milliseconds - 50] {
            var trial = StandardTrial(kind)
            var frame = TouchFrame(time: Timestamp(1000))
            frame.contacts = [Contact(id: 1, phase: .began, position: Point(x: 50, y: 60))]
            frame.contacts[0].age = UInt32((held * 1000).rounded())
            _ = trial.handle(frame)
            frame.time = Timestamp(1050)
            frame.contacts = [Contact(id: 1, phase: .ended, position: Point(x: 50, y: 60))]
            #expect(trial.handle(frame) == (held < limit.milliseconds - 50 ? ["tap 1"] : []))
        }
    }

    /// The first lifts after 150 or after 45 ms.
    @Test(arguments: [(150.0, 90.0), (45, 40)])
    func `fingers that overlap for two fifths, or come within 40 ms, may tap together, others do not wait`(
        _ lift: Double, _ limit: Double
    ) {
        for (second, expected) in [(limit, []), (limit + 0.001, ["tap 1"])] {
            var trial = StandardTrial(.touchpad)
            trial.at(0, .down(1, 50, 60))
            trial.at(second, .down(2, 120, 60))
            #expect(trial.at(lift, .lift(1)) == expected)
        }
    }

    @Test func `a tap waits for its partners as long as they can tap`() {
        var trial = StandardTrial(.touchscreen)
        trial.at(0, .down(1, 50, 60), .down(2, 120, 60))
        #expect(trial.at(200, .lift(1)) == [])
        #expect(trial.deadline == 500)
        #expect(trial.at(300, .lift(2)) == ["tap 2"])
    }

    /// Those that come down within 40 ms belong together, however short their common time is.
    @Test func `a tap waits for a partner that came within 40 ms, and for no other`() {
        for (second, deadline) in [(40.0, 340.0), (40.001, 85)] {
            var trial = StandardTrial(.touchpad)
            trial.at(0, .down(1, 50, 60))
            trial.at(second, .down(2, 120, 60))
            #expect(trial.at(45, .lift(1)) == (second > 40 ? ["tap 1"] : []))
            if second <= 40 {
                #expect(trial.deadline == deadline)
                #expect(trial.at(deadline - 0.001, .lift(2)) == ["tap 2"])
            }
        }
    }

    /// Found by scoring: the order of the two in the frame decided.
    @Test func `of two fingers that lift in one frame, neither taps if one of them fails`() {
        for order in [[1, 2], [2, 1]] {
            var trial = StandardTrial(.touchpad)
            trial.at(0, .down(1, 50, 60))
            trial.at(120, .down(2, 120, 60))
            #expect(trial.at(360, order.map { .lift($0) }) == [])
            #expect(trial.wait(until: 1000) == [])
        }
    }

    // MARK: - In a row

    @Test(arguments: kinds)
    func `taps in a row are counted`(kind: GestureExpression.Standard) {
        var trial = StandardTrial(kind)
        var reported: [String] = []
        for tap in 0..<4 {
            let time = Double(tap) * 250
            reported += trial.at(time, .down(tap, 50, 60)) + trial.at(time + 60, .lift(tap))
        }
        #expect(reported == ["tap 1", "tap 1 ×2", "tap 1 ×3", "tap 1 ×4"])
    }

    @Test(arguments: [(350.0, "tap 1 ×2"), (350.001, "tap 1")])
    func `a row continues within 350 ms`(pause: Double, expected: String) {
        var trial = StandardTrial(.touchscreen)
        trial.at(0, .down(1, 50, 60))
        trial.at(60, .lift(1))
        trial.at(60 + pause, .down(2, 50, 60))
        #expect(trial.at(120 + pause, .lift(2)) == [expected])
    }

    @Test(arguments: [(150.0, "tap 1 ×2"), (150.001, "tap 1")])
    func `a row continues within 100 points`(x: Double, expected: String) {
        var trial = StandardTrial(.touchscreen)
        trial.at(0, .down(1, 50, 60))
        trial.at(60, .lift(1))
        trial.at(260, .down(2, x, 60))
        #expect(trial.at(320, .lift(2)) == [expected])
    }

    @Test func `a tap of other fingers starts a row of its own`() {
        var trial = StandardTrial(.touchscreen)
        trial.at(0, .down(1, 50, 60))
        trial.at(60, .lift(1))
        trial.at(260, .down(2, 50, 60), .down(3, 100, 60))
        #expect(trial.at(320, .lift(2), .lift(3)) == ["tap 2"])
    }
}
