/// What the fingers of one touch did, as far as settings decide about it.
package struct TouchExtent: Hashable, Sendable {
    /// The most fingers that were down at once.
    package var fingers = 0
    /// From the first touch-down until all fingers have lifted.
    package var duration = Microseconds.zero
    /// The longest distance of a finger from where it came down, in points.
    package private(set) var distance = 0.0
    /// Each time at which that distance grew, since a finger last came down or lifted.
    private var course: [(age: Microseconds, distance: Double)] = []

    package init() {}

    /// Records how far a finger is from where it came down.
    ///
    /// - Parameter age: The time since a finger last came down or lifted.
    package mutating func move(to distance: Double, age: Microseconds) {
        guard distance > self.distance else { return }
        self.distance = distance
        course.append((age, distance))
    }

    /// The longest distance up to this age, in points.
    fileprivate func distance(before age: Microseconds) -> Double { course.last { $0.age < age }?.distance ?? 0 }

    package static func == (a: Self, b: Self) -> Bool {
        (a.fingers, a.duration, a.distance) == (b.fingers, b.duration, b.distance)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(fingers)
        hasher.combine(duration)
        hasher.combine(distance)
    }
}

/// The settings that determine a gesture's limit, with their section and keys in gestured.toml.
public enum Remedy {
    /// - Returns: The section and the key, such as `[swipe] minimumVelocity`; nil if there is no such setting. On a
    ///   touchpad, the limits of the standard set decide about taps, because they are stricter.
    public static func setting(
        of gesture: GestureName, _ failure: FailureReason, on kind: TouchDeviceKind
    ) -> String? {
        threshold(of: gesture, failure, on: kind).flatMap(Thresholds.setting(of:))
    }

    private static func threshold(
        of gesture: GestureName, _ failure: FailureReason, on kind: TouchDeviceKind
    ) -> PartialKeyPath<Thresholds>? {
        switch (gesture, failure) {
        case (.tap, .movedTooFar):
            kind == .touchpad ? \Thresholds.[.touchpad].tapDistance : \Thresholds.tap.maximumDistance
        case (.tap, .heldTooLong):
            kind == .touchpad ? \Thresholds.[.touchpad].tapDuration : \Thresholds.tap.maximumDuration
        case (.longPress, .movedTooFar): \Thresholds.longPress.maximumDistance
        case (.drag, .movedTooLittle): \Thresholds.drag.minimumDistance
        case (.swipe, .movedTooLittle): \Thresholds.swipe.minimumDistance
        case (.swipe, .tooSlow): \Thresholds.swipe.minimumVelocity
        case (_, .startedFarFromEdge): \Thresholds.edges.distance
        case (.magnify, .scaledTooLittle): \Thresholds.magnify.minimumScaleDelta
        case (.rotate, .turnedTooLittle): \Thresholds.rotate.minimumAngleDelta
        case (.stroke, .matchedPoorly): \Thresholds.stroke.minimumScore
        case (.longPress, .liftedEarly): \Thresholds.longPress.minimumDuration
        case (.tap, .tooFewTaps), (_, .nothingFollowed): \Thresholds.tap.maximumDelay
        default: nil
        }
    }

    /// Returns the settings for the standard set of a kind of device, where the touch is not known; nil if there are
    /// none. For some failures, standard sets have separate limits, and several of them may decide.
    public static func setting(
        of gesture: GestureName, _ failure: FailureReason, inStandardSetOf kind: TouchDeviceKind
    ) -> String? {
        switch (gesture, failure) {
        case (.tap, .movedTooFar): "[\(kind.rawValue)] tapDistance, slop and earlySlop"
        case (.tap, .heldTooLong): "[\(kind.rawValue)] tapDuration and holdDuration"
        case (.longPress, .movedTooFar), (.drag, .movedTooLittle), (_, .deformedTooLittle):
            "[\(kind.rawValue)] slop or earlySlop"
        case (.longPress, .liftedEarly): "[\(kind.rawValue)] holdDuration"
        default: setting(of: gesture, failure, on: kind)
        }
    }

