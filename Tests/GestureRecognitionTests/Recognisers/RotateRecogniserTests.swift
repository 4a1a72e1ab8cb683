import Foundation
import GestureModel
import GestureRecognition
import Strokes
import Testing

/// Times are milliseconds, positions points, angles degrees unless stated otherwise.
@Suite struct RotateRecogniserTests {
    /// SwiftUI's minimum, with which the angle alone decides.
    private func trial(_ fingers: FingerCounts = .twoOrMore, minimum: Double = 1) -> Trial {
        Trial(.rotate(.init(fingers: fingers, minimumAngleDelta: minimum * .pi / 180)))
    }

    private static func position(_ angle: Double, radius: Double, of centre: Point) -> Point {
        let radians = angle * .pi / 180
        return Point(x: centre.x + radius * cos(radians), y: centre.y + radius * sin(radians))
    }

    /// `count` fingers evenly around a centre, the first at `angle`: clockwise, since y points down.
    private func fan(
        _ angle: Double, count: Int = 2, radius: Double = 100, centre: Point = Point(x: 500, y: 500),
        _ touch: (Int, Double, Double) -> Touch = Touch.move
    ) -> [Touch] {
        (0..<count).map { index in
            let position = Self.position(angle + 360 / Double(count) * Double(index), radius: radius, of: centre)
            return touch(index + 1, position.x, position.y)
        }
    }

    private func turned(_ fingers: FingerCounts = .twoOrMore, count: Int = 2, minimum: Double = 1) -> Trial {
        var trial = trial(fingers, minimum: minimum)
        _ = trial.at(0, fan(0, count: count, Touch.down))
        return trial
    }

    /// Turns by `speed` degrees a millisecond, a frame each 8 ms. Returns the last verdict.
    private func turn(
        _ trial: inout Trial, count: Int = 2, from angle: Double = 0, at start: Double = 0, frames: Int, speed: Double
    ) -> GestureValue.Rotate? {
        var last: Verdict?
        for frame in 1...frames {
            let passed = 8 * Double(frame)
            last = trial.at(start + passed, fan(angle + passed * speed, count: count)).last ?? last
        }
        return last?.rotate
    }

    private func isAbout(_ radians: Double?, _ degrees: Double, within tolerance: Double = 1e-6) -> Bool {
        radians.map { abs($0 * 180 / .pi - degrees) <= tolerance } ?? false
    }

    // MARK: - Beginning

    @Test(arguments: [1.0, -1.0])
    func `a rotation begins at one degree, either way`(direction: Double) throws {
        var trial = turned()
        #expect(trial.at(8, fan(0.99 * direction)) == [])
        let began = try #require(trial.at(16, fan(1.01 * direction)).first?.rotate)
        #expect(began.fingers == 2)
        #expect(isAbout(began.rotation, 1.01 * direction))
        #expect((began.startLocation - Point(x: 500, y: 500)).length < 1e-9)
    }

    @Test func `clockwise is positive where y points down`() {
        var trial = trial()
        _ = trial.at(0, .down(1, 0, 0), .down(2, 200, 0))
        // The right finger goes down, the left one up.
        let value = trial.at(8, .move(1, 0, -10), .move(2, 200, 10)).first?.rotate
        #expect((value?.rotation ?? 0) > 0)
    }

    @Test func `a minimum of 0 begins when the second finger is down`() {
        var trial = trial(minimum: 0)
        #expect(trial.at(0, .down(1, 400, 50)) == [])
        let value = trial.at(8, .down(2, 600, 50)).first?.rotate
        #expect(value?.rotation == 0 && value?.velocity == 0)
        #expect(trial.deadline == nil)
        #expect(trial.at(50, .lift(1), .lift(2)).first?.hasEnded == true)
    }

    @Test func `a configured minimum applies if the expression has no minimum`() {
        var thresholds = Thresholds()
        thresholds.rotate.minimumAngleDelta = .pi / 6
        var trial = Trial(.rotate(.init()), thresholds)
        _ = trial.at(0, fan(0, Touch.down))
        #expect(trial.at(8, fan(29)) == [])
        #expect(trial.at(16, fan(31)).first?.isActive == true)
    }

    @Test func `fingers that part and move together turn nothing`() {
        var trial = turned()
        #expect(trial.at(8, fan(0, radius: 300, centre: Point(x: 100, y: 900))) == [])
        #expect(trial.at(16, fan(0, radius: 50)) == [])
    }

    // MARK: - Angle

    @Test(arguments: [1.0, -1.0], [2, 3, 5])
    func `a rotation counts on past half a turn and past whole ones`(direction: Double, count: Int) {
        var trial = turned(count: count)
        let value = turn(&trial, count: count, frames: 200, speed: direction)
        #expect(isAbout(value?.rotation, 1600 * direction))
        #expect(isAbout(value?.velocity, 1000 * direction, within: 0.1))
    }

    @Test func `a rotation comes all the way back`() {
        var trial = turned()
        _ = turn(&trial, frames: 50, speed: 1)
        let back = turn(&trial, from: 400, at: 400, frames: 50, speed: -1)
        #expect(isAbout(back?.rotation, 0))
        #expect(trial.at(808, .lift(1), .lift(2)).first?.hasEnded == true)
    }

    @Test func `fingers that part while they turn turn as far`() {
        var trial = turned()
        for step in 1...30 {
            _ = trial.at(Double(step) * 8, fan(Double(step) * 2, radius: 100 + Double(step) * 7))
        }
        #expect(isAbout(trial.at(248, fan(60, radius: 310)).last?.rotate?.rotation, 60))
    }

