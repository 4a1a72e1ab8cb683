import GestureModel
import GestureRecognition
import Strokes
import Testing

/// Times are milliseconds, positions points. Spans are mean distances from the centre.
@Suite struct MagnifyRecogniserTests {
    /// SwiftUI's minimum, with which the scale alone decides.
    private func trial(_ fingers: FingerCounts = .twoOrMore, minimumScaleDelta: Double = 0.01) -> Trial {
        Trial(.magnify(.init(fingers: fingers, minimumScaleDelta: minimumScaleDelta)))
    }

    /// Moves fingers 1 and 2 to this distance from each other, on a horizontal line around (500, 50).
    private func apart(_ distance: Double) -> [Touch] {
        [.move(1, 500 - distance / 2, 50), .move(2, 500 + distance / 2, 50)]
    }

    /// A trial whose fingers 1 and 2 came down 200 pt apart at 0 ms.
    private func pinched(_ fingers: FingerCounts = .twoOrMore, minimumScaleDelta: Double = 0.01) -> Trial {
        var trial = trial(fingers, minimumScaleDelta: minimumScaleDelta)
        _ = trial.at(0, .down(1, 400, 50), .down(2, 600, 50))
        return trial
    }

    /// Parts the two fingers by `speed` points a millisecond, a frame each 8 ms. Returns the last verdict.
    private func spread(
        _ trial: inout Trial, from distance: Double, at start: Double, frames: Int = 10, speed: Double = 1
    ) -> GestureValue.Magnify? {
        var last: Verdict?
        for frame in 1...frames {
            let passed = 8 * Double(frame)
            last = trial.at(start + passed, apart(distance + passed * speed)).last ?? last
        }
        return last?.magnify
    }

    private func isAbout(_ number: Double?, _ expected: Double, within tolerance: Double = 1e-9) -> Bool {
        number.map { abs($0 - expected) <= tolerance } ?? false
    }

    // MARK: - Beginning

    @Test func `a magnification begins when the fingers are a hundredth further apart`() throws {
        var trial = pinched()
        #expect(trial.at(8, apart(201.9)) == [])
        let began = try #require(trial.at(16, apart(202.1)).first?.magnify)
        #expect(began.fingers == 2)
        #expect(began.startLocation == Point(x: 500, y: 50))
        #expect(began.location == Point(x: 500, y: 50))
        #expect(isAbout(began.magnification, 1.0105))
    }

    @Test func `a magnification begins when the fingers are a hundredth closer`() {
        var trial = pinched()
        #expect(trial.at(8, apart(198.1)) == [])
        #expect(isAbout(trial.at(16, apart(197.9)).first?.magnify?.magnification, 0.9895))
    }

    @Test func `a minimum of 0 begins when the second finger is down`() {
        var trial = trial(minimumScaleDelta: 0)
        #expect(trial.at(0, .down(1, 400, 50)) == [])
        let centre = Point(x: 500, y: 50)
        let value = GestureValue.magnify(
            .init(fingers: 2, location: centre, startLocation: centre, magnification: 1, velocity: 0))
        #expect(trial.at(8, .down(2, 600, 50)) == [.active(value)])
        #expect(trial.deadline == nil)
        #expect(trial.at(100, .lift(1), .lift(2)) == [.ended(value)])
    }

    @Test func `a configured minimum applies if the expression has no minimum`() {
        var thresholds = Thresholds()
        thresholds.magnify.minimumScaleDelta = 0.5
        var trial = Trial(.magnify(.init()), thresholds)
        _ = trial.at(0, .down(1, 400, 50), .down(2, 600, 50))
        #expect(trial.at(8, apart(299)) == [])
        #expect(trial.at(16, apart(301)).first?.isActive == true)
    }

    @Test func `a magnification that has begun stays begun at its first scale`() {
        var trial = pinched()
        _ = trial.at(8, apart(250))
        #expect(isAbout(trial.at(16, apart(200)).first?.magnify?.magnification, 1))
        #expect(trial.at(24, .lift(1), .lift(2)).first?.hasEnded == true)
    }

    @Test func `fingers that move and turn together magnify nothing`() {
        var trial = pinched()
        #expect(trial.at(8, .move(1, 500, 150), .move(2, 700, 150)) == [])
        #expect(trial.at(16, .move(1, 600, 50), .move(2, 600, 250)) == [])
    }

