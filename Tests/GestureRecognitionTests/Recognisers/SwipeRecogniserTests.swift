import Glibc
import GestureModel
import GestureRecognition
import Strokes
import Testing

/// Times are milliseconds, positions points. Strokes send a frame each 8 ms.
@Suite struct SwipeRecogniserTests {
    /// Fingers side by side that all move by one of `steps` in each frame, and leave 4 ms after the last. Returns all
    /// verdicts.
    private func verdicts(
        _ swipe: GestureExpression.Swipe, fingers: Int = 1, _ steps: [Vector], rest: Double = 4
    ) -> [Verdict] {
        var trial = Trial(.swipe(swipe))
        let xs = (0..<fingers).map { 300 + 60 * Double($0) }
        var reported = trial.at(0, xs.indices.map { .down($0, xs[$0], 300) })
        var translation = Vector.zero
        for (index, step) in steps.enumerated() {
            translation = translation + step
            let time = 8 * Double(index + 1)
            reported += trial.at(time, xs.indices.map { .move($0, xs[$0] + translation.dx, 300 + translation.dy) })
        }
        let end = 8 * Double(steps.count)
        if rest > 8 { reported += trial.wait(until: end + rest) }
        return reported + trial.at(end + rest, xs.indices.map { .lift($0) })
    }

    private func verdicts(_ steps: [Vector], rest: Double = 4) -> [Verdict] { verdicts(.init(), steps, rest: rest) }

    private func even(_ dx: Double, _ dy: Double, frames: Int = 10) -> [Vector] {
        Array(repeating: Vector(dx: dx, dy: dy), count: frames)
    }

    // MARK: - What it is

    @Test(arguments: [60.5, 75, 90, 105])
    func `fingers that go more than 60° apart do not swipe together`(degrees: Double) {
        let angle = degrees * .pi / 180
        func reported(_ fingers: FingerCounts, _ ways: [Vector]) -> [Verdict] {
            var trial = Trial(.swipe(.init(fingers: fingers)))
            let starts = ways.indices.map { Point(x: 300 + 200 * Double($0), y: 300) }
            var reported = trial.at(0, ways.indices.map { .down($0, starts[$0].x, starts[$0].y) })
            for frame in 1...20 {
                reported += trial.at(
                    8 * Double(frame),
                    ways.indices.map {
                        let position = starts[$0] + ways[$0] * (Double(frame) / 20)
                        return .move($0, position.x, position.y)
                    })
            }
            return reported + trial.at(170, ways.indices.map { .lift($0) })
        }
        let (right, aside) = (Vector(dx: 160, dy: 0), Vector(dx: 160 * cos(angle), dy: 160 * sin(angle)))
        #expect(reported([2, 3], [right, aside]).allSatisfy { $0.swipe == nil })
        #expect(reported([2, 3], [right, right, aside]).allSatisfy { $0.swipe == nil } || degrees < 75)
        let near = Vector(dx: 160 * cos(angle / 3), dy: 160 * sin(angle / 3))
        #expect(reported([2, 3], [right, near]).last?.swipe?.fingers == 2)
    }

    @Test func `a swipe is reported once, at the lift, with its path and its velocity`() throws {
        let reported = verdicts(even(8, 1))
        let swipe = try #require(reported.first?.swipe)
        #expect(reported.count == 1 && reported.first?.hasEnded == true)
        #expect(swipe.direction == .right && swipe.fingers == 1)
        #expect(swipe.startLocation == Point(x: 300, y: 300))
        #expect(swipe.location == Point(x: 380, y: 310))
        #expect(swipe.translation == Vector(dx: 80, dy: 10))
        #expect((swipe.velocity - Vector(dx: 1000, dy: 125)).length < 1)
        #expect(swipe.edge == nil)
    }

