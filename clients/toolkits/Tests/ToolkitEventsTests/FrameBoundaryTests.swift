import CTouchEvents
import Gestures
import Testing
import ToolkitEvents

/// Touches as GTK reports them: without the ends of frames.
@Suite struct FrameBoundaryTests {
    private let window = WindowGestures()

    /// The translations of two fingers' drag, with an event for each of (kind, id, milliseconds, x).
    private func drag(_ events: [(touch_event_kind, Int, UInt32, Double)]) -> [Double] {
        var (translations, boundary): ([Double], FrameBoundary) = ([], FrameBoundary())
        window.gesture(
            DragGesture(minimumDistance: 0, fingers: 2).onChanged { translations.append($0.translation.dx) })
        for (kind, id, time, x) in events {
            let event = touch_event(
                kind: kind, time: time, id: id, x: x, y: 0, dx: 0, dy: 0, scale: 1, rotation: 0, fingers: 0,
                is_mouse: 0)
            if boundary.isBefore(event) { window.touches.flush() }
            window.handle(event, time: Timestamp(microseconds: Int64(time) * 1000))
        }
        window.touches.flush()
        return translations
    }

    @Test func `two frames within a millisecond are two changes`() {
        let translations = drag([
            (TOUCH_EVENT_DOWN, 1, 100, 0), (TOUCH_EVENT_DOWN, 2, 100, 200),
            (TOUCH_EVENT_MOVED, 1, 108, 10), (TOUCH_EVENT_MOVED, 2, 108, 210),
            (TOUCH_EVENT_MOVED, 1, 108, 20), (TOUCH_EVENT_MOVED, 2, 108, 220),
        ])
        #expect(translations == [0, 10, 20])
    }

    @Test func `the fingers of a frame change together`() {
        let translations = drag([
            (TOUCH_EVENT_DOWN, 1, 100, 0), (TOUCH_EVENT_DOWN, 2, 100, 200),
            (TOUCH_EVENT_MOVED, 1, 108, 10), (TOUCH_EVENT_MOVED, 2, 108, 210), (TOUCH_EVENT_MOVED, 1, 116, 20),
        ])
        #expect(translations == [0, 10, 15])
    }

    @Test func `a cancelled touch ends its frame`() {
        var boundary = FrameBoundary()
        let event = touch_event(
            kind: TOUCH_EVENT_ALL_CANCELLED, time: 100, id: 0, x: 0, y: 0, dx: 0, dy: 0, scale: 1, rotation: 0,
            fingers: 0, is_mouse: 0)
        #expect(boundary.isBefore(event) && boundary.isBefore(event))
    }
}
