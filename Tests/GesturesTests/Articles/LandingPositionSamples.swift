import GestureModel
import Gestures
import Strokes
import Testing

private struct Carousel {
    private static let cards = Detents(stride: -296, count: 5)
    @State private(set) var index = 0
    @GestureState(resetTransaction: Transaction(animation: .smooth)) private var drag = 0.0
    let offset: AnimatedState<Double>

    init() { offset = shown(_index, _drag) { Self.cards[$0] + $1 } }

    var gesture: some Gesture<DragGesture.Value> {
        DragGesture()
            .updating($drag) { value, state, _ in state = value.translation.width }
            .onEnded { value in
                index = Self.cards.index(nearestTo: Self.cards[index] + value.predictedEndTranslation.width)
            }
    }
}

/// The samples of LandingPosition.md, and the statements about them.
@Suite struct LandingPositionSamples {
    private let value = DragGesture.Value(
        time: milliseconds(0), location: Point(x: 140, y: 100), startLocation: Point(x: 100, y: 100),
        velocity: Vector(dx: 1000, dy: 0))

    @Test func `the predicted end is 0.25 s of velocity ahead, the projected offset 0.499 s`() {
        let finger = value.predictedEndTranslation
        let content = value.projectedOffset()
        let page = value.projectedOffset(decelerationRate: .fast)
        let slow = value.projectedOffset(decelerationRate: 0.995)

        #expect(finger.dx == 40 + 250)
        #expect(isClose(content.dx, 40 + 499, within: 1e-9))
        #expect(isClose(page.dx, 40 + 99, within: 1e-9))
        #expect(isClose(slow.dx, 40 + 199, within: 1e-9))
    }

    @Test func `a finger that has stopped lands where it is`() {
        let end = Recorder<DragGesture.Value>()
        var hand = Hand(DragGesture().onEnded { end.add($0) })
        hand.drag(by: Vector(dx: 80, dy: 0))
        hand.at(121, .lift(1))
        #expect(end.all.map(\.velocity) == [.zero])
        #expect(end.all.map(\.predictedEndTranslation) == [Vector(dx: 80, dy: 0)])
    }

    @Test func `a flick advances the carousel, a slow drag of the same distance does not`() {
        let (flicked, dragged) = (Carousel(), Carousel())
        var quick = Hand(flicked.gesture)
        quick.drag(by: Vector(dx: -100, dy: 0))
        quick.at(81, .lift(1))
        #expect(flicked.index == 1)
        var slow = Hand(dragged.gesture)
        slow.drag(by: Vector(dx: -100, dy: 0))
        slow.at(500, .lift(1))
        #expect(dragged.index == 0)
        #expect(flicked.offset.value(at: milliseconds(3000)) == -296)
        #expect(dragged.offset.value(at: milliseconds(3000)) == 0)
    }

    @Test func `the carousel moves on with the finger's velocity, and returns when cancelled`() {
        let carousel = Carousel()
        var hand = Hand(carousel.gesture)
        hand.drag(by: Vector(dx: -100, dy: 0))
        hand.at(80, .lift(1))
        #expect(isClose(carousel.offset.value(at: milliseconds(80)), -100, within: 1e-9))
        let velocity = carousel.offset.animated.velocity(at: milliseconds(80))
        #expect(isClose(velocity, -1250, within: 1), "100 points in 80 ms")
        hand.drag(at: 3000, by: Vector(dx: -100, dy: 0))
        hand.cancel(.deviceLost, at: 3090)
        #expect(carousel.index == 1 && carousel.offset.value(at: milliseconds(6000)) == -296)
    }

    @Test func `a throw may pass a sheet's height`() {
        let heights = Detents([80, 400, 760])
        let released = 150.0

        let resting = heights.nearest(to: released)
        let thrown = heights.landing(from: released, velocity: 1200)

        #expect(resting == 80)
        #expect(thrown == 760)
    }

    @Test func `content beyond its end is held back, and can be caught without a jump`() {
        let band = RubberBand(dimension: 400)
        let offset = band.position(-100, in: 0...1000)
        let caught = band.pull(forOffset: offset)

        #expect(isClose(offset, -48.35, within: 0.01))
        #expect(isClose(caught, -100, within: 1e-9))
        #expect(band.position(500, in: 0...1000) == 500)
        #expect(band.offset(forPull: 1e9) < 400)
    }

    @Test func `a spring accepts the gesture's own velocity`() {
        let spring = Spring.snappy
        let home = Vector.zero

        let position = spring.value(
            fromValue: value.translation, toValue: home, initialVelocity: value.velocity, time: 0.01)

        #expect((45...50).contains(position.dx), "40 points plus 10 ms at 1000 pt/s, minus the pull of the spring")
    }
}