    @Test(
        arguments: [
            (8, 0, .right), (-8, 0, .left), (0, -8, .up), (0, 8, .down), (8, 7.9, .right), (-7.9, -8, .up),
            (8, 8, .right), (-8, 8, .left),
        ] as [(Double, Double, SwipeDirection)])
    func `a swipe has the direction of its longer axis, a diagonal one that of x`(
        _ dx: Double, _ dy: Double, _ direction: SwipeDirection
    ) {
        #expect(verdicts(even(dx, dy)).first?.swipe?.direction == direction)
    }

    @Test(arguments: 1...10)
    func `any number of fingers up to ten swipes`(_ count: Int) {
        let swipe = verdicts(.init(fingers: .init(count)), fingers: count, even(0, 8)).first?.swipe
        #expect(swipe?.fingers == count)
        #expect(swipe?.direction == .down)
        #expect(swipe?.translation == Vector(dx: 0, dy: 80))
    }

    @Test func `a flick of three frames is a swipe`() throws {
        let swipe = try #require(verdicts(even(20, 0, frames: 2)).first?.swipe)
        #expect((swipe.velocity - Vector(dx: 2500, dy: 0)).length < 1)
    }

    @Test func `a long drag that ends in a flick is a swipe`() {
        #expect(verdicts(even(0.5, 0, frames: 200) + even(8, 0)).first?.swipe?.direction == .right)
    }

    // MARK: - Limits

    @Test func `25 points are far enough, less is too little however fast`() throws {
        #expect(verdicts(even(5, 0, frames: 5)).first?.hasEnded == true)
        guard case .failed(.failed(.movedTooLittle(let by, 25)), _)? = verdicts(even(4.99, 0, frames: 5)).first else {
            Issue.record("not too little")
            return
        }
        #expect(abs(by - 24.95) < 1e-9)
    }

    @Test func `100 points a second are fast enough, less is too slow however far`() throws {
        #expect(verdicts(even(0.801, 0, frames: 400)).first?.hasEnded == true)
        guard case .failed(.failed(.tooSlow(let speed, 100)), _)? = verdicts(even(0.79, 0, frames: 400)).first else {
            Issue.record("not too slow")
            return
        }
        #expect(abs(speed - 98.75) < 0.1)
    }

    @Test func `a swipe's speed is that of its fastest part of the minimum distance`() {
        #expect(verdicts(even(0.4, 0, frames: 200) + even(5, 0, frames: 5)).first?.hasEnded == true)
        #expect(verdicts(even(0.4, 0, frames: 200) + even(5, 0, frames: 2)).first?.hasEnded == false)
        let end = verdicts(.init(minimumVelocity: 620), even(5, 0, frames: 5) + even(0.4, 0, frames: 200))
        #expect(end.first?.hasEnded == true)
    }

    /// At the limit itself it is a swipe.
    @Test func `exactly the limits are enough`() {
        #expect(verdicts(.init(minimumDistance: 80, minimumVelocity: 1000), even(8, 0)).first?.hasEnded == true)
        let speed = verdicts(even(8, 0)).first?.swipe?.velocity.length ?? 0
        #expect(verdicts(.init(minimumLiftVelocity: speed), even(8, 0)).first?.hasEnded == true)
        #expect(abs(speed - 1000) < 1e-6)
        let further = verdicts(.init(minimumDistance: 80.001, minimumVelocity: 0), even(8, 0))
        #expect(further == [.failed(.movedTooLittle(by: 80, limit: 80.001))])
        let faster = verdicts(.init(minimumLiftVelocity: speed.nextUp), even(8, 0))
        #expect(faster == [.failed(.liftedSlowly(speed, limit: speed.nextUp))])
    }

