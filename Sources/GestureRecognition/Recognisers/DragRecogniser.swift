internal import GestureModel

/// Contacts that move together.
///
///     idle ──touch──► possible ──slop crossed──► dragging ──last lift──► ended
///                       │ ▲                        │ │
///                       │ └─ a contact comes soon ─┘ │ they turn out to pinch, or to be too many
///                       │ too many contacts, lifted, or far from the edge
///                       ▼                            ▼
///                      failed ──────────────────► spent ──last lift──► idle
///
/// A drag of several fingers waits for contacts until it is recognised. The motion is measured from the time at which
/// the last of these contacts came down. If one of them lifts before recognition, a drag that accepts only one contact
/// or needs an edge is measured from the positions where the remaining contacts came down, unless they have moved by
/// then. A drag that needs an edge leads in from it, unless the app specified a distance. The drag has the number of
/// contacts that were down at recognition. When a contact lifts or comes down later, the location continues without a
/// jump. The drag ends with the last lift. A drag that accepts only one contact does not fail once it is recognised, as
/// in SwiftUI.
struct DragRecogniser: GroupRecogniser {
    /// Whether contacts that come down during a drag become part of it.
    enum LateContacts: Sendable {
        /// Late contacts are not part of the drag.
        case ignored
        /// The drag continues with late contacts.
        case admitted
        /// On a touchscreen the drag continues with late contacts; on a touchpad, only with those that replace a lifted
        /// contact.
        case byDevice
    }

    private enum State: Sendable {
        case idle
        case possible(edge: EdgeLimit.Origin?)
        case dragging(fingers: Int, edge: EdgeLimit.Origin?, since: Timestamp)
        case spent
    }

    private let fingers: FingerCounts
    private let minimumDistance: Double
    private let joinWindow: Microseconds
    private let edges: EdgeLimit?
    /// True if the contacts must come in from the edge, because the app specified no distance.
    private let leadsIn: Bool
    private let lateContacts: LateContacts
    private var state = State.idle
    private var path: CentrePath
    /// nil if the distance alone decides, because the app specified it or accepts only one contact, or if the caller
    /// classifies the contacts.
    private var judge: MotionJudge?
    /// Tells a finger of a touchscreen that drags from a fingertip that only rolls; nil if the app specified the distance,
    /// if the caller classifies the contacts, and on a touchpad.
    private var roll: FingertipRoll?
    /// The thresholds of touchscreens; nil if ``roll`` is never needed.
    private let rolls: Thresholds.StandardSet?
    /// The location when a contact last lifted before the drag began, if the motion until then does not count.
    private var resumption: Point?
    /// True if the last reported velocity must be reset to zero at a standstill.
    private var isMoving = false

    init(
        _ drag: GestureExpression.Drag, _ thresholds: Thresholds, _ surface: Surface?,
        lateContacts: LateContacts = .byDevice
    ) {
        fingers = drag.fingers
        minimumDistance = thresholds.drag.minimumDistance
        // In a standard set no contact joins a possible drag: when one comes down, the ``StandardRecogniser`` restarts
        // with all contacts.
        joinWindow =
            lateContacts != .byDevice ? .zero : fingers.most > 1 ? .never : thresholds.fingers.joinWindow
        edges = EdgeLimit(drag.edges, thresholds, surface)
        leadsIn = drag.edges != nil && drag.minimumDistance == nil
        self.lateContacts = lateContacts
        path = CentrePath(thresholds)
        rolls = lateContacts == .byDevice && drag.minimumDistance == nil ? thresholds.touchscreen : nil
        judge = drag.minimumDistance == nil && fingers.most > 1 ? MotionJudge(thresholds, surface) : nil
    }

    /// A speed in points per second that counts as rest: rounding of positions alone causes as much. A reported
    /// velocity up to this speed needs no event that resets it to zero at a standstill.
    private static let rest = 1.0

    /// A device may send nothing for a contact that does not move, so only time shows that the contact has stopped.
    var deadline: Timestamp? {
        guard isMoving, case .dragging = state else { return nil }
        return path.velocity.stop
    }

    var group: ContactGroup { path.group }

    mutating func expire(at deadline: Timestamp, _ verdicts: inout VerdictBuffer) {
        guard case .dragging(let fingers, let edge, _) = state else {
            return assertionFailure("drag: deadline in state \(state)")
        }
        // Set to false even if the contacts have not stopped, as when the deadline is limited to the largest timestamp.
        // Otherwise the deadline would recur.
        isMoving = false
        verdicts.append(.active(value(with: fingers, from: edge, velocity: .zero)))
    }

    /// Recognises the drag whatever its distance, because the caller has classified the contacts.
    mutating func recognise(at time: Timestamp) -> Verdict? {
        guard case .possible(let edge) = state else {
            assertionFailure("drag: recognised in state \(state)")
            return nil
        }
        return begin(with: group.down.count, from: edge, at: time)
    }

