import GestureModel
import GestureRecognition
import Strokes
import Testing

/// Fingertips of a touchscreen that roll as they land or lift. Times are milliseconds, positions points.
@Suite struct StandardRollTests {
    /// A fingertip that flattens: its distance at each time after the landing. Most of it is covered in 50 ms.
    private static let roll: [(time: Double, distance: Double)] = [
        (16, 8), (25, 13), (33, 17), (42, 20), (50, 21), (58, 22), (90, 22),
    ]

    private func landed(_ fingers: Int = 1, on kind: GestureExpression.Standard = .touchscreen) -> StandardTrial {
        var trial = StandardTrial(kind)
        trial.at(0, (1...fingers).map { .down($0, 100 * Double($0), 100) })
        return trial
    }

    private func roll(_ fingers: Int, of trial: inout StandardTrial, times share: Double = 1) -> [String] {
        Self.roll.flatMap { time, distance in
            trial.at(time, (1...fingers).map { .move($0, 100 * Double($0), 100 + share * distance) })
        }
    }

    @Test(arguments: [120.0, 240, 490])
    func `a fingertip that rolls as it lands taps`(lift: Double) {
        var trial = landed()
        #expect(roll(1, of: &trial) == [])
        #expect(trial.at(lift, .lift(1)) == ["tap 1"])
    }

    @Test func `a fingertip that rolls back as it lifts taps`() {
        var trial = landed()
        #expect(roll(1, of: &trial) == [])
        #expect(trial.glide([1], by: Vector(dx: 2, dy: -20), from: 120, to: 168) == [])
        #expect(trial.at(172, .lift(1)) == ["tap 1"])
    }

    @Test func `a fingertip that rolls and then rests holds`() {
        var trial = landed()
        #expect(roll(1, of: &trial) == [])
        #expect(trial.wait(until: 500) == ["began hold 1"])
        #expect(
            trial.glide([1], by: Vector(dx: 0, dy: 20), from: 700, to: 900).prefix(2) == [
                "cancelled hold 1 outcompeted", "began drag 1",
            ])
    }

    @Test(arguments: [150.0, 400])
    func `a fingertip that rolls, rests and goes on drags`(later: Double) throws {
        var trial = landed()
        #expect(roll(1, of: &trial) == [])
        #expect(trial.glide([1], by: Vector(dx: 0, dy: 40), from: later, to: later + 80) == ["began drag 1"])
        #expect(trial.value?.drag?.translation.dy == 62, "with the whole way")
    }

    /// A drag keeps its speed, or gets faster, while a fingertip that rolls comes to rest.
    @Test(arguments: [(0.1, 104.0), (0.15, 80), (0.5, 56), (0.9, 32), (1.6, 8)])
    func `a finger that goes on drags, the sooner the faster`(speed: Double, begins: Double) {
        var trial = landed()
        var began: Double?
        for step in 1...40 where began == nil {
            let time = 8 * Double(step)
            if trial.at(time, .move(1, 100, 100 + speed * time)) == ["began drag 1"] { began = time }
        }
        #expect(began == begins)
    }

    @Test func `a finger that gets faster drags before one that keeps its speed`() {
        var trial = landed()
        #expect(trial.at(16, .move(1, 100, 102)) == [])
        #expect(trial.at(24, .move(1, 100, 105)) == [])
        #expect(trial.at(32, .move(1, 100, 111)) == ["began drag 1"])
    }

    @Test func `a fingertip does not roll farther than 28 pt`() {
        var trial = landed()
        #expect(roll(1, of: &trial, times: 27.9 / 22) == [])
        trial = landed()
        #expect(roll(1, of: &trial, times: 28 / 22).first == "began drag 1")
    }

    @Test(arguments: 2...5)
    func `several fingers roll up to 44 pt, and tap`(fingers: Int) {
        var trial = landed(fingers)
        #expect(roll(fingers, of: &trial, times: 2) == [])
        #expect(trial.at(200, (1...fingers).map { .lift($0) }) == ["tap \(fingers)"])
        trial = landed(fingers)
        #expect(roll(fingers, of: &trial, times: 2.1).first == "began drag \(fingers)")
    }

    @Test(arguments: 2...5)
    func `the last finger of a tap rolls as it lifts`(fingers: Int) {
        var trial = landed(fingers)
        #expect(trial.at(150, (2...fingers).map { .lift($0) }) == [])
        #expect(trial.at(158, .move(1, 100, 103)) == [])
        #expect(trial.at(166, .move(1, 100, 110)) == [])
        #expect(trial.at(174, .move(1, 100, 120)) == [])
        #expect(trial.at(182, .lift(1)) == ["tap \(fingers)"])
    }

    @Test func `one of two fingers that slides does not keep them from tapping`() {
        var trial = landed(2)
        #expect(trial.glide([2], by: Vector(dx: 0, dy: 19), from: 40, to: 120) == [])
        #expect(trial.at(140, .lift(1), .lift(2)) == ["tap 2"])
    }

    @Test func `on a touchpad the early slop serves instead`() {
        var trial = landed(2, on: .touchpad)
        #expect(roll(2, of: &trial) == ["began drag 2"])
    }

    // MARK: - Between a tap and a hold

    @Test func `fingers tap until the hold of the last would begin`() {
        var trial = StandardTrial(.touchscreen)
        trial.at(0, .down(1, 100, 100))
        trial.at(30, .down(2, 200, 100))
        #expect(trial.at(528, .lift(1)) == [])
        #expect(trial.at(529, .lift(2)) == ["tap 2"])
        trial.at(1000, .down(3, 100, 100))
        trial.at(1030, .down(4, 200, 100))
        #expect(trial.wait(until: 1530) == ["began hold 2"])
    }

    /// Fingers lift within 100 ms of the first.
    @Test(arguments: [(585.0, true), (595, false)])
    func `the fingers of a tap follow the first within 100 ms`(last: Double, taps: Bool) {
        var trial = StandardTrial(.touchscreen)
        trial.at(0, .down(1, 100, 100))
        trial.at(20, .down(2, 200, 100))
        #expect(trial.at(490, .lift(1)) == [])
        #expect(trial.at(last, .lift(2)) == (taps ? ["tap 2"] : []))
    }

    @Test(arguments: 3...5)
    func `a finger that comes late and is gone first taps with the hand`(fingers: Int) {
        var trial = landed(fingers - 1)
        trial.at(122, .down(fingers, 50, 300))
        #expect(trial.at(163, .lift(fingers)) == [])
        #expect(trial.at(204, (1..<fingers).map { .lift($0) }) == ["tap \(fingers)"])
    }

    @Test func `a finger that touches and lifts during another one taps alone`() {
        var trial = landed()
        trial.at(122, .down(2, 50, 300))
        #expect(trial.at(163, .lift(2)) == ["tap 1"])
        #expect(trial.at(250, .lift(1)) == ["tap 1"])
    }
}
