import GestureModel
import GestureRecognition
import Strokes
import Testing
import VelocityAccuracy

/// A small part of what `make accuracy` measures, held against bounds.
@Suite struct EstimatorTests {
    /// flutter/flutter#126051, on motions that start and stop as abruptly as can be.
    @Test func `no estimate points against a motion that never turned back`() {
        var random = SplitMix64(seed: 11)
        var (weighted, even) = (Reversals(), Reversals())
        let horizon = Thresholds().velocity.horizon
        for round in 0..<600 {
            let trace = Trace.monotone(samples: 120, &random)
            weighted.add(trace.estimates(by: .weightedLSQ2), of: trace, horizon: horizon)
            guard round < 50 else { continue }
            even.add(trace.estimates(by: .lsq2), of: trace, horizon: horizon)
        }
        #expect(weighted.instants > 100_000)
        #expect(weighted.count == 0)
        #expect(even.count > 1000, "motions that reverse no fit prove nothing")
    }

    @Test func `flicks without noise are followed with less than half the error of even weights`() {
        let flicks = comparison(.flick, Sampling(rate: 120, noise: 0))
        #expect(flicks.ratio(of: .weightedLSQ2) < 0.5)
    }

    @Test(arguments: TrueStroke.Law.allCases)
    func `stamps that are off by a millisecond cost the default a tenth at most`(_ law: TrueStroke.Law) {
        let jittered = comparison(law, Sampling(rate: 120, jitter: .normal(.milliseconds(1))))
        #expect(jittered.statistics(of: .weightedLSQ2).error(0.5) < 0.1)
    }

    private func comparison(_ law: TrueStroke.Law, _ sampling: Sampling) -> Comparison {
        var random = SplitMix64(seed: 12)
        var comparison = Comparison()
        for _ in 0..<50 {
            let (trace, truth) = sampling.trace(of: TrueStroke(law, &random), &random)
            // The first samples are too few for any estimator to differ.
            comparison.add(trace, truth: truth.indices.map { $0 < 4 ? nil : truth[$0] })
        }
        return comparison
    }
}