    /// Ends the drag at its current location with zero velocity, although its contacts stay down.
    mutating func finish() -> Verdict? {
        guard case .dragging(let fingers, let edge, _) = state else {
            assertionFailure("drag: finished in state \(state)")
            return nil
        }
        defer { reset() }
        return .ended(value(with: fingers, from: edge, velocity: .zero))
    }

    mutating func reset() {
        state = .idle
        isMoving = false
        resumption = nil
        path.reset()
        judge?.reset()
    }

    mutating func begin(with frame: borrowing TouchFrame) -> Verdict? {
        guard path.begin(with: frame) else { return nil }
        roll = rolls != nil && frame.kind == .touchscreen ? FingertipRoll(landing: frame.time) : nil
        judge?.update(frame)
        return gather(at: frame.time)
    }

    mutating func follow(_ frame: borrowing TouchFrame) -> Verdict? {
        let count = group.down.count
        path.lift(in: frame)
        guard !group.isEmpty else {
            judge?.update(frame)
            return end(of: count)
        }
        path.move(in: frame)
        switch state {
        case .possible(let edge):
            judge?.update(frame)
            roll?.move(to: path.translation.length, at: frame.time)
            if frame.hasLifts {
                forgetLifted(at: frame.time)
                if let verdict = consider(from: edge, at: frame.time) { return verdict }
            }
            return path.join(in: frame, within: joinWindow)
                ? gather(at: frame.time) : consider(from: edge, at: frame.time)
        case .dragging(let fingers, let edge, let since):
            if judge != nil, let verdict = reconsider(fingers, since: since, frame) { return verdict }
            if fingers > 1, judge != nil, frame.isClicked { return click(fingers, from: edge) }
            if admitsMore(on: frame.kind, than: fingers) { path.admit(in: frame) }
            return .active(value(with: fingers, from: edge, at: frame.time))
        case .spent: return nil
        case .idle:
            assertionFailure("drag: \(count) contacts in state \(state)")
            return nil
        }
    }

    /// Ignores contacts that lifted before the drag began: a drag from an edge starts at the edge, and a drag of one
    /// finger where the finger came down. If the remaining contacts have gone the minimum distance together with the
    /// others, that way belongs to what all of them did, such as a pinch.
    private mutating func forgetLifted(at time: Timestamp) {
        roll?.rebaseline(at: time, isLeft: true)
        guard edges != nil || fingers.most == 1 || judge?.decision?.gesture == .transform else { return }
        let hasMoved = (group.centre - group.startCentre).length >= minimumDistance
        path.forgetLifted(keepsStart: edges != nil || !hasMoved)
        resumption = hasMoved ? path.location : nil
    }

    /// True if the contacts have gone the minimum distance, and not only because a fingertip rolls.
    private func hasTravelled(at time: Timestamp) -> Bool {
        let distance = path.translation.length
        guard distance >= minimumDistance, resumption.map({ (path.location - $0).length >= minimumDistance }) ?? true
        else { return false }
        guard group.down.count == 1, minimumDistance > 0, let roll, let rolls else { return true }
        return distance >= rolls.rollDistance(isAccompanied: group.joined > 1) || !roll.isRoll(at: time)
    }

    /// True if the drag continues with contacts that come down now.
    private func admitsMore(on kind: TouchDeviceKind, than fingers: Int) -> Bool {
        switch lateContacts {
        case .ignored: false
        case .admitted: true
        case .byDevice: kind == .touchscreen || group.down.count < fingers
        }
    }

    /// Checks where the contacts came down, and then whether they have made the drag.
    private mutating func gather(at time: Timestamp) -> Verdict? {
        var edge: EdgeLimit.Origin?
        switch edges?.start(of: group) {
        // A contact at the edge may still come, because a touchpad's filter holds back contacts at the edge as possible
        // palms.
        case .far(let reason): if group.down.count >= fingers.most { return fail(reason) }
        case .near(let near): edge = near
        case nil: break
        }
        state = .possible(edge: edge)
        roll?.rebaseline(at: time, isLeft: false)
        return consider(from: edge, at: time)
    }

