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

    /// Draws one of the view's values as SwiftUI does: under the animation that is written next to it, or else under that
    /// of the change.
    func drawn<Value: Animatable>(_ name: String, as type: Value.Type = Value.self) -> AnimatedState<Value> {
        let states = Mirror(reflecting: view).children.compactMap { $0.value as? any ObservableState }
        let value = { [view] in view.render().value(name, as: type)! }
        let node = node.all.first { $0.values[name] is Value }
        guard let animation = node?.values["animation"] as? Animation else {
            return AnimatedState(following: states, value: value)
        }
        return AnimatedState(following: states, animation: animation, value: value)
    }

    /// Draws at 60 Hz from one time to another.
    func draw<Value>(
        _ state: AnimatedState<Value>, from begin: Int64, to end: Int64, _ measure: (Value) -> Double
    ) -> [Double] {
        (0...(end - begin) * 60 / 1000).map { frame in
            let time = begin * 1000 + frame * 1_000_000 / 60
            touches.expire(at: Timestamp(microseconds: time))
            return measure(state.value(at: Timestamp(microseconds: time)))
        }
    }

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

    /// Touches down and moves evenly to the right or left, and draws at 60 Hz. The finger stays down.
    func dragAndDraw<Value>(
        _ state: AnimatedState<Value>, at begin: Int64, by distance: Double, for duration: Int64,
        _ measure: (Value) -> Double
    ) -> [Double] {
        down(at: begin)
        var (drawn, frames): ([Double], Int64) = ([], 0)
        for time in stride(from: Int64(4), through: duration, by: 4) {
            let x = 200 + distance * Double(time) / Double(duration)
            touches.touchMoved(1, to: Point(x: x, y: 100), time: milliseconds(begin + time))
            touches.flush()
            while frames * 1000 / 60 <= time {
                let now = Timestamp(microseconds: begin * 1000 + frames * 1_000_000 / 60)
                drawn.append(measure(state.value(at: now)))
                frames += 1
            }
        }
        return drawn
    }

    private func milliseconds(_ count: Int64) -> Timestamp { Timestamp(microseconds: count * 1000) }
}
