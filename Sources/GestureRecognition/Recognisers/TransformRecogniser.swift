internal import GestureModel

/// Contacts that change how they lie to each other: what a magnification and a rotation share.
///
///     idle ──touch──► possible ──minimum reached, two or more down──► transforming ──last lift──► ended
///                       │ ▲                                             │ │
///                       │ └───────────── a contact comes soon ──────────┘ │ they turn out to move together
///                       │ too many contacts                               ▼
///                       └────────────► failed ────────────────────────► spent ──last lift──► idle
///
/// It waits for contacts until it is recognised, and measures from when the last of them came down. The number of contacts
/// is that at recognition. When one lifts, the measure and the centre continue with the others without a jump; one that comes
/// in its place continues it. With fewer than two left the value holds. The gesture ends with the last lift.
struct TransformRecogniser<Measure: TransformMeasure>: GroupRecogniser {
    private enum State: Sendable {
        case idle
        case possible
        case transforming(fingers: Int, since: Timestamp)
        case spent
    }

    /// Which contacts that come later are part of the gesture.
    enum Admission: Sendable {
        case none
        /// Once it is recognised, those that take the place of one that lifted. Before, its owner begins again with all contacts.
        case replacements
        /// Also all that come before it is recognised.
        case all
    }

    private let fingers: FingerCounts
    private let admission: Admission
    /// nil if the measure alone decides: the app named its minimum.
    private var judge: MotionJudge?
    private var state = State.idle
    private(set) var group = ContactGroup()
    private var measure: Measure
    /// Of the measure.
    private var velocity: GestureVelocity
    /// The centre of the positions where the contacts came down.
    private var start = Point.zero
    /// From the centre of the contacts to the reported location, which a lift does not move.
    private var offset = Vector.zero
    /// How many contacts were down when there last were two or more.
    private var counted = 0
    /// True if a velocity was reported that a standstill must reset to zero.
    private var isMoving = false

    /// - Parameters:
    ///   - isJudged: True if contacts that move together do not make it, however they part on the way.
    init(
        fingers: FingerCounts, isJudged: Bool, admission: Admission = .all, _ thresholds: Thresholds,
        _ surface: Surface?
    ) {
        self.fingers = fingers
        self.admission = admission
        judge = isJudged ? MotionJudge(thresholds, surface) : nil
        measure = Measure(thresholds)
        velocity = GestureVelocity(thresholds)
    }

    /// Scale or radians per second. What rounded positions give for contacts that are held is no velocity that a standstill must
    /// reset.
    private static var rest: Double { 0.01 }

    /// A device sends nothing for a contact that is held: only time shows that it has stopped.
    @inline(__always)
    var deadline: Timestamp? {
        guard isMoving, case .transforming = state else { return nil }
        return velocity.stop
    }

    mutating func expire(at deadline: Timestamp, _ verdicts: inout VerdictBuffer) { verdicts.append(stop()) }

    /// The contacts have stopped.
    mutating func stop() -> Verdict? {
        guard case .transforming(let fingers, _) = state else {
            assertionFailure("transform: deadline in state \(state)")
            return nil
        }
        // Even at a deadline that saturated at the end of time, where the velocity is not zero: it must not recur.
        isMoving = false
        return .active(value(with: fingers, at: location, velocity: 0))
    }

    /// Recognises the gesture however small the change is: the caller has classified the contacts.
    mutating func recognise(at time: Timestamp) -> Verdict? {
        guard case .possible = state else {
            assertionFailure("transform: recognised in state \(state)")
            return nil
        }
        return begin(with: group.down.count, at: time)
    }

    /// Ends the gesture where it is, at rest, although its contacts stay down.
    mutating func finish() -> Verdict? {
        guard case .transforming(let fingers, _) = state else {
            assertionFailure("transform: finished in state \(state)")
            return nil
        }
        defer { reset() }
        return .ended(value(with: fingers, at: location, velocity: 0))
    }

    /// True if a contact that comes during the gesture takes the place of one that lifted.
    var admitsMore: Bool {
        guard admission != .none, case .transforming(let fingers, _) = state else { return false }
        return group.down.count < fingers
    }

