internal import GestureModel
internal import GestureProtocol

/// Describes a gesture in words: `3 fingers, 30 mm left in 0.26 s`.
enum SequenceText {
    /// Returns a line that describes one gesture of a touch sequence.
    static func headline(_ part: TouchSequence.Part) -> String {
        let seconds = "in \(((part.message.time - part.start).seconds + 0).rounded(to: 2)) s"
        switch part.value {
        case .tap(let tap):
            let times = tap.count == 1 ? "" : tap.count == 2 ? " twice" : " \(tap.count) times"
            return "\(fingers(tap.fingers)) tapped\(times)"
        case .longPress(let press): return "\(fingers(press.fingers)) pressed and held"
        case .drag(let drag):
            return "\(fingers(drag.fingers))\(origin(drag.edge)), \(movement(part, drag.translation)) \(seconds)"
        case .swipe(let swipe):
            return "\(fingers(swipe.fingers))\(origin(swipe.edge)), \(movement(part, swipe.translation)) \(seconds)"
        case .stroke(let stroke):
            return "1 finger drew \(stroke.template), \((stroke.score * 100).rounded(to: 0)) % alike"
        case .magnify, .rotate, .composition:
            guard let transform = Transform(part.value) else { return "an expression was recognised" }
            return "\(fingers(transform.fingers)) \(transformed(transform)) \(seconds)"
        }
    }

    static func fingers(_ count: Int) -> String { count == 1 ? "1 finger" : "\(count) fingers" }

    private static func origin(_ edge: Edge?) -> String { edge.map { " from the \($0.rawValue) edge" } ?? "" }

    /// Returns a movement in words. If the fingers moved far back before they lifted, includes the farthest distance.
    private static func movement(_ part: TouchSequence.Part, _ translation: Vector) -> String {
        let direction = ActionDirection(nearestTo: translation)
        let distance = translation.length
        let farthest = ActionDirection.allCases.max { part.reach.distance($0) < part.reach.distance($1) } ?? direction
        let reached = part.reach.distance(farthest)
        if reached > distance / ActionFit.keptShare + 6 {
            return "\(reached.millimetres) \(farthest.rawValue) and back to \(distance.millimetres)"
        }
        return "\(distance.millimetres) \(direction.rawValue)"
    }

    private static func transformed(_ transform: Transform) -> String {
        if transform.isTurn {
            return
                "turned \(abs(transform.rotation).degrees) \(transform.rotation < 0 ? "counterclockwise" : "clockwise")"
        }
        return "pinched \(transform.scale < 1 ? "in" : "out") to \(transform.scale.rounded(to: 2)) of their distance"
    }

    /// Returns the word for the observed gesture.
    static func word(_ part: TouchSequence.Part) -> String {
        switch part.value {
        case .tap: "tap"
        case .longPress: "long press"
        case .drag: "drag"
        case .swipe: "swipe"
        case .stroke: "stroke"
        case .magnify, .rotate, .composition:
            Transform(part.value).map { $0.isTurn ? "rotate" : "pinch" } ?? "expression"
        }
    }
}

extension Lack: CustomStringConvertible {
    var description: String {
        switch self {
        case .gesture(let needed): "is for \(needed)"
        case .fingers(let needed, let found):
            "needs \(needed.counts.map(String.init).joined(separator: " or ")) \(needed == .one ? "finger" : "fingers"), found \(found)"
        case .count(let needed, let found): "needs \(needed) taps in a row, found \(found)"
        case .direction(let needed, let found): "needs the direction \(needed), found \(found)"
        case .distance(let needed, let found): "needs \(needed.millimetres), found \(found.millimetres)"
        case .speed(let needed, let found):
            "needs \(needed.millimetres)/s at the lift, found \(found.millimetres)/s"
        case .scale(let needed, let found):
            "needs the scale \(needed.rounded(to: 2)), found \(found.rounded(to: 2))"
        case .angle(let needed, let found):
            "needs \(abs(needed).degrees) \(needed < 0 ? "counterclockwise" : "clockwise"), found \(abs(found).degrees) \(found < 0 ? "counterclockwise" : "clockwise")"
        case .transform(let needed):
            if case .rotate = needed {
                "the fingers pinched more than they turned"
            } else {
                "the fingers turned more than they pinched"
            }
        case .takenBack(let share): "the movement was taken back: \((share * 100).rounded(to: 0)) % of the way was left"
        case .leftBackwards: "the fingers went back fast when they lifted"
        case .bothWays(let distance): "the fingers also went \(distance.millimetres) the other way"
        case .edge(let needed, let found): "needs \(needed), found \(found)"
        case .corner(let needed): "needs the corner \(ActionGesture.words(of: needed))"
        case .positions: "needs to know where the fingers are, which the daemon withholds from this user"
        case .stroke(let needed, let found): "needs the stroke \(needed), found \(found)"
        case .device(let needed, let found): "needs the device \(needed), found \(found)"
        case .app(let needed, let found): "needs the app \(needed), found \(found)"
        case .shield: "needs gesturectl shield, as while the screen is dark"
        case .moment(let needed, let found): "happens when \(needed.rawValue), found \(found)"
        case .step(.distance(let distance)): "needs a whole step of \(distance.millimetres)"
        case .step(.angle(let angle)): "needs a whole step of \(angle.degrees)"
        case .step(.scale(let scale)): "needs a whole step by \(scale.rounded(to: 2))"
        case .pointer: "one finger moves the pointer on a touchpad; write device = \"touchpad\" if that is meant"
        }
    }
}
