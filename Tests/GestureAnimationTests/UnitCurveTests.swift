import GestureAnimation
import Strokes
import Testing

@Suite struct UnitCurveTests {
    static let named: [UnitCurve] = [
        .linear, .easeIn, .easeOut, .easeInOut, .circularEaseIn, .circularEaseOut, .circularEaseInOut,
    ]

    static func random(_ random: inout SplitMix64) -> UnitCurve {
        func x(_ random: inout SplitMix64) -> Double {
            switch random.next() % 4 {
            case 0: 0
            case 1: 1
            default: random.fraction()
            }
        }
        return .bezier(
            startControlPoint: UnitPoint(x: x(&random), y: random.number(in: -1...2)),
            endControlPoint: UnitPoint(x: x(&random), y: random.number(in: -1...2)))
    }

    @Test(arguments: named) func `a curve goes from 0 to 1, and is clamped beyond`(_ curve: UnitCurve) {
        #expect(curve.value(at: 0) == 0)
        #expect(curve.value(at: 1) == 1)
        #expect(curve.value(at: -3) == 0)
        #expect(curve.value(at: 3) == 1)
    }

    @Test(arguments: named) func `the inverse of a curve inverts its value`(_ curve: UnitCurve) {
        for step in 1..<100 {
            let x = Double(step) / 100
            #expect(isClose(curve.inverse.value(at: curve.value(at: x)), x, within: 1e-7))
            #expect(isClose(curve.inverse.inverse.value(at: x), curve.value(at: x), within: 1e-12))
        }
    }

    /// The cubic written out, with its parameter found by bisection only.
    @Test func `a curve is the cubic Bézier curve of its control points`() {
        var random = SplitMix64(seed: 8)
        for _ in 0..<500 {
            let points = (0..<4).map { _ in random.fraction() }
            let (x1, x2) = (points[0].rounded(), points[1])
            let (y1, y2) = (points[2] * 3 - 1, points[3] * 3 - 1)
            let curve = UnitCurve.bezier(
                startControlPoint: UnitPoint(x: x1, y: y1), endControlPoint: UnitPoint(x: x2, y: y2))
            func cubic(_ a: Double, _ b: Double, _ s: Double) -> Double {
                3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s
            }
            for step in 0...20 {
                let s = Double(step) / 20
                // Where the curve is vertical, a rounding error of x changes y.
                let slope = (cubic(x1, x2, min(1, s + 1e-4)) - cubic(x1, x2, max(0, s - 1e-4))) / 2e-4
                guard slope > 0.01 else { continue }
                #expect(isClose(curve.value(at: cubic(x1, x2, s)), cubic(y1, y2, s), within: 1e-10))
            }
        }
    }

    @Test func `the velocity is the slope of the value`() {
        var random = SplitMix64(seed: 9)
        let curves = Self.named + (0..<300).map { _ in Self.random(&random) }
        for curve in curves {
            for step in 1..<20 {
                let (x, h) = (Double(step) / 20, 1e-6)
                let slopes = [curve.velocity(at: x - h), curve.velocity(at: x), curve.velocity(at: x + h)]
                guard slopes.allSatisfy({ abs($0) < 50 }), abs(slopes[2] - slopes[0]) < 0.01 else { continue }
                let difference = (curve.value(at: x + h) - curve.value(at: x - h)) / (2 * h)
                #expect(isClose(slopes[1], difference, within: 1e-3), "\(curve) at \(x)")
            }
        }
    }

    @Test func `the ends have the slopes of their control points`() {
        #expect(UnitCurve.easeInOut.velocity(at: 0) < 1e-5)
        #expect(UnitCurve.easeInOut.velocity(at: 1) < 1e-5)
        #expect(isClose(UnitCurve.easeOut.velocity(at: 0), 1 / 0.58, within: 1e-4))
        #expect(isClose(UnitCurve.easeIn.velocity(at: 1), 1 / 0.58, within: 1e-4))
    }

    /// Control points on the diagonal make a straight line, whatever the speed of its parameter.
    @Test func `control points on the diagonal make a straight line`() {
        for (start, end) in [(0.0, 0.0), (1, 1), (0, 1), (1, 0), (0.99, 0.01), (1, 0.2)] {
            let curve = UnitCurve.bezier(
                startControlPoint: UnitPoint(x: start, y: start), endControlPoint: UnitPoint(x: end, y: end))
            for step in 0...1000 {
                #expect(isClose(curve.value(at: Double(step) / 1000), Double(step) / 1000, within: 1e-12))
            }
        }
    }

    @Test func `the steepest curves have finite values and velocities`() {
        var random = SplitMix64(seed: 10)
        let upright = UnitCurve.bezier(startControlPoint: UnitPoint(x: 1, y: 0), endControlPoint: UnitPoint(x: 0, y: 1))
        for curve in [upright, .circularEaseIn, .circularEaseOut] + (0..<200).map({ _ in Self.random(&random) }) {
            for step in 0...100 {
                #expect(curve.value(at: Double(step) / 100).isFinite)
                #expect(curve.velocity(at: Double(step) / 100).isFinite)
            }
        }
        #expect(isClose(upright.value(at: 0.5), 0.5, within: 1e-4))
        #expect(upright.velocity(at: 0.5) > 1000)
    }

    @Test func `the x coordinates of control points are clamped`() {
        let wild = UnitCurve.bezier(
            startControlPoint: UnitPoint(x: -4, y: 0.5), endControlPoint: UnitPoint(x: 9, y: 0.5))
        #expect(wild == .bezier(startControlPoint: UnitPoint(x: 0, y: 0.5), endControlPoint: UnitPoint(x: 1, y: 0.5)))
    }

    @Test func `a curve may overshoot`() {
        let back = UnitCurve.bezier(
            startControlPoint: UnitPoint(x: 0.34, y: 1.56), endControlPoint: UnitPoint(x: 0.64, y: 1))
        #expect(stride(from: 0, through: 1, by: 0.01).contains { back.value(at: $0) > 1.05 })
    }
}