    @Test func `configured limits apply if the expression has no limits`() {
        var thresholds = Thresholds()
        thresholds.swipe.minimumDistance = 100
        var trial = Trial(.swipe(.init()), thresholds)
        _ = trial.at(0, .down(1, 100, 100))
        _ = trial.at(8, .move(1, 190, 100))
        #expect(trial.at(16, .lift(1)) == [.failed(.movedTooLittle(by: 90, limit: 100))])
        thresholds = Thresholds()
        thresholds.swipe.minimumVelocity = 20_000
        thresholds.velocity.estimator = .weightedLSQ2
        trial = Trial(.swipe(.init()), thresholds)
        _ = trial.at(0, .down(1, 100, 100))
        _ = trial.at(8, .move(1, 200, 100))
        #expect(trial.at(16, .lift(1)) == [.failed(.tooSlow(12_500, limit: 20_000))])
        thresholds.swipe.minimumVelocity = 100
        thresholds.swipe.minimumLiftVelocity = 20_000
        trial = Trial(.swipe(.init()), thresholds)
        _ = trial.at(0, .down(1, 100, 100))
        _ = trial.at(8, .move(1, 200, 100))
        guard case .failed(.failed(.liftedSlowly(let speed, 20_000)), _)? = trial.at(16, .lift(1)).first else {
            Issue.record("no failure")
            return
        }
        #expect(abs(speed - 12_500) < 1e-6)
    }

    /// People stop before they lift: at 0 to 16 points a second in eight recorded swipes of three fingers.
    @Test func `a finger that stops before it lifts has swiped, without a velocity`() {
        let reported = verdicts(even(8, 0), rest: 500)
        #expect(reported.first?.swipe?.velocity == .zero)
        #expect(reported.first?.swipe?.direction == .right)
    }

    private let flick = GestureExpression.Swipe(minimumLiftVelocity: 400)

    @Test func `a flick lifts while it moves`() {
        #expect(verdicts(flick, even(8, 0), rest: 40).first?.hasEnded == true)
        #expect(verdicts(flick, even(8, 0), rest: 40.001) == [.failed(.liftedSlowly(0, limit: 400))])
    }

    /// Touchpads repeat a finger that rests whenever its pressure changes.
    @Test func `a finger that rests although frames come does not flick`() {
        #expect(verdicts(flick, even(8, 0) + even(0, 0, frames: 6)) == [.failed(.liftedSlowly(0, limit: 400))])
    }

    // MARK: - Direction

    @Test func `a swipe in a direction that was not requested fails with its direction`() {
        let upright = GestureExpression.Swipe(directions: .vertical)
        #expect(verdicts(upright, even(0, -8)).first?.swipe?.direction == .up)
        #expect(verdicts(upright, even(8, 0)) == [.failed(.wrongDirection(.right, accepted: [.up, .down]))])
        #expect(verdicts(.init(directions: .left), even(8, 0)) == [.failed(.wrongDirection(.right, accepted: .left))])
    }

    @Test func `a swipe that turns back at the end fails with the other direction`() {
        let back = even(10, 0, frames: 12) + even(-8, 0, frames: 8)
        #expect(verdicts(back) == [.failed(.wrongDirection(.left, accepted: .right))])
    }

    @Test func `a swipe that turns back to its start fails as too short`() {
        let back = even(10, 0) + even(-8, 0, frames: 10)
        guard case .failed(.failed(.movedTooLittle(_, 25)), _)? = verdicts(back).first else {
            Issue.record("\(verdicts(back))")
            return
        }
    }

    @Test func `a swipe that bends aside at the end fails`() {
        let bent = even(12, 0) + even(0, 8, frames: 8)
        #expect(verdicts(bent) == [.failed(.wrongDirection(.down, accepted: .right))])
    }

    @Test func `a swipe may end in another direction for less than a tenth of its path`() {
        #expect(verdicts(even(10, 0) + even(-3, 0, frames: 3)).first?.swipe?.direction == .right)
        #expect(verdicts(even(10, 0) + even(0, 4, frames: 3)).first?.swipe?.direction == .right)
    }

    /// The path is slightly more horizontal, its end slightly more vertical: noise must not decide.
    @Test func `a diagonal flick may end on the other side of the diagonal, by less than 20 degrees`() {
        let followed = GestureExpression.Swipe(minimumLiftVelocity: 400, velocity: .weightedLSQ2)
        #expect(verdicts(followed, even(8, 3.5) + even(4, 8)).first?.swipe?.direction == .right)
        #expect(verdicts(followed, even(8, 3) + even(4, 8)) == [.failed(.wrongDirection(.down, accepted: .right))])
    }

