import GestureModel
import GestureRecognition
import Strokes
import Testing
import VelocityAccuracy

@Suite struct TraceTests {
    @Test func `episodes are those in which one finger is on the surface from first to last`() throws {
        var script = StrokeScript(on: .touchscreen, seed: 1)
        let (a, b) = (Point(x: 40, y: 40), Point(x: 90, y: 60))
        script.drag(from: a, to: b, duration: .milliseconds(300))
        script.pause(.milliseconds(300))
        script.drag(fingers: 2, from: a, to: b, duration: .milliseconds(300))
        script.pause(.milliseconds(300))
        script.drag(from: b, to: a, duration: .milliseconds(500))
        let traces = try Trace.episodes(of: script.recording)
        #expect(traces.count == 2)
        let lengths = traces.map { Double($0.duration.count) / 1000 }
        // The finger leaves up to 48 ms after its path's end, and the trace ends a frame later.
        #expect(zip(lengths, [300, 500]).allSatisfy { $0 >= $1 && $0 < $1 + 60 })
        for (trace, end) in zip(traces, [b, a]) {
            let last = try #require(trace.samples.last).position - Point.zero
            let miss = last * Surface.millimetresPerPoint - (end - Point.zero)
            #expect(miss.length < 0.3)
        }
    }

    @Test func `a sample of the same time replaces the one before`() {
        var trace = Trace()
        for x in [1.0, 2] { trace.append(.init(time: Timestamp(microseconds: 7), position: Point(x: x, y: 0))) }
        #expect(trace.samples == [.init(time: Timestamp(microseconds: 7), position: Point(x: 2, y: 0))])
    }

    @Test(arguments: VelocityEstimator.allCases)
    func `estimates are a drag's, one a sample, and zero after a rest`(_ estimator: VelocityEstimator) {
        var trace = Trace()
        for index in 0..<12 as Range<Int64> {
            let position = Point(x: Double(index) * 4, y: 0)
            trace.append(.init(time: Timestamp(microseconds: index * 10_000), position: position))
        }
        // At rest for 60 ms, while frames still come.
        for index in 12..<18 as Range<Int64> {
            trace.append(.init(time: Timestamp(microseconds: index * 10_000), position: Point(x: 44, y: 0)))
        }
        let estimates = trace.estimates(by: estimator)
        #expect(estimates.count == 18 && estimates[0] == .zero)
        #expect(estimates[1..<12].allSatisfy { abs($0.dx - 400) < 1e-6 })
        #expect(estimates[17] == .zero)
    }
}