    mutating func reset() {
        state = .idle
        group.reset()
        judge?.reset()
        measure.reset()
        velocity.reset()
        offset = .zero
        counted = 0
        isMoving = false
    }

    /// As every ``GroupRecogniser`` does. Of a generic type Swift 6.3 calls the conformance's own functions unspecialised, which
    /// copy the recogniser.
    @_specialize(where Measure == Magnification)
    @_specialize(where Measure == Rotation)
    mutating func update(_ frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer) {
        if !group.isEmpty { verdicts.append(follow(frame)) }
        if group.isEmpty { verdicts.append(begin(with: frame)) }
    }

    mutating func begin(with frame: borrowing TouchFrame) -> Verdict? {
        guard join(in: frame) else { return nil }
        judge?.update(frame, tracksMotion: true)
        state = .possible
        return consider(at: frame.time)
    }

    mutating func follow(_ frame: borrowing TouchFrame) -> Verdict? {
        let (location, before) = (location, Point(x: measure.quantity, y: 0))
        lift(in: frame, from: location)
        guard !group.isEmpty else {
            judge?.update(frame, tracksMotion: true)
            return end(at: location)
        }
        let anyMoved = move(in: frame)
        velocity.track(from: before, to: Point(x: measure.quantity, y: 0), anyMoved: anyMoved, at: frame.time)
        switch state {
        case .possible:
            judge?.update(frame, tracksMotion: true)
            if frame.hasLifts, let verdict = consider(at: frame.time) { return verdict }
            if admission == .all { _ = join(in: frame) }
            return consider(at: frame.time)
        case .transforming(let fingers, let since):
            if judge != nil, let verdict = reconsider(fingers, since: since, frame) { return verdict }
            if judge != nil, frame.isClicked { return click(fingers) }
            if admission != .none, group.down.count < fingers { admit(in: frame) }
            return .active(value(with: fingers, at: frame.time))
        case .spent: return nil
        case .idle:
            assertionFailure("transform: \(group.down.count) contacts in state \(state)")
            return nil
        }
    }

    @inline(__always)
    private var location: Point { group.centre + offset }

    /// Adds the contacts that came down, and measures from here on.
    private mutating func join(in frame: borrowing TouchFrame) -> Bool {
        guard group.join(in: frame, within: .never) > 0 else { return false }
        restart(at: frame.time)
        return true
    }

    private mutating func restart(at time: Timestamp) {
        measure.reset()
        rebase()
        start = group.centre
        offset = .zero
        velocity.reset()
        let point = Point(x: measure.quantity, y: 0)
        velocity.track(from: point, to: point, anyMoved: true, at: time)
    }

    /// Adds the contacts that came down to a gesture in progress, which continues with all of them where it is.
    private mutating func admit(in frame: borrowing TouchFrame) {
        let location = location
        guard group.join(in: frame, within: .never) > 0 else { return }
        rebase()
        offset = location - group.centre
    }

    private mutating func lift(in frame: borrowing TouchFrame, from location: Point) {
        guard group.lift(in: frame) > 0 else { return }
        velocity.recordLift(at: frame.time)
        guard !group.isEmpty else { return }
        rebase()
        offset = location - group.centre
    }

    private mutating func rebase() {
        measure.rebase(on: group)
        if group.down.count > 1 { counted = group.down.count }
    }

    /// A single contact that is left is not followed: the value holds until it lifts as well.
    private mutating func move(in frame: borrowing TouchFrame) -> Bool {
        if case .transforming = state, group.down.count < 2 { return false }
        return measure.move(&group, in: frame)
    }

    /// Decides whether the contacts have made the requested gesture.
    private mutating func consider(at time: Timestamp) -> Verdict? {
        guard group.down.count > 1, measure.delta >= measure.limit else { return nil }
        // Swift 6.3 copies a judge that is unwrapped.
        if judge != nil {
            guard judge?.decision?.gesture == .transform, let judge,
                measure.isClear(judge.motion, slop: judge.limits.slop)
            else {
                return nil
            }
            if judge.excludesAny {
                group.exclude(judge.excludes)
                restart(at: time)
            }
        }
        let count = group.down.count
        guard count <= fingers.most else { return fail(.tooManyFingers(count, limit: fingers.most)) }
        // Others may still come.
        guard fingers.contains(count) else { return nil }
        return begin(with: count, at: time)
    }

