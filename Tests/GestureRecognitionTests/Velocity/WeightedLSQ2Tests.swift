import Foundation
import GestureModel
import Strokes
import Testing

@testable import GestureRecognition

@Suite struct WeightedLSQ2Tests {
    @Test func `decay is e^-t`() {
        for step in 0...5000 {
            let t = Double(step) / 1000
            #expect(abs(decay(t) / exp(-t) - 1) < 3e-8)
            #expect(abs(decay(2 * t) / exp(-2 * t) - 1) < 2e-6)
        }
    }

    @Test func `decay falls to zero and never below`() {
        let values = [5, 6, 10, 50, 1e3, 1e6, 1e300, .infinity].map(decay)
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(values.last == 0)
    }

    @Test func `the fit is the one of the textbook's normal equations`() {
        for stroke in VelocityPropertyTests.strokes(seed: 7) where stroke.times.count >= 3 {
            var history = VelocityHistory()
            for (time, point) in zip(stroke.times, stroke.points) {
                history.append(VelocityHistory.Sample(time: Timestamp(microseconds: time), position: point))
            }
            let slope = history.quadraticSlope(within: .milliseconds(100)) { decay($0 / 0.020) }
            #expect(abs(slope.dx - textbookSlope(stroke)) < 1e-3)
        }
    }

    /// Cramer's rule on the weighted normal equations of x = a + b t + c t^2, t in units of 20 ms; b in points per second.
    private func textbookSlope(_ stroke: VelocityPropertyTests.Stroke) -> Double {
        let newest = stroke.times.last ?? 0
        var (s, r) = ([0.0, 0, 0, 0, 0], [0.0, 0, 0])
        for (time, point) in zip(stroke.times, stroke.points).suffix(20) where newest - time <= 100_000 {
            let t = Double(time - newest) / 20_000
            for power in 0...4 { s[power] += exp(t) * pow(t, Double(power)) }
            for power in 0...2 { r[power] += exp(t) * pow(t, Double(power)) * point.x }
        }
        func determinant(_ a: [Double], _ b: [Double], _ c: [Double]) -> Double {
            let (i, j, k) = (b[1] * c[2] - b[2] * c[1], b[0] * c[2] - b[2] * c[0], b[0] * c[1] - b[1] * c[0])
            return a[0] * i - a[1] * j + a[2] * k
        }
        let columns = [Array(s[0...2]), Array(s[1...3]), Array(s[2...4])]
        return determinant(columns[0], r, columns[2]) / determinant(columns[0], columns[1], columns[2]) / 0.020
    }

    @Test func `a hand that speeds up faster and faster is followed with half the error of even weights`() {
        // Cubic, so that no parabola fits: 3000 pt/s at 100 ms.
        let path = { (t: Double) in Point(x: 100_000 * t * t * t, y: 0) }
        let times = (0...12).map { Int64($0 * 8333) } + [100_000]
        let weighted = tracker(.weightedLSQ2, at: times, path: path).velocity.dx
        let even = tracker(.lsq2, at: times, path: path).velocity.dx
        #expect(abs(weighted - 3000) < abs(even - 3000) * 0.55)
    }

    @Test func `a motion that is a parabola comes out exactly`() {
        let path = { (t: Double) in Point(x: 40 + 300 * t + 9000 * t * t, y: 7 - 500 * t + 2000 * t * t) }
        let velocity = tracker(.weightedLSQ2, at: (0...9).map { Int64($0 * 11_000) }, path: path).velocity
        #expect(abs(velocity.dx - (300 + 18_000 * 0.099)) < 1e-6)
        #expect(abs(velocity.dy - (-500 + 4000 * 0.099)) < 1e-6)
    }

