internal import GestureModel
internal import GestureProtocol

/// The environment variables of an action's program. Lengths are points, angles degrees, velocities per second.
struct GestureVariables {
    private(set) var list: [String] = []

    init(_ message: GestureMessage, _ action: Action, device: TouchDevice, window: ActionWindow) {
        add("RULE", action.name)
        add("DEVICE", device.name)
        add("DEVICE_KIND", device.kind.rawValue)
        add("PHASE", message.phase.name)
        if case .cancelled(let reason) = message.phase { add("REASON", message.unknownReason ?? "\(reason)") }
        if let app = window.app { add("APP", app) }
        add(message.value)
    }

    private mutating func add(_ value: GestureValue) {
        add("NAME", value.name?.rawValue ?? "composition")
        switch value {
        case .tap(let tap):
            add("FINGERS", tap.fingers)
            add("COUNT", tap.count)
        case .longPress(let press): add("FINGERS", press.fingers)
        case .swipe(let swipe): add(swipe.fingers, swipe.translation, swipe.velocity, swipe.edge)
        case .drag(let drag):
            add(drag.fingers, drag.translation, drag.velocity, drag.edge)
            if let part = drag.part { add("PART", part.rawValue) }
            if let corner = drag.corner { add("CORNER", ActionGesture.words(of: corner)) }
        case .magnify(let magnify):
            add("FINGERS", magnify.fingers)
            add("SCALE", magnify.magnification, decimals: 3)
            add("VELOCITY", magnify.velocity, decimals: 3)
        case .rotate(let rotate):
            add("FINGERS", rotate.fingers)
            add("ROTATION", rotate.rotation * 180 / .pi, decimals: 1)
            add("VELOCITY", rotate.velocity * 180 / .pi, decimals: 1)
        case .stroke(let stroke):
            add("FINGERS", 1)
            add("STROKE", stroke.template)
            add("SCORE", stroke.score, decimals: 3)
        case .composition: break
        }
    }

    private mutating func add(_ fingers: Int, _ movement: Vector, _ velocity: Vector, _ edge: Edge?) {
        add("FINGERS", fingers)
        add("DIRECTION", (ActionDirection(diagonalOf: movement) ?? ActionDirection(mainAxisOf: movement)).rawValue)
        add("DISTANCE", movement.length, decimals: 1)
        add("VELOCITY", velocity.length, decimals: 1)
        if let edge { add("EDGE", edge.rawValue) }
    }

    private mutating func add(_ name: String, _ number: Double, decimals: Int) {
        let factor = decimals == 1 ? 10.0 : 1000.0
        add(name, "\((number * factor).rounded() / factor + 0)")
    }

    private mutating func add(_ name: String, _ number: Int) { add(name, "\(number)") }

    private mutating func add(_ name: String, _ text: String) {
        // An environment cannot hold a NUL.
        list.append("GESTURE_\(name)=\(text.filter { $0 != "\0" })")
    }
}
