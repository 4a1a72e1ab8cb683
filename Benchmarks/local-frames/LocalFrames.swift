import GestureModel
import Gestures

/// Feeds frames of one long drag to a gesture in this process, to be counted and measured from outside:
///
///     local-frames drag|composition|builder FRAMES
///     local-frames lifetimes
///
/// `builder` is the same drag as `drag`, from a toolkit's events. `lifetimes` prints which objects stay; see ``Lifetimes``.
@main struct LocalFrames {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard Array(arguments) != ["lifetimes"] else { return Lifetimes.run() }
        guard arguments.count == 2, let kind = arguments.first, let count = arguments.last.flatMap({ Int($0) }) else {
            fatalError("usage: local-frames drag|composition|builder FRAMES, or local-frames lifetimes")
        }
        let state = GestureState(wrappedValue: Vector.zero)
        let drag = DragGesture(minimumDistance: 0).updating(state) { value, state, _ in state = value.translation }
        switch kind {
        case "drag": feed(GestureRecogniser(drag), count)
        case "builder": feed(drag, count)
        case "composition":
            feed(
                GestureRecogniser(
                    LongPressGesture(minimumDuration: 0.01, maximumDistance: .infinity).sequenced(before: drag)
                        .race(against: TapGesture(fingers: 2))
                        .simultaneously(with: LongPressGesture(minimumDuration: .infinity))), count)
        default: fatalError("\(kind) is neither drag, composition nor builder")
        }
    }

    private static func feed(_ gesture: some Gesture, _ count: Int) {
        let touches = TouchFrameBuilder()
        touches.attach(gesture)
        for number in 0..<count {
            let time = Timestamp(microseconds: Int64(number) * 8000)
            let position = Point(x: 100 + Double(number % 1000) / 3, y: 100)
            if number == 0 {
                touches.down(1, at: position, time: time)
            } else {
                touches.moved(1, to: position, time: time)
            }
            touches.flush()
        }
    }

    private static func feed(_ recogniser: GestureRecogniser, _ count: Int) {
        var frame = TouchFrame(time: Timestamp(microseconds: 0))
        for number in 0..<count {
            frame.time = Timestamp(microseconds: Int64(number) * 8000)
            let position = Point(x: 100 + Double(number % 1000) / 3, y: 100)
            frame.contacts.removeAll(keepingCapacity: true)
            frame.contacts.append(Contact(id: 1, phase: number == 0 ? .began : .moved, position: position))
            recogniser.update(frame)
        }
    }
}
