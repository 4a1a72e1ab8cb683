import GestureModel
import GestureRecognition
import Strokes
import Testing
import VelocityAccuracy

@Suite struct TrueStrokeTests {
    @Test(arguments: TrueStroke.Law.allCases)
    func `the velocity of a stroke is the derivative of its position`(_ law: TrueStroke.Law) {
        var random = SplitMix64(seed: 4)
        for _ in 0..<20 {
            let stroke = TrueStroke(law, &random)
            for part in [0.01, 0.2, 0.5, 0.77, 0.99] {
                let (time, step) = (part * stroke.duration, 1e-6)
                let difference = (stroke.position(at: time + step) - stroke.position(at: time - step)) / (2 * step)
                #expect((difference - stroke.velocity(at: time)).length < 1e-3 * (1 + difference.length))
            }
        }
    }

    @Test(arguments: VelocityEstimator.allCases)
    func `every estimator and the reference follow an even line exactly`(_ estimator: VelocityEstimator) {
        let stroke = TrueStroke(law: .constant, duration: 0.5, length: 300, heading: 1)
        var random = SplitMix64(seed: 1)
        // Each 10 ms: a rate whose stamps are whole microseconds.
        let (trace, truth) = Sampling(rate: 100, noise: 0).trace(of: stroke, &random)
        var known = Comparison()
        known.add(trace, truth: truth.indices.map { $0 == 0 ? nil : truth[$0] })
        var fitted = Comparison()
        fitted.add(trace, reference: LocalFit(degree: 2, halfWidth: .milliseconds(30)))
        #expect(known.instants == 50 && fitted.instants == 45)
        #expect(known.statistics(of: estimator).error(1) < 1e-9)
        #expect(fitted.statistics(of: estimator).error(1) < 1e-9)
    }

    @Test func `timestamps are off by the requested jitter, and never go back`() throws {
        let stroke = TrueStroke(law: .constant, duration: 2, length: 300)
        var random = SplitMix64(seed: 2)
        let exact = Sampling(rate: 100).trace(of: stroke, &random).trace
        let off = Sampling(rate: 100, jitter: .even(.milliseconds(1))).trace(of: stroke, &random).trace
        let errors = zip(exact.samples, off.samples).map { ($1.time - $0.time).count }
        #expect(try #require(errors.max()) <= 1000 && #require(errors.max()) > 900)
        #expect(try #require(errors.min()) >= -1000 && #require(errors.min()) < -900)
        let wild = Sampling(rate: 1000, jitter: .normal(.milliseconds(5))).trace(of: stroke, &random)
        let times = wild.trace.samples.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(wild.truth.count == times.count)
    }
}
