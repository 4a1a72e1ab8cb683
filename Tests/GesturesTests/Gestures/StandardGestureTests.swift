import GestureModel
import GestureRecognition
import Strokes
import Testing

@testable import Gestures

@Suite struct StandardGestureTests {
    private typealias Value = StandardGesture.Value

    /// The calls of `onChanged`, `onEnded` and `onCancelled`, and whether the state is in use.
    private final class Received {
        let changes = Recorder<Value>()
        let ends = Recorder<Value>()
        let reasons = Recorder<CancellationReason>()
        let isActive = GestureState(wrappedValue: false)

        func gesture(_ surface: GestureExpression.Standard) -> some Gesture<Value> {
            StandardGesture(surface).updating(isActive.projectedValue) { _, state, _ in state = true }
                .onChanged(changes.add).onEnded(ends.add).onCancelled(reasons.add)
        }

        func hand(_ surface: GestureExpression.Standard, size: Surface? = nil) -> Hand {
            Hand(gesture(surface), surface: size)
        }
    }

    @Test(arguments: GestureExpression.Standard.allCases)
    func `each tap ends at its lift, with its fingers, count and location`(
        _ surface: GestureExpression.Standard
    ) {
        let received = Received()
        var hand = received.hand(surface)
        hand.tap(at: 0)
        #expect(received.ends.all == [.tap(.init(location: Point(x: 100, y: 100)))])
        hand.tap(at: 300)
        hand.at(2000, .down(8, 100, 100), .down(9, 140, 100))
        hand.at(2050, .lift(8), .lift(9))
        hand.wait(until: 3000)
        let position = Point(x: 100, y: 100)
        let pair = Value.tap(.init(fingers: 2, count: 1, location: Point(x: 120, y: 100)))
        #expect(
            received.ends.all == [
                .tap(.init(location: position)), .tap(.init(fingers: 1, count: 2, location: position)), pair,
            ])
        #expect(received.changes.all.isEmpty && received.reasons.all.isEmpty)
    }

    @Test func `one finger drags on a touchscreen`() throws {
        let received = Received()
        var hand = received.hand(.touchscreen)
        hand.drag(by: Vector(dx: 80, dy: 0), after: 100)
        #expect(received.isActive.wrappedValue)
        hand.at(184, .lift(1))
        guard case .drag(let drag)? = received.ends.all.first else { throw Unexpected() }
        #expect(drag.translation == Vector(dx: 80, dy: 0) && drag.fingers == 1 && drag.time == milliseconds(184))
        #expect((drag.velocity - Vector(dx: 1000, dy: 0)).length < 1)
        #expect(received.ends.all.count == 1 && received.changes.all.count == 9 && received.reasons.all.isEmpty)
        #expect(!received.isActive.wrappedValue)
    }

    @Test func `on a touchpad one finger moves the pointer and two drag`() throws {
        let received = Received()
        var hand = received.hand(.touchpad)
        hand.drag(by: Vector(dx: 80, dy: 0))
        hand.at(84, .lift(1))
        hand.wait(until: 1000)
        #expect(received.changes.all.isEmpty && received.ends.all.isEmpty)
        hand.at(1000, .down(2, 100, 100), .down(3, 200, 100))
        hand.at(1016, .move(2, 100, 140), .move(3, 200, 140))
        hand.at(1032, .lift(2), .lift(3))
        guard case .drag(let drag)? = received.ends.all.first else { throw Unexpected() }
        #expect(drag.translation == Vector(dx: 0, dy: 40) && drag.fingers == 2)
    }

    @Test func `on a touchpad one finger drags directly after a tap`() throws {
        let received = Received()
        var hand = received.hand(.touchpad)
        hand.tap(at: 0)
        hand.drag(at: 150, by: Vector(dx: 80, dy: 0))
        hand.at(240, .lift(1))
        #expect(received.ends.all.count == 2)
        guard case .drag(let drag)? = received.ends.all.last else { throw Unexpected() }
        #expect(drag.translation == Vector(dx: 80, dy: 0) && drag.fingers == 1)
    }

    @Test(arguments: GestureExpression.Standard.allCases)
    func `a pinch is a magnification and a rotation of the same fingers`(
        _ surface: GestureExpression.Standard
    ) throws {
        let received = Received()
        let size = Surface(size: Vector(dx: 400, dy: 200))
        var hand = received.hand(surface, size: size)
        hand.at(0, .down(1, 100, 50), .down(2, 300, 50))
        hand.at(16, .move(1, 0, 50), .move(2, 400, 50))
        guard case .pinch(let first)? = received.changes.all.first else { throw Unexpected() }
        #expect(first.magnify.magnification == 2 && first.rotate.rotation == .zero)
        #expect(first.magnify.startAnchor == UnitPoint(x: 0.5, y: 0.25))
        #expect(first.rotate.startAnchor == first.magnify.startAnchor && first.rotate.fingers == 2)
        hand.at(32, .move(1, 200, -150), .move(2, 200, 250))
        hand.at(40, .lift(1), .lift(2))
        guard case .pinch(let last)? = received.ends.all.first else { throw Unexpected() }
        #expect(last.magnify.magnification == 2 && isClose(last.rotate.rotation.degrees, 90, within: 1e-3))
        #expect(last.magnify.time == milliseconds(40) && last.rotate.time == milliseconds(40))
        #expect(received.changes.all.count == 2 && received.reasons.all.isEmpty && !received.isActive.wrappedValue)
    }

    @Test func `a long press is active after half a second, and ends with the lift`() {
        let received = Received()
        var hand = received.hand(.touchscreen)
        hand.at(0, .down(1, 100, 100), .down(2, 200, 100))
        hand.wait(until: 499)
        #expect(!received.isActive.wrappedValue)
        hand.wait(until: 500)
        let press = Value.longPress(.init(fingers: 2, location: Point(x: 150, y: 100)))
        #expect(received.isActive.wrappedValue && received.changes.all == [press])
        hand.at(800, .lift(1), .lift(2))
        #expect(received.changes.all == [press] && received.ends.all == [press] && received.reasons.all.isEmpty)
        #expect(!received.isActive.wrappedValue)
    }

    @Test func `a press that moves is cancelled, and a drag begins`() throws {
        let received = Received()
        var hand = received.hand(.touchscreen)
        hand.at(0, .down(1, 100, 100))
        hand.wait(until: 500)
        hand.at(600, .move(1, 130, 100))
        #expect(received.reasons.all == [.outcompeted])
        // The deadline is immediate.
        hand.wait(until: 600)
        guard case .drag(let drag)? = received.changes.all.last else { throw Unexpected() }
        #expect(drag.translation == Vector(dx: 30, dy: 0) && drag.time == milliseconds(600))
        hand.at(700, .lift(1))
        #expect(received.ends.all.count == 1 && received.reasons.all.count == 1)
    }

    @Test func `a press of one finger on a touchpad continues when the finger moves the pointer`() {
        let received = Received()
        var hand = received.hand(.touchpad)
        hand.at(0, .down(1, 100, 100))
        hand.wait(until: 500)
        hand.at(600, .move(1, 200, 100))
        #expect(received.reasons.all.isEmpty && received.isActive.wrappedValue)
        hand.at(700, .lift(1))
        #expect(received.ends.all == [.longPress(.init(location: Point(x: 100, y: 100)))])
    }

    @Test
    func `the remaining finger of a drag moves the pointer on a touchpad, and continues the drag on a touchscreen`() {
        for (surface, ended) in [(GestureExpression.Standard.touchpad, 1), (.touchscreen, 0)] {
            let received = Received()
            var hand = received.hand(surface)
            hand.at(0, .down(1, 100, 100), .down(2, 200, 100))
            hand.at(16, .move(1, 100, 140), .move(2, 200, 140))
            hand.at(32, .lift(1))
            hand.wait(until: 131)
            #expect(received.ends.all.isEmpty)
            hand.wait(until: 132)
            #expect(received.ends.all.count == ended)
            let changes = received.changes.all.count
            hand.at(200, .move(2, 200, 240))
            #expect(received.changes.all.count - changes == 1 - ended)
        }
    }

    @Test func `a finger that joins soon starts another gesture, a later one does not`() throws {
        let received = Received()
        var hand = received.hand(.touchscreen)
        hand.at(0, .down(1, 100, 100))
        hand.at(8, .move(1, 120, 100))
        hand.at(100, .down(2, 200, 100))
        #expect(received.reasons.all == [], "the finger may be one that rests")
        hand.at(116, .move(1, 150, 100), .move(2, 230, 100))
        #expect(received.reasons.all == [.outcompeted])
        hand.at(400, .down(3, 300, 300))
        hand.at(416, .move(1, 160, 100), .move(2, 240, 100), .move(3, 350, 300))
        hand.at(432, .lift(1), .lift(2), .lift(3))
        guard case .drag(let drag)? = received.ends.all.first else { throw Unexpected() }
        #expect(drag.fingers == 2 && received.ends.all.count == 1 && received.reasons.all.count == 1)
    }

    @Test func `it is cancelled for every external reason, and its state is reset`() {
        let received = Received()
        var hand = received.hand(.touchscreen)
        hand.at(0, .down(1, 100, 100), .down(2, 300, 100))
        hand.at(16, .move(1, 0, 100), .move(2, 400, 100))
        #expect(received.isActive.wrappedValue)
        hand.cancel(.deviceLost, at: 24)
        #expect(received.reasons.all == [.deviceLost] && received.ends.all.isEmpty && !received.isActive.wrappedValue)
    }

    @Test func `fingers that are not classified are not cancelled`() {
        let received = Received()
        var hand = received.hand(.touchscreen)
        hand.at(0, .down(1, 100, 100))
        hand.cancel(.deviceLost, at: 24)
        #expect(received.reasons.all.isEmpty)
    }

    @Test func `values that are equal after rounding are not reported again`() {
        let received = Received()
        var hand = received.hand(.touchscreen)
        hand.drag(by: Vector(dx: 80, dy: 0))
        let count = received.changes.all.count
        hand.wait(until: 400)
        let stopped = received.changes.all.count
        hand.at(500, .move(1, 180.0001, 100))
        #expect(stopped == count + 1 && received.changes.all.count == stopped)
    }

    /// A thumb that rests near the lower edge does not count as a finger.
    @Test func `a thumb is recognised by its position if the surface is known`() {
        let size = Surface(size: Vector(dx: 600, dy: 400))
        for (surface, drags) in [(size, false), (nil, true)] {
            let received = Received()
            var hand = received.hand(.touchpad, size: surface)
            hand.at(0, .down(1, 300, 380))
            hand.at(300, .down(2, 300, 200))
            hand.at(316, .move(2, 340, 200))
            hand.at(332, .move(2, 380, 200))
            #expect(received.changes.all.isEmpty != drags)
        }
    }

    @Test func `its expression is the standard set of its surface`() {
        #expect(GestureCallbacks(StandardGesture(.touchpad)).expression == .standard(.touchpad))
        #expect(GestureCallbacks(StandardGesture(.touchscreen)).expression == .standard(.touchscreen))
        #expect(StandardGesture(.touchpad).surface == .touchpad)
    }

    @Test func `the recogniser's thresholds apply`() {
        var thresholds = Thresholds()
        thresholds.touchscreen.holdDuration = .milliseconds(200)
        let presses = Recorder<Value>()
        let recogniser = GestureRecogniser(StandardGesture(.touchscreen).onChanged(presses.add), thresholds: thresholds)
        var fingers = Strokes.Hand()
        recogniser.update(fingers.frame(at: milliseconds(0), [.down(1, 10, 10)]))
        recogniser.expire(at: milliseconds(200))
        #expect(presses.all == [.longPress(.init(location: Point(x: 10, y: 10)))])
    }

    @Test func `values of gestures outside the standard set are ignored`() {
        let swipe = GestureValue.swipe(
            .init(fingers: 1, direction: .up, location: .zero, startLocation: .zero, velocity: .zero))
        let half = GestureTree(nodes: [
            .init(kind: .simultaneous, descendants: 2, phase: .active), .init(phase: .active), .init(phase: .active),
        ])
        for value in [swipe, .composition(half)] {
            let context = GestureEventContext(
                event: GestureEvent(gesture: 1, phase: .began, time: milliseconds(0), value: value),
                positions: .granted, bounds: nil, origin: nil)
            #expect(StandardGesture.Value(context, at: milliseconds(0)) == nil)
        }
    }

    private struct Unexpected: Error {}
}
