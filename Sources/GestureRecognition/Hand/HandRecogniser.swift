internal import GestureModel

/// A standard set: one meaning for everything a hand does.
///
///     resting ──half a second──► holding ──► (last lift) finished
///        │ ▲                        │ moved: outcompeted
///        │ └─ a finger comes or ────┤
///        │    leaves: anew          ▼
///        ├──moved as one──────────► dragging ─────┐
///        ├──moved about each other► transforming ─┴─► (last lift) finished
///        └──left soon, unmoved──► a tap
///
/// While the fingers rest nothing is said, and motion is counted from where they were when the last of them came: a finger
/// that pointed or rested before the second came has done nothing for the scroll of the two. Each decision is made at
/// the first frame that makes it safe (``HandMotion``), none by a timeout.
struct HandRecogniser: Recogniser {
    enum State: Sendable {
        case resting
        case holding
        case dragging
        case transforming
    }

    let kind: GestureExpression.Standard
    let limits: Thresholds.Hand
    let windows: Thresholds.Fingers
    let spacing: Double
    /// From one tap's end to the next touch, in a row.
    let rowDelay: Microseconds

    var state = State.resting
    /// Those that are down.
    var fingers: [HandFinger] = []
    var taps = HandTaps()
    var row: TapRow?
    var isClicked = false
    /// When a finger last came or left, or the button was released.
    var lastChange = Timestamp(microseconds: 0)
    /// When what is under way was recognised.
    var recognition = Timestamp(microseconds: 0)
    /// When resting fingers are holding; nil when they moved, or hold already.
    var holdDeadline: Timestamp?
    /// When the finger that is left of several, on a touchpad, is the pointer's again.
    var lastFingerDeadline: Timestamp?
    /// What is to be said at once, after what was just said.
    var sequel: (time: Timestamp, meaning: HandMeaning)?
    var press = GestureValue.LongPress(
        fingers: 0, location: .zero, startLocation: .zero, pressing: true, completed: true, deadline: nil)

    var drag: DragRecogniser
    var transform: HandTransform
    /// Room for the frames that the two are told of and the device did not say.
    var told = TouchFrame(time: Timestamp(microseconds: 0))

    /// Where thumbs rest; nil for a surface of unknown size.
    let surface: Surface?

    /// - Parameter surface: nil knows no thumb by its place.
    init(_ kind: GestureExpression.Standard, _ thresholds: Thresholds, surface: Surface?) {
        self.surface = surface
        self.kind = kind
        limits = thresholds[kind]
        windows = thresholds.fingers
        spacing = thresholds.tap.maximumSpacing
        rowDelay = thresholds.tap.maximumDelay
        var undecided = thresholds
        undecided.drag.minimumDistance = .infinity
        undecided.magnify.minimumScaleDelta = .infinity
        undecided.rotate.minimumAngleDelta = .infinity
        undecided.fingers.joinWindow = .zero
        drag = DragRecogniser(.init(fingers: .init(FingerCounts.allowed)), undecided, nil)
        transform = HandTransform(undecided)
        fingers.reserveCapacity(16)
        told.contacts.reserveCapacity(16)
    }

    var deadline: Timestamp? {
        var next = sequel?.time
        func consider(_ other: Timestamp?) {
            if let other { next = next.map { min($0, other) } ?? other }
        }
        consider(lastFingerDeadline)
        switch state {
        case .resting:
            consider(taps.deadline)
            consider(holdDeadline)
        case .holding: break
        case .dragging: consider(drag.deadline)
        case .transforming: consider(transform.deadline)
        }
        return next
    }

    var isIdle: Bool { taps.isEmpty && !fingers.contains { !$0.isIgnored } }

    func holds(_ contact: Int) -> Bool { fingers.contains { $0.id == contact && !$0.isIgnored } }

    mutating func reset() {
        fingers.removeAll(keepingCapacity: true)
        row = nil
        rest()
    }

    mutating func update(_ frame: borrowing TouchFrame) -> Verdict {
        // Most frames only move fingers.
        let isAnyNew = frame.contacts.contains { $0.phase != .moved && $0.phase != .stationary }
        if isAnyNew { forget(in: frame) }
        move(in: frame)
        let verdict = takeClick(frame)
        guard verdict == .waiting else { return verdict }
        return switch state {
        case .resting: isAnyNew ? rest(through: frame) : consider(frame)
        case .holding: hold(through: frame)
        case .dragging, .transforming: follow(frame)
        }
    }

    private mutating func move(in frame: borrowing TouchFrame) {
        for contact in frame.contacts where contact.phase == .moved {
            guard let index = fingers.firstIndex(where: { $0.id == contact.id }) else { continue }
            fingers[index].move(to: contact.position)
        }
    }

    /// What was ignored may turn out to be a palm, of which nothing more is heard; and a broken device may start a contact
    /// twice.
    private mutating func forget(in frame: borrowing TouchFrame) {
        for contact in frame.contacts where contact.isRejected || contact.phase == .began {
            if let index = fingers.firstIndex(where: { $0.id == contact.id }) { fingers.remove(at: index) }
        }
    }

    mutating func expire(at deadline: Timestamp) -> Verdict {
        if let sequel, sequel.time <= deadline {
            self.sequel = nil
            return begin(sequel.meaning, at: deadline)
        }
        if let last = lastFingerDeadline, last <= deadline { return leaveLastFinger(at: deadline) }
        switch state {
        case .resting:
            if let tap = taps.deadline, tap <= deadline { return finishTap(at: deadline) }
            if let hold = holdDeadline, hold <= deadline { return beginHold(at: deadline) }
            return .waiting
        case .holding: return .waiting
        case .dragging: return drag.expire(at: deadline)
        case .transforming: return transform.expire(at: deadline)
        }
    }

    /// Nothing is under way any more; the fingers that are down are still known.
    mutating func rest() {
        state = .resting
        taps.removeAll()
        holdDeadline = nil
        lastFingerDeadline = nil
        sequel = nil
        drag.reset()
        transform.reset()
    }
}
