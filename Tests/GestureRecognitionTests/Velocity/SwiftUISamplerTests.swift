import GestureModel
import GestureRecognition
import Strokes
import Testing

@Suite struct SwiftUISamplerTests {
    /// OpenSwiftUI's VelocitySamplerTests (MIT), as numbers: seconds and values, then the velocity.
    static let published: [(samples: [(Double, Double)], velocity: Double)] = [
        ([(1, 1)], 0),
        ([(1, 1), (1.1, 2)], 10),
        ([(1, 1), (2, 2)], 1),
        ([(1, 1), (2, 2), (3, 4)], 1.25),
        ([(1, 1), (2, 2), (4, 4)], 1),
        ([(1, 1), (0, 2)], 0),
        ([(1, 1), (1, 3), (2, 4)], 1),
    ]

    @Test(arguments: published)
    func `the published samples give the published velocity`(_ samples: [(Double, Double)], _ velocity: Double) {
        #expect(abs(sampled(samples).dx - velocity) < 1e-9)
    }

    @Test(.enabled(if: RecordedFiles.hasVelocity, "../shared/velocity is absent"))
    func `the published table is the one in ../shared/velocity`() throws {
        let vectors = try PublishedVectors.read()
        let cases = vectors.velocity_sampler_3.cases
        #expect(cases.map(\.v) == Self.published.map(\.velocity))
        #expect(cases.map(\.samples) == Self.published.map { $0.samples.map { [$0.0, $0.1] } })
    }

    @Test func `only the last three samples count`() {
        #expect(sampled([(0, 900), (1, 1), (2, 2), (3, 4)]) == sampled([(1, 1), (2, 2), (3, 4)]))
    }

    /// The published samples are seconds apart, where a finger would have stopped.
    private func sampled(_ samples: [(Double, Double)]) -> Vector {
        var limits = thresholds(.swiftUI)
        limits.stopTime = .seconds(60)
        var tracker = VelocityTracker(limits)
        for (seconds, value) in samples {
            tracker.add(Point(x: value, y: 0), at: Timestamp(microseconds: Microseconds.seconds(seconds).count))
        }
        return tracker.velocity
    }
}
