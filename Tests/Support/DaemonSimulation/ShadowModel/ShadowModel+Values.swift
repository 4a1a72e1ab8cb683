internal import FoundationEssentials

extension ShadowModel {
    /// Checks one line. Returns the parts of a composition, itself first.
    mutating func checkValue(_ value: ServerLine.Value, _ subscription: Subscription, on device: String) -> [Part] {
        if subscription.kind == .standard { return checkStandard(value, subscription, on: device) }
        guard subscription.kind.isComposition else {
            if value.phase != nil { record(.shape, "a phase in a value that is not a composition") }
            check(value, subscription.gesture, subscription, on: device)
            return []
        }
        guard let parts = Part.tree(subscription.gesture, value) else {
            record(.shape, "not the requested parts, or without phases")
            return []
        }
        for part in parts { check(part, subscription, on: device) }
        checkTables(of: parts)
        return parts
    }

    /// Checks the value of one gesture.
    ///
    /// - Parameter isLater: True for a later part of a sequence, which may start anywhere.
    mutating func check(
        _ value: ServerLine.Value, _ requested: ClientLine.Gesture, _ subscription: Subscription, on device: String,
        isLater: Bool = false
    ) {
        if !requested.fingers.contains(value.fingers) {
            record(.fingers, "\(value.fingers), requested \(requested.fingers)")
        }
        let tolerance = subscription.units.tolerance
        if let drag = value.drag { check(drag, subscription, on: device, tolerance) }
        if let swipe = value.swipe { check(swipe, requested, subscription, on: device) }
        checkEdge(of: value, requested, subscription, on: device)
        if let magnify = value.magnify, magnify.magnification <= 0 {
            record(.arithmetic, "magnification \(magnify.magnification)")
        }
        if let start = value.startLocation { check(start: start, subscription, on: device, isLater: isLater) }
        if let tap = value.tap {
            let isDue = requested.count > 1 ? tap.count == requested.count : tap.count >= 1
            if !isDue { record(.requested, "tap \(tap.count) of \(requested.count)") }
        }
    }

    /// Checks that the requested gesture can begin with a first value.
    mutating func checkFirstValue(_ value: ServerLine.Value, _ requested: ClientLine.Gesture) {
        guard let delta = value.magnify.map({ abs($0.magnification - 1) }) ?? value.rotate.map({ abs($0.rotation) })
        else { return }
        // Rounded to six decimals.
        if delta < requested.minimumDelta - 1e-6 {
            record(.requested, "begins at \(delta), requested \(requested.minimumDelta)")
        }
    }

    private mutating func check(
        _ drag: ServerLine.Drag, _ subscription: Subscription, on device: String, _ tolerance: Double
    ) {
        // SwiftUI's projection: a quarter of a second at the current velocity.
        let projected = Pair(x: drag.velocity.x / 4, y: drag.velocity.y / 4)
        var rules = [("predictedEndTranslation", drag.predictedEndTranslation, drag.translation + projected)]
        if let location = drag.location, let start = drag.startLocation, let end = drag.predictedEndLocation {
            let centre = start + drag.translation
            rules.append(("predictedEndLocation", end, centre + projected))
            check(location, centre, subscription, on: device)
        }
        for (name, found, expected) in rules where !found.isNear(expected, 2 * tolerance) {
            record(.arithmetic, "\(name) \(found), expected \(expected)")
        }
    }

    /// After a finger has lifted, the centre can be beyond the surface. A normalized location is at its edge then.
    mutating func check(_ location: Pair, _ centre: Pair, _ subscription: Subscription, on device: String) {
        guard let device = devices[device] else { return }
        let size = subscription.units.size(ofMillimetres: device.size)
        var nearest = centre
        if case .normalized = subscription.units {
            nearest = Pair(x: min(max(centre.x, 0), size.x), y: min(max(centre.y, 0), size.y))
        }
        // The size is rounded to a thousandth of a millimetre.
        let rounding = nearest == centre ? 0 : 0.001 * max(size.x, size.y)
        if !location.isNear(nearest, 2 * subscription.units.tolerance + rounding) {
            record(.arithmetic, "location \(location), expected \(nearest)")
        }
    }

    /// If all positions are on the surface and in the region, their centre is, too.
    private mutating func check(start: Pair, _ subscription: Subscription, on device: String, isLater: Bool) {
        guard let device = devices[device] else { return }
        let tolerance = subscription.units.tolerance
        // The size itself is rounded to a thousandth of a millimetre.
        let size = subscription.units.size(ofMillimetres: device.size) * 1.001
        if !start.isWithin(x: 0, y: 0, size, tolerance) { record(.requested, "start \(start) outside the surface") }
        guard let regions = subscription.regions, !isLater else { return }
        let isInside = regions.contains { region in
            start.isWithin(x: region.x, y: region.y, Pair(x: region.width, y: region.height), tolerance)
        }
        if !isInside { record(.requested, "start \(start) outside the region") }
    }