    /// A contact that comes soon was part of the motion from the start, and its first frames may look like a pinch: the
    /// gesture fails. nil if it goes on.
    private mutating func reconsider(
        _ fingers: Int, since: Timestamp, _ frame: borrowing TouchFrame
    ) -> Verdict? {
        guard let limits = judge?.limits, frame.time - since <= max(limits.lateJoin, limits.revisionTime) else {
            return nil
        }
        judge?.update(frame)
        if judge?.decision?.gesture == .drag, let judge { return fail(judge.failureOfTransform ?? measure.unclear) }
        let arrivals = frame.contacts.count { $0.phase == .began }
        // One in the place of one that lifted goes on with the gesture.
        guard arrivals > 0, group.down.count + arrivals > fingers, frame.time - since <= limits.lateJoin,
            join(in: frame)
        else { return nil }
        let count = group.down.count
        guard count <= self.fingers.most else { return fail(.tooManyFingers(count, limit: self.fingers.most)) }
        state = .possible
        isMoving = false
        return .failed(.tooManyFingers(count, limit: fingers))
    }

    /// The button under the surface is pressed: what the contacts slipped meanwhile was not meant, and what they did before
    /// ends where it is.
    private mutating func click(_ fingers: Int) -> Verdict? {
        guard group.farthest >= MotionJudge.pressSlip else { return fail(.clicked) }
        state = .spent
        return .ended(value(with: fingers, at: location, velocity: 0))
    }

    private mutating func begin(with fingers: Int, at time: Timestamp) -> Verdict {
        state = .transforming(fingers: fingers, since: time)
        return .active(value(with: fingers, at: time))
    }

    /// Why the contacts have not made the requested gesture.
    private var failure: FailureReason {
        guard counted > 1 else { return .tooFewFingers(1, accepted: fingers) }
        guard measure.delta >= measure.limit else { return measure.shortfall }
        guard fingers.contains(counted), let judge else { return .tooFewFingers(counted, accepted: fingers) }
        return judge.failureOfTransform ?? measure.unclear
    }

    private mutating func end(at location: Point) -> Verdict? {
        defer { reset() }
        switch state {
        case .idle, .spent: return nil
        case .possible: return .failed(failure)
        case .transforming(let fingers, _):
            return .ended(value(with: fingers, at: location, velocity: velocity.atLift.dx))
        }
    }

    private mutating func fail(_ reason: FailureReason) -> Verdict {
        state = .spent
        return .failed(reason)
    }

    private mutating func value(with fingers: Int, at time: Timestamp) -> GestureValue {
        let velocity = velocity.at(time).dx
        isMoving = abs(velocity) > Self.rest
        return value(with: fingers, at: location, velocity: velocity)
    }

    /// `mutating` although nothing changes: Swift 6.3 copies the recogniser for a method that only reads.
    private mutating func value(with fingers: Int, at location: Point, velocity: Double) -> GestureValue {
        measure.value(fingers: fingers, location: location, startLocation: start, velocity: velocity)
    }
}

/// A number that describes how contacts lie to each other relative to when they came down: a scale, or an angle.
protocol TransformMeasure: Sendable {
    init(_ thresholds: Thresholds)

    /// The measured value; never infinite and never NaN, whatever the positions.
    var quantity: Double { get }
    /// How far the value is from that at touch-down.
    var delta: Double { get }
    /// The delta from which on it is a gesture.
    var limit: Double { get }
    /// Why the delta is too small for a gesture.
    var shortfall: FailureReason { get }
    /// Why contacts that move about each other do not clearly change it; see ``isClear(_:slop:)``.
    var unclear: FailureReason { get }
    /// True if this is what contacts that move about each other change: rather than the other measure, or too much to be
    /// its by-product.
    func isClear(_ motion: ContactMotion, slop: Double) -> Bool

    /// Contacts came down or lifted: continues from here with those that are down.
    mutating func rebase(on group: ContactGroup)
    /// Moves the group with the frame. Returns true if a contact moved.
    mutating func move(_ group: inout ContactGroup, in frame: borrowing TouchFrame) -> Bool
    mutating func reset()

