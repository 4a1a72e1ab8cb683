import GestureModel
import Testing
import VelocityAccuracy

@Suite struct LocalFitTests {
    private static let fits = (1...3).flatMap { degree in
        [LocalFit.Weights.even, .tricube].map {
            LocalFit(degree: degree, halfWidth: .milliseconds(30), weights: $0)
        }
    }

    /// One sample each 7 ms, `path` from seconds to points.
    private func trace(_ path: (Double) -> Point) -> Trace {
        var trace = Trace()
        for index in 0..<20 as Range<Int64> {
            let time = Timestamp(microseconds: 5_000_000 + index * 7000)
            trace.append(.init(time: time, position: path(Double(index) * 0.007)))
        }
        return trace
    }

    @Test(arguments: 0..<6)
    func `a fit follows a polynomial of its own degree exactly`(fit index: Int) throws {
        let fit = Self.fits[index]
        let (b, c, d) = (400.0, fit.degree > 1 ? 9000.0 : 0, fit.degree > 2 ? -80_000.0 : 0)
        let trace = trace { t in Point(x: 3 + b * t + c * t * t + d * t * t * t, y: 8 - b * t) }
        for index in 5..<15 {
            let t = Double(index) * 0.007
            let velocity = try #require(fit.velocity(at: index, of: trace))
            #expect(abs(velocity.dx - (b + 2 * c * t + 3 * d * t * t)) < 1e-6)
            #expect(abs(velocity.dy + b) < 1e-6)
        }
    }

    @Test func `samples closer to an end than the half width have no reference`() {
        let fit = LocalFit(degree: 2, halfWidth: .milliseconds(30))
        let trace = trace { Point(x: $0, y: 0) }
        let known = trace.samples.indices.filter { fit.velocity(at: $0, of: trace) != nil }
        #expect(known == Array(5..<15))
    }

    @Test func `samples beyond the half width do not count`() throws {
        let fit = LocalFit(degree: 2, halfWidth: .milliseconds(30))
        let jumps = trace { t in Point(x: t < 0.03 ? -500 : t > 0.11 ? 900 : 200 * t, y: 0) }
        // 35 ms is the first sample after the jump, 105 ms the last before the next.
        #expect(abs(try #require(fit.velocity(at: 10, of: jumps)).dx - 200) < 1e-9)
    }

    @Test func `samples as few as coefficients make no reference`() {
        var sparse = Trace()
        for index in 0..<5 as Range<Int64> {
            sparse.append(.init(time: Timestamp(microseconds: index * 30_000), position: .zero))
        }
        #expect(LocalFit(degree: 2, halfWidth: .milliseconds(30)).velocity(at: 2, of: sparse) == nil)
        #expect(LocalFit(degree: 1, halfWidth: .milliseconds(30)).velocity(at: 2, of: sparse) == .zero)
    }
}
