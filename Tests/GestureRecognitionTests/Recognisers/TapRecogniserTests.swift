import GestureModel
import GestureRecognition
import Strokes
import Testing

/// Times are milliseconds, positions points.
@Suite struct TapRecogniserTests {
    private func trial(fingers: FingerCounts = .one, count: Int = 1) -> Trial {
        Trial(.tap(.init(fingers: fingers, count: count)))
    }

    private func tap(_ count: Int = 1, fingers: Int = 1, at x: Double = 50, _ y: Double = 50) -> [Verdict] {
        [.ended(.tap(.init(fingers: fingers, count: count, location: Point(x: x, y: y))))]
    }

    // MARK: - One tap

    @Test func `a touch and a lift are a tap`() {
        var trial = trial()
        #expect(trial.at(0, .down(1, 50, 50)) == [])
        #expect(trial.at(60, .lift(1)) == tap())
        #expect(trial.deadline == nil)
    }

    @Test func `a tap is where the finger was before it lifted`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        _ = trial.at(8, .move(1, 70, 60))
        #expect(trial.at(60, .lift(1)) == tap(at: 70, 60))
    }

    @Test func `a finger that moves less than 45 points taps`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        #expect(trial.at(8, .move(1, 94.9, 50)) == [])
        #expect(trial.at(16, .lift(1)) == tap(at: 94.9))
    }

    @Test func `a finger that moves 45 points fails then and there`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        #expect(trial.at(8, .move(1, 95, 50)) == [.failed(.movedTooFar(by: 45, limit: 45))])
        _ = trial.at(16, .move(1, 50, 50))
        #expect(trial.at(24, .lift(1)) == [])
    }

    @Test func `a tap lasts less than 750 ms`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        #expect(trial.deadline == 750)
        #expect(trial.at(749.999, .lift(1)) == tap())
    }

    @Test func `a lift at the deadline is not a tap`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        let limit = Microseconds.milliseconds(750)
        #expect(trial.at(750, .lift(1)) == [.failed(.heldTooLong(for: limit, limit: limit))])
    }

    @Test func `a held finger fails without any frame`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        let limit = Microseconds.milliseconds(750)
        #expect(trial.wait(until: 749.999) == [])
        #expect(trial.wait(until: 750) == [.failed(.heldTooLong(for: limit, limit: limit))])
        #expect(trial.deadline == nil)
        #expect(trial.at(2000, .lift(1)) == [])
        _ = trial.at(2100, .down(2, 50, 50))
        #expect(trial.at(2150, .lift(2)) == tap())
    }

    @Test func `an expression's own limits come before the configured ones`() {
        let own = GestureExpression.Tap(
            count: 2, maximumDistance: 5, maximumDuration: .milliseconds(90), maximumDelay: .milliseconds(70))
        var trial = Trial(.tap(own))
        _ = trial.at(0, .down(1, 50, 50))
        #expect(trial.deadline == 90)
        _ = trial.at(50, .lift(1))
        #expect(trial.deadline == 120)
        _ = trial.at(100, .down(2, 50, 50))
        #expect(trial.at(108, .move(2, 55, 50)) == [.failed(.movedTooFar(by: 5, limit: 5))])
    }

    @Test func `configured limits apply if the expression has no limits`() {
        var thresholds = Thresholds()
        thresholds.tap.maximumDistance = 20
        thresholds.tap.maximumDuration = .milliseconds(200)
        var trial = Trial(.tap(.init()), thresholds)
        _ = trial.at(0, .down(1, 50, 50))
        #expect(trial.deadline == 200)
        #expect(trial.at(8, .move(1, 50, 70)) == [.failed(.movedTooFar(by: 20, limit: 20))])
    }

    // MARK: - Fingers

    @Test func `two fingers tap when the last has left`() {
        var trial = trial(fingers: FingerCounts(2))
        _ = trial.at(0, .down(1, 0, 0))
        #expect(trial.at(60, .down(2, 100, 40)) == [])
        #expect(trial.at(150, .lift(1)) == [])
        #expect(trial.at(170, .lift(2)) == tap(fingers: 2, at: 50, 20))
    }

    @Test func `fingers that are down together for less than two fifths of the time tap one by one`() {
        var trial = trial(fingers: FingerCounts([1, 2]))
        _ = trial.at(0, .down(1, 50, 50))
        _ = trial.at(100, .down(2, 90, 90))
        #expect(trial.at(150, .lift(1)) == tap())
        #expect(trial.at(170, .lift(2)) == tap(2, at: 90, 90))
    }

    @Test func `fingers that drum tap one by one`() {
        var trial = trial()
        var verdicts: [Verdict] = []
        for finger in 0..<6 {
            let start = 140 * Double(finger)
            verdicts += trial.at(start, .down(finger, 50 + 40 * Double(finger % 2), 50))
            if finger > 0 { verdicts += trial.at(start + 20, .lift(finger - 1)) }
        }
        verdicts += trial.at(800, .lift(5))
        #expect(verdicts.count { $0.hasEnded } == 6)
    }

    @Test func `a finger that bounces counts once, also in a row`() {
        var trial = trial(fingers: FingerCounts([1, 2]), count: 2)
        for start in [0.0, 200] {
            _ = trial.at(start, .down(1, 50, 50), .down(2, 150, 50))
            #expect(trial.at(start + 40, .lift(1)) == [])
            #expect(trial.at(start + 56, .down(3, 52, 50)) == [])
            #expect(trial.at(start + 90, .lift(2)) == [])
            #expect(trial.at(start + 100, .lift(3)).count { $0.hasEnded } == (start > 0 ? 1 : 0))
        }
        trial = self.trial(count: 2)
        _ = trial.at(0, .down(1, 50, 50))
        _ = trial.at(50, .lift(1))
        #expect(trial.at(66, .down(2, 50, 50)) == [])
        #expect(trial.at(74, .lift(2)) == [])
        _ = trial.at(200, .down(3, 50, 50))
        #expect(trial.at(250, .lift(3)) == tap(2))
    }

    @Test func `a finger that touches while another points does not tap`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        #expect(trial.at(60, .move(1, 100, 50)) == [.failed(.movedTooFar(by: 50, limit: 45))])
        _ = trial.at(100, .down(2, 200, 50))
        #expect(trial.at(150, .lift(2)) == [.failed(.tooManyFingers(2, limit: 1))])
        #expect(trial.at(200, .lift(1)) == [])
    }

    @Test func `several fingers that part do not tap, unless the distance is named`() {
        for distance in [nil, 45.0] {
            var trial = Trial(.tap(.init(fingers: FingerCounts(2), maximumDistance: distance)))
            _ = trial.at(0, .down(1, 100, 50), .down(2, 200, 50))
            for step in 1...5 {
                let shift = 5 * Double(step)
                _ = trial.at(20 * Double(step), .move(1, 100 - shift, 50), .move(2, 200 + shift, 50))
            }
            #expect(trial.at(120, .lift(1), .lift(2)).contains { $0.hasEnded } == (distance != nil))
        }
    }

    @Test func `a late third finger does not spoil a tap of two`() {
        var trial = trial(fingers: FingerCounts(2))
        _ = trial.at(0, .down(1, 0, 0), .down(2, 100, 40))
        _ = trial.at(140, .down(3, 200, 200))
        _ = trial.at(150, .lift(1), .move(3, 300, 300))
        #expect(trial.at(160, .lift(2)) == tap(fingers: 2, at: 50, 20))
        #expect(trial.at(170, .lift(3)) == [])
    }

    @Test func `a finger that comes when another has left does not join the tap`() {
        var trial = trial(fingers: FingerCounts([1, 2, 3]))
        _ = trial.at(0, .down(1, 0, 0), .down(2, 100, 100))
        _ = trial.at(40, .lift(1))
        _ = trial.at(50, .down(3, 200, 0))
        #expect(trial.at(60, .lift(2)) == tap(fingers: 2, at: 50, 50))
    }

    @Test func `one finger too many fails when it comes`() {
        var trial = trial(fingers: FingerCounts([1, 3]))
        _ = trial.at(0, .down(1, 0, 0), .down(2, 10, 0), .down(3, 20, 0))
        #expect(trial.at(30, .down(4, 30, 0)) == [.failed(.tooManyFingers(4, limit: 3))])
        #expect(trial.at(60, .lift(1), .lift(2), .lift(3), .lift(4)) == [])
    }

    @Test func `too few fingers fail at the lift`() {
        var trial = trial(fingers: FingerCounts([1, 3]))
        _ = trial.at(0, .down(1, 0, 0), .down(2, 10, 0))
        #expect(
            trial.at(60, .lift(1), .lift(2)) == [.failed(.tooFewFingers(2, accepted: FingerCounts([1, 3])))])
    }

    @Test func `after a failure nothing starts until every finger of it has left`() {
        var trial = trial()
        #expect(trial.at(0, .down(1, 0, 0), .down(2, 50, 0)) == [.failed(.tooManyFingers(2, limit: 1))])
        _ = trial.at(50, .lift(1))
        _ = trial.at(60, .down(3, 50, 50))
        _ = trial.at(90, .lift(3))
        #expect(trial.at(100, .lift(2)) == [])
        _ = trial.at(110, .down(4, 50, 50))
        #expect(trial.at(150, .lift(4)) == tap())
    }

    // MARK: - Rows of taps

    /// Taps at `positions` (x), 50 ms long and 100 ms apart, one finger each.
    private func row(_ trial: inout Trial, _ positions: Double..., from start: Double = 0) -> [Verdict] {
        var verdicts: [Verdict] = []
        for (index, x) in positions.enumerated() {
            let time = start + 150 * Double(index)
            verdicts += trial.at(time, .down(index, x, 50))
            verdicts += trial.at(time + 50, .lift(index))
        }
        return verdicts
    }

    @Test func `a double tap is reported once, at the second lift`() {
        var trial = trial(count: 2)
        #expect(row(&trial, 50, 60) == tap(2, at: 60))
        #expect(trial.deadline == nil)
    }

    @Test func `a triple tap needs three taps`() {
        var trial = trial(count: 3)
        #expect(row(&trial, 50, 50) == [])
        #expect(row(&trial, 50, from: 300) == tap(3))
    }

    @Test func `four taps are two double taps`() {
        var trial = trial(count: 2)
        #expect(row(&trial, 50, 50, 50, 50) == tap(2) + tap(2))
    }

    @Test func `single taps carry their number in the row`() {
        var trial = trial()
        #expect(row(&trial, 50, 50, 50) == tap(1) + tap(2) + tap(3))
    }

    @Test func `the next tap may touch 350 ms after the last one's end`() {
        var trial = trial(count: 2)
        _ = row(&trial, 50)
        #expect(trial.deadline == 400)
        #expect(trial.at(400, .down(9, 50, 50)) == [])
        #expect(trial.at(600, .lift(9)) == tap(2))
    }

    @Test func `a row is over 350 ms after its last tap`() {
        var trial = trial(count: 3)
        _ = row(&trial, 50, 50)
        #expect(trial.at(550.001, .down(9, 50, 50)) == [.failed(.tooFewTaps(2, needed: 3))])
        #expect(trial.at(600, .lift(9)) == [])
    }

    @Test func `a running count starts again after the delay`() {
        var trial = trial()
        _ = row(&trial, 50)
        #expect(row(&trial, 50, from: 400) == tap(2))
        #expect(row(&trial, 50, from: 800.001) == tap(1))
    }

    @Test func `a tap 100 points away continues the row, one further away starts another`() {
        var trial = trial()
        #expect(row(&trial, 50, 150, 150.1) == tap(1) + tap(2, at: 150) + tap(1, at: 150.1))
    }

    @Test func `a tap too far from the first fails the double tap and begins the next`() {
        var trial = trial(count: 2)
        #expect(row(&trial, 50, 200, 210) == [.failed(.tooFewTaps(1, needed: 2))] + tap(2, at: 210))
    }

    @Test func `a tap with other fingers is the first of another row`() {
        var trial = trial(fingers: FingerCounts([1, 2]))
        _ = row(&trial, 50)
        _ = trial.at(100, .down(1, 50, 50), .down(2, 50, 50))
        #expect(trial.at(150, .lift(1), .lift(2)) == tap(1, fingers: 2))
    }

    /// The first finger of five is far from the centre of all: the position of a tap is known when all are down.
    @Test func `fingers that come one by one tap twice at one position`() {
        var trial = trial(fingers: FingerCounts(3), count: 2)
        _ = trial.at(0, .down(1, 0, 50), .down(2, 200, 50), .down(3, 400, 50))
        _ = trial.at(60, .lift(1), .lift(2), .lift(3))
        _ = trial.at(150, .down(4, 0, 50))
        _ = trial.at(160, .down(5, 200, 50), .down(6, 400, 50))
        #expect(trial.at(220, .lift(4), .lift(5), .lift(6)) == tap(2, fingers: 3, at: 200, 50))
    }

    @Test func `a failed tap ends the row`() {
        var trial = trial()
        _ = row(&trial, 50)
        _ = trial.at(150, .down(8, 50, 50))
        _ = trial.at(158, .move(8, 150, 50))
        _ = trial.at(166, .lift(8))
        #expect(row(&trial, 50, from: 200) == tap(1))
    }

    // MARK: - Odd frames

    @Test func `contacts that are down at a reset do not tap`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        trial.reset()
        #expect(trial.deadline == nil)
        #expect(trial.at(50, .lift(1)) == [])
    }

    @Test func `a reset ends the row`() {
        var trial = trial()
        _ = row(&trial, 50)
        trial.reset()
        #expect(row(&trial, 50, from: 150) == tap(1))
    }
}
