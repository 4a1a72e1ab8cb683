import Gestures
import Strokes
import Testing

@Suite struct TouchpadGesturesTests {
    private let touchpad = TouchpadGestures()
    private let notes = Recorder<String>()

    private func swipe(_ fingers: Int = 3, from time: Int64 = 0, by delta: Vector = Vector(dx: 10, dy: 0)) {
        touchpad.begin(fingers: fingers, at: Point(x: 50, y: 50), time: milliseconds(time))
        for step in 1...5 as ClosedRange<Int64> { touchpad.update(by: delta, time: milliseconds(time + step * 8)) }
    }

    private var drag: some Gesture<DragGesture.Value> {
        DragGesture(fingers: 3)
            .onEnded { [notes] in notes.add("dragged \($0.translation.dx) by \($0.fingers)") }
            .onCancelled { [notes] in notes.add($0.name) }
    }

    @Test func `a swipe of three fingers drags from the pointer, with its velocity`() {
        let ends = Recorder<DragGesture.Value>()
        touchpad.attach(DragGesture(fingers: 3).onEnded(ends.add))
        swipe()
        touchpad.end(time: milliseconds(48))
        #expect(ends.all.count == 1 && ends.all.first?.fingers == 3)
        let value = ends.all[0]
        #expect(isClose(value.startLocation.x, 50, within: 1e-9) && isClose(value.translation.dx, 50, within: 1e-9))
        #expect((1000...1400).contains(value.velocity.dx), "10 pt in 8 ms are 1250 pt/s")
    }

    @Test func `a swipe of another number of fingers does not drag`() {
        touchpad.attach(drag)
        swipe(4)
        touchpad.end(time: milliseconds(48))
        #expect(notes.all.isEmpty)
    }

    @Test func `a pinch magnifies and rotates`() {
        let ends = Recorder<(Double, Double)>()
        touchpad.attach(
            MagnifyGesture(minimumScaleDelta: 0.01).simultaneously(with: RotateGesture(minimumAngleDelta: .degrees(1)))
                .onEnded { ends.add(($0.first?.magnification ?? 0, $0.second?.rotation.degrees ?? 0)) })
        touchpad.begin(fingers: 2, at: .zero, time: milliseconds(0))
        for step in 1...10 as ClosedRange<Int64> {
            touchpad.update(
                by: .zero, scale: 1 + Double(step) / 10, rotation: .degrees(3), time: milliseconds(step * 8))
        }
        touchpad.end(time: milliseconds(90))
        #expect(ends.all.count == 1)
        // They begin at 1.01 and 1° in the frame whose own scale is 1.1 and whose angle is 3°.
        #expect(isClose(ends.all.first?.0 ?? 0, 1.01 * 2 / 1.1, within: 0.001))
        #expect(isClose(ends.all.first?.1 ?? 0, 1 + 27, within: 0.1))
    }

    @Test func `a hold is a long press, which completes at the deadline`() {
        touchpad.attach(
            LongPressGesture(minimumDuration: 0.3, fingers: 2).onEnded { [notes] _ in notes.add("pressed") })
        touchpad.begin(fingers: 2, at: .zero, time: milliseconds(100))
        #expect(touchpad.deadline == milliseconds(400))
        touchpad.expire(at: milliseconds(400))
        touchpad.end(time: milliseconds(900))
        #expect(notes.all == ["pressed"] && touchpad.deadline == nil)
    }

    @Test func `cancelling a swipe cancels its drag, and the next swipe drags`() {
        touchpad.attach(drag)
        swipe()
        touchpad.cancel(time: milliseconds(48))
        swipe(from: 100)
        touchpad.end(time: milliseconds(148))
        #expect(notes.all == ["outcompeted", "dragged 50.0 by 3"])
    }

    @Test func `a rectangle is tested at the pointer, however small it is`() {
        let pinch = MagnifyGesture(minimumScaleDelta: 0.01).onEnded { [notes] in notes.add("\($0.magnification > 1.4)")
        }
        touchpad.attach(pinch, to: Region(x: 40, y: 40, width: 20, height: 20))
        for x in [50.0, 61] {
            touchpad.begin(fingers: 2, at: Point(x: x, y: 50), time: milliseconds(Int64(x * 1000)))
            touchpad.update(by: .zero, scale: 1.5, time: milliseconds(Int64(x * 1000) + 8))
            touchpad.end(time: milliseconds(Int64(x * 1000) + 16))
        }
        #expect(notes.all == ["true"])
    }

    @Test func `a removed gesture receives nothing`() {
        let recogniser = touchpad.gesture(drag)
        swipe()
        recogniser.detach()
        touchpad.end(time: milliseconds(48))
        #expect(notes.all == ["unsubscribed"] && touchpad.deadline == nil)
    }

