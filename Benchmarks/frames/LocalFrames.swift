import GestureModel
import Gestures

/// Frames of one long drag, fed to a gesture in this process.
///
/// `changed` is a drag with `onChanged` alone. `builder` is the same drag as `drag`, from a toolkit's events; `drags` are ten of
/// them with the same finger, and `away` is one next to a hundred gestures whose rectangles do not contain the finger. `shown` is
/// `drag` with a value of three states that is drawn in each frame.
enum LocalFrames {
    static let kinds = ["drag", "changed", "composition", "builder", "drags", "away", "shown"]

    /// Returns false if no gesture has that name.
    static func run(_ kind: String, _ count: Int) -> Bool {
        let state = GestureState(wrappedValue: Vector.zero)
        let drag = DragGesture(minimumDistance: 0).updating(state) { value, state, _ in state = value.translation }
        switch kind {
        case "drag": feed(GestureRecogniser(drag), count)
        case "shown":
            let (position, scale) = (State(wrappedValue: Vector.zero), State(wrappedValue: 1.0))
            let offset = shown(position, state, scale) { ($0 + $1) * $2 }
            feed(GestureRecogniser(drag), count) { _ = offset.value(at: $0) }
        case "changed":
            var sum = 0.0
            feed(GestureRecogniser(DragGesture(minimumDistance: 0).onChanged { sum += $0.translation.dx }), count)
        case "builder": feed(drag, 1, away: 0, count)
        case "drags": feed(drag, 10, away: 0, count)
        case "away": feed(drag, 1, away: 100, count)
        case "composition":
            feed(
                GestureRecogniser(
                    LongPressGesture(minimumDuration: 0.01, maximumDistance: .infinity).sequenced(before: drag)
                        .race(against: TapGesture(fingers: 2))
                        .simultaneously(with: LongPressGesture(minimumDuration: .infinity))), count)
        default: return false
        }
        return true
    }

    private static func feed(_ gesture: some Gesture, _ attached: Int, away: Int, _ count: Int) {
        let touches = TouchFrameBuilder()
        for _ in 0..<attached { touches.attach(gesture) }
        for number in 0..<away {
            touches.attach(gesture, to: Region(x: 0, y: 200 + 50 * Double(number), width: 1000, height: 50))
        }
        for number in 0..<count {
            let time = Timestamp(microseconds: Int64(number) * 8000)
            let position = Point(x: 100 + Double(number % 1000) / 3, y: 100)
            if number == 0 {
                touches.touchDown(1, at: position, time: time)
            } else {
                touches.touchMoved(1, to: position, time: time)
            }
            touches.flush()
        }
    }

    private static func feed(
        _ recogniser: GestureRecogniser, _ count: Int, draw: (Timestamp) -> Void = { _ in }
    ) {
        var frame = TouchFrame(time: Timestamp(microseconds: 0))
        for number in 0..<count {
            frame.time = Timestamp(microseconds: Int64(number) * 8000)
            let position = Point(x: 100 + Double(number % 1000) / 3, y: 100)
            frame.contacts.removeAll(keepingCapacity: true)
            frame.contacts.append(Contact(id: 1, phase: number == 0 ? .began : .moved, position: position))
            recogniser.update(frame)
            draw(frame.time)
        }
    }
}