    /// A slow finger on an 80 Hz touchpad, 150 pt/s, each sample off by up to 0.6 pt.
    @Test func `samples that scatter about a line bend it less than the parabola through them`() {
        var random = SplitMix64(seed: 8)
        var (parabola, bent) = ([Double](), [Double]())
        for _ in 0..<500 {
            var history = VelocityHistory()
            for frame in 0..<9 {
                let noise = (random.fraction() - 0.5) * 1.2
                let position = Point(x: Double(frame) * 1.875 + noise, y: 0)
                history.append(.init(time: Timestamp(microseconds: Int64(frame) * 12_500), position: position))
            }
            parabola.append(abs(history.quadraticSlope(within: .milliseconds(100)) { decay($0 / 0.010) }.dx - 150))
            bent.append(abs(history.weightedLSQ2(horizon: .milliseconds(100)).dx - 150))
        }
        #expect(bent.sorted()[250] < parabola.sorted()[250] * 0.8)
    }

    @Test func `no sample and one sample have no velocity, two samples that of a line`() {
        var history = VelocityHistory()
        #expect(history.weightedLSQ2(horizon: .milliseconds(100)) == .zero)
        let path = { (t: Double) in Point(x: 200 * t, y: 0) }
        #expect(tracker(.weightedLSQ2, at: [0], path: path).velocity == .zero)
        #expect(abs(tracker(.weightedLSQ2, at: [0, 8000], path: path).velocity.dx - 200) < 1e-9)
    }

    /// Chromium's NoDirectionReversal: 1 kHz, fifty steps of ten, then ten samples at rest.
    @Test func `a fling that stops is not thrown back`() {
        let path = { (t: Double) in Point(x: 0, y: min(t * 1000, 50) * 10) }
        let times = (0...60).map { Int64($0 * 1000) }
        #expect(tracker(.weightedLSQ2, at: times, path: path).velocity == .zero)
        #expect(tracker(.lsq2, at: times, path: path).velocity.dy < -1, "Android's and Flutter's does reverse it")
    }

    @Test func `a step back from before the horizon does not count`() {
        // Back 1000 points at first; from 25 ms on, the horizon, only ahead and then still.
        let path = { (t: Double) in Point(x: t == 0 ? 1000 : min(t, 0.095) * 10_000, y: 0) }
        let times = [0, 5000, 15_000] + (0...10).map { Int64(25_000 + $0 * 10_000) }
        #expect(tracker(.weightedLSQ2, at: times, path: path).velocity == .zero)
        #expect(tracker(.lsq2, at: times, path: path).velocity.dx != 0)
    }

    @Test func `a tremble at the end of a fling throws it back no faster than the tremble`() {
        let path = { (t: Double) in Point(x: 0, y: t <= 0.05 ? t * 10_000 : 500 - (t - 0.05) * 40) }
        let times = (0...60).map { Int64($0 * 1000) }
        let velocity = tracker(.weightedLSQ2, at: times, path: path).velocity
        #expect(velocity.dy < 0 && velocity.dy >= -80.000001)
        #expect(tracker(.lsq2, at: times, path: path).velocity.dy < -1000)
    }

    @Test func `a motion that never turned back has no velocity backwards`() {
        var random = SplitMix64(seed: 6)
        var reversals = 0
        for _ in 0..<500 {
            var trackers = [VelocityEstimator.weightedLSQ2, .lsq2].map { VelocityTracker(thresholds($0)) }
            var (x, time) = (0.0, Int64(0))
            for _ in 0..<12 {
                x += max(0, .random(in: -20...20, using: &random))
                time += .random(in: 2000...12_000, using: &random)
                for i in trackers.indices { trackers[i].add(Point(x: x, y: -x), at: Timestamp(microseconds: time)) }
                #expect(trackers[0].velocity.dx >= 0 && trackers[0].velocity.dy <= 0)
                if trackers[1].velocity.dx < -1 { reversals += 1 }
            }
        }
        #expect(reversals > 100, "strokes that cannot reverse any fit prove nothing")
    }

    @Test func `stillness is plus zero`() {
        let still = tracker(.weightedLSQ2, at: [0, 8000, 16_000, 24_000]) { Point(x: max(0.016 - $0, 0), y: 7) }
        for component in [still.velocity.dx, still.velocity.dy] where component == 0 {
            #expect(component.sign == .plus)
        }
    }
}
