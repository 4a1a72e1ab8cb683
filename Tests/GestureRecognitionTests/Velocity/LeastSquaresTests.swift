import GestureModel
import GestureRecognition
import Testing

@Suite struct LeastSquaresTests {
    static let quadratics = [VelocityEstimator.lsq2, .weightedLSQ2]

    /// Points per second, and per second squared: from rest, speeding up, braking, turned around.
    static let motions: [(initial: Double, acceleration: Double)] = [
        (0, 9000), (500, 4000), (2000, -9000), (-300, 6000),
    ]

    @Test(arguments: quadratics, motions)
    func `constant acceleration is followed exactly`(
        _ estimator: VelocityEstimator, _ motion: (initial: Double, acceleration: Double)
    ) {
        for step in [1000, 4000, 8333, 16_667] as [Int64] {
            // Long enough for the last motion to turn around; the horizon and the capacity still cut it short.
            let times = (0..<120_000 / step).map { $0 * step }
            let tracker = tracker(estimator, at: times) { t in
                let distance = motion.initial * t + motion.acceleration * t * t / 2
                return Point(x: distance, y: -2 * distance)
            }
            let end = Double(times.last ?? 0) / 1_000_000
            let speed = motion.initial + motion.acceleration * end
            expectClose(tracker.velocity, Vector(dx: speed, dy: -2 * speed), within: 1e-4)
        }
    }

    @Test(arguments: quadratics)
    func `two samples make a line`(_ estimator: VelocityEstimator) {
        let two = tracker(estimator, at: [0, 8000]) { Point(x: 125 * $0, y: 0) }
        expectClose(two.velocity, Vector(dx: 125, dy: 0), within: 1e-9)
    }

    @Test(arguments: quadratics)
    func `a motion that turned around one sample ago is followed exactly`(_ estimator: VelocityEstimator) {
        let turned = tracker(estimator, at: [0, 8000, 16_000, 24_000]) {
            Point(x: 4000 * ($0 - 0.016) * ($0 - 0.016), y: 0)
        }
        expectClose(turned.velocity, Vector(dx: 64, dy: 0), within: 1e-6)
    }

    @Test(arguments: quadratics)
    func `a sample a microsecond before the last still makes a parabola`(_ estimator: VelocityEstimator) {
        let clustered = tracker(estimator, at: [0, 20_000, 40_000, 40_001]) { Point(x: 4500 * $0 * $0, y: 0) }
        expectClose(clustered.velocity, Vector(dx: 360, dy: 0), within: 0.1)
    }

    @Test(arguments: quadratics)
    func `samples a microsecond apart keep a steady speed`(_ estimator: VelocityEstimator) {
        let clusters: [[Int64]] = [
            [0, 1, 2], [0, 1, 40_000], [0, 40_000, 40_001], [0, 39_000, 78_000, 78_001, 78_002],
        ]
        for times in clusters {
            expectClose(
                tracker(estimator, at: times) { Point(x: 1000 * $0, y: -70 * $0) }.velocity,
                Vector(dx: 1000, dy: -70), within: 0.1)
        }
    }
}
