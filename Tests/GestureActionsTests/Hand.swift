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
    /// When the daemon reports that no tap can follow; nil while fingers are down, and before the first tap.
    private var rowEnd: Int64?

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
        last += 1
        let tap = last
        var names = touch(fingers, on: device)
        names += handle(.began, value, gesture: tap, on: device, positions: positions)
        names += touch(0, on: device)
        names += handle(.ended, value, gesture: tap, on: device, positions: positions)
        return names + settle() + wait(pause)
    }

    /// What the daemon reports when so many fingers are down.
    mutating func touch(
        _ fingers: Int, tapping: Bool = true, phase: GesturePhase = .changed, on device: TouchDevice = Hand.screen,
        after milliseconds: Int64 = 10
    ) -> [String] {
        let value = GestureValue.touch(.init(fingers: fingers, tapping: tapping))
        let names = handle(phase, value, gesture: 1_000_000, from: .touch, on: device, after: milliseconds)
        rowEnd = fingers == 0 && tapping ? time + 350_000 : nil
        return names
    }

    mutating func settle() -> [String] { names(matcher.settle()) }

    mutating func wait(_ milliseconds: Int64) -> [String] {
        guard let rowEnd, rowEnd <= time + milliseconds * 1000 else {
            time += milliseconds * 1000
            return []
        }
        let end = time + milliseconds * 1000
        time = rowEnd
        let names = touch(0, tapping: false, phase: .ended, after: 0)
        time = end
        return names
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
