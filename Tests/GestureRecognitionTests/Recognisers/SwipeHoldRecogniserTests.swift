import GestureModel
import GestureRecognition
import Strokes
import Testing

/// Times are milliseconds, positions points.
@Suite struct SwipeHoldRecogniserTests {
    /// Fingers side by side that go `distance` to the right within a duration, and rest. Returns the verdicts until `end`,
    /// when they lift.
    private func verdicts(
        _ hold: GestureExpression.SwipeHold = .init(), fingers: Int = 1, by distance: Double = 100,
        within duration: Double = 100, tremble: Double = 0, until end: Double
    ) -> [Verdict] {
        var trial = Trial(.swipeHold(hold))
        let ys = (0..<fingers).map { 300 + 60 * Double($0) }
        var verdicts = trial.at(0, ys.indices.map { .down($0, 300, ys[$0]) })
        var time = 10.0
        while time < end {
            let wobble = time > duration ? tremble * (Int(time) % 20 == 0 ? 1 : -1) : 0
            let x = 300 + min(time / duration, 1) * distance + wobble
            verdicts += trial.at(time, ys.indices.map { .move($0, x, ys[$0]) })
            time += 10
        }
        return verdicts + trial.at(end, ys.indices.map { .lift($0) })
    }

    @Test func `fingers that swipe and rest for half a second hold, until they lift`() throws {
        let verdicts = verdicts(until: 900)
        let first = try #require(verdicts.first?.swipeHold)
        #expect(first.direction == .right && first.fingers == 1 && first.translation.dx == 100)
        #expect(verdicts.dropLast().allSatisfy(\.isActive) && verdicts.last?.hasEnded == true)
    }

    @Test func `the rest begins where the fingers stay within a long press's distance, and trembling is rest`() {
        #expect(
            verdicts(until: 590).last == .failed(.liftedEarly(after: .milliseconds(490), limit: .milliseconds(500))))
        #expect(verdicts(tremble: 2, until: 700).last?.swipeHold?.direction == .right)
        #expect(verdicts(tremble: 12, until: 900).contains(where: \.isActive) == false)
    }

    @Test func `a silent device holds by time alone`() {
        var trial = Trial(.swipeHold(.init()))
        _ = trial.at(0, .down(1, 300, 300))
        for step in 1...10 { _ = trial.at(Double(step) * 10, .move(1, 300 + Double(step) * 10, 300)) }
        #expect(trial.deadline == 600)
        #expect(trial.wait(until: 599).isEmpty)
        #expect(trial.wait(until: 600).first?.swipeHold?.location == Point(x: 400, y: 300))
        // From then on they may go anywhere.
        #expect(trial.at(700, .move(1, 320, 340)).first?.swipeHold?.direction == .right)
        #expect(trial.at(710, .lift(1)).first?.hasEnded == true)
    }

    @Test func `fingers that only rest, or swipe and lift, hold nothing`() {
        #expect(verdicts(by: 5, until: 900) == [.failed(.movedTooLittle(by: 5, limit: 75))])
        #expect(verdicts(until: 110).count == 1)
        #expect(verdicts(.init(directions: .left), until: 900).contains(where: \.isActive) == false)
        #expect(verdicts(.init(fingers: 3), fingers: 3, until: 900).last?.swipeHold?.fingers == 3)
        #expect(verdicts(.init(fingers: 3), fingers: 2, until: 900).contains(where: \.isActive) == false)
    }

    @Test func `one or two fingers that drag and then rest have not swiped, and three have`() throws {
        let counts: [FingerCounts] = [1, 2, 3]
        for (index, fingers) in counts.enumerated() {
            let hold = GestureExpression.SwipeHold(fingers: fingers)
            let slow = verdicts(hold, fingers: index + 1, by: 120, within: 600, until: 1500)
            #expect(slow.contains(where: \.isActive) == (index == 2), "\(slow)")
            let quick = verdicts(hold, fingers: index + 1, by: 120, within: 300, until: 1500)
            #expect(quick.contains(where: \.isActive) == true)
            #expect(verdicts(hold, fingers: index + 1, by: 60, until: 900).contains(where: \.isActive) == false)
        }
        let speed = try #require(verdicts(by: 120, within: 600, until: 1500).last?.slowness)
        #expect(abs(speed - 220) < 40, "\(speed)")
    }

    @Test func `a duration of its own counts`() {
        #expect(verdicts(.init(minimumDuration: .milliseconds(100)), until: 300).last?.swipeHold != nil)
    }
}

extension Verdict {
    /// The speed that was too slow.
    fileprivate var slowness: Double? {
        if case .failed(.failed(.tooSlow(let speed, _)), _) = self { speed } else { nil }
    }

    fileprivate var swipeHold: GestureValue.SwipeHold? {
        switch self {
        case .active(.swipeHold(let hold)), .ended(.swipeHold(let hold)): hold
        default: nil
        }
    }
}
