import GestureModel
import GestureProtocol

@testable import GestureActions

/// The rules' matcher, with the gestures of one device.
struct Hand {
    static let screen = device("Screen", .touchscreen)
    static let pad = device("Pad", .touchpad)

    let file: ActionFile
    var matcher: ActionMatcher
    private var last: UInt64 = 0
    /// Microseconds.
    private var time: Int64 = 1_000_000

    init(_ rules: String...) throws {
        file = try ActionFile(Array(rules.joined().utf8), file: "f")
        matcher = ActionMatcher(file.actions)
    }

    private static func device(_ name: String, _ kind: TouchDeviceKind) -> TouchDevice {
        TouchDevice(
            id: "event1", name: name, node: "/dev/input/event1", kind: kind,
            surface: Surface(size: Vector(dx: 900, dy: 600)), slots: 10, resolution: nil, availability: .open)
    }

    /// The names of the actions of a whole gesture, with the steps of those with `every`. The last value is that of its end.
    mutating func perform(
        _ values: GestureValue..., end: GesturePhase = .ended, from source: ActionSource? = nil,
        on device: TouchDevice = Hand.screen, positions: PositionAccess = .granted
    ) -> [String] {
        var names: [String] = []
        for (index, value) in (values + [values[values.count - 1]]).enumerated() {
            let phase: GesturePhase = index == 0 ? .began : index == values.count ? end : .changed
            if index == 0 { last += 1 }
            names += handle(phase, value, from: source, on: device, positions: positions)
        }
        return names + settle()
    }

    /// One event of the last gesture.
    mutating func handle(
        _ phase: GesturePhase, _ value: GestureValue, gesture: UInt64? = nil, from source: ActionSource? = nil,
        on device: TouchDevice = Hand.screen, positions: PositionAccess = .granted, hand: Int? = nil,
        after milliseconds: Int64 = 10
    ) -> [String] {
        time += milliseconds * 1000
        let event = GestureEvent(
            gesture: gesture ?? last, phase: phase, time: Timestamp(microseconds: time), value: value)
        let message = GestureMessage(subscription: 1, device: device.id, event: event, positions: positions, hand: hand)
        let usual = ActionSource.standard(device.kind)
        return names(
            matcher.handle(message, from: source ?? (hand == nil ? usual : .apart(usual)), on: device))
    }

    /// A tap of one frame, and `pause` milliseconds after it.
    mutating func tap(
        _ fingers: Int = 1, count: Int = 1, at location: Point = .zero, pause: Int64 = 0,
        on device: TouchDevice = Hand.screen,
        positions: PositionAccess = .granted
    ) -> [String] {
        let value = GestureValue.tap(.init(fingers: fingers, count: count, location: location))
        let names = perform(value, on: device, positions: positions)
        return names + wait(pause)
    }

    mutating func settle() -> [String] { names(matcher.settle()) }

    mutating func wait(_ milliseconds: Int64) -> [String] {
        time += milliseconds * 1000
        return names(matcher.expire(at: Timestamp(microseconds: time)))
    }

    /// The rules are read again while gestures are in progress.
    mutating func reload() { matcher = ActionMatcher(file.actions, after: matcher) }

    private func names(_ matches: [ActionMatcher.Match]) -> [String] {
        matches.map { match in
            let action = matcher.actions[match.index]
            return action.step == nil ? action.name : "\(action.name) \(match.steps)"
        }
    }
}

/// A rule of a file.
func rule(_ name: String, _ gesture: String, _ more: String...) -> String {
    "[[action]]\nname = '\(name)'\ngesture = '\(gesture)'\n"
        + (more + (more.contains { $0.hasPrefix("run") } ? [] : ["run = ['true']"])).joined(separator: "\n") + "\n"
}

/// A drag of so many millimetres.
func drag(
    _ dx: Double, _ dy: Double, fingers: Int = 3, edge: Edge? = nil, part: EdgePart? = nil, corner: Corner? = nil,
    speed: Vector = .zero
) -> GestureValue {
    let translation = Vector(dx: dx, dy: dy) * (160 / 25.4)
    return .drag(
        .init(
            fingers: fingers, location: .zero + translation, startLocation: .zero, velocity: speed, edge: edge,
            part: part,
            corner: corner))
}

/// A transform as the standard sets report it.
func transform(_ scale: Double, degrees: Double = 0, fingers: Int = 2) -> GestureValue {
    let magnify = GestureValue.magnify(
        .init(fingers: fingers, location: .zero, startLocation: .zero, magnification: scale, velocity: 0))
    let rotate = GestureValue.rotate(
        .init(fingers: fingers, location: .zero, startLocation: .zero, rotation: degrees * .pi / 180, velocity: 0))
    return .composition(
        GestureTree(nodes: [
            .init(kind: .simultaneous, descendants: 2, phase: .active), .init(phase: .active, value: magnify),
            .init(phase: .active, value: rotate),
        ]))
}
