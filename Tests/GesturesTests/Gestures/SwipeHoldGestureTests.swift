import GestureModel
import Strokes
import Testing

@testable import Gestures

@Suite struct SwipeHoldGestureTests {
    @Test func `it begins when the fingers have swiped and rested, follows them, and ends at the lift`() throws {
        let (changes, ends) = (Recorder<SwipeHoldGesture.Value>(), Recorder<SwipeHoldGesture.Value>())
        var hand = Hand(SwipeHoldGesture(directions: .up).onChanged(changes.add).onEnded(ends.add))
        hand.drag(by: Vector(dx: 5, dy: -120))
        hand.wait(until: 500)
        #expect(changes.all.isEmpty)
        hand.wait(until: 700)
        let begun = try #require(changes.all.first)
        #expect(changes.all.count == 1 && ends.all.isEmpty)
        #expect(begun.direction == .up && begun.fingers == 1 && begun.positions == .granted)
        #expect(begun.startLocation == Point(x: 100, y: 100) && begun.translation == Vector(dx: 5, dy: -120))
        #expect(begun.time >= milliseconds(570) && begun.time <= milliseconds(590))
        hand.at(800, .move(1, 160, -20))
        #expect(changes.all.last?.location == Point(x: 160, y: -20))
        hand.at(808, .lift(1))
        #expect(ends.all.map(\.translation) == [Vector(dx: 60, dy: -120)])
        #expect(ends.all.map(\.direction) == [.up])
    }

    @Test func `fingers that lift without a rest, or swipe another way, make none`() {
        let (changes, ends) = (Recorder<SwipeHoldGesture.Value>(), Recorder<SwipeHoldGesture.Value>())
        var quick = Hand(SwipeHoldGesture(directions: .up).onChanged(changes.add).onEnded(ends.add))
        quick.drag(by: Vector(dx: 0, dy: -120))
        quick.at(88, .lift(1))
        quick.wait(until: 2000)
        var other = Hand(SwipeHoldGesture(directions: .up).onChanged(changes.add).onEnded(ends.add))
        other.drag(by: Vector(dx: 120, dy: 0))
        other.wait(until: 2000)
        other.at(2008, .lift(1))
        #expect(changes.all.isEmpty && ends.all.isEmpty)
    }

    @Test func `one that begins before its device is lost is cancelled with the reason`() {
        let reasons = Recorder<CancellationReason>()
        var hand = Hand(SwipeHoldGesture().onCancelled(reasons.add))
        hand.drag(by: Vector(dx: 120, dy: 0))
        hand.wait(until: 700)
        hand.cancel(.deviceLost, at: 710)
        #expect(reasons.all == [.deviceLost])
    }

    @Test func `before a swipe, a rest makes one of them, and a lift the other`() {
        let gesture = SwipeHoldGesture().exclusively(before: SwipeGesture())
        let values = Recorder<String>()
        for rest in [0.0, 700] {
            var hand = Hand(
                gesture.onEnded { value in
                    switch value {
                    case .first: values.add("held")
                    case .second: values.add("swiped")
                    }
                })
            hand.drag(by: Vector(dx: 120, dy: 0))
            hand.wait(until: 80 + rest)
            hand.at(88 + rest, .lift(1))
        }
        #expect(values.all == ["swiped", "held"])
    }

    @Test func `the expression has its parameters`() {
        let gesture = SwipeHoldGesture(directions: .vertical, minimumDuration: 0.25, minimumDistance: 40, fingers: 3)
        #expect(
            GestureCallbacks(gesture).expression
                == .swipeHold(
                    .init(
                        fingers: [3], directions: [.up, .down], minimumDuration: .milliseconds(250), minimumDistance: 40
                    )))
        let plain = SwipeHoldGesture()
        #expect(plain.directions == .all && plain.minimumDuration == 0.5 && plain.minimumDistance == 75)
        #expect(plain.fingers == .one)
    }
}
