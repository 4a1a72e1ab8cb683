import GestureModel
import GestureRecognition
import Strokes
import Testing

@testable import Gestures

@Suite struct SwipeGestureTests {
    @Test func `it ends once, at the lift, with its direction, velocity and translation`() throws {
        let (ends, changes) = (Recorder<SwipeGesture.Value>(), Recorder<SwipeGesture.Value>())
        var hand = Hand(SwipeGesture().onChanged(changes.add).onEnded(ends.add))
        hand.drag(by: Vector(dx: -80, dy: 10))
        #expect(ends.all.isEmpty)
        hand.at(84, .lift(1))
        let swipe = try #require(ends.all.first)
        #expect(ends.all.count == 1 && changes.all.isEmpty)
        #expect(swipe.direction == .left && swipe.fingers == 1 && swipe.edge == nil)
        #expect(swipe.startLocation == Point(x: 100, y: 100))
        #expect(swipe.location == Point(x: 20, y: 110))
        #expect(swipe.translation == Vector(dx: -80, dy: 10))
        #expect((swipe.velocity - Vector(dx: -1000, dy: 125)).length < 1)
        #expect(swipe.time == milliseconds(84))
    }

    @Test func `a swipe of fingers that stop before they lift ends with a velocity of zero`() {
        let ends = Recorder<SwipeGesture.Value>()
        var hand = Hand(SwipeGesture().onEnded(ends.add))
        hand.drag(by: Vector(dx: 80, dy: 0))
        hand.at(200, .lift(1))
        #expect(ends.all.map(\.velocity) == [.zero])
    }

    @Test func `fingers that stop before they lift do not flick, and are not cancelled`() {
        let (ends, reasons) = (Recorder<SwipeGesture.Value>(), Recorder<CancellationReason>())
        var hand = Hand(SwipeGesture(minimumLiftVelocity: 400).onEnded(ends.add).onCancelled(reasons.add))
        hand.drag(by: Vector(dx: 80, dy: 0))
        hand.at(200, .lift(1))
        #expect(ends.all.isEmpty && reasons.all.isEmpty)
    }

    @Test func `the expression has its parameters`() {
        let gesture = SwipeGesture(
            directions: .vertical, minimumDistance: 40, minimumVelocity: 0, minimumLiftVelocity: 400, fingers: [3, 10],
            edges: .top, edgeDistance: 12)
        #expect(
            GestureCallbacks(gesture).expression
                == .swipe(
                    .init(
                        fingers: [3, 10], directions: [.up, .down], minimumDistance: 40, minimumVelocity: 0,
                        minimumLiftVelocity: 400, edges: .top, edgeDistance: 12)))
        let plain = SwipeGesture()
        #expect(plain.directions == .all && plain.minimumDistance == 25 && plain.minimumVelocity == 100)
        #expect(plain.fingers == .one && plain.edges == nil && plain.edgeDistance == nil)
        #expect(
            GestureCallbacks(plain).expression
                == .swipe(.init(minimumDistance: 25, minimumVelocity: 100, minimumLiftVelocity: 0)))
    }

    @Test func `its defaults equal the thresholds`() {
        let thresholds = Thresholds()
        #expect(SwipeGesture().minimumDistance == thresholds.swipe.minimumDistance)
        #expect(SwipeGesture().minimumVelocity == thresholds.swipe.minimumVelocity)
        #expect(SwipeGesture().minimumLiftVelocity == thresholds.swipe.minimumLiftVelocity)
    }

    @Test func `its value has the edge`() {
        let ends = Recorder<SwipeGesture.Value>()
        let surface = Surface(size: Vector(dx: 1000, dy: 600))
        var hand = Hand(SwipeGesture(edges: [.left, .right]).onEnded(ends.add), surface: surface)
        for (id, x, y, step) in [(1, 990.0, 300.0, -20.0), (2, 500, 5, 20), (3, 30, 300, 20)] {
            let time = Double(id) * 1000
            hand.at(time, .down(id, x, y))
            hand.at(time + 8, .move(id, x + step, y))
            hand.at(time + 16, .move(id, x + 2 * step, y))
            hand.at(time + 20, .lift(id))
        }
        #expect(ends.all.map(\.edge) == [.right, .left])
        #expect(ends.all.map(\.startLocation.x) == [990, 30])
    }

    @Test func `a value has the fields of the event, and the translation between its locations`() {
        let value = SwipeGesture.Value(
            time: milliseconds(3), direction: .up, velocity: Vector(dx: 1, dy: -900), location: Point(x: 5, y: 10),
            startLocation: Point(x: 4, y: 90), fingers: 3, edge: .bottom)
        let swipe = GestureValue.Swipe(
            fingers: 3, direction: .up, location: Point(x: 5, y: 10), startLocation: Point(x: 4, y: 90),
            velocity: Vector(dx: 1, dy: -900), edge: .bottom)
        let event = GestureEvent(gesture: 1, phase: .ended, time: milliseconds(3), value: .swipe(swipe))
        let context = GestureEventContext(event: event, positions: .granted, bounds: nil, origin: nil)
        #expect(SwipeGesture.Value(swipe, context) == value)
        #expect(value.translation == Vector(dx: 1, dy: -80) && swipe.translation == value.translation)
    }
}
