// The words of texts for people. On the wire, gestures and reasons keep the protocol's own words.

extension GestureName {
    /// The gesture in texts for people: `long press`, `pinch` and `turn` for the protocol's `longPress`, `magnify` and
    /// `rotate`; the protocol's word for the others.
    package var noun: String {
        switch self {
        case .tap, .drag, .swipe, .stroke, .dial, .touch: rawValue
        case .swipeHold: "swipe hold"
        case .longPress: "long press"
        case .magnify: "pinch"
        case .rotate: "turn"
        }
    }
}

extension GestureValue {
    /// The gesture in texts for people. Fingers that scale and turn at the same time make a `pinch`, or a `turn` if
    /// they have turned more; any other composition is named after its gestures, such as `long press + drag`.
    package var noun: String { noun(PinchAndTurn(self)) }

    /// The same, where more is known of what the fingers did than the value shows.
    ///
    /// - Parameter pinch: All that the fingers did so far.
    package func noun(_ pinch: PinchAndTurn?) -> String {
        guard case .composition(let tree) = self else { return name?.noun ?? "" }
        if let pinch, tree.nodes.first?.kind == .simultaneous,
            tree.nodes.allSatisfy({ $0.kind != nil || $0.value?.isOfPinch ?? true })
        {
            return pinch.isTurn ? GestureName.rotate.noun : GestureName.magnify.noun
        }
        var nouns: [String] = []
        for case let noun? in tree.nodes.map({ $0.value?.name?.noun }) where !nouns.contains(noun) {
            nouns.append(noun)
        }
        return nouns.isEmpty ? "composition" : nouns.joined(separator: " + ")
    }

    fileprivate var isOfPinch: Bool {
        switch self {
        case .magnify, .rotate: true
        default: false
        }
    }
}

/// How far the same fingers have parted and turned, in one value of their gesture or in all of them.
package struct PinchAndTurn: Hashable, Sendable {
    /// The number of fingers.
    package private(set) var fingers = 0
    /// The distance of the fingers from each other, as a multiple of that at the start.
    package private(set) var scale = 1.0
    /// In radians, clockwise.
    package private(set) var rotation = 0.0
    /// The ``scale`` so far that differs most from 1.
    package private(set) var farthestScale = 1.0
    /// The ``rotation`` so far that differs most from 0.
    package private(set) var farthestRotation = 0.0
    /// How far each finger has gone around the centre, and at most so far, as a multiple of its distance at the start.
    private var (arc, farthestArc) = (0.0, 0.0)

    /// nil unless the value is a magnification or a rotation, or a composition that contains one of them.
    package init?(_ value: GestureValue) {
        update(value)
        if fingers == 0 { return nil }
    }

    /// Adds a later value of the gesture.
    package mutating func update(_ value: GestureValue) {
        let last = (scale: scale, rotation: rotation)
        if case .composition(let tree) = value {
            for node in tree.nodes { if let value = node.value { set(value) } }
        } else {
            set(value)
        }
        arc += (rotation - last.rotation) * (last.scale + scale) / 2
        if abs(arc) > abs(farthestArc) { farthestArc = arc }
        if abs(scale - 1) > abs(farthestScale - 1) { farthestScale = scale }
        if abs(rotation) > abs(farthestRotation) { farthestRotation = rotation }
    }

    private mutating func set(_ value: GestureValue) {
        switch value {
        case .magnify(let magnify): (fingers, scale) = (magnify.fingers, magnify.magnification)
        case .rotate(let rotate): (fingers, rotation) = (rotate.fingers, rotate.rotation)
        default: break
        }
    }

    /// True if the fingers have gone farther around their centre than away from it or towards it. What they took back
    /// counts half: a map that is enlarged and made small again was not turned.
    package var isTurn: Bool { abs(farthestArc) + abs(arc) > abs(farthestScale - 1) + abs(scale - 1) }
}

extension CancellationReason {
    /// The reason in texts for people.
    package var phrase: String {
        switch self {
        case .deviceLost: "the device was removed or switched off, or the recording ended"
        case .focusChanged: "the focus moved to another app"
        case .sessionInactive: "the session is no longer active"
        case .locked: "the session was locked"
        case .paused: "the user paused gestures"
        case .suspended: "the machine went to sleep"
        case .requested: "a program cancelled it"
        case .resynchronised: "events were lost, or the device reported impossible data"
        case .palm: "a contact of it turned out to be a palm or a resting thumb"
        case .penNear: "a pen came near the surface"
        case .outputChanged: "the touchscreen's output was changed"
        case .failed(let failure): failure.description
        case .outcompeted: "another gesture won"
        case .unsubscribed: "the program no longer receives it"
        case .overrun: "the program read too slowly"
        case .shutdown: "the daemon stopped"
        case .disconnected: "the connection ended"
        }
    }
}

extension SwipeDirection {
    /// Returns the nearest of eight directions, in words such as `left` and `up-left`. A movement within 22.5° of a
    /// diagonal has the words of the diagonal.
    package static func words(of movement: Vector) -> String {
        let (dx, dy) = (abs(movement.dx), abs(movement.dy))
        // The tangent of 22.5°.
        guard min(dx, dy) > max(dx, dy) * 0.414_213_562 else { return SwipeDirection(movement).rawValue }
        return "\(movement.dy < 0 ? "up" : "down")-\(movement.dx < 0 ? "left" : "right")"
    }
}