    // MARK: - Fingers

    @Test func `fingers that leave one by one end with the velocity from before the first left`() throws {
        var trial = Trial(.swipe(.init(fingers: 3)))
        _ = trial.at(0, .down(1, 100, 100), .down(2, 150, 100), .down(3, 200, 100))
        for frame in 1...10 {
            let shift = 8 * Double(frame)
            let reported = trial.at(
                shift, .move(1, 100 + shift, 100), .move(2, 150 + shift, 100), .move(3, 200 + shift, 100))
            #expect(reported == [])
        }
        #expect(trial.at(85, .lift(1)) == [])
        #expect(trial.at(96, .move(2, 232, 100), .move(3, 282, 100)) == [])
        #expect(trial.at(107, .lift(3)) == [])
        let swipe = try #require(trial.at(130, .lift(2)).first?.swipe)
        #expect(swipe.fingers == 3)
        #expect((swipe.velocity - Vector(dx: 1000, dy: 0)).length < 1)
        #expect(swipe.startLocation == Point(x: 150, y: 100))
        #expect(swipe.location == Point(x: 232, y: 100), "two of three went 2 pt on: no jump")
    }

    @Test func `a late finger joins the swipe, which is measured from then on`() throws {
        var trial = Trial(.swipe(.init(fingers: 2)))
        _ = trial.at(0, .down(1, 100, 100))
        for frame in 1...5 { _ = trial.at(8 * Double(frame), .move(1, 100 + 8 * Double(frame), 100)) }
        #expect(trial.at(48, .down(2, 400, 100), .move(1, 148, 100)) == [])
        for frame in 7...12 {
            let shift = 8 * Double(frame)
            _ = trial.at(shift, .move(1, 100 + shift, 100), .move(2, 352 + shift, 100))
        }
        let swipe = try #require(trial.at(100, .lift(1), .lift(2)).first?.swipe)
        #expect(swipe.fingers == 2)
        #expect(swipe.startLocation == Point(x: 274, y: 100) && swipe.translation == Vector(dx: 48, dy: 0))
        #expect((swipe.velocity - Vector(dx: 1000, dy: 0)).length < 1)
    }

    @Test(arguments: [(2, 120.0), (3, 180), (4, 195)])
    func `a finger that comes within 0.2 s after the others have begun to move joins the swipe`(
        count: Int, late: Double
    ) {
        #expect(verdictsOfLateFinger(count, after: late, startsAt: 0).first?.swipe?.fingers == count)
        #expect(verdictsOfLateFinger(count, after: 1500, startsAt: 1400).first?.swipe?.fingers == count, "they rested")
        let failed = verdictsOfLateFinger(count, after: 300, startsAt: 0)
        guard case .failed(.failed(.joinedTooLate(_, limit: .milliseconds(200))), _)? = failed.first else {
            Issue.record("\(failed)")
            return
        }
    }

    /// Fingers that move down from `startsAt` on, by a point a millisecond; the last comes later.
    private func verdictsOfLateFinger(_ count: Int, after late: Double, startsAt: Double) -> [Verdict] {
        var trial = Trial(.swipe(.init(fingers: .init(count))))
        var reported = trial.at(0, (1..<count).map { .down($0, 100 * Double($0), 100) })
        var isDown = false
        for time in stride(from: 8.0, through: late + 104, by: 8) {
            let y = 100 + max(time - startsAt, 0)
            var touches: [Touch] = (1..<count).map { .move($0, 100 * Double($0), y) }
            if isDown { touches.append(.move(count, 100 * Double(count), y)) }
            if !isDown, time >= late { touches.append(.down(count, 100 * Double(count), y)) }
            isDown = isDown || time >= late
            reported += trial.at(time, touches)
        }
        return reported + trial.at(late + 110, (1...count).map { .lift($0) })
    }

