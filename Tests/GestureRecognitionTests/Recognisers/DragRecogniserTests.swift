import GestureModel
import GestureRecognition
import Strokes
import Testing

/// Times are milliseconds, positions points. Strokes send a frame each 8 ms.
@Suite struct DragRecogniserTests {
    private func trial(_ fingers: FingerCounts = .one, minimumDistance: Double? = nil) -> Trial {
        Trial(.drag(.init(fingers: fingers, minimumDistance: minimumDistance)))
    }

    /// Moves fingers to the right from where they are, at `speed` points a millisecond. Returns the last verdict.
    private func stroke(
        _ trial: inout Trial, _ fingers: [(id: Int, x: Double)], from start: Double, frames: Int = 10, speed: Double = 1
    ) -> Verdict? {
        var last: Verdict?
        for frame in 1...frames {
            let passed = 8 * Double(frame)
            let touches = fingers.map { Touch.move($0.id, $0.x + passed * speed, 50) }
            last = trial.at(start + passed, touches).last ?? last
        }
        return last
    }

    /// A finger that has moved 80 points to the right in 80 ms.
    private func dragging(_ estimator: VelocityEstimator = Thresholds().velocity.estimator) -> Trial {
        var thresholds = Thresholds()
        thresholds.velocity.estimator = estimator
        var trial = Trial(.drag(.init()), thresholds)
        _ = trial.at(0, .down(1, 50, 50))
        _ = stroke(&trial, [(1, 50)], from: 0)
        return trial
    }

    private func isAbout(_ velocity: Vector?, _ expected: Double) -> Bool {
        guard let velocity else { return false }
        return (velocity - Vector(dx: expected, dy: 0)).length < max(abs(expected) * 0.01, 1e-6)
    }

    // MARK: - Beginning

    @Test func `a drag begins when the finger has travelled 10 points`() throws {
        var trial = trial()
        #expect(trial.at(0, .down(1, 50, 50)) == [])
        #expect(trial.at(98, .move(1, 59.99, 50)) == [])
        let began = try #require(trial.at(106, .move(1, 60, 50)).first?.drag)
        #expect(began.fingers == 1)
        #expect(began.startLocation == Point(x: 50, y: 50))
        #expect(began.location == Point(x: 60, y: 50))
        #expect(began.translation == Vector(dx: 10, dy: 0))
    }

    @Test func `the distance is measured in a straight line from the start, not along the path`() {
        var trial = trial(minimumDistance: 10)
        _ = trial.at(0, .down(1, 50, 50))
        for time in stride(from: 8.0, through: 160, by: 16) {
            #expect(trial.at(time, .move(1, 59, 50)) == [])
            #expect(trial.at(time + 8, .move(1, 41, 50)) == [])
        }
        #expect(trial.at(200, .move(1, 56, 58)).first?.isActive == true)
    }

    @Test func `a drag of distance 0 begins at touch-down`() {
        var trial = trial(minimumDistance: 0)
        let position = Point(x: 50, y: 50)
        let drag = GestureValue.Drag(fingers: 1, location: position, startLocation: position, velocity: .zero)
        #expect(trial.at(0, .down(1, 50, 50)) == [.active(.drag(drag))])
        #expect(trial.deadline == nil)
        #expect(trial.at(100, .lift(1)) == [.ended(.drag(drag))])
    }

