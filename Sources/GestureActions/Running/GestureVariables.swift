internal import GestureModel
internal import GestureProtocol

/// The environment variables of an action's program. Lengths are in points, angles in degrees, and velocities per
/// second.
struct GestureVariables {
    private(set) var list: [String] = []

    /// - Parameter action: The matched rule.
    init(_ match: ActionMatcher.Match, _ action: Action) {
        let message = match.message
        add("RULE", action.name)
        add("DEVICE", match.device.name)
        add("DEVICE_KIND", match.device.kind.rawValue)
        add("PHASE", message.phase.name)
        if case .cancelled(let reason) = message.phase { add("REASON", message.unknownReason ?? "\(reason)") }
        if let app = match.window.app { add("APP", app) }
        add("NAME", action.gesture.name?.rawValue ?? message.value.name?.rawValue ?? "composition")
        add(message.value, taps: match.taps)
        if let transform = Transform(message.value) {
            let isTurn = action.gesture.word == .rotate || action.gesture.word == .dial
            if message.value.fingers == nil { add("FINGERS", transform.fingers) }
            add("SCALE", transform.scale, decimals: 3)
            add("ROTATION", transform.rotation * 180 / .pi, decimals: 1)
            let velocity = isTurn ? transform.rotationVelocity * 180 / .pi : transform.scaleVelocity
            add("VELOCITY", velocity, decimals: isTurn ? 1 : 3)
        }
    }

    private mutating func add(_ value: GestureValue, taps: Int?) {
        if let fingers = value.fingers { add("FINGERS", fingers) }
        if let movement = value.movement { add(movement) }
        switch value {
        case .tap(let tap): add("COUNT", taps ?? tap.count)
        case .stroke(let stroke):
            add("STROKE", stroke.template)
            add("SCORE", stroke.score, decimals: 3)
        // A composition has the variables of its first gesture that has ended, or else of its first gesture with a
        // value.
        case .composition(let tree) where Transform(value) == nil:
            let made =
                tree.nodes.first { $0.value != nil && $0.phase == .ended } ?? tree.nodes.first { $0.value != nil }
            if let value = made?.value { add(value, taps: taps) }
        case .longPress, .drag, .swipe, .magnify, .rotate, .swipeHold, .dial, .touch, .composition: break
        }
    }

    private mutating func add(_ movement: GestureValue.Movement) {
        let translation = movement.translation
        add("DIRECTION", ActionDirection(nearestTo: translation).rawValue)
        add("DISTANCE", translation.length, decimals: 1)
        add("VELOCITY", movement.velocity.length, decimals: 1)
        if let edge = movement.edge { add("EDGE", edge.rawValue) }
        if let part = movement.part { add("PART", part.rawValue) }
        if let corner = movement.corner { add("CORNER", ActionGesture.words(of: corner)) }
    }

    private mutating func add(_ name: String, _ number: Double, decimals: Int) {
        let factor = decimals == 1 ? 10.0 : 1000.0
        add(name, "\((number * factor).rounded() / factor + 0)")
    }

    private mutating func add(_ name: String, _ number: Int) { add(name, "\(number)") }

    private mutating func add(_ name: String, _ text: String) {
        // An environment cannot contain a NUL.
        list.append("GESTURE_\(name)=\(text.filter { $0 != "\0" })")
    }
}

extension ActionGesture {
    /// The protocol's name of the gesture; nil for an expression, because only its value has the name.
    var name: GestureName? {
        switch word {
        case .tap?: .tap
        case .longPress?: .longPress
        case .swipe?, .flick?: .swipe
        case .drag?, .edge?, .corner?, .slide?: .drag
        case .pinch?: .magnify
        case .rotate?: .rotate
        case .swipeHold?: .swipeHold
        case .dial?: .dial
        case .tapDrag?: .drag
        case .stroke?: .stroke
        case nil: nil
        }
    }
}
