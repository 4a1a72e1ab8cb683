internal import GestureModel
public import GestureProtocol
internal import RealModule

/// Makes abstract events of the messages of a subscription: one for each gesture.
public struct AbstractEvents: Sendable {
    /// In the order in which the gestures ended.
    public private(set) var finished: [AbstractEvent] = []
    private var open: [(gesture: UInt64, began: Timestamp)] = []

    /// A pinch whose scale stays below this, as a logarithm, and whose angle passes ``leastAngle``, is a rotation:
    /// RULES.md's, made for libinput.
    static let leastLogScale = 0.1
    static let leastAngle = Double.pi / 18

    public init() {}

    public mutating func handle(_ message: GestureMessage) {
        let index = open.firstIndex { $0.gesture == message.gesture }
        switch message.phase {
        case .began: open.append((message.gesture, message.time))
        case .changed: break
        case .ended, .cancelled:
            guard let index else { return }
            let began = open.remove(at: index).began
            guard var event = event(message.value, from: began, to: message.time) else { return }
            event.isCancelled = message.phase != .ended
            finished.append(event)
        }
    }

    /// What a gesture was; nil if it is none of RULES.md's, such as a press that lifted early.
    static func event(_ value: GestureValue, from start: Timestamp, to end: Timestamp) -> AbstractEvent? {
        AbstractEvents().event(value, from: start, to: end)
    }

    private func event(_ value: GestureValue, from start: Timestamp, to end: Timestamp) -> AbstractEvent? {
        switch value {
        case .tap(let tap): return AbstractEvent(.tap, fingers: tap.fingers, start: start, end: end)
        case .longPress(let press): return hold(press, from: start, to: end)
        case .drag(let drag): return self.drag(drag, from: start, to: end)
        case .swipe(let swipe): return self.swipe(swipe, from: start, to: end)
        case .stroke, .swipeHold, .dial, .touch: return nil
        case .magnify(let magnify): return transform(magnify, nil, from: start, to: end)
        case .rotate(let rotate): return transform(nil, rotate, from: start, to: end)
        case .composition(let tree): return composition(tree, from: start, to: end)
        }
    }

    /// A press that lifted early is not a gesture. A race reports a press at its deadline, so the
    /// touch came the minimum duration earlier.
    private func hold(_ press: GestureValue.LongPress, from start: Timestamp, to end: Timestamp) -> AbstractEvent? {
        guard press.completed else { return nil }
        let isLate = press.deadline.map { start >= $0 } ?? false
        let down = isLate ? start + .milliseconds(-AbstractEvents.minimumMilliseconds) : start
        return AbstractEvent(.hold, fingers: press.fingers, start: down, end: end)
    }

    private static let minimumMilliseconds: Int64 = 500

    /// On a touchpad one finger drags only after a tap, which is the `drag` of RULES.md. That file has no word for a drag on
    /// a touchscreen, which is called the same here.
    private func drag(_ drag: GestureValue.Drag, from start: Timestamp, to end: Timestamp) -> AbstractEvent {
        let kind: AbstractEvent.Kind = drag.fingers == 1 ? .drag : drag.fingers == 2 ? .scroll : .swipe
        let direction = AbstractEvent.Direction(drag.translation)
        var event = AbstractEvent(kind, fingers: drag.fingers, direction: direction, start: start, end: end)
        event.translation = drag.translation
        return event
    }

    private func swipe(_ swipe: GestureValue.Swipe, from start: Timestamp, to end: Timestamp) -> AbstractEvent {
        let translation = swipe.location - swipe.startLocation
        let direction = AbstractEvent.Direction(translation)
        var event = AbstractEvent(.swipe, fingers: swipe.fingers, direction: direction, start: start, end: end)
        event.translation = translation
        return event
    }

    private func transform(
        _ magnify: GestureValue.Magnify?, _ rotate: GestureValue.Rotate?, from start: Timestamp, to end: Timestamp
    ) -> AbstractEvent {
        let fingers = magnify?.fingers ?? rotate?.fingers ?? 2
        let scale = magnify?.magnification ?? 1
        let angle = rotate?.rotation ?? 0
        let growth = scale > 0 ? Double.log(scale) : 0
        let turns =
            growth.magnitude < AbstractEvents.leastLogScale && angle.magnitude > AbstractEvents.leastAngle
            || magnify == nil
        let direction: AbstractEvent.Direction =
            turns ? (angle > 0 ? .clockwise : .counterclockwise) : (growth > 0 ? .out : .in)
        var event = AbstractEvent(
            turns ? .rotate : .pinch, fingers: fingers, direction: direction, start: start, end: end)
        event.scale = scale
        event.angle = angle
        return event
    }

    /// The parts of a race or a sequence that succeeded. The last part of a sequence decides what it is. A cancelled
    /// composition may have none, and is what any of its parts was.
    private func composition(_ tree: GestureTree, from start: Timestamp, to end: Timestamp) -> AbstractEvent? {
        let successes = tree.nodes.filter(\.isSuccess).compactMap(\.value)
        let values = successes.isEmpty ? tree.nodes.compactMap(\.value) : successes
        var magnify: GestureValue.Magnify?
        var rotate: GestureValue.Rotate?
        for value in values {
            if case .magnify(let value) = value { magnify = value }
            if case .rotate(let value) = value { rotate = value }
        }
        guard magnify == nil && rotate == nil else { return transform(magnify, rotate, from: start, to: end) }
        return values.last.flatMap { event($0, from: start, to: end) }
    }
}

extension GestureTree.Node {
    fileprivate var isSuccess: Bool {
        switch phase {
        case .active, .ended: true
        case .possible, .failed: false
        }
    }
}