    func value(fingers: Int, location: Point, startLocation: Point, velocity: Double) -> GestureValue
}

/// Two or more contacts that part or close up. Its states are ``TransformRecogniser``'s.
typealias MagnifyRecogniser = TransformRecogniser<Magnification>

/// The scale: the mean distance of the contacts from their centre, relative to when they came down.
///
/// It is a product over the times at which a contact came down or lifted, so neither causes a jump. Contacts that a device
/// reports at one point, since it can locate fewer, have no distance to compare with. While they are there the scale stays,
/// and it continues from the first distance there is. Contacts that get that close only later make it no smaller than the
/// least true distance does.
struct Magnification: TransformMeasure {
    let limit: Double
    /// The scale when a contact last came down or lifted.
    private var base = 1.0
    /// The span at that time, in points; nil until there is a true one.
    private var reference: Double?
    private(set) var quantity = 1.0

    init(_ thresholds: Thresholds) { limit = thresholds.magnify.minimumScaleDelta }

    var delta: Double { abs(quantity - 1) }
    var shortfall: FailureReason { .scaledTooLittle(by: delta, limit: limit) }
    var unclear: FailureReason { .scaledTooLittle(by: min(delta, 0.25), limit: 0.25) }

    func isClear(_ motion: ContactMotion, slop: Double) -> Bool { motion.spread >= motion.arc || motion.isScaled }

    mutating func rebase(on group: ContactGroup) {
        base = quantity
        reference = Self.reference(of: group)
    }

    mutating func move(_ group: inout ContactGroup, in frame: borrowing TouchFrame) -> Bool {
        guard group.move(in: frame) else { return false }
        guard let reference else {
            reference = Self.reference(of: group)
            return true
        }
        let span = max(group.span, ContactGroup.trueSpans.lowerBound)
        if ContactGroup.trueSpans.contains(span) { quantity = Self.limited(base * span / reference) }
        return true
    }

    mutating func reset() { (base, reference, quantity) = (1, nil, 1) }

    func value(fingers: Int, location: Point, startLocation: Point, velocity: Double) -> GestureValue {
        .magnify(
            .init(
                fingers: fingers, location: location, startLocation: startLocation, magnification: quantity,
                velocity: velocity))
    }

    private static func reference(of group: ContactGroup) -> Double? {
        let span = group.span
        return ContactGroup.trueSpans.contains(span) ? span : nil
    }

    /// Beyond any hand: from fingers that touch to a hand's width is a factor of 15.
    private static func limited(_ scale: Double) -> Double { min(max(scale, 1e-6), 1e6) }
}

/// Two or more contacts that turn about their centre. Its states are ``TransformRecogniser``'s.
typealias RotateRecogniser = TransformRecogniser<Rotation>

/// The angle: the sum of the contacts' turns about their centre from frame to frame. It continues past half a turn, and a
/// contact that comes down or lifts causes no jump.
///
/// Contacts that a device reports at one point, since it can locate fewer, add nothing while they are there.
struct Rotation: TransformMeasure {
    let limit: Double
    private(set) var quantity = 0.0

    init(_ thresholds: Thresholds) { limit = thresholds.rotate.minimumAngleDelta }

    var delta: Double { abs(quantity) }
    var shortfall: FailureReason { .turnedTooLittle(by: delta, limit: limit) }
    var unclear: FailureReason { .turnedTooLittle(by: min(delta, .pi / 9), limit: .pi / 9) }

    /// A hand that pinches turns a little, before it closes too.
    func isClear(_ motion: ContactMotion, slop: Double) -> Bool {
        motion.isTurned || motion.arc >= 2 * slop && motion.arc >= ContactMotion.clarity * motion.spread
    }

    mutating func rebase(on group: ContactGroup) {}

    mutating func move(_ group: inout ContactGroup, in frame: borrowing TouchFrame) -> Bool {
        quantity += group.turn(in: frame)
        return group.move(in: frame)
    }

    mutating func reset() { quantity = 0 }

    func value(fingers: Int, location: Point, startLocation: Point, velocity: Double) -> GestureValue {
        .rotate(
            .init(
                fingers: fingers, location: location, startLocation: startLocation, rotation: quantity,
                velocity: velocity))
    }
}
