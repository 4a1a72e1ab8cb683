import Foundation
import GestureModel
import GestureRecognition
import Strokes
import Testing

/// A standard set that receives a hand's frames, driven as by the pipeline: deadlines earlier than a frame come before it.
///
/// Returns what a client would receive as text, without `changed` and with a tap's two events as one: `began drag 2`,
/// `ended pinch 2`, `tap 1 ×2`, `cancelled hold 1 outcompeted`.
struct StandardTrial {
    /// Everything that was ever emitted.
    private(set) var events: [GestureEvent] = []
    /// Whether a clickpad's button is pressed, from the next frame on.
    var isClicked = false
    /// Whether a palm is on the surface, from the next frame on.
    var hasPalm = false
    private var emitter: GestureEmitter
    private var hand = Hand()
    private var positions: [Int: Point] = [:]
    private var gestures: UInt64 = 0

    /// 600 × 400 pt, where thumbs rest from y 356 on.
    static let surface = Surface(size: Vector(dx: 600, dy: 400))

    init(
        _ kind: GestureExpression.Standard, _ thresholds: Thresholds = Thresholds(),
        on surface: Surface? = StandardTrial.surface
    ) {
        emitter = GestureEmitter(.standard(kind), thresholds: thresholds, surface: surface)
    }

    /// The deadline in milliseconds.
    var deadline: Double? { emitter.deadline.map { Double($0.microseconds) / 1000 } }
    var isIdle: Bool { emitter.isIdle }
    var isUnderWay: Bool { emitter.current != nil }
    /// The last reported value of any gesture.
    var value: GestureValue? { events.last?.value }

    /// Sends a frame at a time in milliseconds. Returns the events of the deadlines before it and of the frame.
    @discardableResult
    mutating func at(_ milliseconds: Double, _ touches: Touch...) -> [String] { at(milliseconds, touches) }

    @discardableResult
    mutating func at(_ milliseconds: Double, _ touches: [Touch]) -> [String] {
        let time = Timestamp(milliseconds)
        for case .down(let id, let x, let y) in touches { positions[id] = Point(x: x, y: y) }
        for case .move(let id, let x, let y) in touches { positions[id] = Point(x: x, y: y) }
        var frame = hand.frame(at: time, touches)
        frame.isClicked = isClicked
        frame.hasPalm = hasPalm
        return expire { $0 < time } + handle(frame)
    }

    /// Sends a frame that did not come from the hand.
    mutating func handle(_ frame: TouchFrame) -> [String] {
        emitter.update(frame, gestures: &gestures)
        return receiveEvents()
    }

    /// Lets time pass without a frame. Deadlines expire, one at that time included.
    @discardableResult
    mutating func wait(until milliseconds: Double) -> [String] {
        let time = Timestamp(milliseconds)
        return expire { $0 <= time }
    }

    mutating func cancel(_ reason: CancellationReason, at milliseconds: Double) -> [String] {
        emitter.cancel(reason, at: Timestamp(milliseconds))
        return receiveEvents()
    }

    private mutating func expire(while isDue: (Timestamp) -> Bool) -> [String] {
        var summaries: [String] = []
        var count = 0
        while let deadline = emitter.deadline, isDue(deadline) {
            count += 1
            guard count < 1000 else {
                Issue.record("the deadline \(deadline) comes again and again")
                return summaries
            }
            emitter.expire(at: deadline, gestures: &gestures)
            summaries += receiveEvents()
        }
        return summaries
    }

    private mutating func receiveEvents() -> [String] {
        events += emitter.events
        return emitter.events.compactMap(\.summary)
    }
}

/// Several fingers in one motion.
extension StandardTrial {
    /// Fingers go on by `distance` each, in a frame every 8 ms; the last is at `end`.
    @discardableResult
    mutating func glide(_ fingers: [Int], by distance: Vector, from start: Double, to end: Double) -> [String] {
        move(fingers, from: start, to: end) { origin, share in origin + distance * share }
    }

    /// Fingers go around `centre` by an angle in radians, clockwise.
    @discardableResult
    mutating func turn(
        _ fingers: [Int], by angle: Double, around centre: Point, from start: Double, to end: Double
    ) -> [String] {
        move(fingers, from: start, to: end) { origin, share in centre + (origin - centre).turned(by: angle * share) }
    }

    private mutating func move(
        _ fingers: [Int], from start: Double, to end: Double, _ path: (Point, Double) -> Point
    ) -> [String] {
        let origins = fingers.map { positions[$0] ?? .zero }
        let steps = max(1, Int((end - start) / 8))
        var summaries: [String] = []
        for step in 1...steps {
            let share = Double(step) / Double(steps)
            let touches = zip(fingers, origins).map { finger, origin in
                let position = path(origin, share)
                return Touch.move(finger, position.x, position.y)
            }
            summaries += at(start + (end - start) * share, touches)
        }
        return summaries
    }
}

extension GestureEvent {
    fileprivate var summary: String? {
        switch phase {
        case .began: if case .tap = value { nil } else { "began \(value.text)" }
        case .changed: nil
        case .ended: if case .tap = value { value.text } else { "ended \(value.text)" }
        case .cancelled(.failed(let reason)): "cancelled \(value.text) \(reason)"
        case .cancelled(let reason): "cancelled \(value.text) \(reason.name)"
        }
    }
}

extension GestureValue {
    fileprivate var text: String {
        switch self {
        case .tap(let tap): "tap \(tap.fingers)" + (tap.count > 1 ? " ×\(tap.count)" : "")
        case .longPress(let press): "hold \(press.fingers)"
        case .drag(let drag): "drag \(drag.fingers)"
        case .swipe(let swipe): "swipe \(swipe.fingers)"
        case .magnify(let magnify): "magnify \(magnify.fingers)"
        case .rotate(let rotate): "rotate \(rotate.fingers)"
        case .stroke(let stroke): "stroke \(stroke.template)"
        case .swipeHold(let hold): "swipeHold \(hold.fingers)"
        case .dial(let dial): "dial \(dial.fingers)"
        case .touch(let touch): "touch \(touch.fingers)"
        case .composition: "pinch \(magnification?.fingers ?? 0)"
        }
    }

    var tap: GestureValue.Tap? { if case .tap(let tap) = self { tap } else { nil } }
    var hold: GestureValue.LongPress? { if case .longPress(let press) = self { press } else { nil } }
    var drag: GestureValue.Drag? { if case .drag(let drag) = self { drag } else { nil } }
    var nodes: [GestureTree.Node] { if case .composition(let tree) = self { tree.nodes } else { [] } }

    var magnification: GestureValue.Magnify? {
        if nodes.count == 3, case .magnify(let magnify) = nodes[1].value { magnify } else { nil }
    }
    var rotation: GestureValue.Rotate? {
        if nodes.count == 3, case .rotate(let rotate) = nodes[2].value { rotate } else { nil }
    }
}

extension Vector {
    func turned(by angle: Double) -> Vector {
        Vector(dx: dx * cos(angle) - dy * sin(angle), dy: dx * sin(angle) + dy * cos(angle))
    }
}
