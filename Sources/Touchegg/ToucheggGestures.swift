package import GestureModel
package import GestureProtocol

/// One signal of Touchégg's protocol.
package struct ToucheggSignal: Hashable, Sendable {
    /// The step of the gesture, with the signal's name as its raw value.
    package enum Step: String, Sendable {
        case begin = "OnGestureBegin"
        case update = "OnGestureUpdate"
        case end = "OnGestureEnd"
    }

    package enum Kind: UInt32, Sendable {
        case swipe = 1
        case pinch = 2
        case tap = 3
    }

    package enum Direction: UInt32, Sendable {
        case unknown = 0
        case up, down, left, right
        /// The directions of a pinch.
        case inwards, outwards
    }

    package let step: Step
    package let kind: Kind
    package let direction: Direction
    /// The progress of the animation, 0…100.
    package let percentage: Double
    package let fingers: Int
    package let device: TouchDeviceKind
    /// Milliseconds since the beginning of the gesture.
    package let elapsed: UInt64

    /// Touchégg's number for the kind of device.
    package var deviceNumber: UInt32 { device == .touchpad ? 1 : 2 }
}

/// Converts the gestures of standard sets into Touchégg's gestures.
///
/// Touchégg has swipes, pinches and taps, but only one gesture at a time. Swipes have three or more fingers on a
/// touchpad, and two or more on a touchscreen. Taps have two or more fingers, and exist only on a touchscreen. There is
/// no cancellation: a cancelled gesture returns to 0 % and ends there, as if the user had reversed it.
package struct ToucheggGestures: Hashable, Sendable {
    /// The gesture in progress.
    private struct Open: Hashable {
        let subscription: Int
        let gesture: UInt64
        let start: Timestamp
        var last: ToucheggSignal
    }

    private var open: Open?

    /// The movement that counts as 100 % on a touchpad, 25 mm.
    private static let touchpadDistance = 25 / Surface.millimetresPerPoint
    /// The movement that counts as 100 % on a touchscreen, as a fraction of its width or height: Touchégg's 16 %.
    private static let touchscreenPart = 0.16

    package init() {}

    /// Returns the signals to send for a message.
    ///
    /// - Parameter device: The device of the message.
    package mutating func handle(_ message: GestureMessage, from device: TouchDevice) -> [ToucheggSignal] {
        if let open, open.subscription == message.subscription, open.gesture == message.gesture {
            return advance(open, message, device)
        }
        guard open == nil, message.phase == .began, let kind = kind(of: message.value, on: device.kind) else {
            return []
        }
        let first = signal(.begin, kind, direction(of: message.value), message.value, device, elapsed: 0)
        open = Open(subscription: message.subscription, gesture: message.gesture, start: message.time, last: first)
        return [first]
    }

    private mutating func advance(
        _ open: Open, _ message: GestureMessage, _ device: TouchDevice
    ) -> [ToucheggSignal] {
        if case .cancelled = message.phase { return cancel() }
        let elapsed = UInt64(max(0, (message.time - open.start).count / 1000))
        let step: ToucheggSignal.Step = message.phase == .ended ? .end : .update
        let next = signal(step, open.last.kind, open.last.direction, message.value, device, elapsed: elapsed)
        self.open?.last = next
        if step == .end { self.open = nil }
        return [next]
    }

    /// Ends the gesture in progress at 0 %. Called when the daemon has cancelled the gesture, or the connection to the
    /// daemon was lost.
    package mutating func cancel() -> [ToucheggSignal] {
        guard let last = open?.last else { return [] }
        open = nil
        return [ToucheggSignal.Step.update, .end].map { step in
            ToucheggSignal(
                step: step, kind: last.kind, direction: last.direction, percentage: 0, fingers: last.fingers,
                device: last.device, elapsed: last.elapsed)
        }
    }

    private func kind(of value: GestureValue, on device: TouchDeviceKind) -> ToucheggSignal.Kind? {
        switch value {
        case .drag(let drag): drag.fingers >= (device == .touchpad ? 3 : 2) ? .swipe : nil
        case .tap(let tap): device == .touchscreen && tap.fingers >= 2 ? .tap : nil
        case .composition: value.magnification == nil ? nil : .pinch
        case .longPress, .swipe, .magnify, .rotate, .stroke, .swipeHold, .dial, .touch: nil
        }
    }

    private func direction(of value: GestureValue) -> ToucheggSignal.Direction {
        if case .drag(let drag) = value {
            return switch SwipeDirection(drag.translation) {
            case .up: .up
            case .down: .down
            case .left: .left
            case .right: .right
            }
        }
        return value.magnification.map { $0.magnification < 1 ? .inwards : .outwards } ?? .unknown
    }

    private func signal(
        _ step: ToucheggSignal.Step, _ kind: ToucheggSignal.Kind, _ direction: ToucheggSignal.Direction,
        _ value: GestureValue, _ device: TouchDevice, elapsed: UInt64
    ) -> ToucheggSignal {
        var (percentage, fingers) = (100.0, 0)
        switch value {
        case .drag(let drag):
            let size = device.surface.size
            let whole = direction == .up || direction == .down ? size.dy : size.dx
            let distance =
                device.kind == .touchpad
                ? ToucheggGestures.touchpadDistance : whole * ToucheggGestures.touchscreenPart
            percentage = distance > 0 ? 100 * travel(drag.translation, direction) / distance : 0
            fingers = drag.fingers
        case .tap(let tap): fingers = tap.fingers
        default:
            if let magnify = value.magnification {
                percentage = 100 * (direction == .inwards ? 1 - magnify.magnification : magnify.magnification - 1)
                fingers = magnify.fingers
            }
        }
        return ToucheggSignal(
            step: step, kind: kind, direction: direction, percentage: min(max(percentage, 0), 100), fingers: fingers,
            device: device.kind, elapsed: elapsed)
    }

    private func travel(_ translation: Vector, _ direction: ToucheggSignal.Direction) -> Double {
        switch direction {
        case .up: -translation.dy
        case .down: translation.dy
        case .left: -translation.dx
        case .right: translation.dx
        case .unknown, .inwards, .outwards: 0
        }
    }
}

extension GestureValue {
    /// The first magnification in a composition, such as a pinch of a standard set; nil for any other value.
    fileprivate var magnification: Magnify? {
        guard case .composition(let tree) = self else { return nil }
        for node in tree.nodes { if case .magnify(let magnify)? = node.value { return magnify } }
        return nil
    }
}
