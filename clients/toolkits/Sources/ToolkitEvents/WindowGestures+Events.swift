package import CTouchEvents
package import Gestures

extension WindowGestures {
    /// Handles an event that a toolkit's C code reported.
    ///
    /// - Parameter time: That of the event.
    package func handle(_ event: touch_event, time: Timestamp) {
        let position = Point(x: event.x, y: event.y)
        switch event.kind {
        case TOUCH_EVENT_DOWN: touches.touchDown(event.id, at: position, time: time)
        case TOUCH_EVENT_MOVED: touches.touchMoved(event.id, to: position, time: time)
        case TOUCH_EVENT_UP: touches.touchUp(event.id, time: time)
        case TOUCH_EVENT_CANCELLED: touches.touchCancelled(event.id, time: time)
        case TOUCH_EVENT_FRAME: touches.flush()
        case TOUCH_EVENT_ALL_CANCELLED: touches.cancelAll(time: time)
        case TOUCH_EVENT_LOST: cancelAll(.deviceLost, time: time)
        case TOUCHPAD_EVENT_BEGIN: touchpad.begin(fingers: Int(event.fingers), at: position, time: time)
        case TOUCHPAD_EVENT_UPDATE:
            touchpad.update(
                by: Vector(dx: event.dx, dy: event.dy), scale: event.scale, rotation: .radians(event.rotation),
                time: time)
        case TOUCHPAD_EVENT_END: touchpad.end(time: time)
        default: touchpad.cancel(time: time)
        }
    }
}