    @Test func `bad input has no effect: no begin, two begins, numbers that are not finite`() {
        touchpad.attach(drag)
        touchpad.update(by: Vector(dx: 30, dy: 0), time: milliseconds(0))
        touchpad.end(time: milliseconds(8))
        touchpad.cancel(time: milliseconds(8))
        for fingers in [-1, 0, 11, .max] { touchpad.begin(fingers: fingers, at: .zero, time: milliseconds(8)) }
        touchpad.begin(fingers: 3, at: Point(x: .nan, y: 0), time: milliseconds(8))
        #expect(notes.all.isEmpty)
        swipe(from: 100)
        swipe(from: 200)
        for (delta, scale, degrees) in [
            (Double.nan, 1.0, 0.0), (.infinity, 1, 0), (0, 0, 0), (0, .nan, 0), (0, 1, .nan),
        ] {
            touchpad.update(
                by: Vector(dx: delta, dy: 0), scale: scale, rotation: .degrees(degrees), time: milliseconds(248))
        }
        touchpad.end(time: milliseconds(10))
        #expect(notes.all == ["resynchronised", "dragged 50.0 by 3"])
    }
}

@Suite struct WindowGesturesTests {
    private let window = WindowGestures(size: Vector(width: 800, height: 600))
    private let notes = Recorder<String>()

    @Test func `touches and touchpad run the same gesture, each with callbacks of its own`() {
        let attachment = window.gesture(
            DragGesture(minimumDistance: 0).onEnded { [notes] in notes.add("\($0.translation.dx)") })
        window.touches.touchDown(1, at: .zero, time: milliseconds(0))
        window.touchpad.begin(fingers: 1, at: .zero, time: milliseconds(0))
        window.touches.touchMoved(1, to: Point(x: 20, y: 0), time: milliseconds(8))
        window.touchpad.update(by: Vector(dx: -20, dy: 0), time: milliseconds(8))
        window.touches.touchUp(1, time: milliseconds(16))
        window.touchpad.end(time: milliseconds(16))
        window.expire(at: milliseconds(16))
        #expect(notes.all == ["-20.0", "20.0"], "the touches' frame is complete at its deadline")
        attachment.detach()
        window.touches.touchDown(1, at: .zero, time: milliseconds(100))
        window.touches.touchUp(1, time: milliseconds(108))
        window.touches.flush()
        #expect(notes.all.count == 2)
    }

    @Test func `touches and touchpad share one deadline, also as a timeout in milliseconds`() {
        window.onLongPressGesture(minimumDuration: 0.5) { [notes] in notes.add("pressed") }
        #expect(window.deadline == nil && window.timeout(at: milliseconds(0)) == nil)
        window.touches.touchDown(1, at: .zero, time: milliseconds(0))
        window.touches.flush()
        window.touchpad.begin(fingers: 1, at: .zero, time: milliseconds(100))
        #expect(window.deadline == milliseconds(500))
        #expect(window.timeout(at: Timestamp(microseconds: .min)) == .max)
        #expect(window.timeout(at: Timestamp(microseconds: 499_100)) == 1 && window.timeout(at: milliseconds(900)) == 0)
        window.expire(at: milliseconds(600))
        #expect(notes.all == ["pressed", "pressed"])
    }

    @Test func `a gesture from an edge receives touches only`() {
        window.attach(DragGesture(minimumDistance: 0, edges: .left).onEnded { [notes] _ in notes.add("edge") })
        window.touchpad.begin(fingers: 1, at: Point(x: 5, y: 5), time: milliseconds(0))
        window.touchpad.end(time: milliseconds(8))
        window.touches.touchDown(1, at: Point(x: 5, y: 5), time: milliseconds(0))
        window.touches.touchUp(1, time: milliseconds(8))
        window.touches.flush()
        #expect(notes.all == ["edge"])
    }

    @Test func `losing the focus cancels the gestures of touches and touchpad`() {
        window.gesture(DragGesture(minimumDistance: 0).onCancelled { [notes] in notes.add($0.name) })
        window.touches.touchDown(1, at: .zero, time: milliseconds(0))
        window.touchpad.begin(fingers: 1, at: .zero, time: milliseconds(0))
        window.cancelAll(.focusChanged, time: milliseconds(8))
        #expect(notes.all == ["focusChanged", "focusChanged"])
    }

    @Test func `a callback that expires deadlines does so after the callbacks that run`() {
        let window = WindowGestures()
        var (notes, end) = ([String](), milliseconds(500))
        for name in ["first", "second"] {
            window.attach(
                LongPressGesture(minimumDuration: 0.1).onEnded { _ in
                    notes.append(name)
                    window.expire(at: end)
                })
        }
        window.attach(LongPressGesture(minimumDuration: 0.4).onEnded { _ in notes.append("third") })
        window.touches.touchDown(1, at: .zero, time: milliseconds(0))
        window.touches.flush()
        window.expire(at: milliseconds(200))
        #expect(notes == ["first", "second", "third"])
        (notes, end) = ([], milliseconds(1500))
        window.touchpad.begin(fingers: 1, at: .zero, time: milliseconds(1000))
        window.touchpad.expire(at: milliseconds(1200))
        #expect(notes.sorted() == ["first", "second", "third"])
    }

}