    @Test func `fingers that part, or of which one rests, do not swipe`() {
        var trial = Trial(.swipe(.init(fingers: 2)))
        _ = trial.at(0, .down(1, 300, 300), .down(2, 360, 300))
        for frame in 1...10 {
            let shift = 8 * Double(frame)
            _ = trial.at(shift, .move(1, 300 - 0.2 * shift, 300), .move(2, 360 + shift, 300))
        }
        guard case .failed(.failed(.deformedTooFar), _)? = trial.at(100, .lift(1), .lift(2)).first else {
            Issue.record("not parted")
            return
        }
    }

    @Test func `one finger too many or too few fails at the lift`() {
        var trial = Trial(.swipe(.init(fingers: 2)))
        _ = trial.at(0, .down(1, 100, 100), .down(2, 150, 100))
        #expect(trial.at(8, .down(3, 200, 100)) == [])
        #expect(trial.at(16, .lift(1), .lift(2), .lift(3)) == [.failed(.tooManyFingers(3, limit: 2))])
        #expect(trial.at(200, .down(4, 100, 100)) == [])
        #expect(trial.at(300, .move(4, 180, 100)) == [], "the second may still come")
        #expect(trial.at(308, .lift(4)) == [.failed(.tooFewFingers(1, accepted: 2))])
    }

    @Test func `one finger that leaves within the window was too few`() {
        #expect(
            verdicts(.init(fingers: [2, 3]), even(10, 0, frames: 6)) == [.failed(.tooFewFingers(1, accepted: [2, 3]))])
    }

    @Test func `a finger that comes when another has left does not join the swipe`() {
        var trial = Trial(.swipe(.init(fingers: [1, 2])))
        _ = trial.at(0, .down(1, 100, 100), .down(2, 150, 100))
        _ = trial.at(8, .move(1, 140, 100), .move(2, 190, 100))
        _ = trial.at(16, .lift(1))
        _ = trial.at(24, .down(3, 900, 100))
        #expect(trial.at(32, .lift(2)).first?.swipe?.location == Point(x: 165, y: 100))
        #expect(trial.at(40, .lift(3)) == [])
    }

    @Test func `nothing of one swipe is left in the next, nor of one that was cancelled`() {
        var trial = Trial(.swipe(.init()))
        for start in [0.0, 100] {
            _ = trial.at(start, .down(1, 100, 100))
            _ = trial.at(start + 8, .move(1, 140, 100))
            #expect(trial.at(start + 16, .lift(1)).first?.swipe?.translation == Vector(dx: 40, dy: 0))
        }
        _ = trial.at(200, .down(1, 100, 100))
        _ = trial.at(208, .move(1, 140, 100))
        trial.reset()
        #expect(trial.at(216, .move(1, 180, 100)) == [])
        #expect(trial.at(224, .lift(1)) == [])
        #expect(trial.recogniser.isIdle)
    }

    @Test func `a swipe has no deadline, and holds its fingers`() {
        var trial = Trial(.swipe(.init()))
        _ = trial.at(0, .down(1, 100, 100))
        _ = trial.at(8, .move(1, 140, 100))
        #expect(trial.deadline == nil && trial.recogniser.holds(1) && !trial.recogniser.holds(2))
    }

    @Test func `each failure of a swipe has a text`() {
        let sentences: [(FailureReason, String)] = [
            (.tooSlow(99.99, limit: 100), "went 99.9 pt/s < 100 pt/s"),
            (.liftedSlowly(399.99, limit: 400), "lifted at 399.9 pt/s < 400 pt/s"),
            (
                .joinedTooLate(after: .milliseconds(300), limit: .milliseconds(200)),
                "another finger came after 300 ms > 200 ms"
            ),
            (.deformedTooFar(by: 30.01, limit: 12), "parted or turned 30.1 pt > 12 pt"),
            (.wrongDirection(.left, accepted: [.down, .up]), "went left, needs up or down"),
            (.wrongDirection(.up, accepted: .right), "went up, needs right"),
            (.startedFarFromEdge(by: 30.01, limit: 30), "started 30.1 pt > 30 pt from the edge"),
        ]
        for (failure, sentence) in sentences { #expect(failure.description == sentence) }
    }
}