    /// Decides whether the contacts have made the requested drag.
    private mutating func consider(from gathered: EdgeLimit.Origin?, at time: Timestamp) -> Verdict? {
        var edge = gathered
        // The judge is unwrapped only if it excludes a contact, because Swift 6.3 copies a judge that is unwrapped.
        if group.down.count > 1, judge != nil {
            guard judge?.decision?.gesture == .drag else { return nil }
            if judge?.excludesAny == true, let judge { path.exclude(from: judge.referenceCentre, judge.excludes) }
        }
        guard hasTravelled(at: time) else { return nil }
        let count = group.down.count
        guard count <= fingers.most else { return fail(.tooManyFingers(count, limit: fingers.most)) }
        // Other contacts may still come.
        guard fingers.contains(count) else { return nil }
        // Checks the edge again, because the contacts that were at the edge may have lifted or be resting.
        switch edges?.start(of: group) {
        case .far(let reason): return fail(reason)
        case .near(let near): edge = near
        case nil: break
        }
        if leadsIn, let origin = edge {
            guard let entry = origin.entry(by: path.translation) else {
                return origin.isSlide(path.translation) ? fail(origin.failure(of: path.translation)) : nil
            }
            edge = entry
        }
        return begin(with: count, from: edge, at: time)
    }

    /// Fails the drag if the contacts turn out to pinch, or if another contact comes soon. That contact is part of the
    /// same motion, whose first frames merely looked like a drag of fewer fingers. A drag of all contacts is then
    /// possible, unless they are too many or far from the edge. Returns nil if the drag continues.
    private mutating func reconsider(
        _ fingers: Int, since: Timestamp, _ frame: borrowing TouchFrame
    ) -> Verdict? {
        guard let limits = judge?.limits,
            fingers > 1 || frame.time - since <= max(limits.lateJoin, limits.revisionTime)
        else { return nil }
        judge?.update(frame)
        if fingers > 1, judge?.decision?.gesture == .transform, let judge {
            return fail(judge.failureOfDrag(by: self.fingers))
        }
        let arrivals = frame.contacts.count { $0.phase == .began }
        // A contact that replaces a lifted one continues the drag.
        guard arrivals > 0, group.down.count + arrivals > fingers, frame.time - since <= limits.lateJoin,
            fingers > 1 || group.down.count < self.fingers.most, path.join(in: frame, within: .never)
        else { return nil }
        let count = group.down.count
        guard count <= self.fingers.most else { return fail(.tooManyFingers(count, limit: self.fingers.most)) }
        isMoving = false
        // Decides again whether the contacts come from an edge.
        if let verdict = gather(at: frame.time) { return verdict }
        return .failed(.tooManyFingers(count, limit: fingers))
    }

    /// Called when the button under the surface is pressed. A drag shorter than ``MotionJudge/pressSlip`` fails; any
    /// other ends at its location with zero velocity.
    private mutating func click(_ fingers: Int, from edge: EdgeLimit.Origin?) -> Verdict? {
        guard path.translation.length >= MotionJudge.pressSlip else { return fail(.clicked) }
        state = .spent
        return .ended(value(with: fingers, from: edge, velocity: .zero))
    }

    private mutating func begin(with fingers: Int, from edge: EdgeLimit.Origin?, at time: Timestamp) -> Verdict {
        state = .dragging(fingers: fingers, edge: edge, since: time)
        return .active(value(with: fingers, from: edge, at: time))
    }

    /// - Parameter count: How many contacts were down before the lift.
    private mutating func end(of count: Int) -> Verdict? {
        defer { reset() }
        switch state {
        case .idle, .spent: return nil
        case .possible(let edge):
            let travelled = (path.location - (resumption ?? path.start)).length
            guard travelled >= minimumDistance else {
                return .failed(.movedTooLittle(by: travelled, limit: minimumDistance))
            }
            guard fingers.contains(count) else { return .failed(.tooFewFingers(count, accepted: fingers)) }
            if leadsIn, let edge, edge.entry(by: path.translation) == nil {
                return .failed(edge.failure(of: path.translation))
            }
            if count == 1, roll != nil, let rolls {
                let limit = rolls.rollDistance(isAccompanied: group.joined > 1)
                return .failed(.movedTooLittle(by: travelled, limit: limit))
            }
            return .failed(judge?.failureOfDrag(by: fingers) ?? .didNotMove)
        case .dragging(let fingers, let edge, _):
            return .ended(value(with: fingers, from: edge, velocity: path.velocity.atLift))
        }
    }

    private mutating func fail(_ reason: FailureReason) -> Verdict {
        state = .spent
        return .failed(reason)
    }

    private mutating func value(with fingers: Int, from edge: EdgeLimit.Origin?, at time: Timestamp) -> GestureValue {
        let velocity = path.velocity(at: time)
        isMoving = velocity.length > Self.rest
        return value(with: fingers, from: edge, velocity: velocity)
    }

    /// `mutating` although nothing changes: Swift 6.3 copies the recogniser for a method that only reads.
    private mutating func value(
        with fingers: Int, from edge: EdgeLimit.Origin?, velocity: Vector
    ) -> GestureValue {
        .drag(
            .init(
                fingers: fingers, location: path.location, startLocation: path.start, velocity: velocity,
                edge: edge?.edge,
                part: edge?.part, corner: edge?.corner))
    }
}
