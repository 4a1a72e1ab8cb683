internal import GestureModel
internal import GestureProtocol

extension TouchSequence.Part {
    /// The word for the observed gesture in the actions file.
    var word: String {
        if value.name != .dial, let transform = Transform(value) { return transform.isTurn ? "rotate" : "pinch" }
        return value.name?.noun ?? "expression"
    }
}

extension Lack: CustomStringConvertible {
    var description: String {
        switch self {
        case .gesture(let needed): "is for \(needed)"
        case .fingers(let needed, let found):
            "needs \(needed.counts.map(String.init).joined(separator: " or ")) \(needed == .one ? "finger" : "fingers"), found \(found)"
        case .count(let needed, let found): "needs \(needed) taps in a row, found \(found)"
        case .direction(let needed, let found): "needs \(needed), found \(found)"
        case .start(let place, let limit, let found):
            "needs to start within \(limit.millimetres) of \(place), "
                + "found \(found.millimetres)"
                // So far inside, no setting makes it a gesture from the edge.
                + (found > Edge.middleFactor * limit
                    ? "" : "; [edges] distance above \(((found * 10 - 0.01).rounded(.up) / 10).rounded(to: 1))")
        case .unrecognised(let gesture, let reason, let setting):
            "no \(gesture.word?.rawValue ?? "gesture"): \(LengthText.withMillimetres(reason.phrase))"
                + (setting.map { "; \($0)" } ?? "")
        case .distance(let needed, let found): "needs \(needed.millimetres), found \(found.millimetres)"
        case .speed(let needed, let found):
            "needs \(needed.millimetres)/s at the lift, found \(found.millimetres)/s"
        case .stopped(let rest, let needed, let isLate):
            "needs \(needed.millimetres)/s at the lift, but the fingers were still for \(Wording.decimal(rest.seconds, 2)) s before"
                + (isLate
                    ? "; [velocity] stopTime above \(((rest.seconds * 100 - 0.01).rounded(.up) / 100).rounded(to: 2))"
                    : "")
        case .scale(let needed, let found):
            "needs the scale \(needed.rounded(to: 2)), found \(found.rounded(to: 2))"
        case .angle(let needed, let found):
            "needs \(Wording.turn(needed)), found \(Wording.turn(found))"
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
        case .moment(let needed, let found): "runs when \(needed.rawValue), found \(found)"
        case .step(.distance(let distance)): "needs a whole step of \(distance.millimetres)"
        case .step(.angle(let angle)): "needs a whole step of \(angle.degrees)"
        case .step(.scale(let scale)): "needs a whole step by \(scale.rounded(to: 2))"
        case .back(let steps):
            "the fingers went \(steps < 2 ? "a step" : "\(Int(steps)) steps") back, and the rule has no `back`"
        case .pointer: "one finger moves the pointer on a touchpad; write device = \"touchpad\" if that is meant"
        }
    }
}
