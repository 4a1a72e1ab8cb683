internal import GestureModel

/// The reason why a rule does not apply to a gesture. ``Action/lacks(of:in:at:isEnough:)`` finds the reasons, and
/// explanations name them.
enum Lack: Hashable, Sendable {
    /// The rule is for another gesture, such as a tap.
    case gesture(needed: ActionGesture)
    case fingers(needed: FingerCounts, found: Int)
    case count(needed: Int, found: Int)
    /// In words: `the direction right`, `pinch in`.
    case direction(needed: String, found: String)
    /// The fingers came down too far from an edge or from both edges of a corner, in words, by this distance in points.
    case start(at: String, limit: Double, found: Double)
    /// Why the daemon did not recognise the rule's gesture at all, with the settings that decide about it.
    case unrecognised(ActionGesture, CancellationReason, setting: String?)
    /// In points.
    case distance(needed: Double, found: Double)
    /// In points per second.
    case speed(needed: Double, found: Double)
    /// The fingers rested for this time before they lifted, so that they had stopped; `isLate` if a longer `stopTime` would
    /// take that for a late lift.
    case stopped(Microseconds, needed: Double, isLate: Bool)
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
    /// The movement was so many steps against the rule's direction, for which it has no `back`.
    case back(Double)
    /// One finger on a touchpad moves the pointer, and the rule does not name a touchpad.
    case pointer

    static func way(_ needed: ActionDirection, found: ActionDirection) -> Lack {
        .direction(needed: "the direction \(needed.rawValue)", found: found.rawValue)
    }

    static func way(_ needed: ActionGesture, _ found: ActionGesture) -> Lack {
        .direction(needed: "\(needed)", found: "\(found)")
    }

    /// How far the gesture is from meeting the rule. 1 is little, such as a few millimetres.
    var weight: Double {
        switch self {
        case .gesture: 8
        case .fingers(let needed, let found): 1.5 + Double(needed.counts.map { abs($0 - found) }.min() ?? 10) / 2
        case .count(let needed, let found): 1 + Double(abs(needed - found)) / 2
        case .direction: 3
        // Four times too far is a movement from the middle.
        case .start(_, let limit, let found): found > Edge.middleFactor * limit ? 6 : 0.5 + found / max(limit, 1) / 2
        // Another gesture than that of the rule is farther than another direction.
        case .unrecognised(_, let reason, _): 3.5 + reason.shortfall * 5
        case .distance(let needed, let found): 0.5 + min(max((needed - found) / needed, 0), 2)
        case .speed(let needed, let found): 0.5 + min(max((needed - found) / needed, 0), 2)
        case .stopped: 1.5
        case .scale, .angle, .step, .back, .takenBack, .leftBackwards, .bothWays, .moment: 1
        case .transform, .corner, .positions: 2
        case .edge: 2.5
        case .stroke: 3
        case .device, .pointer: 3
        case .app, .shield: 2
        }
    }
}

extension CancellationReason {
    /// How much of the needed distance or time was missing, from 0 to 1.
    fileprivate var shortfall: Double {
        switch self {
        case .failed(.movedTooLittle(let number, let limit)), .failed(.deformedTooLittle(let number, let limit)),
            .failed(.scaledTooLittle(let number, let limit)), .failed(.turnedTooLittle(let number, let limit)),
            .failed(.tooSlow(let number, let limit)), .failed(.liftedSlowly(let number, let limit)):
            limit > 0 ? min(max((limit - number) / limit, 0), 1) : 0
        case .failed(.liftedEarly(let time, let limit)): min(max(1 - time.seconds / limit.seconds, 0), 1)
        default: 0
        }
    }
}
