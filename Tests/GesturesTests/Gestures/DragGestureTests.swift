import GestureModel
import Strokes
import Testing

@testable import Gestures

@Suite struct DragGestureTests {
    @Test func `it begins at the minimum distance from touch-down`() {
        let values = Recorder<DragGesture.Value>()
        var hand = Hand(DragGesture(minimumDistance: 20).onChanged(values.add))
        hand.at(0, .down(1, 100, 100))
        hand.at(8, .move(1, 119.9, 100))
        #expect(values.all.isEmpty)
        hand.at(16, .move(1, 120, 100))
        #expect(values.all.map(\.translation) == [Vector(dx: 20, dy: 0)])
        #expect(values.all.map(\.startLocation) == [Point(x: 100, y: 100)])
        hand.at(24, .move(1, 101, 100))
        #expect(values.all.map(\.translation.dx) == [20, 1], "the drag stays active")
    }

    @Test func `with a minimum distance of 0 it begins at touch-down`() {
        let values = Recorder<DragGesture.Value>()
        var hand = Hand(DragGesture(minimumDistance: 0).onChanged(values.add))
        hand.at(0, .down(1, 100, 100))
        #expect(values.all.map(\.translation) == [.zero])
        #expect(values.all.map(\.time) == [milliseconds(0)])
    }

    @Test func `a finger that stops has no velocity, without another frame`() {
        let values = Recorder<DragGesture.Value>()
        var hand = Hand(DragGesture().onChanged(values.add))
        hand.drag(by: Vector(dx: 50, dy: 0))
        #expect(isClose(values.all.last?.velocity.dx ?? 0, 625, within: 1))
        hand.wait(until: 200)
        #expect(values.all.last?.velocity == .zero)
        #expect(values.all.last?.translation.dx == 50)
    }

    @Test func `the predicted end is 0.25 s of velocity ahead`() {
        let value = DragGesture.Value(
            time: milliseconds(0), location: Point(x: 30, y: 40), startLocation: Point(x: 10, y: 10),
            velocity: Vector(dx: 400, dy: -800))
        #expect(value.translation == Vector(dx: 20, dy: 30))
        #expect(value.predictedEndLocation == Point(x: 130, y: -160))
        #expect(value.predictedEndTranslation == Vector(dx: 120, dy: -170))
        #expect(value.predictedEndTranslation.width == 120)
        #expect(value.predictedEndTranslation.height == -170)
    }

    /// The document's `projectedOffset` is 0.4995 s of velocity; the sum of whole milliseconds is 0.499 s.
    @Test func `the projected offset of a released object depends on the deceleration rate`() {
        let value = DragGesture.Value(
            time: milliseconds(0), location: Point(x: 30, y: 0), startLocation: .zero,
            velocity: Vector(dx: 1000, dy: 0))
        #expect(isClose(value.projectedOffset().width, 529, within: 1e-9))
        #expect(isClose(value.projectedOffset(decelerationRate: .fast).width, 129, within: 1e-9))
        #expect(isClose(value.projectedOffset(decelerationRate: 0.998).width, 529.5, within: 0.51))
    }

    @Test func `its value has the edge, and its start location does not change`() {
        let values = Recorder<DragGesture.Value>()
        let surface = Surface(size: Vector(dx: 1000, dy: 600))
        var hand = Hand(DragGesture(edges: [.top, .left]).onChanged(values.add).onEnded(values.add), surface: surface)
        hand.at(0, .down(1, 31, 31))
        hand.at(8, .move(1, 131, 31))
        hand.at(16, .lift(1))
        #expect(values.all.isEmpty)
        hand.at(100, .down(2, 30, 200))
        hand.at(108, .move(2, 130, 200))
        hand.at(116, .lift(2))
        #expect(values.all.map(\.edge) == [.left, .left])
        #expect(values.all.map(\.startLocation) == Array(repeating: Point(x: 30, y: 200), count: 2))
    }

    @Test func `the expression has its edges`() {
        let gesture = DragGesture(fingers: 2, edges: .right, edgeDistance: 8)
        #expect(gesture.edges == .right && gesture.edgeDistance == 8)
        #expect(
            GestureCallbacks(gesture).expression
                == .drag(.init(fingers: 2, edges: .right, edgeDistance: 8)))
        // No distance is the daemon's configured distance, with which a shell needs no positions.
        #expect(GestureCallbacks(DragGesture(edges: .right)).expression == .drag(.init(edges: .right)))
        #expect(DragGesture().edges == nil)
        #expect(GestureCallbacks(DragGesture()).expression == .drag(.init()))
    }

    @Test func `fingers that join or lift cause no jump, and the last lift ends the drag`() {
        let values = Recorder<DragGesture.Value>()
        let ends = Recorder<DragGesture.Value>()
        var hand = Hand(DragGesture(fingers: 2).onChanged(values.add).onEnded(ends.add))
        hand.at(0, .down(1, 100, 100), .down(2, 200, 100))
        hand.at(8, .move(1, 120, 100), .move(2, 220, 100))
        hand.at(16, .lift(1))
        #expect(values.all.last?.translation.dx == 20)
        #expect(values.all.last?.fingers == 2)
        #expect(ends.all.isEmpty)
        hand.at(24, .lift(2))
        #expect(ends.all.map(\.translation.dx) == [20])
    }

    @Test func `values are equal if time, positions and velocity are`() {
        let value = DragGesture.Value(
            time: milliseconds(1), location: .zero, startLocation: .zero, velocity: .zero)
        var later = value
        later.time = milliseconds(2)
        var faster = value
        faster.velocity.dx = 1
        #expect(value == value)
        #expect(value != later)
        #expect(value != faster)
    }
}
