internal import GestureModel

/// The reason why a rule does not apply to a gesture. ``Action/lacks(of:in:at:isEnough:)`` finds the reasons, and
/// explanations name them.
enum Lack: Hashable, Sendable {
    /// The rule is for another gesture, such as a tap.
    case gesture(needed: ActionGesture)
    case fingers(needed: FingerCounts, found: Int)
    case count(needed: Int, found: Int)
    case direction(needed: String, found: String)
    /// In points.
    case distance(needed: Double, found: Double)
    /// In points per second.
    case speed(needed: Double, found: Double)
    case scale(needed: Double, found: Double)
    /// In radians, clockwise.
    case angle(needed: Double, found: Double)
    /// The fingers turned more than they pinched, or the reverse.
    case transform(needed: ActionGesture)
    /// The movement was reversed; the value is the remaining part, from 0 to 1.
    case takenBack(Double)
    /// The fingers moved back fast when they lifted.
    case leftBackwards
    /// The fingers also went the other way, by this distance in points.
    case bothWays(Double)
    case edge(needed: String, found: String)
    case corner(needed: Corner)
    /// The daemon does not report the positions of the fingers.
    case positions
    case stroke(needed: String, found: String)
    case device(needed: String, found: String)
    case app(needed: String, found: ActionWindow)
    /// The app received the touch, because no shield was up.
    case shield
    case moment(needed: Action.Moment, found: String)
    /// The movement was less than a step.
    case step(needed: Action.Amount)
    /// One finger on a touchpad moves the pointer, and the rule does not name a touchpad.
    case pointer

    /// How far the gesture is from meeting the rule. 1 is little, such as a few millimetres.
    var weight: Double {
        switch self {
        case .gesture: 8
        case .fingers(let needed, let found): 1.5 + Double(needed.counts.map { abs($0 - found) }.min() ?? 10) / 2
        case .count(let needed, let found): 1 + Double(abs(needed - found)) / 2
        case .direction: 3
        case .distance(let needed, let found): 0.5 + min(max((needed - found) / needed, 0), 2)
        case .speed(let needed, let found): 0.5 + min(max((needed - found) / needed, 0), 2)
        case .scale, .angle, .step, .takenBack, .leftBackwards, .bothWays, .moment: 1
        case .transform, .corner, .positions: 2
        case .edge: 2.5
        case .stroke: 3
        case .device, .pointer: 3
        case .app, .shield: 2
        }
    }
}
