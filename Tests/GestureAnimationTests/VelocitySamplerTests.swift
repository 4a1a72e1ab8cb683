import GestureModel
import GestureAnimation
import Strokes
import Testing

@Suite struct VelocitySamplerTests {
    /// The numbers of OpenSwiftUI's VelocitySamplerTests (MIT): seconds and values, then the velocity.
    static let published: [(samples: [[Double]], velocity: Double)] = [
        ([[1, 1]], 0),
        ([[1, 1], [1.1, 2]], 10),
        ([[1, 1], [2, 2]], 1),
        ([[1, 1], [2, 2], [3, 4]], 1.25),
        ([[1, 1], [2, 2], [4, 4]], 1),
        ([[1, 1], [0, 2]], 0),
        ([[1, 1], [1, 3], [2, 4]], 1),
    ]

    @Test(arguments: published)
    func `published samples have the published velocity`(_ samples: [[Double]], _ velocity: Double) {
        #expect(isClose(sampler(samples).velocity, velocity, within: 1e-9))
    }

    @Test(.enabled(if: RecordedFiles.hasVelocity, "../shared/velocity is absent"))
    func `the table equals the published vectors`() throws {
        let vectors = try PublishedVectors.read()
        let cases = vectors.velocity_sampler_3.cases
        #expect(cases.map(\.v) == Self.published.map(\.velocity))
        #expect(cases.map(\.samples) == Self.published.map(\.samples))
    }

    @Test func `only the last three samples count`() {
        #expect(
            sampler([[0, 900], [1, 1], [2, 2], [3, 4]]).velocity == sampler([[1, 1], [2, 2], [3, 4]]).velocity)
    }

    @Test func `the velocity decays by 0.998 per millisecond and is zero after 2 s`() {
        let sampler = sampler([[1, 0], [1.1, 100]])
        #expect(isClose(sampler.velocity(at: seconds(1.1)), 1000, within: 1e-9))
        #expect(isClose(sampler.velocity(at: seconds(1.101)), 998, within: 1e-9))
        #expect(isClose(sampler.velocity(at: seconds(1.2)), 818.566_804_688, within: 1e-6))
        #expect(sampler.velocity(at: seconds(3.0999)) > 18)
        #expect(sampler.velocity(at: seconds(3.1)) == 0)
        #expect(isClose(sampler.velocity(at: seconds(0.5)), 1000, within: 1e-9))
    }

    @Test func `a sample after more than 2 s discards earlier ones`() {
        #expect(sampler([[1, 0], [1.1, 100], [3.2, 200]]).velocity == 0)
        #expect(isClose(sampler([[1, 0], [1.1, 100], [3.2, 200], [3.3, 250]]).velocity, 500, within: 1e-9))
    }

    @Test func `the maximum time is accepted`() {
        var sampler = VelocitySampler<Double>()
        sampler.add(1, at: Timestamp(microseconds: .min))
        sampler.add(2, at: Timestamp(microseconds: .max))
        sampler.add(3, at: Timestamp(microseconds: .min))
        #expect(sampler.velocity == 0)
    }

    private func sampler(_ samples: [[Double]]) -> VelocitySampler<Double> {
        var sampler = VelocitySampler<Double>()
        for sample in samples { sampler.add(sample[1], at: seconds(sample[0])) }
        return sampler
    }
}