    // MARK: - Scale

    @Test func `twice as far apart is 2, half as far is a half`() {
        var trial = pinched()
        #expect(isAbout(trial.at(8, apart(400)).first?.magnify?.magnification, 2))
        #expect(isAbout(trial.at(16, apart(100)).first?.magnify?.magnification, 0.5))
    }

    @Test func `the location follows the fingers, the start does not`() {
        var trial = pinched()
        let value = trial.at(8, .move(1, 400, 70), .move(2, 800, 70)).first?.magnify
        #expect(value?.location == Point(x: 600, y: 70))
        #expect(value?.startLocation == Point(x: 500, y: 50))
    }

    @Test func `three fingers count by their mean distance from the centre`() {
        var trial = trial(3)
        _ = trial.at(0, .down(1, 0, 0), .down(2, 300, 0), .down(3, 0, 300))
        let value = trial.at(8, .move(1, 100, 100), .move(2, 550, 100), .move(3, 100, 550)).first?.magnify
        #expect(value?.fingers == 3)
        #expect(isAbout(value?.magnification, 1.5))
        #expect(value?.location == Point(x: 250, y: 250))
    }

    @Test func `five fingers come one by one and nothing jumps`() {
        var trial = trial(5)
        let positions = [(0.0, 0.0), (100, -20), (200, -30), (300, -20), (400, 40)]
        for (index, position) in positions.enumerated() {
            #expect(trial.at(Double(index) * 20, .down(index + 1, position.0, position.1)) == [])
        }
        let moves = (1...5).map { Touch.move($0, positions[$0 - 1].0 * 2, positions[$0 - 1].1 * 2) }
        #expect(
            trial.at(90, moves).first?.magnify.map {
                isAbout($0.magnification, 2) && $0.fingers == 5 && $0.startLocation == Point(x: 200, y: -6)
            } == true)
    }

    // MARK: - Lifts and joins

    @Test func `a lift makes no jump, and the others go on from there`() {
        var trial = trial(3)
        _ = trial.at(0, .down(1, 400, 50), .down(2, 600, 50), .down(3, 500, 400))
        let before = trial.at(8, .move(1, 350, 50), .move(2, 650, 50)).first?.magnify
        let lifted = trial.at(16, .lift(3)).first?.magnify
        #expect(lifted?.magnification == before?.magnification)
        #expect(lifted?.location == before?.location)
        #expect(lifted?.fingers == 3)
        let on = trial.at(24, .move(1, 200, 50), .move(2, 800, 50)).first?.magnify
        #expect(isAbout(on?.magnification, (before?.magnification ?? 0) * 2))
        #expect(on?.location == before?.location)
        #expect(on?.startLocation == before?.startLocation)
    }

    @Test func `the first of two fingers may move while the other can still join`() {
        var trial = trial(minimumScaleDelta: 0)
        _ = trial.at(0, .down(1, 300, 50))
        _ = trial.at(40, .move(1, 400, 50))
        let began = trial.at(80, .down(2, 600, 50)).first?.magnify
        #expect(began?.magnification == 1)
        #expect(began?.velocity == 0)
        #expect(began?.startLocation == Point(x: 500, y: 50))
        #expect(began?.location == Point(x: 500, y: 50))
    }

    /// Whether the other fingers rested or have moved for long.
    @Test(arguments: [(2, 300.0, 0.0), (2, 2000, 200), (3, 120, 10), (4, 900, 50)])
    func `a magnification waits for its fingers, and measures from the last`(
        count: Int, late: Double, moved: Double
    ) throws {
        var trial = trial(.init(count))
        let xs = (0..<count).map { 100 * Double($0) }
        for id in 0..<(count - 1) { #expect(trial.at(0, .down(id, xs[id], 50)) == []) }
        #expect(trial.at(late / 2, (0..<(count - 1)).map { .move($0, xs[$0], 50 + moved) }) == [])
        #expect(trial.at(late, .down(count - 1, xs[count - 1], 50 + moved)) == [])
        let began = try #require(
            trial.at(late + 8, xs.indices.map { .move($0, 1.5 * xs[$0], 50 + moved) }).first?.magnify)
        #expect(isAbout(began.magnification, 1.5) && began.fingers == count)
        #expect(began.startLocation.y == 50 + moved)
    }

    /// A pinch that lost a finger goes on with the next that comes, from where it was.
    @Test func `a finger that replaces one that lifted continues the magnification`() {
        var trial = pinched()
        _ = trial.at(8, apart(300))
        #expect(isAbout(trial.at(16, .lift(2)).first?.magnify?.magnification, 1.5))
        let regained = trial.at(1000, .down(3, 550, 50)).first?.magnify
        #expect(isAbout(regained?.magnification, 1.5) && regained?.fingers == 2)
        #expect(isAbout(trial.at(1008, .move(3, 750, 50)).first?.magnify?.magnification, 3))
        #expect(trial.at(1016, .lift(1)).first?.isActive == true)
        #expect(trial.at(1024, .lift(3)).first?.hasEnded == true)
    }

    @Test func `a finger that comes during the magnification does not count`() {
        var trial = pinched()
        let before = trial.at(8, apart(300)).first?.magnify
        let after = trial.at(16, .down(3, 0, 900)).first?.magnify
        #expect(after?.magnification == before?.magnification && after?.location == before?.location)
        #expect(trial.at(24, .move(3, 900, 900)).first?.magnify?.location == before?.location)
        #expect(trial.at(32, .lift(1), .lift(2)).first?.hasEnded == true)
    }

    @Test func `a finger that is left alone changes nothing, and its lift ends the magnification`() {
        var trial = pinched()
        let before = trial.at(8, apart(300)).first?.magnify
        _ = trial.at(16, .lift(2))
        for time in stride(from: 24.0, through: 400, by: 8) {
            let value = trial.at(time, .move(1, time * 3, 50)).last?.magnify
            #expect(value?.magnification == before?.magnification && value?.location == before?.location)
        }
        let end = trial.at(408, .lift(1))
        #expect(end.first?.hasEnded == true)
        #expect(end.first?.magnify?.magnification == before?.magnification)
        #expect(end.first?.magnify?.velocity == 0)
    }

    // MARK: - Velocity

    @Test func `velocity is magnification per second`() {
        var trial = pinched()
        let last = spread(&trial, from: 200, at: 0)
        #expect(isAbout(last?.magnification, 1.4))
        #expect(isAbout(last?.velocity, 5, within: 0.05))
    }

    @Test func `fingers that close up have a velocity below zero`() {
        var trial = pinched()
        #expect(isAbout(spread(&trial, from: 200, at: 0, speed: -1)?.velocity, -5, within: 0.05))
    }

    @Test func `fingers that stop are reported to have stopped after 40 ms`() throws {
        var trial = pinched()
        var value = try #require(spread(&trial, from: 200, at: 0))
        #expect(trial.deadline == 120.001)
        #expect(trial.wait(until: 120) == [])
        value.velocity = 0
        #expect(trial.wait(until: 120.001) == [.active(.magnify(value))])
        #expect(trial.deadline == nil)
        #expect(trial.at(3000, .lift(1), .lift(2)) == [.ended(.magnify(value))])
    }

    @Test func `fingers that rest have stopped although frames arrive, and start again from there`() {
        var trial = pinched()
        _ = spread(&trial, from: 200, at: 0)
        for time in stride(from: 88.0, through: 120, by: 8) { _ = trial.at(time, apart(280)) }
        #expect(trial.at(128, apart(280)).last?.magnify?.velocity == 0)
        #expect(trial.deadline == nil)
        #expect(isAbout(trial.at(136, apart(284)).last?.magnify?.velocity, 2.5, within: 0.01))
    }

    @Test func `fingers that leave together end with the velocity from before the first left`() {
        var trial = pinched()
        _ = spread(&trial, from: 200, at: 0)
        _ = trial.at(88, .lift(2), .move(1, 300, 50))
        _ = trial.at(96, .move(1, 200, 50))
        let end = trial.at(110, .lift(1)).first
        #expect(end?.hasEnded == true)
        #expect(isAbout(end?.magnify?.velocity, 5, within: 0.05))
        #expect(isAbout(end?.magnify?.magnification, 1.4))
    }

    // MARK: - Failing

    @Test func `fingers that lift too soon fail with their change of scale`() throws {
        var trial = pinched()
        _ = trial.at(120, apart(201))
        #expect(trial.at(128, .lift(1)) == [])
        guard case .failed(.failed(let reason), _) = try #require(trial.at(132, .lift(2)).first),
            case .scaledTooLittle(let delta, limit: 0.01) = reason
        else { return #expect(Bool(false)) }
        #expect(isAbout(delta, 0.005))
        #expect(
            reason.description == "scaled by 0.49 % < 1 %" || reason.description == "scaled by 0.5 % < 1 %")
    }

    @Test func `fingers that lift at once fail as well`() {
        var trial = pinched()
        #expect(trial.at(50, .lift(1), .lift(2)) == [.failed(.scaledTooLittle(by: 0, limit: 0.01))])
    }

    @Test func `one finger alone that leaves was too few`() {
        var trial = trial(3)
        _ = trial.at(0, .down(1, 400, 50))
        #expect(trial.at(60, .lift(1)) == [.failed(.tooFewFingers(1, accepted: 3))])
    }

    @Test func `two fingers for a magnification of three fail with their number`() {
        var trial = pinched(3)
        #expect(trial.at(1000, apart(300)) == [])
        #expect(trial.at(1010, .lift(1), .lift(2)) == [.failed(.tooFewFingers(2, accepted: 3))])
        var early = pinched(3)
        _ = early.at(8, apart(300))
        _ = early.at(16, .lift(1))
        #expect(early.at(24, .lift(2)) == [.failed(.tooFewFingers(2, accepted: 3))])
    }

    @Test func `three fingers for a magnification of two fail with their number`() {
        var trial = trial(2)
        _ = trial.at(0, .down(1, 400, 50), .down(2, 600, 50), .down(3, 500, 300))
        #expect(trial.at(8, apart(400)) == [.failed(.tooManyFingers(3, limit: 2))])
    }

    @Test func `after a failure and its last lift the next begins`() {
        var trial = trial(2)
        _ = trial.at(0, .down(1, 400, 50), .down(2, 600, 50), .down(3, 500, 300))
        _ = trial.at(8, apart(400))
        #expect(!trial.recogniser.isIdle)
        _ = trial.at(16, .lift(1), .lift(2), .lift(3))
        #expect(trial.recogniser.isIdle)
        _ = trial.at(500, .down(1, 400, 50), .down(2, 600, 50))
        #expect(isAbout(trial.at(508, apart(300)).first?.magnify?.magnification, 1.5))
    }

    @Test func `nothing of one magnification is left in the next`() {
        var trial = pinched()
        _ = spread(&trial, from: 200, at: 0)
        _ = trial.at(88, .lift(1), .lift(2))
        _ = trial.at(96, .down(1, 400, 50), .down(2, 600, 50))
        let began = trial.at(104, apart(204)).first?.magnify
        #expect(isAbout(began?.magnification, 1.02))
        #expect(isAbout(began?.velocity, 2.5, within: 0.01))
    }

    @Test func `fingers that are down at a reset do not magnify`() {
        var trial = pinched()
        _ = spread(&trial, from: 200, at: 0)
        trial.reset()
        #expect(trial.deadline == nil)
        #expect(trial.recogniser.isIdle)
        #expect(trial.at(88, apart(400)) == [])
        #expect(trial.at(96, .lift(1), .lift(2)) == [])
    }

    // MARK: - Devices without a position for every finger

    @Test func `fingers at one point have no scale, however they move`() {
        var trial = trial(2)
        _ = trial.at(0, .down(1, 400, 50), .down(2, 400, 50))
        #expect(trial.at(8, .move(1, 500, 60), .move(2, 500, 60)) == [])
        #expect(trial.at(16, .lift(1), .lift(2)) == [.failed(.scaledTooLittle(by: 0, limit: 0.01))])
    }

    @Test func `the scale of fingers at one point counts from their first separate positions`() {
        var trial = trial(2)
        _ = trial.at(0, .down(1, 400, 50), .down(2, 400, 50))
        #expect(trial.at(8, apart(200)) == [])
        #expect(isAbout(trial.at(16, apart(300)).first?.magnify?.magnification, 1.5))
    }

    @Test func `the scale of fingers that meet stays above zero, and returns to 1 with them`() throws {
        var trial = pinched()
        _ = trial.at(8, apart(150))
        let least = try #require(trial.at(16, apart(0)).first?.magnify)
        #expect(least.magnification > 0 && least.magnification < 0.05)
        #expect(isAbout(trial.at(24, apart(200)).first?.magnify?.magnification, 1))
    }
}
