import GestureModel
import GestureAnimation
import Strokes
import Testing

@Suite struct ProjectionTests {
    /// WWDC 2018, session 803.
    @Test func `1000 pt/s travel the published distance`() {
        #expect(isClose(1000.0.projectedOffset(), 499, within: 1e-9))
        #expect(isClose(1000.0.projectedOffset(decelerationRate: .normal), 499, within: 1e-9))
        #expect(isClose(1000.0.projectedOffset(decelerationRate: .fast), 99, within: 1e-9))
    }

    @Test(.enabled(if: RecordedFiles.hasVelocity, "../shared/velocity is absent"))
    func `projections equal the published vectors`() throws {
        let vectors = try PublishedVectors.read()
        #expect(!vectors.projection.cases.isEmpty)
        for published in vectors.projection.cases {
            let rate = DecelerationRate(rawValue: published.d)
            #expect(isClose(published.v.projectedOffset(decelerationRate: rate), published.distance, within: 1e-6))
        }
    }

    @Test func `the projection is the sum of the distances of each millisecond`() {
        for rate: DecelerationRate in [.normal, .fast, 0.95] {
            var (velocity, distance) = (1000.0, 0.0)
            for _ in 0..<20_000 {
                velocity *= rate.rawValue
                distance += velocity / 1000
            }
            #expect(isClose(1000.0.projectedOffset(decelerationRate: rate), distance, within: 1e-6))
        }
    }

    @Test func `a vector keeps its direction`() {
        let offset = Vector(dx: 1000, dy: -2000).projectedOffset(decelerationRate: .fast)
        #expect(isClose(offset.dx, 99, within: 1e-9))
        #expect(isClose(offset.dy, -198, within: 1e-9))
    }

    @Test func `the remaining velocity is a power of the rate`() {
        #expect(DecelerationRate.fast.remaining(after: .zero) == 1)
        #expect(isClose(DecelerationRate.fast.remaining(after: .milliseconds(1)), 0.99, within: 1e-15))
        #expect(isClose(DecelerationRate.fast.remaining(after: .milliseconds(3)), 0.970299, within: 1e-12))
        #expect(isClose(DecelerationRate.fast.remaining(after: Microseconds(500)), 0.99.squareRoot(), within: 1e-15))
    }
}