    /// Checks from one line of a gesture to the next.
    mutating func checkSuccession(from last: OpenGesture, to next: OpenGesture, _ phase: String) {
        if last.value.kind != next.value.kind { return record(.constancy, "another kind of value") }
        if next.value.isDiscrete {
            if next.value != last.value { record(.constancy, "a tap or a swipe with two values") }
            if next.time != last.time { record(.time, "a tap or a swipe from \(last.time) to \(next.time)") }
            if phase == "cancelled" { record(.grammar, "a tap or a swipe is over when it begins") }
        }
        if last.value.edge != next.value.edge { record(.constancy, "another edge") }
        if next.value.hasFixedStart {
            let (before, after) = (last.value, next.value)
            if before.fingers != after.fingers { record(.constancy, "fingers \(before.fingers) → \(after.fingers)") }
            if before.startLocation != after.startLocation { record(.constancy, "startLocation moved") }
        }
        if let before = last.value.longPress, let after = next.value.longPress {
            checkPress(from: before, to: after, phase, at: next.time)
        }
    }

    private mutating func checkPress(
        from before: ServerLine.LongPress, to after: ServerLine.LongPress, _ phase: String, at time: Int64
    ) {
        if after.fingers < before.fingers { record(.constancy, "fingers \(before.fingers) → \(after.fingers)") }
        if after.fingers == before.fingers {
            // A press restarts if another finger joins.
            if before.startLocation != after.startLocation { record(.constancy, "startLocation moved") }
            if before.deadline != after.deadline, !(phase == "ended" && after.deadline == nil) {
                record(.constancy, "deadline moved")
            }
        }
        if before.completed, !after.completed { record(.constancy, "completed taken back") }
        if after.completed, !before.completed, after.deadline != time {
            record(.press, "completed at \(time), deadline \(after.deadline ?? 0)")
        }
        if after.pressing != (phase != "ended") { record(.press, "pressing \(after.pressing) when \(phase)") }
        if phase == "ended", after.deadline != nil, !after.completed { record(.press, "ended before it was completed") }
    }
}

extension Pair {
    static func + (a: Pair, b: Pair) -> Pair { Pair(x: a.x + b.x, y: a.y + b.y) }
    static func - (a: Pair, b: Pair) -> Pair { Pair(x: a.x - b.x, y: a.y - b.y) }
    static func * (a: Pair, factor: Double) -> Pair { Pair(x: a.x * factor, y: a.y * factor) }

    fileprivate func isNear(_ other: Pair, _ tolerance: Double) -> Bool {
        abs(x - other.x) <= tolerance && abs(y - other.y) <= tolerance
    }

    fileprivate func isWithin(x left: Double, y top: Double, _ size: Pair, _ tolerance: Double) -> Bool {
        x >= left - tolerance && x <= left + size.x + tolerance && y >= top - tolerance
            && y <= top + size.y + tolerance
    }
}

/// Checks of the standard sets, whose gestures have different kinds of values.
extension ShadowModel {
    /// A tap's count is 1, or one more than that of the tap before with as many fingers.
    struct TapSeries: Hashable {
        let subscription: Int
        let device: String
    }

    mutating func checkStandard(
        _ value: ServerLine.Value, _ subscription: Subscription, on device: String
    ) -> [Part] {
        guard value.kind == .simultaneous else {
            if value.phase != nil { record(.shape, "a phase in a value that is not a composition") }
            // A standard set continues with another number of fingers wherever they are.
            check(value, Self.hand, subscription, on: device, isLater: true)
            return []
        }
        guard let parts = Part.tree(Self.pinch, value) else {
            record(.shape, "not a magnification and a rotation")
            return []
        }
        for part in parts { check(part, subscription, on: device) }
        checkTables(of: parts)
        if Set(parts.map(\.phase)).count > 1 { record(.simultaneousPhases, "a magnification without its rotation") }
        if Set(parts.dropFirst().map(\.found.fingers)).count > 1 { record(.fingers, "two numbers of fingers at once") }
        return parts
    }

    mutating func checkTapCount(_ openGesture: OpenGesture, of subscription: Int) {
        guard let tap = openGesture.value.tap else { return }
        let series = TapSeries(subscription: subscription, device: openGesture.device)
        if tap.count > 1, !mayMissTaps, let last = lastTaps[series],
            last.fingers != tap.fingers || last.count >= tap.count
        {
            record(.requested, "tap \(tap.count) of \(tap.fingers) fingers after \(last.count) of \(last.fingers)")
        }
        lastTaps[series] = tap
    }

    func isStandard(_ line: ServerLine) -> Bool {
        line.subscription.map { subscriptions[$0]?.kind == .standard } ?? false
    }

    /// A gesture ends when another begins, and other clients may claim the fingers.
    func mayOutcompete(_ reason: String, _ name: GestureName) -> Bool {
        let subscription = subscriptions[name.subscription]
        return reason == "outcompeted" && (mayBeClaimed || subscription?.kind == .standard)
    }

    /// Any number of fingers.
    private static let hand = requested(#"{"drag":{"fingers":[1,2,3,4,5,6,7,8,9,10]}}"#)
    private static let pinch = requested(#"{"simultaneous":[{"magnify":{}},{"rotate":{}}]}"#)

    private static func requested(_ gesture: String) -> ClientLine.Gesture {
        do {
            return try JSONDecoder().decode(ClientLine.Gesture.self, from: Data(gesture.utf8))
        } catch {
            preconditionFailure("\(gesture): \(error)")
        }
    }
}

extension ShadowModel.Subscription {
    /// True if its gestures have values of that kind.
    func allows(_ kind: GestureKind) -> Bool {
        self.kind == .standard ? [.tap, .longPress, .drag, .simultaneous].contains(kind) : kind == self.kind
    }
}
