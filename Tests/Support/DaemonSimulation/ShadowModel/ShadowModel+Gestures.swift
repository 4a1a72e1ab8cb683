public import GestureModel

extension ShadowModel {
    /// A gesture that has begun and is not over.
    struct OpenGesture: Sendable {
        let device: String
        var time: Int64
        var value: ServerLine.Value
        /// The parts of a composition, itself first; empty for other gestures.
        var parts: [Part] = []
        /// True if the path of one finger has been withheld since.
        var hasLostPath = false

        /// The value as the client may receive it now.
        func sameValue(_ value: ServerLine.Value) -> ServerLine.Value { hasLostPath ? value.withoutPath : value }
    }

    /// A gesture that just began, with the request of its subscription.
    public struct BegunGesture: Sendable {
        public let subscription: Int
        public let gesture: UInt64
        public let device: String
        public let kind: GestureKind
        /// How many contacts must have touched for it: its fingers times the requested taps.
        public let contacts: Int
        public let fingers: Int
        /// The subscription's regions in points, slightly enlarged for the rounding of a device's size; nil for anywhere.
        public let regions: [Region]?
        /// True if it does not depend on the focus, and true if it requires positions.
        public let isOfSession: Bool
        public let needsPositions: Bool
        /// True if it claims its fingers.
        public let claims: Bool
        public let line: Int
    }

    /// A cancel from outside: fingers that are down then start no gesture.
    public struct Interruption: Sendable {
        public let subscription: Int
        public let device: String
        public let line: Int
    }

    /// After these, fingers that are down start no gesture.
    static let interrupting = [
        "focusChanged", "sessionInactive", "locked", "suspended", "paused", "requested", "penNear",
    ]

    static let reasons = [
        "deviceLost", "focusChanged", "sessionInactive", "locked", "suspended", "paused", "requested", "resynchronised",
        "failed", "unsubscribed", "overrun", "shutdown", "disconnected", "palm", "penNear",
        "outputChanged",
    ]

    mutating func handleGesture(_ line: ServerLine) {
        guard let number = line.subscription, let gesture = line.gesture, let phase = line.phase,
            let time = line.time, let device = line.device?.id, let value = line.value, let kind = value.kind
        else { return record(.wholeLines, "a gesture lacks a key, or has values of several kinds") }
        guard let subscription = subscriptions[number] else {
            return record(.subscriptionLifetime, "gesture \(gesture) of unknown subscription \(number)")
        }
        if let refusal = refusal(of: subscription, on: device) {
            record(.access, "gesture \(gesture) \(phase) while \(refusal)")
        }
        if !subscription.allows(kind) { record(.requested, "\(kind) for a \(subscription.kind)") }
        checkDevice(device, subscription)
        let name = GestureName(subscription: number, gesture: gesture)
        let parts = checkValue(value, subscription, on: device)
        checkWithheldPositions(of: value, after: open[name])
        checkPath(of: value, parts, phase, subscription, on: device)
        let openGesture = OpenGesture(device: device, time: time, value: value, parts: parts)
        if phase == "began" {
            begin(name, openGesture, subscription)
        } else {
            proceed(name, openGesture, phase, line)
        }
    }

    private mutating func begin(_ name: GestureName, _ openGesture: OpenGesture, _ subscription: Subscription) {
        if open[name] != nil { record(.grammar, "gesture \(name.gesture) began twice") }
        if used.contains(name.gesture) { record(.freshNumbers, "gesture \(name.gesture) again") }
        used.insert(contentsOf: name.gesture..<name.gesture + 1)
        if state == .shuttingDown { record(.silenceAfterError, "gesture \(name.gesture) begins after shutdown") }
        // A standard set sends nothing before the press completes.
        let isStandard = subscription.kind == .standard
        if let press = openGesture.value.longPress, press.completed != isStandard || !press.pressing {
            record(.press, "gesture \(name.gesture) begins completed, or not pressing")
        }
        if subscription.kind.isComposition {
            checkFirstValue(of: openGesture.parts)
        } else if isStandard {
            checkTapCount(openGesture, of: name.subscription)
        } else {
            checkFirstValue(openGesture.value, subscription.gesture)
        }
        open[name] = openGesture
        begun[subscription.kind, default: 0] += 1
        begunGestures.append(
            BegunGesture(
                subscription: name.subscription, gesture: name.gesture, device: openGesture.device,
                kind: isStandard ? openGesture.value.kind ?? .standard : subscription.kind,
                contacts: contacts(for: openGesture, subscription.gesture),
                fingers: openGesture.value.fingers,
                regions: regions(of: subscription, on: openGesture.device), isOfSession: subscription.isOfSession,
                needsPositions: subscription.needsPositions, claims: subscription.claims, line: lines))
    }