    @Test func `a finger that lifts too soon fails with the distance it went`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        _ = trial.at(8, .move(1, 54, 53))
        #expect(trial.at(16, .lift(1)) == [.failed(.movedTooLittle(by: 5, limit: 10))])
    }

    @Test func `a configured distance applies if the expression has no distance`() {
        var thresholds = Thresholds()
        thresholds.drag.minimumDistance = 30
        var trial = Trial(.drag(.init()), thresholds)
        _ = trial.at(0, .down(1, 50, 50))
        #expect(trial.at(8, .move(1, 79, 50)) == [])
        #expect(trial.at(16, .move(1, 80, 50)).first?.isActive == true)
    }

    @Test func `a drag that has begun stays begun inside its slop`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        _ = trial.at(8, .move(1, 62, 50))
        #expect(trial.at(16, .move(1, 51, 50)).first?.drag?.translation == Vector(dx: 1, dy: 0))
        #expect(trial.at(24, .move(1, 50, 50)).first?.drag?.translation == .zero)
        #expect(trial.at(32, .lift(1)).first?.hasEnded == true)
    }

    // MARK: - Velocity

    @Test func `velocity is that of the finger, before the drag began as well`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        let last = stroke(&trial, [(1, 50)], from: 0)
        #expect(isAbout(last?.drag?.velocity, 1000))
        #expect(isAbout(trial.at(85, .lift(1)).first?.drag?.velocity, 1000))
    }

    @Test func `a finger that turns back has a velocity the other way`() {
        var trial = dragging()
        let back = stroke(&trial, [(1, 130)], from: 80, frames: 12, speed: -1)
        #expect((back?.drag?.velocity.dx ?? 0) < -500)
    }

    @Test func `a finger that stops is reported to have stopped after 40 ms`() throws {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        let moving = try #require(stroke(&trial, [(1, 50)], from: 0)?.drag)
        #expect(trial.deadline == 120.001)
        #expect(trial.wait(until: 120) == [])
        var stopped = moving
        stopped.velocity = .zero
        #expect(trial.wait(until: 120.001) == [.active(.drag(stopped))])
        #expect(trial.deadline == nil)
        #expect(trial.at(3000, .lift(1)) == [.ended(.drag(stopped))])
    }

    /// Toolkits round positions, Wayland's to 1/256, so that a held finger moves by thousandths of a point.
    @Test func `rounding of a resting finger's position reports no second standstill`() {
        var trial = dragging()
        for time in stride(from: 88.0, through: 120, by: 8) { _ = trial.at(time, .move(1, 130, 50)) }
        _ = trial.at(128, .move(1, 130, 50))
        #expect(trial.at(136, .move(1, 130.004, 50)).last?.drag != nil)
        #expect(trial.deadline == nil)
    }

    /// Touchpads repeat a finger that rests whenever its pressure changes, or when another finger moves.
    @Test func `a finger that rests has stopped after 40 ms although frames come`() {
        var trial = dragging()
        for time in stride(from: 88.0, through: 120, by: 8) { _ = trial.at(time, .move(1, 130, 50)) }
        #expect(trial.at(128, .move(1, 130, 50)).last?.drag?.velocity == .zero)
        #expect(trial.deadline == nil)
        #expect(trial.at(136, .lift(1)).last?.drag?.velocity == .zero)
    }

    /// The last step may have been one back, which an estimator follows for the whole of its horizon.
    @Test(arguments: VelocityEstimator.allCases)
    func `a finger that rolled back before it rests has stopped after 40 ms as well`(_ estimator: VelocityEstimator) {
        var trial = dragging(estimator)
        for time in stride(from: 88.0, through: 128, by: 8) { _ = trial.at(time, .move(1, 127, 50)) }
        #expect(trial.at(136, .move(1, 127, 50)).last?.drag?.velocity == .zero)
        #expect(trial.deadline == nil)
        #expect(trial.at(137, .lift(1)).last?.drag?.velocity == .zero)
    }

    /// The last frame of the rest is 40 ms after the last motion, the next frame is later.
    @Test(arguments: VelocityEstimator.allCases)
    func `velocity ignores motion before a rest that only the next motion completes`(_ estimator: VelocityEstimator) {
        var trial = dragging(estimator)
        for time in stride(from: 88.0, through: 120, by: 8) { _ = trial.at(time, .move(1, 130, 50)) }
        #expect(isAbout(trial.at(128, .move(1, 132, 50)).last?.drag?.velocity, 250))
        #expect(isAbout(trial.at(136, .move(1, 134, 50)).last?.drag?.velocity, 250))
    }

    @Test func `the first step after a rest has a velocity at once`() {
        var trial = dragging()
        for time in stride(from: 88.0, through: 136, by: 8) { _ = trial.at(time, .move(1, 130, 50)) }
        let velocity = trial.at(144, .move(1, 134, 50)).last?.drag?.velocity ?? .zero
        #expect(abs(velocity.dx - 500) < 1e-6)
    }

    @Test(arguments: VelocityEstimator.allCases)
    func `velocity after a rest ignores the motion before it`(_ estimator: VelocityEstimator) {
        var trial = dragging(estimator)
        for time in stride(from: 88.0, through: 128, by: 8) { _ = trial.at(time, .move(1, 130, 50)) }
        _ = trial.at(136, .move(1, 132, 50))
        let on = trial.at(144, .move(1, 134, 50)).last?.drag
        #expect(isAbout(on?.velocity, 250))
    }

    @Test func `a finger that moves on has a velocity again, and a deadline`() {
        var trial = dragging()
        _ = trial.wait(until: 1000)
        _ = trial.at(1000, .move(1, 131, 50))
        #expect(isAbout(stroke(&trial, [(1, 131)], from: 1000)?.drag?.velocity, 1000))
        #expect(trial.deadline == 1120.001)
    }

    /// A recording may have any timestamp; a deadline that cannot be later must not repeat for ever.
    @Test func `a finger at the end of time stops as well`() {
        var recogniser = GestureExpression.drag(.init()).recogniser(Thresholds())
        var (hand, verdicts) = (Hand(), VerdictBuffer())
        let last = Timestamp(microseconds: .max)
        recogniser.update(hand.frame(at: last + Microseconds(-16_000), [.down(1, 0, 50)]), &verdicts)
        recogniser.update(hand.frame(at: last + Microseconds(-8000), [.move(1, 20, 50)]), &verdicts)
        #expect(recogniser.deadline == last)
        recogniser.expire(at: last, &verdicts)
        #expect(recogniser.deadline == nil)
    }

    // MARK: - Numbers of fingers

    @Test func `two fingers that come one after the other drag together`() throws {
        var trial = trial(FingerCounts(2))
        _ = trial.at(0, .down(1, 0, 50))
        _ = trial.at(30, .down(2, 100, 50))
        let last = try #require(stroke(&trial, [(1, 0), (2, 100)], from: 30)?.drag)
        #expect(last.fingers == 2)
        #expect(last.startLocation == Point(x: 50, y: 50))
        #expect(last.location == Point(x: 130, y: 50))
        #expect(isAbout(last.velocity, 1000))
    }

    @Test func `a finger that joins adds neither translation nor velocity`() {
        var trial = trial(FingerCounts(2), minimumDistance: 0)
        _ = trial.at(0, .down(1, 0, 50))
        let began = trial.at(8, .down(2, 400, 50)).first?.drag
        #expect(began?.startLocation == Point(x: 200, y: 50))
        #expect(began?.translation == .zero)
        #expect(began?.velocity == .zero)
    }

    /// A finger that rests, or that has moved for long, waits for the others.
    @Test(arguments: [(2, 50.0), (2, 3000), (3, 120), (3, 1000), (5, 400)])
    func `a drag waits for its fingers, and is measured from the last`(count: Int, late: Double) throws {
        var trial = trial(FingerCounts(count))
        for id in 1..<count { #expect(trial.at(0, .down(id, 100 * Double(id), 50)) == []) }
        #expect(trial.at(late / 2, (1..<count).map { .move($0, 100 * Double($0), 350) }) == [])
        #expect(trial.at(late, .down(count, 100 * Double(count), 350)) == [])
        #expect(trial.at(late + 8, (1...count).map { .move($0, 100 * Double($0), 359) }) == [])
        let began = try #require(
            trial.at(late + 16, (1...count).map { .move($0, 100 * Double($0), 378) }).first?.drag)
        #expect(began.fingers == count && began.translation == Vector(dx: 0, dy: 28))
    }

    @Test func `one finger alone was too few for a drag of two`() {
        var trial = trial(FingerCounts(2))
        _ = trial.at(0, .down(1, 0, 50))
        #expect(trial.at(1000, .move(1, 30, 50)) == [])
        #expect(trial.at(1010, .lift(1)) == [.failed(.tooFewFingers(1, accepted: FingerCounts(2)))])
    }

    @Test func `a pinch is no drag, unless the app names the distance`() {
        for (distance, isDrag) in [(nil, false), (10, true)] as [(Double?, Bool)] {
            var trial = trial(FingerCounts(2), minimumDistance: distance)
            _ = trial.at(0, .down(1, 300, 50), .down(2, 400, 50))
            var reported: [Verdict] = []
            for frame in 1...15 {
                let shift = 8 * Double(frame)
                reported += trial.at(shift, .move(1, 300 - 0.6 * shift, 50), .move(2, 400 + shift, 50))
            }
            reported += trial.at(130, .lift(1), .lift(2))
            #expect(reported.contains { $0.drag != nil } == isDrag, "\(reported)")
            guard !isDrag else { continue }
            guard case .failed(.failed(.deformedTooFar), _)? = reported.last else {
                Issue.record("\(reported)")
                continue
            }
        }
    }

    /// Three fingers seldom come down at once: the last of them does 0.1 s after the first in one of four swipes.
    @Test func `a finger that comes soon after the drag began counts from the start`() {
        var trial = trial(FingerCounts(2))
        _ = trial.at(0, .down(1, 0, 50), .down(2, 100, 50))
        #expect(trial.at(8, .move(1, 0, 70), .move(2, 100, 70)).first?.isActive == true)
        #expect(trial.at(16, .down(3, 200, 50)) == [.failed(.tooManyFingers(3, limit: 2))])
        trial = self.trial(FingerCounts([2, 3]))
        _ = trial.at(0, .down(1, 0, 50), .down(2, 100, 50))
        _ = trial.at(8, .move(1, 0, 70), .move(2, 100, 70))
        #expect(trial.at(16, .down(3, 200, 70)) == [.failed(.tooManyFingers(3, limit: 2))])
        #expect(trial.at(24, .move(1, 0, 90), .move(2, 100, 90), .move(3, 200, 90)).first?.drag?.fingers == 3)
    }

    @Test func `one finger alone that leaves within the window was too few`() {
        var trial = trial(FingerCounts(2))
        _ = trial.at(0, .down(1, 0, 50))
        _ = trial.at(40, .move(1, 30, 50))
        #expect(trial.at(60, .lift(1)) == [.failed(.tooFewFingers(1, accepted: FingerCounts(2)))])
    }

    @Test func `one finger too many fails when the drag would begin`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 0, 50), .down(2, 100, 50))
        #expect(
            trial.at(8, .move(1, 20, 50), .move(2, 120, 50)) == [.failed(.tooManyFingers(2, limit: 1))])
        #expect(trial.at(16, .lift(1)) == [])
        #expect(trial.at(24, .down(3, 0, 50)) == [])
        #expect(trial.at(32, .move(3, 90, 50)) == [])
        #expect(trial.at(40, .lift(2), .lift(3)) == [])
        _ = trial.at(48, .down(4, 0, 50))
        #expect(trial.at(56, .move(4, 20, 50)).first?.isActive == true)
    }

    /// As in UIKit and Flutter: on a screen, a finger hands a drag on to another.
    @Test func `a finger that comes during the drag carries it on when the others lift`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        _ = trial.at(8, .move(1, 70, 50))
        #expect(trial.at(500, .down(2, 300, 50)).first?.drag?.location == Point(x: 70, y: 50))
        #expect(trial.at(508, .move(1, 80, 50), .move(2, 310, 50)).first?.drag?.location == Point(x: 80, y: 50))
        #expect(trial.at(516, .lift(1)).first?.drag?.location == Point(x: 80, y: 50))
        let on = trial.at(524, .move(2, 330, 50)).first?.drag
        #expect(on?.location == Point(x: 100, y: 50) && on?.fingers == 1 && on?.startLocation == Point(x: 50, y: 50))
        #expect(trial.at(532, .lift(2)).first?.drag?.translation == Vector(dx: 50, dy: 0))
    }

    // MARK: - Lifts

    @Test func `one of three that lifts neither ends the drag nor makes it jump`() {
        var trial = trial(FingerCounts(3))
        _ = trial.at(0, .down(1, 0, 50), .down(2, 100, 50), .down(3, 500, 50))
        let before = trial.at(8, .move(1, 20, 50), .move(2, 120, 50), .move(3, 520, 50)).first?.drag
        #expect(before?.location == Point(x: 220, y: 50))
        let lifted = trial.at(16, .lift(3)).first?.drag
        #expect(lifted?.location == Point(x: 220, y: 50))
        let on = trial.at(24, .move(1, 30, 50), .move(2, 130, 50)).first?.drag
        #expect(on?.location == Point(x: 230, y: 50))
        #expect(on?.startLocation == before?.startLocation)
        #expect(on?.fingers == 3)
    }

    /// A pinch moves no centre; the finger that is left stands far from its own start.
    @Test func `a lift before the drag begins adds no translation`() throws {
        var trial = trial(FingerCounts([1, 2]))
        _ = trial.at(0, .down(1, 0, 50), .down(2, 100, 50))
        #expect(trial.at(8, .move(1, 30, 50), .move(2, 70, 50)) == [])
        #expect(trial.at(16, .lift(2)) == [])
        #expect(trial.at(124, .move(1, 39.9, 50)) == [])
        let began = try #require(trial.at(132, .move(1, 40, 50)).first?.drag)
        #expect(began.startLocation == Point(x: 30, y: 50))
        #expect(began.location == Point(x: 40, y: 50))
    }

    @Test func `a drag of one finger starts where it came down, also if another one touched for a moment`() throws {
        var trial = trial(.one)
        _ = trial.at(0, .down(1, 100, 50))
        _ = trial.at(8, .move(1, 92, 50))
        #expect(trial.at(16, .down(2, 300, 50)) == [])
        let lifted = trial.at(24, .lift(2)) + trial.at(132, .move(1, 90, 50))
        let began = try #require(lifted.first?.drag)
        #expect(began.startLocation == Point(x: 100, y: 50) && began.location == Point(x: 90, y: 50))
        #expect(began.fingers == 1)
    }

    @Test func `a lift adds no velocity`() {
        var trial = trial(FingerCounts(2))
        _ = trial.at(0, .down(1, 0, 50), .down(2, 100, 50))
        _ = stroke(&trial, [(1, 0), (2, 100)], from: 0)
        _ = trial.at(88, .move(1, 88, 50), .lift(2))
        #expect(isAbout(stroke(&trial, [(1, 88)], from: 88)?.drag?.velocity, 1000))
    }

    @Test func `fingers that leave together end with the velocity from before the first left`() {
        var trial = trial(FingerCounts(2))
        _ = trial.at(0, .down(1, 0, 50), .down(2, 100, 50))
        _ = stroke(&trial, [(1, 0), (2, 100)], from: 0)
        _ = trial.at(88, .lift(2), .move(1, 80, 50))
        _ = trial.at(96, .move(1, 60, 50))
        #expect(isAbout(trial.at(110, .lift(1)).first?.drag?.velocity, 1000))
    }

    @Test func `a finger that lifted long before does not affect the last velocity`() {
        var trial = trial(FingerCounts(2))
        _ = trial.at(0, .down(1, 0, 50), .down(2, 100, 50))
        _ = stroke(&trial, [(1, 0), (2, 100)], from: 0)
        _ = trial.at(88, .lift(2))
        _ = trial.wait(until: 188)
        #expect(trial.at(188.001, .lift(1)).first?.drag?.velocity == .zero)
    }

    @Test func `a drag ends at the position of the fingers before the lift`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        _ = trial.at(8, .move(1, 70, 50))
        let ended = trial.at(16, .lift(1)).first?.drag
        #expect(ended?.location == Point(x: 70, y: 50))
        #expect(ended?.predictedEndLocation == Point(x: 70, y: 50) + (ended?.velocity ?? .zero) * 0.25)
    }

    // MARK: - Odd frames

    @Test func `fingers that are down at a reset do not drag`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 50, 50))
        _ = trial.at(8, .move(1, 70, 50))
        trial.reset()
        #expect(trial.deadline == nil)
        #expect(trial.at(16, .move(1, 200, 50)) == [])
        #expect(trial.at(24, .lift(1)) == [])
    }

    @Test func `nothing of one drag is left in the next`() {
        var trial = trial(FingerCounts(2))
        _ = trial.at(0, .down(1, 0, 50), .down(2, 100, 50))
        _ = stroke(&trial, [(1, 0), (2, 100)], from: 0)
        _ = trial.at(88, .lift(2))
        _ = trial.at(96, .lift(1))
        _ = trial.at(100, .down(3, 0, 50), .down(4, 100, 50))
        let began = trial.at(108, .move(3, 0, 62), .move(4, 100, 62)).first?.drag
        #expect(began?.location == Point(x: 50, y: 62))
        #expect(abs(began?.velocity.dx ?? 1) < 1e-6)
        _ = trial.wait(until: 200)
        #expect(trial.at(200, .lift(3), .lift(4)).first?.drag?.velocity == .zero)
    }
}
