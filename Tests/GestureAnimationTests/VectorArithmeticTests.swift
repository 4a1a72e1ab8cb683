import GestureModel
import GestureAnimation
import Testing

@Suite struct VectorArithmeticTests {
    @Test func `numbers and vectors can be scaled and have a length`() {
        var (double, float, vector) = (3.0, Float(3), Vector(dx: 3, dy: 4))
        double.scale(by: -2)
        float.scale(by: -2)
        vector.scale(by: -2)
        #expect(double == -6 && double.magnitudeSquared == 36)
        #expect(float == -6 && float.magnitudeSquared == 36)
        #expect(vector == Vector(dx: -6, dy: -8) && vector.magnitudeSquared == 100)
    }

    @Test func `a pair computes with its components`() {
        typealias Pair = AnimatablePair<Double, AnimatablePair<Vector, Float>>
        let a = Pair(1, AnimatablePair(Vector(dx: 3, dy: 4), 2))
        let b = Pair(10, AnimatablePair(Vector(dx: 30, dy: 40), 20))
        #expect(a + b == Pair(11, AnimatablePair(Vector(dx: 33, dy: 44), 22)))
        #expect(b - a == Pair(9, AnimatablePair(Vector(dx: 27, dy: 36), 18)))
        #expect(a - a == .zero)
        #expect(a.magnitudeSquared == 1 + 25 + 4)
        var scaled = a
        scaled.scale(by: 10)
        #expect(scaled == b)
    }

    @Test func `a point is animated as its vector from the origin`() {
        var point = Point(x: 3, y: 4)
        #expect(point.animatableData == Vector(dx: 3, dy: 4))
        point.animatableData = Vector(dx: 5, dy: 6)
        #expect(point == Point(x: 5, y: 6))
    }
}