    private func contacts(for openGesture: OpenGesture, _ requested: ClientLine.Gesture) -> Int {
        guard !openGesture.parts.isEmpty || requested.kind?.isComposition == true else {
            return openGesture.value.fingers * requested.count
        }
        let begun = openGesture.parts.filter { $0.isLeaf && $0.phase.hasBegun }
        return begun.map { $0.found.fingers * $0.requested.count }.max() ?? 1
    }

    private func regions(of subscription: Subscription, on device: String) -> [Region]? {
        guard let regions = subscription.regions, let device = devices[device] else { return nil }
        let points = ClientLine.Units.points.size(ofMillimetres: device.size)
        let size = subscription.units.size(ofMillimetres: device.size)
        let scale = Pair(x: points.x / size.x, y: points.y / size.y)
        return regions.map { region in
            Region(
                x: region.x * scale.x - 0.01, y: region.y * scale.y - 0.01, width: region.width * scale.x + 0.02,
                height: region.height * scale.y + 0.02)
        }
    }

    private mutating func proceed(_ name: GestureName, _ openGesture: OpenGesture, _ phase: String, _ line: ServerLine)
    {
        guard let last = open[name] else {
            return record(.grammar, "gesture \(name.gesture) \(phase) without having begun, or after its end")
        }
        if openGesture.time < last.time {
            record(.time, "gesture \(name.gesture) at \(openGesture.time) after \(last.time)")
        }
        if openGesture.device != last.device { record(.constancy, "gesture \(name.gesture) changed its device") }
        switch phase {
        case "changed":
            if openGesture.value.isDiscrete { record(.grammar, "a tap or a swipe has no changed") }
            open[name] = openGesture
        case "ended": open[name] = nil
        case "cancelled":
            open[name] = nil
            checkReason(line, name)
            // The phases that made it fail were not sent before.
            let hasNewPhases = line.reason == "failed" && !openGesture.parts.isEmpty
            if !hasNewPhases, last.sameValue(openGesture.value) != last.sameValue(last.value) {
                record(.constancy, "gesture \(name.gesture) cancelled with another value")
            }
        default: record(.grammar, "unknown phase \(phase)")
        }
        if phase != "cancelled" { checkFailure(nil, line.failure, line.failureReason) }
        if phase != "cancelled", line.reason != nil { record(.reasons, "a reason for \(phase)") }
        checkSuccession(from: last, to: openGesture, phase)
        if !openGesture.parts.isEmpty { checkParts(from: last, to: openGesture, line) }
    }

    private mutating func checkReason(_ line: ServerLine, _ name: GestureName) {
        guard let reason = line.reason,
            ShadowModel.reasons.contains(reason) || mayOutcompete(reason, name)
        else {
            return record(.reasons, "cancelled for \(line.reason ?? "no reason")")
        }
        checkFailure(reason, line.failure, line.failureReason)
        if Self.interrupting.contains(reason)
            || reason == "outcompeted" && subscriptions[name.subscription]?.kind != .standard,
            let device = line.device?.id
        {
            interruptions.append(Interruption(subscription: name.subscription, device: device, line: lines))
        }
        switch reason {
        case "overrun": state = .overrunning
        case "shutdown": state = .shuttingDown
        case "unsubscribed":
            guard case .unsubscribe(_, name.subscription)? = requests.first else {
                return record(.reasons, "unsubscribed, and the next answer due is of another request")
            }
        default: break
        }
    }

    mutating func checkDevice(_ id: String, _ subscription: Subscription) {
        guard let device = devices[id] else { return record(.devices, "a gesture of \(id), which is not there") }
        let filter = subscription.device
        let matches =
            filter?.id.map { $0 == id } ?? filter?.kind.map { $0 == device.kind }
            ?? filter?.name.map { $0 == device.name } ?? true
        if !matches { record(.requested, "a gesture of \(id), which was not requested") }
    }
}

