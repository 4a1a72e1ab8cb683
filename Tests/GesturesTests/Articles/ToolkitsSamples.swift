import Gestures
import Strokes
import Testing

/// The samples of Toolkits.md, and the statements about them.
@Suite struct ToolkitsSamples {
    private struct Event {
        enum Kind { case down, moved, up, cancelled }
        let kind: Kind
        let id = 1
        let position: Point
        let time: UInt32
    }

    @Test func `gestures are attached to a window's rectangles`() {
        var notes: [String] = []
        let drag = DragGesture().onEnded { notes.append("\($0.translation.dx)") }
        func open() { notes.append("open") }

        let window = WindowGestures(scale: TouchScale(pointsPerUnit: 0.8), size: Vector(width: 1280, height: 720))
        let card = window.attach(drag, to: Region(x: 0, y: 0, width: 300, height: 200))
        window.onTapGesture { open() }

        for start in [100.0, 600] {
            window.touches.touchDown(1, at: Point(x: start, y: 100), time: milliseconds(Int64(start) * 10))
            window.touches.touchMoved(1, to: Point(x: start + 100, y: 100), time: milliseconds(Int64(start) * 10 + 8))
            window.touches.touchUp(1, time: milliseconds(Int64(start) * 10 + 16))
            window.touches.flush()
        }
        card.detach()
        window.touches.touchDown(1, at: .zero, time: milliseconds(9000))
        window.touches.touchUp(1, time: milliseconds(9050))
        window.touches.flush()
        #expect(notes == ["80.0", "open"])
    }

    @Test func `animations are drawn at the adapter's time`() {
        struct Adapter { let now: Timestamp }
        struct Carousel { @State var offset = Vector(dx: 40, dy: 0) }
        var canvas = (offset: Vector.zero, isDirty: true)
        let gestures = Adapter(now: milliseconds(10))
        let carousel = (offset: Carousel().$offset.shown { $0 }, count: 1)

        canvas.offset = carousel.offset.value(at: gestures.now)

        #expect(canvas.offset == Vector(dx: 40, dy: 0))
    }

    @Test func `a widget's rectangle on a screen is a region for the daemon's client`() {
        let scale = TouchScale(size: Vector(width: 1920, height: 1080), millimetres: Vector(width: 344, height: 194))
        let region = scale.region(Region(x: 100, y: 100, width: 300, height: 200))

        #expect(isClose(region.width, 300 * 344 / 1920 / 0.15875, within: 1e-9))
    }

    @Test func `an app's own touch events become frames, and a timer serves the deadline`() {
        var notes: [String] = []
        let drag = LongPressGesture().onEnded { _ in notes.append("pressed") }
        let events = [Event(kind: .down, position: .zero, time: .max), Event(kind: .moved, position: .zero, time: 7)]
        enum Timer { case timer }
        let timer = Timer.timer
        var armed: Timestamp?
        func arm(_ timer: Timer, at deadline: Timestamp) { armed = deadline }

        let touches = TouchFrameBuilder()
        touches.gesture(drag)

        var clock = EventClock()
        for event in events {
            let time = clock.timestamp(milliseconds: event.time)
            switch event.kind {
            case .down: touches.touchDown(event.id, at: event.position, time: time)
            case .moved: touches.touchMoved(event.id, to: event.position, time: time)
            case .up: touches.touchUp(event.id, time: time)
            case .cancelled: touches.cancelAll(time: time)
            }
        }
        touches.flush()
        if let deadline = touches.deadline { arm(timer, at: deadline) }  // then: touches.expire(at: deadline)

        #expect(armed == milliseconds(Int64(UInt32.max) + 500))
        if let armed { touches.expire(at: armed) }
        #expect(notes == ["pressed"])
    }
}
