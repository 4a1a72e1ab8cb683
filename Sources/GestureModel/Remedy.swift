/// What the fingers of one touch did, as far as settings decide about it.
package struct TouchExtent: Hashable, Sendable {
    /// The most fingers that were down at once.
    package var fingers = 0
    /// From the first touch-down until all fingers have lifted.
    package var duration = Microseconds.zero
    /// The longest distance of a finger from where it came down, in points.
    package private(set) var distance = 0.0
    /// How long the fingers were still before they lifted.
    package var rest = Microseconds.zero
    /// The longest time in which no finger came down or lifted.
    package var steady = Microseconds.zero
    /// What the fingers made of the touch that no setting of another gesture undoes; nil if neither.
    package var made: Made?

    package enum Made: Hashable, Sendable {
        /// A drag, a pinch or another movement.
        case motion
        /// The button was pressed.
        case click
        /// Several gestures, one after the other, of fingers that came and went: what would lengthen or replace one of
        /// them meets the next.
        case several
    }

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

    /// The extent with a distance that a recogniser measured, if that is longer.
    fileprivate func reaching(_ reason: CancellationReason) -> TouchExtent {
        var touch = self
        if case .failed(.movedTooFar(let distance, _)) = reason { touch.distance = max(distance, touch.distance) }
        return touch
    }

    /// The longest distance up to this age, in points.
    fileprivate func distance(before age: Microseconds) -> Double { course.last { $0.age < age }?.distance ?? 0 }

    package static func == (a: Self, b: Self) -> Bool {
        (a.fingers, a.duration, a.distance, a.rest, a.steady, a.made)
            == (b.fingers, b.duration, b.distance, b.rest, b.steady, b.made)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(fingers)
        hasher.combine(duration)
        hasher.combine(distance)
        hasher.combine(rest)
    }
}

/// The settings that determine a gesture's limit, with their section and keys in gestured.toml.
public enum Remedy {
    /// - Returns: The section and the key, such as `[swipe] minimumVelocity`; nil if there is no such setting. On a
    ///   touchpad, the limits of the standard set decide about taps, because they are stricter.
    public static func setting(
        of gesture: GestureName, _ failure: FailureReason, on kind: TouchDeviceKind
    ) -> String? {
        switch (gesture, failure, kind) {
        case (.tap, .movedTooFar, .touchpad): "[touchpad] tapDistance"
        case (.tap, .heldTooLong, .touchpad): "[touchpad] tapDuration"
        default: threshold(of: gesture, failure).flatMap(Thresholds.setting(of:))
        }
    }

