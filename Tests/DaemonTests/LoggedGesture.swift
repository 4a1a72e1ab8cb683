import GestureClient
import GestureModel
import Gestures

/// The callbacks of one gesture.
final class CallbackLog {
    struct Entry: Equatable {
        /// `onChanged` and the body of `updating`, which may be coalesced for a slow reader.
        var isIntermediate = false
        var text: String
    }

    private(set) var entries: [Entry] = []

    func add(_ name: String, _ value: Any = "", isIntermediate: Bool = false) {
        entries.append(Entry(isIntermediate: isIntermediate, text: "\(name) \(value)"))
    }

    func clear() { entries = [] }
}

/// A gesture with every callback, for a recogniser in this process and for the daemon.
struct LoggedGesture {
    let name: String
    /// For a device with this surface.
    let recogniser: (CallbackLog, Surface) -> GestureRecogniser
    let attach: (GestureClient, CallbackLog) -> Void

    init<Base: Gesture>(_ name: String, _ gesture: Base, in region: Region? = nil) where Base.Value: Equatable {
        self.init(name, region) { log in
            gesture.updating(Self.state(log)) { value, state, _ in
                log.add("updating", text(value), isIntermediate: true)
                state += 1
            }
            .onChanged { log.add("changed", text($0), isIntermediate: true) }
            .onEnded { log.add("ended", text($0)) }
            .onCancelled { log.add("cancelled", $0) }
        }
    }

    /// For a gesture without a value.
    init(_ name: String, _ gesture: some Gesture<Void>) {
        self.init(name, nil) { log in
            gesture.updating(Self.state(log)) { _, _, _ in log.add("updating", isIntermediate: true) }
                .onEnded { log.add("ended") }
                .onCancelled { log.add("cancelled", $0) }
        }
    }

    init(_ name: String, _ region: Region?, _ logged: @escaping (CallbackLog) -> some Gesture) {
        self.name = name
        recogniser = { GestureRecogniser(logged($0), region: region, surface: $1) }
        attach = { $0.attach(logged($1), to: region) }
    }

    private static func state(_ log: CallbackLog) -> GestureState<Int> {
        GestureState(wrappedValue: 0, reset: { count, _ in log.add("reset", count > 0) }).projectedValue
    }
}

/// Formatted by hand where there is much of it: reflection would take most of the test's time. Equal text means an equal
/// value, because numbers have all digits that are needed to read them back.
private func text(_ value: Any) -> String {
    switch value {
    case let drag as DragGesture.Value:
        let (location, start, speed) = (drag.location, drag.startLocation, drag.velocity)
        let numbers = [location.x, location.y, start.x, start.y, speed.dx, speed.dy].map { "\($0)" }
        return "\(drag.time.microseconds) \(drag.fingers) \(numbers.joined(separator: " "))"
    case let tap as SpatialTapGesture.Value: return "\(tap.location.x) \(tap.location.y)"
    case let magnify as MagnifyGesture.Value:
        let numbers = [
            magnify.magnification, magnify.velocity, magnify.startLocation.x, magnify.startLocation.y,
            magnify.startAnchor.x, magnify.startAnchor.y,
        ]
        return "\(magnify.time.microseconds) \(magnify.fingers) \(numbers.map { "\($0)" }.joined(separator: " "))"
    case let rotate as RotateGesture.Value:
        let numbers = [
            rotate.rotation.radians, rotate.velocity.radians, rotate.startLocation.x, rotate.startLocation.y,
            rotate.startAnchor.x, rotate.startAnchor.y,
        ]
        return "\(rotate.time.microseconds) \(rotate.fingers) \(numbers.map { "\($0)" }.joined(separator: " "))"
    case let standard as StandardGesture.Value:
        switch standard {
        case .tap(let tap): return "tap \(tap.fingers) \(tap.count) \(tap.location.x) \(tap.location.y)"
        case .longPress(let press): return "press \(press.fingers) \(press.location.x) \(press.location.y)"
        case .drag(let drag): return text(drag)
        case .pinch(let pinch): return "\(text(pinch.magnify)) | \(text(pinch.rotate))"
        }
    case let pair as any ValueOfTwo: return pair.sides.map { $0.map(text) ?? "-" }.joined(separator: " | ")
    case let value as Bool: return value ? "true" : "false"
    default: return "\(value)"
    }
}

/// The values of a gesture composed of two.
private protocol ValueOfTwo {
    var sides: [Any?] { get }
}

extension SimultaneousGesture.Value: ValueOfTwo {
    var sides: [Any?] { [first, second] }
}

extension SequenceGesture.Value: ValueOfTwo {
    var sides: [Any?] {
        switch self {
        case .first(let first): ["first", first]
        case .second(let first, let second): [first, second]
        }
    }
}

extension EitherGestureValue: ValueOfTwo {
    var sides: [Any?] {
        switch self {
        case .first(let first): [first, nil]
        case .second(let second): [nil, second]
        }
    }
}
