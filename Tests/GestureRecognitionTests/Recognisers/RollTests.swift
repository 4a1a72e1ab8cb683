import GestureModel
import GestureRecognition
import Strokes
import Testing

/// Fingertips of a touchscreen that roll, as receivers of single gestures see them. Times are milliseconds, positions
/// points.
@Suite struct RollTests {
    /// A fingertip at (50, 50) flattens: it goes down by 22 pt, most of it in 50 ms.
    private func roll(_ trial: inout Trial) -> [Verdict] {
        [(16.0, 8.0), (25, 13), (33, 17), (42, 20), (50, 21), (58, 22), (90, 22)].flatMap { time, distance in
            trial.at(time, .move(1, 50, 50 + distance))
        }
    }

    @Test(arguments: [FingerCounts.one, FingerCounts(1...2)])
    func `a fingertip that rolls does not drag, unless the app names the distance`(fingers: FingerCounts) {
        var trial = Trial(.drag(.init(fingers: fingers)))
        _ = trial.at(0, .down(1, 50, 50))
        #expect(roll(&trial) == [])
        #expect(trial.at(120, .lift(1)).first?.isActive != true)
        trial = Trial(.drag(.init(fingers: fingers, minimumDistance: 10)))
        _ = trial.at(0, .down(1, 50, 50))
        #expect(roll(&trial).first?.isActive == true)
    }

    @Test func `a fingertip that rolls and then goes on drags`() {
        var trial = Trial(.drag(.init()))
        _ = trial.at(0, .down(1, 50, 50))
        #expect(roll(&trial) == [])
        #expect(trial.at(300, .move(1, 50, 74)) == [])
        #expect(trial.at(308, .move(1, 50, 79)).first?.drag?.translation.dy == 29)
    }

    @Test func `a fingertip that rolls presses, unless the app names the distance`() {
        var trial = Trial(.longPress(.init()))
        _ = trial.at(0, .down(1, 50, 50))
        #expect(roll(&trial) == [])
        #expect(trial.wait(until: 500).first?.isActive == true)
        trial = Trial(.longPress(.init(maximumDistance: 10)))
        _ = trial.at(0, .down(1, 50, 50))
        #expect(roll(&trial) == [.failed(.movedTooFar(by: 13, limit: 10))])
    }

    @Test func `a press whose finger goes on fails`() {
        var trial = Trial(.longPress(.init()))
        _ = trial.at(0, .down(1, 50, 50))
        #expect(roll(&trial) == [])
        #expect(trial.at(200, .move(1, 50, 78)) == [.failed(.movedTooFar(by: 28, limit: 10))])
    }

    /// The last of two fingers that tap rolls as it lifts.
    @Test func `a finger that is left by another does not drag at once`() {
        var trial = Trial(.drag(.init()))
        _ = trial.at(0, .down(1, 50, 50), .down(2, 150, 50))
        _ = trial.at(100, .lift(2))
        #expect(trial.at(116, .move(1, 50, 65)) == [])
        #expect(trial.at(124, .lift(1)) == [.failed(.movedTooLittle(by: 15, limit: 1.6 * 28))])
    }

    /// Fingers of a pinch lift one after the other; what the last one did with the other is no drag of its own.
    @Test(arguments: [FingerCounts.one, FingerCounts(1...2)])
    func `the finger that a pinch leaves drags from where it is`(fingers: FingerCounts) {
        var trial = Trial(.drag(.init(fingers: fingers)))
        _ = trial.at(0, .down(1, 300, 50), .down(2, 400, 50))
        for step in 1...10 {
            let shift = 7.5 * Double(step)
            #expect(trial.at(100 + 8 * Double(step), .move(1, 300 - shift, 50), .move(2, 400 + shift, 50)) == [])
        }
        #expect(trial.at(200, .lift(2)) == [])
        #expect(trial.at(216, .move(1, 221, 50)) == [])
        #expect(trial.at(400, .move(1, 216, 50)) == [])
        #expect(trial.at(408, .move(1, 213, 50)).first?.drag?.translation == Vector(dx: -12, dy: 0))
    }

    // MARK: - Slips

    /// Up to the swipe's distance it is a tap, from there on a swipe.
    @Test(arguments: [12.0, 18, 24, 26, 35], 2...4)
    func `several fingers that slip together tap or swipe`(slip: Double, fingers: Int) {
        let gestures: [GestureExpression] = [
            .tap(.init(fingers: FingerCounts(fingers))), .swipe(.init(fingers: FingerCounts(fingers))),
        ]
        let ends = gestures.map { gesture in
            var trial = Trial(gesture)
            _ = trial.at(0, (1...fingers).map { .down($0, 100 * Double($0), 50) })
            for step in 1...10 {
                let share = Double(step) / 10
                _ = trial.at(
                    40 + 12 * Double(step), (1...fingers).map { .move($0, 100 * Double($0), 50 + share * slip) })
            }
            return trial.at(180, (1...fingers).map { .lift($0) }).contains(where: \.hasEnded)
        }
        #expect(ends == [slip < 25, slip >= 25])
    }

    // MARK: - Pinches that begin as drags

    /// The verdicts on two fingers that go down together, 60 pt in 0.3 s, and then part from 100 to 192 pt.
    private func verdicts(on gesture: GestureExpression) -> [Verdict] {
        var trial = Trial(gesture)
        var verdicts = trial.at(0, .down(1, 300, 50), .down(2, 400, 50))
        for step in 1...60 {
            let (time, part) = (8 * Double(step), max(0, Double(step) - 38) * 2.1)
            let y = 50 + min(60, 1.6 * Double(step))
            verdicts += trial.at(time, .move(1, 300 - part, y), .move(2, 400 + part, y))
        }
        return verdicts + trial.at(500, .lift(1), .lift(2))
    }

    @Test func `fingers that go together and then part magnify`() throws {
        let verdicts = verdicts(on: .magnify(.init()))
        #expect(verdicts.first?.magnify.map { $0.magnification >= 1.4 } == true)
        #expect(verdicts.last?.hasEnded == true)
    }

    @Test func `a drag whose fingers part in the end fails`() {
        let verdicts = verdicts(on: .drag(.init(fingers: FingerCounts(2))))
        #expect(verdicts.first?.isActive == true)
        guard case .failed(.failed(.deformedTooFar), _)? = verdicts.last else {
            Issue.record("\(verdicts.suffix(3))")
            return
        }
    }

    @Test func `a swipe whose fingers part in the end fails`() {
        let verdicts = verdicts(on: .swipe(.init(fingers: FingerCounts(2))))
        #expect(verdicts.filter(\.hasEnded).isEmpty)
    }
}