    private static func threshold(
        of gesture: GestureName, _ failure: FailureReason
    ) -> PartialKeyPath<Thresholds>? {
        switch (gesture, failure) {
        case (.tap, .movedTooFar): \Thresholds.tap.maximumDistance
        case (.tap, .heldTooLong): \Thresholds.tap.maximumDuration
        case (.longPress, .movedTooFar): \Thresholds.longPress.maximumDistance
        case (.drag, .movedTooLittle): \Thresholds.drag.minimumDistance
        case (.swipe, .movedTooLittle): \Thresholds.swipe.minimumDistance
        case (.swipe, .tooSlow): \Thresholds.swipe.minimumVelocity
        case (.swipe, .liftedSlowly): \Thresholds.swipe.minimumLiftVelocity
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

    /// The name of the distance that decided about a gesture of a standard set, because these sets have several: `slop`,
    /// `2 × slop, because …`. nil for the slop of what moves, for what is no distance, and for none of theirs.
    package static func name(
        ofLimit reason: CancellationReason, on kind: TouchDeviceKind, _ thresholds: Thresholds
    ) -> String? {
        let (limit, isMissed): (Double, Bool)
        switch reason {
        case .failed(.movedTooFar(_, let distance)): (limit, isMissed) = (distance, false)
        case .failed(.movedTooLittle(_, let distance)), .failed(.deformedTooLittle(_, let distance)):
            (limit, isMissed) = (distance, true)
        default: return nil
        }
        let limits = thresholds[kind == .touchpad ? .touchpad : .touchscreen]
        let slops = [("slop", limits.slop), ("earlySlop", limits.earlySlop)]
        if let (name, _) = slops.first(where: { $0.1 == limit }) {
            return isMissed && name == "slop" ? nil : name
        }
        for (share, name) in [(1, "tapDistance"), (Thresholds.StandardSet.rollShareOfSeveral, "1.6 × tapDistance")]
        where limits.tapDistance * share == limit {
            return isMissed ? "\(name), because a fingertip may have rolled" : name
        }
        guard isMissed, let (name, _) = slops.first(where: { $0.1 * 2 == limit }) else { return nil }
        return "2 × \(name), because they went neither clearly together nor apart"
    }

    /// Returns the settings that decided about a touch, and the values with which they would have decided otherwise:
    /// `[touchscreen] tapDuration and holdDuration above 0.61`. nil if there are none, or if no sensible value would
    /// change the decision.
    ///
    /// - Parameters:
    ///   - isStandard: True if the gesture is one of the standard set, which has limits of its own.
    ///   - thresholds: The device's. A limit that differs from them is the request's own.
    ///   - isEnough: True if the fingers make the gesture of a standard set with other thresholds. With it, the advice has
    ///     no key and no amount that they do not need; without it, these follow from what the fingers did as a whole.
    package static func advice(
        on gesture: GestureName, _ reason: CancellationReason, in touch: TouchExtent, on kind: TouchDeviceKind,
        _ thresholds: Thresholds, isStandard: Bool = true, isEnough: ((Thresholds) -> Bool)? = nil
    ) -> String? {
        if touch.made == .click { return nil }
        let touch = touch.reaching(reason)
        let standard = StandardRemedy(
            touch: touch, limits: thresholds[kind == .touchpad ? .touchpad : .touchscreen], kind: kind)
        let changes: [Change]
        switch (gesture, reason) {
        case (.tap, _) where isStandard && reason.isOfTap: changes = standard.tap(reason)
        case (.longPress, .failed(.movedTooFar)) where isStandard: changes = standard.press
        case (.longPress, .failed(.liftedEarly(let rest, _))) where isStandard: changes = standard.press(after: rest)
        case (.drag, .failed(.movedTooLittle(let distance, let limit))) where isStandard:
            changes = standard.motion(distance, limit: limit, rolls: true)
        case (_, .failed(.deformedTooLittle(let distance, let limit))):
            changes = standard.motion(distance, limit: limit, rolls: false)
        case (_, .failed(let failure)): changes = single(gesture, failure, in: touch, on: kind, thresholds, standard)
        default: changes = []
        }
        guard !changes.isEmpty, changes.allSatisfy(\.isPossible) else { return standard.habit(reason) }
        guard isStandard, let isEnough else { return Change.text(changes) }
        let least = Change.least(of: changes, thresholds, isEnough)
        return least.isEmpty ? nil : Change.text(least)
    }

    /// The changes for a gesture that is subscribed to alone, or whose limit all subscriptions share.
    private static func single(
        _ gesture: GestureName, _ failure: FailureReason, in touch: TouchExtent, on kind: TouchDeviceKind,
        _ thresholds: Thresholds, _ standard: StandardRemedy
    ) -> [Change] {
        if case .liftedSlowly(let speed, _) = failure, speed == 0 {
            // The finger had stopped. What has rested for longer than the horizon has no speed left.
            return touch.rest > thresholds.velocity.stopTime && touch.rest < thresholds.velocity.horizon
                ? [Change("velocity", ["stopTime"], .above, touch.rest.seconds)] : []
        }
        guard let path = threshold(of: gesture, failure), let (number, limit, direction) = failure.needed(in: touch)
        else {
            return []
        }
        guard let (section, threshold) = Thresholds.find(path) else { return [] }
        // How far a movement leads inwards from an edge is no setting.
        if case .movedTooLittle(_, Edge.inwardDistance) = failure, gesture == .drag || touch.distance >= limit {
            return []
        }
        let scale = threshold.unit == .degrees ? 180 / Double.pi : 1
        if let value = threshold.value(in: thresholds), abs(value - limit * scale) > 1e-9 * max(value, 1) {
            return standard.other(failure, number, limit) ?? [Change(nil, [threshold.name], direction, number * scale)]
        }
        return [Change(section, [threshold.name], direction, number * scale)]
    }
}

/// A setting, or several, that must exceed or fall below a value.
private struct Change {
    enum Direction: String {
        case above
        case below = "at most"
    }

    /// nil for a limit of the request.
    let section: String?
    var keys: [String]
    let direction: Direction
    /// Rounded so that the number itself is enough.
    private var number: Double

    init(_ section: String?, _ keys: [String], _ direction: Direction, _ value: Double) {
        (self.section, self.keys, self.direction, number) = (section, keys, direction, value)
        let factor = factor(of: value)
        // Not for a rounding error.
        number = (value * factor - 0.01).rounded(direction == .above ? .up : .down) / factor
    }

    /// Seconds, scales and scores have two decimals, other numbers one.
    private func factor(of value: Double) -> Double {
        value < 1 || keys.contains { $0.hasSuffix("Duration") || $0.hasSuffix("Time") } ? 100 : 10
    }

    /// `[touchscreen] earlySlop and slop above 15.7, and tapDuration above 0.61`.
    static func text(_ changes: [Change]) -> String {
        var section: String?
        return changes.map { change in
            defer { section = change.section }
            let own = change.section.map { $0 == section ? "" : "[\($0)] " } ?? ""
            return "\(own)\(change.list)\(change.section == nil ? " in the request" : "") "
                + "\(change.direction.rawValue) \(Wording.decimal(change.number, 2))"
        }.joined(separator: ", and ")
    }

    private var list: String {
        guard let last = keys.last, keys.count > 1 else { return keys.first ?? "" }
        return "\(keys.dropLast().joined(separator: ", ")) and \(last)"
    }

    /// False if only zero would be low enough.
    var isPossible: Bool { number > 0 }

    // MARK: The least that is enough

    /// Returns the changes without the keys and amounts that are not needed; none if they are not enough.
    static func least(
        of changes: [Change], _ thresholds: Thresholds, _ isEnough: (Thresholds) -> Bool
    ) -> [Change] {
        // Other touches decided as well.
        if isEnough(thresholds) { return changes }
        var single = changes.flatMap { change in
            change.keys.map { key in
                var one = change
                one.keys = [key]
                return one
            }
        }
        // What was exactly as much as the number needs a little more.
        if !isEnough(thresholds.with(single)) { single = single.map(\.stretched) }
        guard isEnough(thresholds.with(single)) else { return [] }
        func removeUnneeded() {
            for change in single where single.count > 1 {
                let rest = single.filter { $0.keys != change.keys }
                if isEnough(thresholds.with(rest)) { single = rest }
            }
        }
        removeUnneeded()
        for index in single.indices {
            let all = single
            single[index].shrink(to: thresholds) { change in
                var changes = all
                changes[index] = change
                return isEnough(thresholds.with(changes))
            }
        }
        // A lower number may need fewer of the others.
        removeUnneeded()
        return single.reduce(into: []) { merged, change in
            guard let last = merged.last, last.section == change.section, last.direction == change.direction,
                last.number == change.number
            else { return merged.append(change) }
            merged[merged.count - 1].keys += change.keys
        }
    }

    /// The change by a unit more.
    private var stretched: Change {
        var change = self
        change.number += (direction == .above ? 1 : -1) / factor(of: number)
        return change
    }

    /// Moves the number as near to the present one as is enough.
    private mutating func shrink(to thresholds: Thresholds, _ isEnough: (Change) -> Bool) {
        guard let present = threshold?.value(in: thresholds) else { return }
        let factor = factor(of: number)
        let (from, to) = ((number * factor).rounded(), (present * factor).rounded())
        var (good, bad) = (0.0, abs(to - from))
        func moved(by steps: Double) -> Change {
            var change = self
            change.number = (to < from ? from - steps : from + steps) / factor
            return change
        }
        while bad - good > 1 {
            let middle = ((good + bad) / 2).rounded(.down)
            if isEnough(moved(by: middle)) { good = middle } else { bad = middle }
        }
        self = moved(by: good)
    }

    /// The setting of the only key; nil for a limit of the request.
    private var threshold: Threshold? {
        Thresholds.sections.first { $0.name == section }?.thresholds.first { $0.name == keys.first }
    }

    func apply(to thresholds: inout Thresholds) { threshold?.setValue(number, in: &thresholds) }
}

extension Thresholds {
    fileprivate func with(_ changes: [Change]) -> Thresholds {
        var thresholds = self
        for change in changes { change.apply(to: &thresholds) }
        return thresholds
    }
}

/// The changes for gestures of a standard set, whose limits depend on each other.
private struct StandardRemedy {
    let touch: TouchExtent
    let limits: Thresholds.StandardSet
    let kind: TouchDeviceKind

    /// In points, 10 mm. No setting makes a tap or a press of what went farther.
    private static let farthest = 63.0
    /// No setting is advised for what was held longer.
    private static let longestPress = Microseconds.seconds(10)
    private static let simultaneity = Microseconds.milliseconds(60)
    /// The shortest duration that a press may sensibly be given. Ordinary taps last up to 0.2 s.
    private static let shortest = Microseconds.milliseconds(250)

    private var section: String { kind.rawValue }
    private var isNear: Bool { touch.distance <= Self.farthest }

    /// What the fingers can do instead, if a tap was held for so long that no setting would make sense; nil otherwise.
    func habit(_ reason: CancellationReason) -> String? {
        guard case .failed(.heldTooLong(_, let limit)) = reason, isNear, touch.made == nil,
            touch.duration >= Microseconds.longestTap
        else { return nil }
        return "lift within \(Wording.decimal(limit.seconds, 2)) s"
    }

    /// True if a single finger moves the pointer, so that its motion makes no gesture.
    private var isPointing: Bool { kind == .touchpad && touch.fingers == 1 }

    /// The distance that a finger of a tap stays below. On a touchscreen, one of several may roll farther.
    private var tapDistance: Double {
        kind == .touchscreen && touch.fingers > 1
            ? limits.tapDistance * Thresholds.StandardSet.rollShareOfSeveral : limits.tapDistance
    }

    /// What the fingers need to tap: all that they exceeded.
    func tap(_ reason: CancellationReason) -> [Change] {
        guard isNear, touch.duration < Microseconds.longestTap else { return [] }
        // A tap that moved no farther than that was outcompeted by a long press.
        if reason == .outcompeted, touch.duration < limits.holdDuration || touch.distance >= limits.slop { return [] }
        let isFar = touch.distance >= tapDistance
        // What the distance of a tap alone decided had only rolled, and has passed the slops.
        let isRoll = kind == .touchscreen && reason.isBeyond(limits.tapDistance, tapDistance)
        var distances = isPointing || isRoll ? [] : slops
        let share = tapDistance / limits.tapDistance
        if isFar, share == 1 { distances.append("tapDistance") }
        var durations = touch.duration >= limits.tapDuration ? ["tapDuration"] : []
        // What rests for this long is a long press, however long a tap may be.
        if touch.duration >= limits.holdDuration,
            !isPointing || touch.distance(before: limits.holdDuration) < limits.slop
        {
            durations.append("holdDuration")
        }
        // What went far and for long as well was not meant to tap.
        let isMotion = touch.made == .motion || touch.distance >= 1.5 * tapDistance
        if isFar, isMotion, !durations.isEmpty { return [] }
        return change(distances, .above, touch.distance)
            + change(isFar && share > 1 ? ["tapDistance"] : [], .above, touch.distance / share)
            + change(durations, .above, touch.duration.seconds)
    }

    /// What fingers that moved need to be a long press; nothing if they lifted too early as well.
    var press: [Change] {
        guard touch.distance <= Self.farthest / 2, touch.duration < Self.longestPress,
            touch.steady > limits.holdDuration, touch.made != .several
        else { return [] }
        let distances = isPointing ? [] : slops
        return change(distances.isEmpty ? ["slop"] : distances, .above, touch.distance)
    }

    /// What fingers need to be a long press that lifted early; nothing if they then made other gestures.
    func press(after rest: Microseconds) -> [Change] {
        // The first of several fingers that come one after the other presses alone.
        let isSteady = touch.duration - rest < (touch.fingers > 1 ? Self.simultaneity : Self.shortest)
        return touch.made == nil && rest >= Self.shortest && isSteady
            ? change(["holdDuration"], .below, rest.seconds) : []
    }

    /// What fingers need to drag or to pinch that went too little, together or about each other.
    ///
    /// - Parameter rolls: True if a fingertip that rolls may drag instead.
    func motion(_ distance: Double, limit: Double, rolls: Bool) -> [Change] {
        // What went less than half of the way was not meant to move, and what made another movement lacks no distance.
        guard distance >= limit / 2, touch.made == nil else { return [] }
        // On a touchscreen, a lower one would divide fingers that move together.
        if kind == .touchscreen, touch.fingers > 1 { return [] }
        // Of several fingers one may have gone much farther: they made neither clearly, so a lower limit makes the other.
        guard touch.fingers < 2 || touch.distance <= (rolls ? 1.5 : 2) * distance else { return [] }
        // Motion that is not clear needs twice the slop.
        for share in [1, 2.0] {
            let keys = [("slop", limits.slop), ("earlySlop", limits.earlySlop)].filter { $0.1 * share == limit }
            if keys.isEmpty { continue }
            // Otherwise a fingertip of a touchscreen may have rolled.
            let roll = kind == .touchscreen ? ["tapDistance"] : []
            return change(keys.map(\.0) + roll, .below, distance / share)
        }
        for share in [1, Thresholds.StandardSet.rollShareOfSeveral] where rolls && limits.tapDistance * share == limit {
            return change(["tapDistance"], .below, distance / share)
        }
        return []
    }

    /// The changes if a gesture alone was lost by a limit of the standard set; nil if by one of the request.
    func other(_ failure: FailureReason, _ number: Double, _ limit: Double) -> [Change]? {
        switch failure {
        case .movedTooFar where limit == limits.slop || limit == limits.earlySlop:
            isNear ? change(slops, .above, touch.distance) : []
        case .movedTooFar where limit == limits.tapDistance || limit == tapDistance:
            isNear ? change(["tapDistance"], .above, number) : []
        case .heldTooLong where limit == limits.tapDuration.seconds: change(["tapDuration"], .above, number)
        case .movedTooLittle where limit == limits.tapDistance || limit == tapDistance:
            motion(number, limit: limit, rolls: true)
        default: nil
        }
    }

    private func change(_ keys: [String], _ direction: Change.Direction, _ value: Double) -> [Change] {
        keys.isEmpty ? [] : [Change(section, keys, direction, value)]
    }

    /// The distances that the fingers passed, from which they count as moving.
    private var slops: [String] {
        var names = touch.distance(before: limits.earlyTime) >= limits.earlySlop ? ["earlySlop"] : []
        // For fingers that move side by side, the slop applies from the start.
        if touch.distance >= limits.slop, touch.duration > limits.earlyTime || touch.fingers > 1 {
            names.append("slop")
        }
        return names
    }
}

extension Microseconds {
    /// The longest duration that a tap may sensibly be given.
    fileprivate static let longestTap = Microseconds.milliseconds(1500)
}

extension CancellationReason {
    /// True if the fingers went farther than one of these limits.
    fileprivate func isBeyond(_ limits: Double...) -> Bool {
        guard case .failed(.movedTooFar(_, let limit)) = self else { return false }
        return limits.contains { abs($0 - limit) < 1e-9 }
    }

    /// True for what a tap of a standard set exceeds: distances, durations, and the time of a long press.
    fileprivate var isOfTap: Bool {
        switch self {
        case .failed(.movedTooFar), .failed(.heldTooLong), .outcompeted: true
        default: false
        }
    }
}

extension FailureReason {
    /// The number that the limit would have to exceed, or be at most, for the gesture, the limit, and which of the two.
    fileprivate func needed(in touch: TouchExtent) -> (Double, limit: Double, Change.Direction)? {
        switch self {
        case .movedTooFar(let number, let limit): (max(number, touch.distance), limit, .above)
        case .startedFarFromEdge(let number, let limit):
            number > limit && number <= Edge.middleFactor * limit ? (number, limit, .above) : nil
        case .heldTooLong(let time, let limit):
            touch.duration < Microseconds.longestTap
                ? (max(time, touch.duration).seconds, limit.seconds, .above) : nil
        case .movedTooLittle(let number, let limit), .tooSlow(let number, let limit),
            .liftedSlowly(let number, let limit), .scaledTooLittle(let number, let limit),
            .turnedTooLittle(let number, let limit), .matchedPoorly(let number, let limit):
            (number, limit, .below)
        case .liftedEarly(let time, let limit): (time.seconds, limit.seconds, .below)
        default: nil
        }
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
