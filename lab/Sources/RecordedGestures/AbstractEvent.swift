internal import FoundationEssentials
public import GestureModel

/// One gesture in the words of ../shared/recordings/RULES.md, the same for every system that is scored.
public struct AbstractEvent: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        case tap, drag, scroll, swipe, pinch, rotate, hold
    }

    public enum Direction: String, Hashable, Sendable {
        case up, down, left, right
        /// The fingers part.
        case out
        /// They meet.
        case `in`
        case clockwise = "cw"
        case counterclockwise = "ccw"
    }

    public var kind: Kind
    public var fingers: Int
    /// nil for taps and holds, and for a drag that came back to where it began.
    public var direction: Direction?
    public var start: Timestamp
    public var end: Timestamp
    public var isCancelled = false
    /// Points, y down.
    public var translation: Vector?
    public var scale: Double?
    /// Radians, clockwise.
    public var angle: Double?

    init(_ kind: Kind, fingers: Int, direction: Direction? = nil, start: Timestamp, end: Timestamp) {
        self.kind = kind
        self.fingers = fingers
        self.direction = direction
        self.start = start
        self.end = end
    }

    /// A line of `OUT/<id>.jsonl`.
    ///
    /// - Parameters:
    ///   - origin: The recording's first event, which times are counted from.
    ///   - receiver: Which receiver got it, where there are several.
    public func json(from origin: Timestamp, receiver: String? = nil) -> String {
        func seconds(_ time: Timestamp) -> Double { Double(time.microseconds - origin.microseconds) / 1e6 }
        let direction = direction.map { "\"\($0.rawValue)\"" } ?? "null"
        var text = #"{"kind":"\#(kind.rawValue)","fingers":\#(fingers),"direction":\#(direction),"#
        text += #""t_start":\#(seconds(start)),"t_end":\#(seconds(end))"#
        if let translation { text += #","dx":\#(translation.dx),"dy":\#(translation.dy)"# }
        if let scale { text += #","scale":\#(scale)"# }
        if let angle { text += #","angle":\#(angle * 180 / .pi)"# }
        if let receiver { text += #","receiver":"\#(receiver)""# }
        if isCancelled { text += #","cancelled":true"# }
        return text + "}"
    }
}

extension AbstractEvent.Direction {
    /// Where the motion mostly goes; score.py's rule.
    init?(_ motion: Vector) {
        guard motion != .zero else { return nil }
        self =
            motion.dx.magnitude > motion.dy.magnitude
            ? (motion.dx > 0 ? .right : .left) : (motion.dy > 0 ? .down : .up)
    }
}