/// Checks of swipes and of gestures that start at an edge.
extension ShadowModel {
    mutating func check(
        _ swipe: ServerLine.Swipe, _ requested: ClientLine.Gesture, _ subscription: Subscription, on device: String
    ) {
        let tolerance = subscription.units.tolerance
        if let location = swipe.location, let start = swipe.startLocation {
            check(location, start + swipe.translation, subscription, on: device)
        }
        if !requested.directions.contains(swipe.direction) {
            record(.requested, "a swipe \(swipe.direction), requested \(requested.directions)")
        }
        guard let points = points(subscription, on: device) else { return }
        let translation = swipe.translation.times(points)
        let velocity = swipe.velocity.times(points)
        // Rounding is off by half a step, which is long if the units are few pixels.
        let slack = 2 * tolerance * max(points.x, points.y)
        if !translation.directions(slack).contains(swipe.direction) {
            record(.arithmetic, "\(swipe.direction) by \(translation)")
        }
        if withholdsPaths(on: device), swipe.fingers == 1 { return }
        if translation.length < requested.minimumDistance - slack {
            record(.requested, "a swipe of \(translation.length) pt")
        }
        let least = requested.minimumLiftVelocity
        if velocity.length < least - slack { record(.requested, "a flick at \(velocity.length) pt/s") }
        if least > 0, translation.x * velocity.x + translation.y * velocity.y < -slack {
            record(.arithmetic, "a flick that turned back")
        }
    }

    /// A single finger starts near the edge. Each of several starts near the edge or next to a finger that does.
    mutating func checkEdge(
        of value: ServerLine.Value, _ requested: ClientLine.Gesture, _ subscription: Subscription, on device: String
    ) {
        guard value.drag != nil || value.swipe != nil else { return }
        guard let edge = value.edge else {
            if requested.edges != nil { record(.shape, "no edge") }
            return
        }
        guard requested.edges?.contains(edge) == true else { return record(.requested, "the \(edge) edge") }
        guard let points = points(subscription, on: device), let size = devices[device]?.size,
            let start = value.startLocation?.times(points), let limit = requested.edgeDistance,
            (value.drag?.fingers ?? value.swipe?.fingers) == 1
        else { return }
        // The size itself is rounded to a thousandth of a millimetre.
        let surface = ClientLine.Units.points.size(ofMillimetres: size)
        let distance = start.distance(from: edge, of: surface)
        if distance > limit + 0.01 + 2 * subscription.units.tolerance * max(points.x, points.y) {
            record(.requested, "\(distance) pt from the \(edge) edge, requested \(limit)")
        }
    }

    /// The length of one of the subscription's units in points.
    private func points(_ subscription: Subscription, on device: String) -> Pair? {
        guard let size = devices[device]?.size else { return nil }
        let points = ClientLine.Units.points.size(ofMillimetres: size)
        let units = subscription.units.size(ofMillimetres: size)
        return Pair(x: points.x / units.x, y: points.y / units.y)
    }
}

extension Pair {
    fileprivate var length: Double { (x * x + y * y).squareRoot() }

    fileprivate func times(_ scale: Pair) -> Pair { Pair(x: x * scale.x, y: y * scale.y) }

    fileprivate func isNear(_ other: Pair, _ tolerance: Double) -> Bool {
        abs(x - other.x) <= tolerance && abs(y - other.y) <= tolerance
    }

    /// One direction, two on a diagonal, and all at no distance, within the rounding.
    fileprivate func directions(_ slack: Double) -> [String] {
        var words: [String] = []
        if abs(x) >= abs(y) - slack { words += x > slack ? ["right"] : x < -slack ? ["left"] : ["left", "right"] }
        if abs(y) >= abs(x) - slack { words += y > slack ? ["down"] : y < -slack ? ["up"] : ["up", "down"] }
        return words
    }

    fileprivate func distance(from edge: String, of surface: Pair) -> Double {
        switch edge {
        case "top": y
        case "bottom": surface.y - y
        case "left": x
        default: surface.x - x
        }
    }
}