    /// Returns all settings of the standard set that decided about a touch, and the value beyond which they would have
    /// decided otherwise: `[touchscreen] tapDuration and holdDuration above 0.61`. nil if there are none.
    package static func advice(
        on gesture: GestureName, _ reason: CancellationReason, in touch: TouchExtent,
        inStandardSetOf kind: TouchDeviceKind, _ thresholds: Thresholds
    ) -> String? {
        let limits = thresholds[kind == .touchpad ? .touchpad : .touchscreen]
        let section = "[\(kind.rawValue)]"
        switch (gesture, reason) {
        case (.tap, .failed(.movedTooFar)) where touch.distance > farthestRemedy,
            (.longPress, .failed(.movedTooFar)) where touch.distance > farthestRemedy:
            return nil
        case (.tap, .failed(.movedTooFar)):
            var names = isPointing(touch, kind) ? [] : slops(touch, limits)
            if touch.distance >= limits.tapDistance || names.isEmpty { names.append("tapDistance") }
            return "\(section) \(list(names)) above \(tenths(touch.distance))"
        case (.longPress, .failed(.movedTooFar)):
            let names = isPointing(touch, kind) ? ["slop"] : slops(touch, limits)
            return "\(section) \(names.isEmpty ? "slop" : list(names)) above \(tenths(touch.distance))"
        // A tap that moved no farther than that was outcompeted by a long press.
        case (.tap, .outcompeted) where touch.duration < limits.holdDuration || touch.distance >= limits.slop:
            return nil
        // What moved as well is no tap even if it may last longer.
        case (.tap, .failed(.heldTooLong))
        where touch.distance >= (isPointing(touch, kind) ? limits.tapDistance : limits.slop):
            return nil
        case (.tap, .failed(.heldTooLong)), (.tap, .outcompeted):
            var names = touch.duration >= limits.tapDuration ? ["tapDuration"] : []
            // What rests for this long is a long press, however long a tap may be.
            if touch.duration >= limits.holdDuration, touch.distance < limits.slop { names.append("holdDuration") }
            let isPossible = touch.duration < longestRemedy && !names.isEmpty
            return isPossible ? "\(section) \(list(names)) above \(hundredths(touch.duration.seconds))" : nil
        case (.longPress, .failed(.liftedEarly)): return "\(section) holdDuration"
        case (.drag, .failed(.movedTooLittle(_, let limit))), (_, .failed(.deformedTooLittle(_, let limit))):
            return "\(section) \(list(slops(of: limit, limits), "or"))"
        case (_, .failed(.startedFarFromEdge(let distance, let limit))) where distance > limit:
            return setting(of: gesture, .startedFarFromEdge(by: distance, limit: limit), on: kind)
                .map { "\($0) above \(tenths(distance))" }
        case (_, .failed(let failure)): return setting(of: gesture, failure, inStandardSetOf: kind)
        default: return nil
        }
    }

    /// In points, 10 mm. No setting makes a tap or a press of what went farther.
    private static let farthestRemedy = 63.0
    /// The longest duration that a tap may be given.
    private static let longestRemedy = Microseconds.seconds(10)

    /// True if a single finger moves the pointer, so that its motion makes no gesture.
    private static func isPointing(_ touch: TouchExtent, _ kind: TouchDeviceKind) -> Bool {
        kind == .touchpad && touch.fingers == 1
    }

    /// The distances that the fingers passed, from which they count as moving.
    private static func slops(_ touch: TouchExtent, _ limits: Thresholds.StandardSet) -> [String] {
        var names = touch.distance(before: limits.earlyTime) >= limits.earlySlop ? ["earlySlop"] : []
        if touch.distance >= limits.slop, touch.duration > limits.earlyTime { names.append("slop") }
        return names
    }

    /// The settings that have this value, or half of it: motion that is not clear needs twice the slop.
    private static func slops(of limit: Double, _ limits: Thresholds.StandardSet) -> [String] {
        let settings = [("slop", limits.slop), ("earlySlop", limits.earlySlop), ("tapDistance", limits.tapDistance)]
        let names = settings.filter { $0.1 == limit || $0.1 * 2 == limit }.map(\.0)
        return names.isEmpty ? ["slop", "earlySlop"] : names
    }

    private static func list(_ names: [String], _ word: String = "and") -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return "\(names.dropLast().joined(separator: ", ")) \(word) \(last)"
    }

    // Both round up, but not for a rounding error: the value itself is enough.
    private static func tenths(_ number: Double) -> String {
        Wording.decimal((number * 10 - 0.01).rounded(.up) / 10, 1)
    }
    private static func hundredths(_ number: Double) -> String {
        Wording.decimal((number * 100 - 0.01).rounded(.up) / 100, 2)
    }
}

/// Lengths in sentences for people.
public enum LengthText {
    /// Returns the sentence with millimetres next to points: `moved 14.2 pt > 10 pt` becomes
    /// `moved 14.2 pt (2.3 mm) > 10 pt (1.6 mm)`, and speeds likewise.
    public static func withMillimetres(_ sentence: String) -> String {
        var words = sentence.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        for index in words.indices.dropFirst() where words[index] == "pt" || words[index].hasPrefix("pt/s") {
            guard let points = Double(words[index - 1]) else { continue }
            let tenths = Int(exactly: (points * Surface.millimetresPerPoint * 10).rounded())
            guard let tenths else { continue }
            let number =
                tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
            words[index] += words[index] == "pt" ? " (\(number) mm)" : " (\(number) mm/s)"
        }
        return words.joined(separator: " ")
    }
}
