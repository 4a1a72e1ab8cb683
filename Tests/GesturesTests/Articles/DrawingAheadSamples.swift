import GestureModel
import Gestures
import Strokes
import Testing

/// The sample of DrawingAhead.md, and the statements about it.
@Suite struct DrawingAheadSamples {
    private final class Line { var end = Point.zero }

    private func value(_ velocity: Vector, at location: Point = Point(x: 100, y: 50), surface: Vector? = nil)
        -> DragGesture.Value
    {
        DragGesture.Value(
            time: milliseconds(0), location: location, startLocation: .zero, velocity: velocity, surface: surface)
    }

    @Test func `a line ends where the finger will be, and at the lift where it is`() {
        let line = Line()

        let gesture = DragGesture(minimumDistance: 0)
            .onChanged { value in
                let screen = value.location(after: 0.016)
                line.end = screen
            }
            .onEnded { value in line.end = value.location }

        var hand = Hand(gesture)
        hand.drag(by: Vector(dx: 80, dy: 0))
        #expect(isClose(line.end.x, 180 + 15.5, within: 0.5), "80 points in 80 ms, for 16 ms")
        hand.at(88, .lift(1))
        #expect(line.end == Point(x: 180, y: 100))
    }

    @Test func `the location is the line's at first, and approaches the predicted end`() {
        let value = value(Vector(dx: 400, dy: -200))
        #expect(value.location(after: 0) == value.location)
        #expect(isClose((value.location(after: 0.001) - value.location).dx, 0.4, within: 0.001))
        #expect(isClose((value.location(after: 0.016) - value.location).dx, 6.2, within: 0.01))
        let ways = (1...100).map { (value.location(after: Double($0) / 50) - value.location).dx }
        #expect(zip(ways, ways.dropFirst()).allSatisfy { $0 < $1 } && ways[99] <= 100)
        #expect(value.location(after: .infinity) == value.predictedEndLocation)
        #expect(value.location(after: -1) == value.location)
    }

    @Test func `it does not leave the surface, and a finger that is outside stays there`() {
        let size = Vector(dx: 200, dy: 100)
        #expect(value(Vector(dx: 1e6, dy: -1e6), surface: size).location(after: 1) == Point(x: 200, y: 0))
        let outside = value(Vector(dx: 1000, dy: 0), at: Point(x: 210, y: 50), surface: size)
        #expect(outside.location(after: 1) == Point(x: 210, y: 50))
        #expect(value(Vector(dx: 1e6, dy: 0)).location(after: 1).x > 200, "the surface is not known")
    }

    @Test func `a recogniser's values know its surface, also after a resize, and withheld positions have none`() {
        let values = Recorder<DragGesture.Value>()
        var hand = Hand(
            DragGesture(minimumDistance: 0).onChanged(values.add), surface: Surface(size: Vector(dx: 200, dy: 150)))
        hand.drag(by: Vector(dx: 90, dy: 0))
        #expect(values.all.last?.location(after: 1) == Point(x: 200, y: 100))
        hand.recogniser.size = Vector(dx: 195, dy: 150)
        hand.at(88, .move(1, 191, 100))
        #expect(isClose(values.all.last?.location(after: 1).x ?? 0, 195, within: 0.01), "rounded as in hello")
        let callbacks = GestureCallbacks(
            DragGesture(minimumDistance: 0).onChanged(values.add), surface: Vector(dx: 200, dy: 150))
        let drag = GestureValue.Drag(
            fingers: 1, location: Point(x: 90, y: 0), startLocation: .zero, velocity: Vector(dx: 1e6, dy: 0))
        for phase in [GesturePhase.began, .changed] {
            callbacks.deliver(
                [GestureEvent(gesture: 1, phase: phase, time: milliseconds(0), value: .drag(drag))],
                positions: .withheld)
        }
        #expect(values.all.last?.surface == nil)
    }

    @Test func `a time that is not a number traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let value = DragGesture.Value(
                time: milliseconds(0), location: .zero, startLocation: .zero, velocity: .zero)
            _ = value.location(after: .nan)
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!_isDebugAssertConfiguration() || output.contains("expected a number of seconds, found nan"))
    }
}
