/// Checks that the path of one finger on a touchscreen is withheld together with positions, as docs/PROTOCOL.md states.
extension ShadowModel {
    func withholdsPaths(on device: String) -> Bool {
        access?.withholdsPositions == true && devices[device]?.kind == "touchscreen"
    }

    mutating func checkPath(
        of value: ServerLine.Value, _ parts: [Part], _ phase: String, _ subscription: Subscription, on device: String
    ) {
        guard withholdsPaths(on: device) else { return }
        if parts.isEmpty {
            if phase == "changed", value.drag?.fingers == 1 { record(.access, "a finger's path, step by step") }
            checkPath(of: value, isOver: phase == "ended")
            if value.fingers == 1, phase == "began", subscription.gesture.measuresPath() {
                record(.access, "a gesture that measures a finger's path")
            }
        }
        for part in parts where part.isLeaf { checkPath(of: part.found, isOver: part.phase == .ended) }
    }

    private mutating func checkPath(of value: ServerLine.Value, isOver: Bool) {
        guard value.fingers == 1 else { return }
        for vector in [value.drag?.translation, value.drag?.velocity] where !isOver {
            if let vector, vector != Pair(x: 0, y: 0) { record(.access, "a finger's path: \(vector)") }
        }
        for vector in [value.drag?.translation, value.drag?.velocity, value.swipe?.translation, value.swipe?.velocity] {
            if let vector, vector.x != 0, vector.y != 0 { record(.access, "a finger's way: \(vector)") }
        }
    }
}

extension ClientLine.Gesture {
    /// True if it names a distance or a speed of its own for one finger, or a press that moves the next part of a
    /// sequence.
    func measuresPath(inSequence: Bool = false) -> Bool {
        if !parts.isEmpty {
            let inSequence = inSequence || sequence != nil
            return parts.contains { $0.measuresPath(inSequence: inSequence) }
        }
        guard fingers.contains(1) else { return false }
        if inSequence, let longPress {
            if longPress.minimumDuration.map({ $0.seconds != 0.5 }) ?? false { return true }
            if longPress.maximumDistance.map({ $0.points != 10 }) ?? false { return true }
        }
        let named: [(Double?, Double)] = [
            (tap?.maximumDistance?.points, 45), (longPress?.maximumDistance?.points, 10), (drag?.minimumDistance, 10),
            (swipe?.minimumDistance, 25), (swipe?.minimumVelocity, 100), (swipe?.minimumLiftVelocity, 0),
        ]
        return named.contains { number, shipped in number.map { $0 > 0 && $0 < 10_000 && $0 != shipped } ?? false }
    }

    /// True if it sends nothing of a touchscreen while positions are withheld.
    var needsPaths: Bool { measuresPath() && (!parts.isEmpty || fingers == [1]) }
}

extension ServerLine.Value {
    /// The value without what is withheld with the path of one finger.
    var withoutPath: Self {
        var value = self
        if let drag, drag.fingers == 1 { value.drag = drag.withoutPath }
        if let swipe, swipe.fingers == 1 { value.swipe = swipe.withoutPath }
        (value.failure, value.failureReason) = (nil, nil)
        for list in [\Self.simultaneous, \.sequence, \.exclusive, \.race] {
            value[keyPath: list] = value[keyPath: list]?.map(\.withoutPath)
        }
        return value
    }
}

extension ServerLine.Drag {
    fileprivate var withoutPath: Self {
        var drag = self
        let none = Pair(x: 0, y: 0)
        (drag.translation, drag.velocity, drag.predictedEndTranslation) = (none, none, none)
        return drag
    }
}

extension ServerLine.Swipe {
    fileprivate var withoutPath: Self {
        var swipe = self
        (swipe.translation, swipe.velocity) = (Pair(x: 0, y: 0), Pair(x: 0, y: 0))
        return swipe
    }
}
