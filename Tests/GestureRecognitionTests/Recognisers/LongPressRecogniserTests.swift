import GestureModel
import GestureRecognition
import Strokes
import Testing

/// Times are milliseconds, positions points.
@Suite struct LongPressRecogniserTests {
    private func trial(_ fingers: FingerCounts = .one, minimumDuration: Microseconds? = nil) -> Trial {
        Trial(.longPress(.init(fingers: fingers, minimumDuration: minimumDuration)))
    }

    /// A press that came down at (50, 50), or whose centre did.
    private func press(
        _ fingers: Int = 1, at position: Point = Point(x: 50, y: 50), pressing: Bool = true, completed: Bool = false,
        deadline: Double? = 500
    ) -> GestureValue {
        .longPress(
            .init(
                fingers: fingers, location: position, startLocation: Point(x: 50, y: 50), pressing: pressing,
                completed: completed, deadline: deadline.map(Timestamp.init)))
    }

    @Test func `a press begins at touch-down, with its deadline`() {
        var trial = trial()
        #expect(trial.at(0, .down(1, 50, 50)) == [.active(press())])
        #expect(trial.deadline == 500)
    }

    @Test func `a press completes at its deadline without any frame`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        #expect(trial.wait(until: 499.999) == [])
        #expect(trial.wait(until: 500) == [.active(press(completed: true))])
        #expect(trial.deadline == nil)
        #expect(trial.wait(until: 10_000) == [])
        #expect(trial.at(10_000, .lift(1)) == [.ended(press(pressing: false, completed: true))])
    }

    @Test func `a frame after the deadline finds the press complete`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        #expect(
            trial.at(500.001, .lift(1)) == [
                .active(press(completed: true)), .ended(press(pressing: false, completed: true)),
            ])
    }

    @Test func `a lift before the deadline fails with the time held`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        let held = Microseconds(499_999)
        #expect(trial.at(499.999, .lift(1)) == [.failed(.liftedEarly(after: held, limit: .milliseconds(500)))])
        #expect(trial.deadline == nil)
    }

    @Test func `a press may move less than 10 points`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        #expect(trial.at(100, .move(1, 59.9, 50)) == [])
        let there = Point(x: 59.9, y: 50)
        #expect(trial.wait(until: 500) == [.active(press(at: there, completed: true))])
        #expect(trial.at(600, .lift(1)) == [.ended(press(at: there, pressing: false, completed: true))])
    }

    @Test func `a press that moves 10 points fails`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        #expect(trial.at(100, .move(1, 50, 60)) == [.failed(.movedTooFar(by: 10, limit: 10))])
        #expect(trial.wait(until: 2000) == [])
        #expect(trial.at(2000, .lift(1)) == [])
        #expect(trial.at(2100, .down(2, 50, 50)) == [.active(press(deadline: 2600))])
    }

    @Test func `the finger of a completed press may move anywhere`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        _ = trial.wait(until: 500)
        #expect(trial.at(600, .move(1, 300, 50)) == [])
        let there = Point(x: 300, y: 50)
        #expect(trial.at(700, .lift(1)) == [.ended(press(at: there, pressing: false, completed: true))])
    }

    @Test func `a press that never completes has no deadline and ends at the lift`() {
        var trial = trial(minimumDuration: .never)
        #expect(trial.at(0, .down(1, 50, 50)) == [.active(press(deadline: nil))])
        #expect(trial.deadline == nil)
        #expect(trial.at(60_000, .lift(1)) == [.ended(press(pressing: false, deadline: nil))])
    }

    @Test func `a press that never completes fails when it moves`() {
        var trial = trial(minimumDuration: .never)
        _ = trial.at(0, .down(1, 50, 50))
        #expect(trial.at(5000, .move(1, 60, 50)) == [.failed(.movedTooFar(by: 10, limit: 10))])
    }

    @Test func `an expression's own limits come before the configured ones`() {
        var trial = Trial(.longPress(.init(minimumDuration: .milliseconds(80), maximumDistance: 2)))
        _ = trial.at(0, .down(1, 50, 50))
        #expect(trial.deadline == 80)
        #expect(trial.at(20, .move(1, 52, 50)) == [.failed(.movedTooFar(by: 2, limit: 2))])
    }

    // MARK: - Fingers

    @Test func `a press of two begins with the second, and counts from there`() {
        var trial = trial(FingerCounts(2))
        #expect(trial.at(0, .down(1, 0, 50)) == [])
        #expect(trial.deadline == nil)
        #expect(trial.at(100, .down(2, 100, 50)) == [.active(press(2, deadline: 600))])
        #expect(trial.wait(until: 600) == [.active(press(2, completed: true, deadline: 600))])
        #expect(trial.at(700, .lift(1)) == [])
        #expect(
            trial.at(720, .lift(2)) == [
                .ended(press(2, pressing: false, completed: true, deadline: 600))
            ])
    }

    @Test(arguments: [nil, Microseconds.never])
    func `one of two that lifts makes no jump`(_ minimumDuration: Microseconds?) throws {
        var trial = trial(FingerCounts(2), minimumDuration: minimumDuration)
        _ = trial.at(0, .down(1, 0, 50), .down(2, 100, 50))
        _ = trial.wait(until: 500)
        _ = trial.at(600, .lift(1), .move(2, 103, 50))
        _ = trial.at(620, .move(2, 104, 52))
        guard case .ended(.longPress(let press)) = trial.at(640, .lift(2)).last else {
            Issue.record("the press has not finished")
            return
        }
        #expect(press.location == Point(x: 54, y: 52))
        #expect(press.startLocation == Point(x: 50, y: 50))
    }

    @Test func `nothing of one press's lifts is left in the next`() {
        var trial = trial(FingerCounts(2))
        _ = trial.at(0, .down(1, 0, 50), .down(2, 100, 50))
        _ = trial.wait(until: 500)
        _ = trial.at(600, .lift(1))
        _ = trial.at(620, .lift(2))
        #expect(trial.at(700, .down(3, 0, 50), .down(4, 100, 50)) == [.active(press(2, deadline: 1200))])
    }

    @Test func `one of two that lifts early ends the press`() {
        var trial = trial(FingerCounts(2))
        _ = trial.at(0, .down(1, 0, 50))
        _ = trial.at(40, .down(2, 100, 50))
        let held = Microseconds.milliseconds(260)
        #expect(trial.at(300, .lift(1)) == [.failed(.liftedEarly(after: held, limit: .milliseconds(500)))])
        #expect(trial.wait(until: 900) == [])
    }

    @Test(arguments: [(2, 300.0), (3, 120), (3, 5000), (5, 800)])
    func `a press waits for its fingers, and counts from the last`(count: Int, late: Double) {
        var trial = trial(FingerCounts(count))
        for id in 1..<count { #expect(trial.at(0, .down(id, 100 * Double(id), 50)) == []) }
        #expect(trial.wait(until: late - 1) == [])
        #expect(trial.at(late, .down(count, 100 * Double(count), 50)).first?.isActive == true)
        #expect(trial.deadline == late + 500)
    }

    @Test func `one finger alone was too few`() {
        var trial = trial(FingerCounts(2))
        _ = trial.at(0, .down(1, 0, 50))
        #expect(trial.wait(until: 2000) == [])
        #expect(trial.at(2000, .lift(1)) == [.failed(.tooFewFingers(1, accepted: FingerCounts(2)))])
    }

    @Test func `a second finger in time spoils a press of one`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        #expect(trial.at(90, .down(2, 80, 50)) == [.failed(.tooManyFingers(2, limit: 1))])
        #expect(trial.wait(until: 900) == [])
    }

    @Test func `a second finger that comes late does not spoil a press of one`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        #expect(trial.at(101, .down(2, 80, 50)) == [])
        #expect(trial.at(200, .move(2, 300, 50)) == [])
        #expect(trial.wait(until: 500) == [.active(press(completed: true))])
    }

    @Test func `a press of one or two becomes one of two when the second finger comes`() {
        var trial = trial(FingerCounts([1, 2]))
        _ = trial.at(0, .down(1, 0, 50))
        #expect(trial.at(50, .down(2, 100, 50)) == [.active(press(2, deadline: 550))])
        #expect(trial.deadline == 550)
    }

    /// The press was reported with a deadline. Its failure is reported as soon as it is certain.
    @Test func `a press of one or three fails with two fingers when the third does not come in time`() {
        var trial = trial(FingerCounts([1, 3]))
        _ = trial.at(0, .down(1, 0, 50))
        #expect(trial.at(50, .down(2, 100, 50)) == [])
        #expect(trial.wait(until: 150) == [])
        #expect(trial.wait(until: 150.001) == [.failed(.tooFewFingers(2, accepted: FingerCounts([1, 3])))])
        #expect(trial.wait(until: 900) == [])
        #expect(trial.at(900, .lift(1), .lift(2)) == [])
    }

    @Test func `a press of one or three becomes one of three`() {
        var trial = trial(FingerCounts([1, 3]))
        _ = trial.at(0, .down(1, 0, 50))
        _ = trial.at(50, .down(2, 100, 50))
        #expect(trial.at(100, .down(3, 50, 50)) == [.active(press(3, deadline: 600))])
    }

    // MARK: - Edges

    @Test func `a lift stamped with the deadline itself is in time`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        #expect(trial.at(500, .lift(1)) == [.ended(press(pressing: false, completed: true, deadline: 500))])
    }

    @Test func `a finger that moves while others are awaited fails the press`() {
        var trial = trial(FingerCounts(2))
        _ = trial.at(0, .down(1, 50, 50))
        #expect(trial.at(50, .move(1, 80, 50)) == [.failed(.movedTooFar(by: 30, limit: 10))])
        #expect(trial.at(60, .down(2, 90, 50)) == [])
    }

    @Test func `fingers that are down at a reset do not press`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        trial.reset()
        #expect(trial.deadline == nil)
        #expect(trial.at(50, .move(1, 51, 50)) == [])
        #expect(trial.at(900, .lift(1)) == [])
    }
}