    /// One of three fingers does not turn: the least squared error is between the angles of the fingers.
    @Test func `fingers that disagree turn by what fits them best`() throws {
        var trial = trial(3)
        _ = trial.at(0, fan(0, count: 3, Touch.down))
        let rotation =
            try #require(
                trial.at(8, Array(fan(20, count: 3).prefix(2))).first?.rotate?.rotation) * 180 / .pi
        #expect(rotation > 9 && rotation < 19)
    }

    // MARK: - Lifts and joins

    @Test func `a lift makes no jump, and the others go on from there`() {
        var trial = turned(count: 3)
        let before = turn(&trial, count: 3, frames: 10, speed: 1)
        let lifted = trial.at(88, .lift(3)).first?.rotate
        #expect(lifted?.rotation == before?.rotation)
        #expect(lifted?.location == before?.location)
        #expect(lifted?.fingers == 3)
        let on = trial.at(96, Array(fan(90, count: 3).prefix(2))).first?.rotate
        #expect(isAbout(on?.rotation, 90))
    }

    @Test func `a rotation waits for its fingers, and measures from the last`() {
        var trial = trial(3)
        _ = trial.at(0, fan(0, Touch.down))
        #expect(trial.at(2000, fan(10)) == [])
        #expect(trial.at(2008, .down(3, 0, 0)) == [])
        #expect(trial.at(2016, fan(60)).first?.rotate?.fingers == 3)
    }

    @Test func `a finger that is left alone turns nothing, and its lift ends the rotation`() {
        var trial = turned()
        let before = turn(&trial, frames: 10, speed: 1)
        _ = trial.at(88, .lift(2))
        for time in stride(from: 96.0, through: 300, by: 8) {
            let value = trial.at(time, .move(1, time, 900 - time)).last?.rotate
            #expect(value?.rotation == before?.rotation && value?.location == before?.location)
        }
        let end = trial.at(308, .lift(1)).first
        #expect(end?.hasEnded == true && end?.rotate?.velocity == 0)
    }

    // MARK: - Velocity

    @Test func `fingers that stop are reported to have stopped after 40 ms`() throws {
        var trial = turned()
        var value = try #require(turn(&trial, frames: 10, speed: -0.5))
        #expect(isAbout(value.velocity, -500, within: 0.1))
        #expect(trial.deadline == 120.001)
        value.velocity = 0
        #expect(trial.wait(until: 120.001) == [.active(.rotate(value))])
        #expect(trial.deadline == nil)
    }

    @Test func `fingers that leave together end with the velocity from before the first left`() {
        var trial = turned()
        _ = turn(&trial, frames: 10, speed: 1)
        _ = trial.at(88, .lift(2), .move(1, 500, 500))
        let end = trial.at(110, .lift(1)).first
        #expect(end?.hasEnded == true)
        #expect(isAbout(end?.rotate?.velocity, 1000, within: 0.1))
        #expect(isAbout(end?.rotate?.rotation, 80))
    }

    // MARK: - Failing

    @Test func `fingers that lift too soon fail with the angle they turned`() throws {
        var trial = turned()
        _ = trial.at(8, fan(-0.5))
        guard case .failed(.failed(let reason), _) = try #require(trial.at(16, .lift(1), .lift(2)).first),
            case .turnedTooLittle(let angle, let limit) = reason
        else { return #expect(Bool(false)) }
        #expect(isAbout(angle, 0.5) && isAbout(limit, 1))
        #expect(reason.description.hasPrefix("turned 0.") && reason.description.hasSuffix("° < 1°"))
    }

    @Test func `the wrong number of fingers fails with the number`() {
        var few = turned(3)
        _ = few.at(8, fan(30))
        #expect(few.at(1000, .lift(1), .lift(2)) == [.failed(.tooFewFingers(2, accepted: 3))])
        var many = turned(2, count: 4)
        #expect(many.at(8, fan(30, count: 4)) == [.failed(.tooManyFingers(4, limit: 2))])
        var alone = trial(2)
        _ = alone.at(0, .down(1, 0, 0))
        #expect(alone.at(50, .lift(1)) == [.failed(.tooFewFingers(1, accepted: 2))])
    }

    @Test func `nothing of one rotation is left in the next`() {
        var trial = turned()
        _ = turn(&trial, frames: 10, speed: 1)
        _ = trial.at(88, .lift(1), .lift(2))
        _ = trial.at(96, fan(0, Touch.down))
        let began = trial.at(104, fan(2)).first?.rotate
        #expect(isAbout(began?.rotation, 2))
        #expect(isAbout(began?.velocity, 250, within: 0.1))
    }

    // MARK: - Devices without a position for every finger

    @Test func `fingers at one point turn nothing, before or after they part`() {
        var trial = trial(2, minimum: 0)
        _ = trial.at(0, .down(1, 400, 50), .down(2, 400, 50))
        #expect(trial.at(8, .move(1, 401, 50), .move(2, 399, 51)).first?.rotate?.rotation == 0)
        #expect(trial.at(16, fan(90)).first?.rotate?.rotation == 0)
        #expect(isAbout(trial.at(24, fan(100)).first?.rotate?.rotation, 10))
        #expect(isAbout(trial.at(32, .move(1, 400, 50), .move(2, 400, 50)).first?.rotate?.rotation, 10))
    }
}
