import GestureModel
import Strokes
import Testing

@testable import Gestures

@Suite struct DialGestureTests {
    /// A finger circles clockwise around (200, 200), 50 pt away, by 5 degrees in each frame.
    private func circle(_ gesture: some Gesture, by degrees: Double) -> Hand {
        var hand = Hand(gesture)
        // The cosine and the sine of 5 degrees.
        let (cosine, sine) = (0.9961946980917455, degrees < 0 ? -0.08715574274765817 : 0.08715574274765817)
        var arm = Vector(dx: 50, dy: 0)
        hand.at(0, .down(1, 200 + arm.dx, 200 + arm.dy))
        for step in 1...Int(degrees.magnitude / 5) {
            arm = Vector(dx: arm.dx * cosine - arm.dy * sine, dy: arm.dx * sine + arm.dy * cosine)
            hand.at(Double(step) * 8, .move(1, 200 + arm.dx, 200 + arm.dy))
        }
        return hand
    }

    @Test func `around a centre it begins at ten degrees, counts from there, and goes on after a turn`() throws {
        let (changes, ends) = (Recorder<DialGesture.Value>(), Recorder<DialGesture.Value>())
        let gesture = DialGesture(centre: Point(x: 200, y: 200)).onChanged(changes.add).onEnded(ends.add)
        var hand = circle(gesture, by: 500)
        let (first, last) = (try #require(changes.all.first), try #require(changes.all.last))
        #expect(first.rotation.degrees.magnitude < 5.01)
        #expect(isClose(last.rotation.degrees - first.rotation.degrees, 490, within: 5.01))
        #expect(isClose(last.velocity.degrees, 625, within: 20))
        #expect(last.fingers == 1 && last.startLocation == Point(x: 250, y: 200) && last.positions == .granted)
        hand.at(900, .lift(1))
        #expect(ends.all.map(\.rotation) == [last.rotation])
    }

    @Test func `anticlockwise is negative, with and without a centre`() {
        for centre in [Point(x: 200, y: 200), nil] {
            let changes = Recorder<DialGesture.Value>()
            _ = circle(DialGesture(centre: centre).onChanged(changes.add), by: -300)
            #expect((changes.all.last?.rotation ?? .zero) < .degrees(-150))
        }
    }

    @Test func `without a centre, a finger that moves straight on is not recognised`() {
        let changes = Recorder<DialGesture.Value>()
        var hand = Hand(DialGesture().onChanged(changes.add))
        hand.drag(by: Vector(dx: 200, dy: 50))
        #expect(changes.all.isEmpty)
    }

    @Test func `one in progress is cancelled with the reason`() {
        let reasons = Recorder<CancellationReason>()
        let hand = circle(DialGesture(centre: Point(x: 200, y: 200)).onCancelled(reasons.add), by: 90)
        hand.cancel(.palm, at: 200)
        #expect(reasons.all == [.palm])
    }

    @Test func `the expression has its parameters`() {
        let gesture = DialGesture(
            minimumAngleDelta: .degrees(180), centre: Point(x: 1, y: 2), fingers: [2, 3], velocityEstimator: .lsq2)
        #expect(
            GestureCallbacks(gesture).expression
                == .dial(
                    .init(
                        fingers: [2, 3], minimumAngleDelta: Angle.degrees(180).radians, centre: Point(x: 1, y: 2),
                        velocity: .lsq2)))
        #expect(GestureCallbacks(DialGesture()).expression == .dial(.init()))
        #expect(DialGesture().fingers == .one)
    }
}
