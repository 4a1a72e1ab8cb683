import GestureModel
import Gestures
import Strokes
import Testing

/// Stored properties and named constants.
@Suite struct PublicValuesTests {
    @Test func `the named unit points have their coordinates`() {
        let middle: [UnitPoint] = [.leading, .center, .trailing]
        #expect(middle.map(\.x) == [0, 0.5, 1] && middle.map(\.y) == [0.5, 0.5, 0.5])
        let top: [UnitPoint] = [.topLeading, .top, .topTrailing]
        #expect(top.map(\.x) == [0, 0.5, 1] && top.map(\.y) == [0, 0, 0])
        let bottom: [UnitPoint] = [.bottomLeading, .bottom, .bottomTrailing]
        #expect(bottom.map(\.x) == [0, 0.5, 1] && bottom.map(\.y) == [1, 1, 1])
        #expect(UnitPoint() == .zero && UnitPoint.zero == UnitPoint(x: 0, y: 0))
    }

    @Test func `duration and bounce modify the named springs`() {
        #expect(Animation.smooth(duration: 1, extraBounce: 0.2) == .spring(duration: 1, bounce: 0.2))
        #expect(Animation.snappy(duration: 1, extraBounce: 0.25) == .spring(duration: 1, bounce: 0.4))
        let interactive = Animation.interactiveSpring(duration: 1, extraBounce: 0.25, blendDuration: 2)
        #expect(interactive == .spring(duration: 1, bounce: 0.4, blendDuration: 2))
        let interpolating = Animation.interpolatingSpring(duration: 1, bounce: 0.25, initialVelocity: 3)
        #expect(interpolating == .interpolatingSpring(Spring(duration: 1, bounce: 0.25), initialVelocity: 3))
    }

    @Test func `deceleration rates have their projections, and samples time out after 2 s`() {
        #expect(isClose(DecelerationRate.normal.projection, 0.499, within: 1e-12))
        #expect(isClose(DecelerationRate.fast.projection, 0.099, within: 1e-12))
        #expect(VelocitySampler<Double>.timeout == .seconds(2))
    }

    @Test func `a custom type is animated by its animatable data`() {
        struct Card: Animatable, Equatable {
            var position = 0.0
            var turn = 0.0
            typealias AnimatableData = AnimatablePair<Double, Double>
            var animatableData: AnimatableData {
                get { AnimatablePair(position, turn) }
                set { (position, turn) = (newValue.first, newValue.second) }
            }
        }
        var card = AnimatedValue(Card())
        withAnimation(.linear(duration: 1)) { card.set(Card(position: 10, turn: 20), at: milliseconds(0)) }
        let half = card.value(at: milliseconds(500)).animatableData
        #expect(isClose(half.first, 5, within: 1e-6) && isClose(half.second, 10, within: 1e-6))
    }

    @Test func `vector arithmetic is generic`() {
        func doubled<V: VectorArithmetic>(_ value: V) -> Double {
            var value = value
            value.scale(by: 2)
            return value.magnitudeSquared
        }
        #expect(doubled(3.0) == 36)
        #expect(3.0.animatableData == 3)
        #expect(doubled(Vector(dx: 3, dy: 4)) == 100)
    }

    @Test func `the body of a library gesture traps`() async {
        await #expect(processExitsWith: .failure) { _ = DragGesture().body }
    }
}
