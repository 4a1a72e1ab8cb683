import Foundation
import GestureModel
import GestureRecognition
import Strokes
import Testing

/// Every gesture with as many fingers as people have, which come and leave one by one, 5 ms apart.
@Suite struct TenFingersTests {
    private func position(_ finger: Int) -> (x: Double, y: Double) {
        (400 + 80 * Double(finger % 5), 300 + 200 * Double(finger / 5))
    }

    private func come(_ trial: inout Trial, _ count: Int, at time: Double) -> [Verdict] {
        (0..<count).flatMap { trial.at(time + 5 * Double($0), .down($0, position($0).x, position($0).y)) }
    }

    private func leave(_ trial: inout Trial, _ count: Int, at time: Double) -> [Verdict] {
        (0..<count).flatMap { trial.at(time + 5 * Double($0), .lift($0)) }
    }

    @Test(arguments: 1...10)
    func `a double tap counts all its fingers`(_ count: Int) throws {
        var trial = Trial(.tap(.init(fingers: .init(count), count: 2)))
        var reported = come(&trial, count, at: 0) + leave(&trial, count, at: 80)
        #expect(reported == [])
        reported = come(&trial, count, at: 300) + leave(&trial, count, at: 380)
        guard case .ended(.tap(let tap))? = reported.first else {
            Issue.record("no tap")
            return
        }
        #expect(tap.fingers == count && tap.count == 2 && reported.count == 1)
    }

    @Test(arguments: 1...10)
    func `a hold counts all its fingers, and lasts from when the last came`(_ count: Int) {
        var trial = Trial(.longPress(.init(fingers: .init(count))))
        let last = 5 * Double(count - 1)
        #expect(come(&trial, count, at: 0).count == 1)
        #expect(trial.deadline == last + 500)
        guard case .active(.longPress(let press))? = trial.wait(until: last + 500).first else {
            Issue.record("no press")
            return
        }
        #expect(press.fingers == count && press.completed)
        #expect(leave(&trial, count, at: 800).filter(\.hasEnded).count == 1)
    }

    @Test(arguments: 1...10)
    func `a drag of fingers that come and leave one by one does not jump`(_ count: Int) throws {
        var trial = Trial(.drag(.init(fingers: .init(count))))
        #expect(come(&trial, count, at: 0) == [])
        var reported: [Verdict] = []
        for step in 1...20 {
            let moves = (0..<count).map { Touch.move($0, position($0).x + 4 * Double(step), position($0).y) }
            reported += trial.at(150 + 8 * Double(step), moves)
        }
        #expect(reported.compactMap(\.drag).map(\.fingers).allSatisfy { $0 == count })
        #expect(reported.compactMap(\.drag).map(\.translation.dx) == (3...20).map { 4 * Double($0) })
        let ends = leave(&trial, count, at: 314)
        #expect(ends.compactMap(\.drag).allSatisfy { abs($0.translation.dx - 80) < 1e-9 && $0.translation.dy == 0 })
        let last = try #require(ends.last?.drag)
        #expect(ends.last?.hasEnded == true && abs(last.velocity.dx - 500) < 1)
    }

    @Test(arguments: 2...10)
    func `a magnification and a rotation count all their fingers`(_ count: Int) throws {
        for isTurn in [false, true] {
            let gesture: GestureExpression =
                isTurn ? .rotate(.init(minimumAngleDelta: 0.01)) : .magnify(.init(minimumScaleDelta: 0.01))
            var (trial, verdicts) = (Trial(gesture), [Verdict]())
            let angles = (0..<count).map { 2 * Double.pi * Double($0) / Double(count) }
            let circle = angles.map { (x: 100 * cos($0), y: 100 * sin($0)) }
            func touch(_ index: Int, _ scale: Double, _ turn: Double) -> (Double, Double) {
                let (x, y) = (circle[index].x * scale, circle[index].y * scale)
                return (500 + x - y * turn, 300 + y + x * turn)
            }
            verdicts += trial.at(0, circle.indices.map { .down($0, touch($0, 1, 0).0, touch($0, 1, 0).1) })
            for step in 1...10 {
                let (scale, turn) = isTurn ? (1, 0.05 * Double(step)) : (1 + 0.05 * Double(step), 0)
                let moves = circle.indices.map { Touch.move($0, touch($0, scale, turn).0, touch($0, scale, turn).1) }
                verdicts += trial.at(8 * Double(step), moves)
            }
            if isTurn {
                let rotate = try #require(verdicts.last?.rotate)
                #expect(rotate.fingers == count && abs(rotate.rotation - 0.4636) < 1e-3, "the arc tangent of a half")
                #expect(rotate.velocity > 0)
            } else {
                let magnify = try #require(verdicts.last?.magnify)
                #expect(magnify.fingers == count && abs(magnify.magnification - 1.5) < 1e-9)
                #expect(abs(magnify.velocity - 6.25) < 0.01)
            }
        }
    }

    @Test func `eleven contacts do not count as ten`() {
        var trial = Trial(.tap(.init(fingers: 10)))
        let reported = (0..<11).flatMap { trial.at(Double($0), .down($0, Double($0) * 50, 100)) }
        #expect(reported == [.failed(.tooManyFingers(11, limit: 10))])
    }
}
