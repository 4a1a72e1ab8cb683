import Views

/// Shows a view and touches it. Times are in milliseconds.
@MainActor final class Stage {
    private let view: any View
    private let touches = TouchFrameBuilder()

    init(_ view: some View) {
        self.view = view
        for node in view.render().all { for attach in node.gestures { attach(touches) } }
    }

    /// What the view shows now.
    var node: Node { view.render() }
    var offset: CGSize { node.value("offset") ?? .zero }
    var scale: CGFloat? { node.value("scale") }

    func down(at time: Int64) { touches.touchDown(1, at: Point(x: 200, y: 100), time: milliseconds(time)) }

    func wait(until time: Int64) { touches.expire(at: milliseconds(time)) }

    func lift(at time: Int64) {
        touches.expire(at: milliseconds(time - 1))
        touches.touchUp(1, time: milliseconds(time))
        touches.flush()
    }

    func cancel(at time: Int64) { touches.cancelAll(.focusChanged, time: milliseconds(time)) }

    /// Touches down and moves evenly. The finger stays down.
    func drag(at time: Int64 = 0, by translation: Vector, for duration: Int64 = 80) {
        down(at: time)
        for step in 1...10 as ClosedRange<Int64> {
            let position = Point(x: 200, y: 100) + translation * (Double(step) / 10)
            touches.touchMoved(1, to: position, time: milliseconds(time + duration * step / 10))
        }
        touches.flush()
    }

    private func milliseconds(_ count: Int64) -> Timestamp { Timestamp(microseconds: count * 1000) }
}
