import GestureModel
import Strokes
import Testing
import VelocityAccuracy

@Suite struct ReversalsTests {
    private func trace(_ positions: [Double]) -> Trace {
        var trace = Trace()
        for (index, x) in positions.enumerated() {
            trace.append(.init(time: Timestamp(microseconds: Int64(index) * 10_000), position: Point(x: x, y: 5)))
        }
        return trace
    }

    @Test func `an estimate against steps in a single direction is a reversal`() {
        var reversals = Reversals()
        let estimates = [0.0, -3, 0, 4].map { Vector(dx: $0, dy: -9) }
        // y never changes: there is no direction to reverse.
        reversals.add(estimates, of: trace([0, 1, 1, 2]), horizon: .milliseconds(100))
        #expect(reversals.instants == 3 && reversals.count == 1)
    }

    @Test func `a motion that turned within the horizon is not counted as reversed`() {
        let estimates = [0.0, 0, 0, -5, -5].map { Vector(dx: $0, dy: 0) }
        let turned = trace([3, 2, 3, 4, 5])
        var far = Reversals()
        far.add(estimates, of: turned, horizon: .milliseconds(100))
        #expect(far.count == 0 && far.instants == 1)
        var near = Reversals()
        near.add(estimates, of: turned, horizon: .milliseconds(20))
        #expect(near.count == 2)
    }

    @Test func `monotone traces never turn back`() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<50 {
            let samples = Trace.monotone(samples: 100, &random).samples
            let steps = zip(samples.dropFirst(), samples).map { $0.position - $1.position }
            #expect(samples.count == 100)
            #expect(steps.allSatisfy { $0.dx >= 0 && $0.dy <= 0 })
            #expect(steps.contains { $0.dx > 0 })
        }
    }
}
