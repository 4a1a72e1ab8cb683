import GestureModel
import GestureRecognition
import Glibc
import Strokes
import Testing

/// Times are milliseconds, positions points.
@Suite struct DialRecogniserTests {
    /// Fingers next to each other that go around a circle through these angles in degrees, clockwise. Returns the verdicts,
    /// with those of the lift.
    private func verdicts(
        _ dial: GestureExpression.Dial = .init(), _ angles: [Double], radius: Double = 100, fingers: Int = 1
    ) -> [Verdict] {
        var trial = Trial(.dial(dial))
        func at(_ angle: Double) -> [(Double, Double)] {
            let radians = angle * .pi / 180
            let x = 500 + radius * cos(radians)
            let y = 500 + radius * sin(radians)
            return (0..<fingers).map { (x + 80 * Double($0), y) }
        }
        var verdicts = trial.at(0, at(angles[0]).enumerated().map { .down($0, $1.0, $1.1) })
        for (frame, angle) in angles.enumerated().dropFirst() {
            verdicts += trial.at(8 * Double(frame), at(angle).enumerated().map { .move($0, $1.0, $1.1) })
        }
        return verdicts + trial.at(8 * Double(angles.count), (0..<fingers).map { .lift($0) })
    }

    private func sweep(_ from: Double, _ to: Double) -> [Double] {
        Array(stride(from: from, through: to, by: from < to ? 3 : -3))
    }

    private func degrees(_ verdict: Verdict?) -> Double? { verdict?.dial.map { $0.rotation * 180 / .pi } }

    @Test func `a finger that circles dials after a quarter of a circle, and the angle counts from there`() throws {
        let verdicts = verdicts(sweep(0, 360))
        #expect(verdicts.first?.dial?.rotation == 0)
        #expect(verdicts.dropLast().allSatisfy(\.isActive) && verdicts.last?.hasEnded == true)
        let turned = try #require(degrees(verdicts.last))
        #expect(abs(turned - 262) < 9, "\(turned)")
        let back = try #require(degrees(self.verdicts(sweep(360, 0)).last))
        #expect(abs(back + turned) < 10)
    }

    @Test func `two turns are two turns, and a way back goes back`() throws {
        let turned = try #require(degrees(verdicts(sweep(0, 720)).last))
        #expect(abs(turned - 622) < 9, "\(turned)")
        let back = try #require(degrees(verdicts(sweep(0, 360) + sweep(357, 180)).last))
        #expect(abs(back - 82) < 15, "\(back)")
    }

    @Test func `a straight way, a corner, a zigzag and a small bend are no dial`() {
        func path(_ points: [(Double, Double)]) -> [Verdict] {
            var trial = Trial(.dial(.init()))
            var verdicts = trial.at(0, .down(1, points[0].0, points[0].1))
            for (frame, point) in points.enumerated().dropFirst() {
                verdicts += trial.at(8 * Double(frame), .move(1, point.0, point.1))
            }
            return verdicts + trial.at(8 * Double(points.count), .lift(1))
        }
        let line = (0...40).map { (300 + 5 * Double($0), 300.0) }
        let corner = line + (1...40).map { (500.0, 300 + 5 * Double($0)) }
        let zigzag = line + line.reversed() + line
        for points in [line, corner, zigzag] { #expect(path(points).contains(where: \.isActive) == false) }
        #expect(verdicts(sweep(0, 80)).contains(where: \.isActive) == false)
    }

    @Test func `around a given point the angle is that around it, from 10 degrees on`() throws {
        let centred = GestureExpression.Dial(centre: Point(x: 500, y: 500))
        let verdicts = verdicts(centred, sweep(170, 200))
        #expect(abs(try #require(degrees(verdicts.last)) - 18) < 1e-6)
        // A finger that passes the point turns nothing.
        #expect(self.verdicts(centred, [0, 0], radius: 0).contains(where: \.isActive) == false)
        #expect(self.verdicts(.init(minimumAngleDelta: 1, centre: centred.centre), sweep(0, 30)).last?.dial == nil)
    }

    @Test func `several fingers circle together, and another number does not dial`() {
        #expect(verdicts(.init(fingers: 2), sweep(0, 360), fingers: 2).last?.dial?.fingers == 2)
        #expect(verdicts(.init(fingers: 2), sweep(0, 360)).last == .failed(.tooFewFingers(1, accepted: 2)))
        #expect(verdicts(sweep(0, 360), fingers: 2) == [.failed(.tooManyFingers(2, limit: 1))])
    }

    @Test func `fingers that pinch, or of which one rests, do not dial although their centre circles`() {
        func dials(_ one: (Double) -> Double, _ other: (Double) -> Double) -> Bool {
            var trial = Trial(.dial(.init(fingers: 2)))
            func at(_ frame: Int) -> [(Double, Double)] {
                let angle = Double(frame) * .pi / 60
                let radii = [one(angle), other(angle)]
                return radii.indices.map { finger in
                    let centre = 500 + 300 * Double(finger)
                    return (centre + radii[finger] * cos(angle), 500 + radii[finger] * sin(angle))
                }
            }
            var verdicts = trial.at(0, at(0).enumerated().map { .down($0, $1.0, $1.1) })
            for frame in 1...120 {
                verdicts += trial.at(8 * Double(frame), at(frame).enumerated().map { .move($0, $1.0, $1.1) })
            }
            return verdicts.contains(where: \.isActive)
        }
        #expect(dials({ _ in 100 }, { _ in 100 }))
        #expect(dials({ _ in 100 }, { _ in 70 }), "a hand that turns a little")
        #expect(!dials({ _ in 100 }, { _ in 0 }), "one rests")
        #expect(!dials({ _ in 160 }, { _ in -40 }), "they part and meet")
    }

    @Test func `a hook at the end of a way is no dial, and a small circle is one`() {
        var trial = Trial(.dial(.init()))
        var verdicts = trial.at(0, .down(1, 300, 300))
        let way = [(320.0, 300.0), (340, 300), (360, 300), (367, 311), (368, 324), (368, 338)]
        for (frame, point) in way.enumerated() {
            verdicts += trial.at(8 * Double(frame + 1), .move(1, point.0, point.1))
        }
        #expect(verdicts.contains(where: \.isActive) == false, "\(verdicts)")
        #expect(self.verdicts(.init(), sweep(0, 360), radius: 16).contains(where: \.isActive) == true)
    }

    private func verdicts(_ angles: [Double], fingers: Int = 1) -> [Verdict] {
        verdicts(.init(), angles, fingers: fingers)
    }

    @Test func `a finger that stops has no velocity`() throws {
        var trial = Trial(.dial(.init()))
        func at(_ angle: Double) -> (Double, Double) { (500 + 100 * cos(angle), 500 + 100 * sin(angle)) }
        _ = trial.at(0, .down(1, at(0).0, at(0).1))
        var last: [Verdict] = []
        for frame in 1...60 {
            let (x, y) = at(Double(frame) * 0.05)
            last = trial.at(8 * Double(frame), .move(1, x, y))
        }
        #expect(try #require(last.first?.dial).velocity > 4)
        #expect(trial.wait(until: 1000).first?.dial?.velocity == 0)
    }
}

extension Verdict {
    fileprivate var dial: GestureValue.Dial? {
        switch self {
        case .active(.dial(let dial)), .ended(.dial(let dial)): dial
        default: nil
        }
    }
}
