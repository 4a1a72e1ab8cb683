import Foundation
import GestureModel
import GestureRecognition
import Strokes
import Testing

/// A standard set that receives a hand's frames, driven as by the pipeline: deadlines earlier than a frame come before it.
///
/// Returns what a client would receive in words, without `changed` and with a tap's two events as one: `began drag 2`,
/// `ended pinch 2`, `tap 1 ×2`, `cancelled hold 1 outcompeted`.
struct StandardTrial {
    /// Everything that was ever emitted.
    private(set) var events: [GestureEvent] = []
    /// As a clickpad's button is, from the next frame on.
    var isClicked = false
    /// A palm is on the surface, from the next frame on.
    var hasPalm = false
    private var emitter: GestureEmitter
    private var hand = Hand()
    private var places: [Int: Point] = [:]
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
        for case .down(let id, let x, let y) in touches { places[id] = Point(x: x, y: y) }
        for case .move(let id, let x, let y) in touches { places[id] = Point(x: x, y: y) }
        var frame = hand.frame(at: time, touches)
        frame.isClicked = isClicked
        frame.hasPalm = hasPalm
        return expire { $0 < time } + take(frame)
    }

    /// A frame as it is, whatever fingers there are.
    mutating func take(_ frame: TouchFrame) -> [String] {
        emitter.update(frame, gestures: &gestures)
        return hear()
    }

    /// No frame until then, deadlines of that very moment included.
    @discardableResult
    mutating func wait(until milliseconds: Double) -> [String] {
        let time = Timestamp(milliseconds)
        return expire { $0 <= time }
    }

    mutating func cancel(_ reason: CancellationReason, at milliseconds: Double) -> [String] {
        emitter.cancel(reason, at: Timestamp(milliseconds))
        return hear()
    }

    private mutating func expire(while isDue: (Timestamp) -> Bool) -> [String] {
        var words: [String] = []
        var count = 0
        while let deadline = emitter.deadline, isDue(deadline) {
            count += 1
            guard count < 1000 else {
                Issue.record("the deadline \(deadline) comes again and again")
                return words
            }
            emitter.expire(at: deadline, gestures: &gestures)
            words += hear()
        }
        return words
    }

    private mutating func hear() -> [String] {
        events += emitter.events
        return emitter.events.compactMap(\.words)
    }
}

/// Several fingers in one motion.
extension StandardTrial {
    /// Fingers go on by `distance` each, in a frame every 8 ms; the last is at `end`.
    @discardableResult
    mutating func glide(_ fingers: [Int], by distance: Vector, from start: Double, to end: Double) -> [String] {
        move(fingers, from: start, to: end) { place, share in place + distance * share }
    }

    /// Fingers go around `centre` by an angle in radians, clockwise.
    @discardableResult
    mutating func turn(
        _ fingers: [Int], by angle: Double, around centre: Point, from start: Double, to end: Double
    ) -> [String] {
        move(fingers, from: start, to: end) { place, share in centre + (place - centre).turned(by: angle * share) }
    }

    private mutating func move(
        _ fingers: [Int], from start: Double, to end: Double, _ path: (Point, Double) -> Point
    ) -> [String] {
        let origins = fingers.map { places[$0] ?? .zero }
        let steps = max(1, Int((end - start) / 8))
        var words: [String] = []
        for step in 1...steps {
            let share = Double(step) / Double(steps)
            let touches = zip(fingers, origins).map { finger, origin in
                let place = path(origin, share)
                return Touch.move(finger, place.x, place.y)
            }
            words += at(start + (end - start) * share, touches)
        }
        return words
    }
}

extension GestureEvent {
    fileprivate var words: String? {
        switch phase {
        case .began: if case .tap = value { nil } else { "began \(value.words)" }
        case .changed: nil
        case .ended: if case .tap = value { value.words } else { "ended \(value.words)" }
        case .cancelled(.failed(let reason)): "cancelled \(value.words) \(reason)"
        case .cancelled(let reason): "cancelled \(value.words) \(reason.name)"
        }
    }
}

extension GestureValue {
    fileprivate var words: String {
        switch self {
        case .tap(let tap): "tap \(tap.fingers)" + (tap.count > 1 ? " ×\(tap.count)" : "")
        case .longPress(let press): "hold \(press.fingers)"
        case .drag(let drag): "drag \(drag.fingers)"
        case .swipe(let swipe): "swipe \(swipe.fingers)"
        case .magnify(let magnify): "magnify \(magnify.fingers)"
        case .rotate(let rotate): "rotate \(rotate.fingers)"
        case .stroke(let stroke): "stroke \(stroke.template)"
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
