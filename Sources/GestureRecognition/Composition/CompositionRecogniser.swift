internal import GestureModel

/// Several recognisers that make one gesture.
///
///     idle ──a contact comes down──► under way ──over──► spent ──last lift──► idle
///                                        │ no contact was down any more      ▲
///                                        └───────────────────────────────────┘
///
/// Each frame goes to every part, except closed parts and those that their sequence has not reached (`update`). Then
/// SwiftUI's tables combine the parts' phases from the leaves to the root, and ``Arbitration`` decides from the root to
/// the leaves which parts are reported and which have lost. A closed part receives nothing until the composition is
/// over. When the composition is over, contacts that are still down start no gesture, unless they came while it waited
/// and it succeeded without them: after a tap that might have been the first of two, a touch that stays is a press.
struct CompositionRecogniser: Recogniser {
    private enum Progress: Sendable {
        case possible
        /// A part has begun, so the gesture needs an end.
        case begun
        /// A value of this gesture was reported. The first value is reported even if it equals the final value of the
        /// previous gesture.
        case reported
    }

    private var tree: CompositionTree
    /// The recognisers of the leaves, in the order of the expression.
    private var leaves: [any Recogniser] = []
    /// The verdicts of the leaf that is being updated.
    private var verdicts = VerdictBuffer()
    /// The contacts that are down, at their latest positions. A sequence passes them to its next part. Contacts that
    /// come down while ``isSpent`` are left out.
    private var contacts = TouchFrame(time: Timestamp(microseconds: 0))
    /// Storage for a copy of a frame with only some of the frame's contacts.
    private var replay = TouchFrame(time: Timestamp(microseconds: 0))
    /// Storage for the frame in which a sequence's next part acquires the contacts.
    private var acquisition = TouchFrame(time: Timestamp(microseconds: 0))
    /// The contacts that came while the gesture waited with none down, where and when the first of them came. They begin
    /// the next gesture if this one succeeds without them. Empty if the gesture did not wait for them.
    private var arrivals = TouchFrame(time: Timestamp(microseconds: 0))
    private var isSpent = false
    private var progress = Progress.possible
    /// How long a sequence waits for the next contact.
    private let sequenceTimeout: Microseconds
    private(set) var deadline: Timestamp?
    private var findings: CompositionFindings
    private var values: ReportedValues

    init(_ expression: GestureExpression.Composition, _ thresholds: Thresholds, _ surface: Surface?) {
        tree = CompositionTree(expression)
        sequenceTimeout = thresholds.tap.maximumDelay
        values = ReportedValues(tree.emptyValue)
        contacts.contacts.reserveCapacity(FingerCounts.allowed.upperBound)
        replay.contacts.reserveCapacity(24)
        acquisition.contacts.reserveCapacity(FingerCounts.allowed.upperBound)
        arrivals.contacts.reserveCapacity(FingerCounts.allowed.upperBound)
        for (leaf, expression) in tree.expressions.enumerated() {
            let isPaired = tree.pairedLeaves.contains(leaf)
            leaves.append(expression.recogniser(thresholds, surface: surface, isPaired: isPaired))
        }
        findings = CompositionFindings(leaves: leaves.count)
    }

    var isIdle: Bool {
        guard progress == .possible, !isSpent, contacts.contacts.isEmpty else { return false }
        for index in leaves.indices where !leaves[index].isIdle { return false }
        return true
    }

    func holds(_ contact: Int) -> Bool { leaves.contains { $0.holds(contact) } }

    /// If contacts lift and others come down in one frame, the frame is handled in two steps. The first step handles
    /// the lifts, which may end the gesture. The second step handles the new contacts, which may begin the next one.
    mutating func update(_ frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer) {
        guard frame.hasLifts, frame.contacts.contains(where: { $0.phase == .began }) else {
            return step(frame, &verdicts)
        }
        step(prepareReplay(frame) { $0 != .began }, &verdicts)
        step(prepareReplay(frame) { $0 == .began }, &verdicts)
    }

    mutating func expire(at deadline: Timestamp, _ verdicts: inout VerdictBuffer) {
        update(0, with: nil, at: deadline)
        conclude(at: deadline, &verdicts)
    }

    mutating func cancel(_ reason: CancellationReason, at time: Timestamp, _ verdicts: inout VerdictBuffer) {
        if verdicts.explains, !isIdle, !isSpent { findings.cancel(tree, reason, at: time, &verdicts.findings) }
        reset()
    }

    mutating func reset() {
        begin()
        contacts.contacts.removeAll(keepingCapacity: true)
        arrivals.contacts.removeAll(keepingCapacity: true)
        isSpent = false
    }

    // MARK: - Parts

    private mutating func step(_ frame: borrowing TouchFrame, _ verdicts: inout VerdictBuffer) {
        // True if the gesture was waiting for a contact. A contact that comes down now either continues it or begins
        // the next gesture.
        let waited = contacts.contacts.isEmpty && !isIdle
        follow(frame)
        guard !isSpent else {
            isSpent = !contacts.contacts.isEmpty
            return
        }
        update(0, with: copy frame, at: frame.time)
        conclude(at: frame.time, &verdicts)
        guard waited else { return }
        guard isSpent else { return recordArrivals(frame) }
        isSpent = false
        update(0, with: copy frame, at: frame.time)
        conclude(at: frame.time, &verdicts)
    }

    /// Records the contacts for which the gesture waited.
    private mutating func recordArrivals(_ frame: borrowing TouchFrame) {
        arrivals.clear(for: frame)
        for contact in frame.contacts where contact.phase == .began { arrivals.contacts.append(contact) }
    }

    /// Begins the next gesture with contacts that came while the last one waited: as they came, then where they are now.
    private mutating func resume(at time: Timestamp, _ verdicts: inout VerdictBuffer) {
        let frame = arrivals
        arrivals.contacts.removeAll(keepingCapacity: true)
        isSpent = false
        update(0, with: frame, at: frame.time)
        acquisition.clear(for: contacts)
        acquisition.time = time
        for var contact in contacts.contacts {
            contact.phase = .moved
            acquisition.contacts.append(contact)
        }
        update(0, with: acquisition, at: time)
        // What was due since they came.
        update(0, with: nil, at: time)
        conclude(at: time, &verdicts)
    }

    /// Tracks the contacts that are down.
    private mutating func follow(_ frame: borrowing TouchFrame) {
        contacts.time = frame.time
        contacts.kind = frame.kind
        for contact in frame.contacts {
            let index = contacts.contacts.firstIndex { $0.id == contact.id }
            switch contact.phase {
            case .began:
                guard !isSpent, index == nil else { continue }
                contacts.contacts.append(contact)
            case .moved, .stationary:
                if let index { contacts.contacts[index].position = contact.position }
            case .ended, .palm, .faulty:
                if let index { contacts.contacts.remove(at: index) }
                arrivals.contacts.removeAll { $0.id == contact.id }
            }
        }
    }

    /// Passes a frame, or an expired deadline, to a part and everything below it. Advances sequences, and computes the
    /// phases of compositions.
    ///
    /// - Parameter frame: nil for a deadline.
    private mutating func update(_ index: Int, with frame: TouchFrame?, at time: Timestamp) {
        guard !tree[index].isClosed else { return }
        switch tree[index].kind {
        case nil: updateLeaf(index, with: frame, at: time)
        case .sequence:
            if let deadline = tree[index].deadline { updateDeadline(deadline, of: index, with: frame, at: time) }
            // Includes the earlier parts, because one of them may be a long press that waits for its lift.
            for child in tree.children(of: index).prefix(tree[index].stage + 1) {
                update(tree.child(child), with: frame, at: time)
            }
            advance(index, at: time)
        case .simultaneous, .exclusive, .race:
            for child in tree.children(of: index) { update(tree.child(child), with: frame, at: time) }
        }
        tree.combine(index)
    }

    private mutating func updateLeaf(_ index: Int, with frame: TouchFrame?, at time: Timestamp) {
        let leaf = tree[index].leaf
        if let frame {
            leaves[leaf].update(frame, &verdicts)
        } else if let own = leaves[leaf].deadline, own <= time {
            leaves[leaf].expire(at: time, &verdicts)
        }
        for number in 0..<verdicts.count {
            if let verdict = verdicts.take(number) { tree.apply(verdict, to: index) }
        }
        verdicts.removeAll()
    }

    /// Updates a sequence that waits for a contact: clears the deadline when a contact comes down, and fails the
    /// sequence when the time is over.
    private mutating func updateDeadline(
        _ deadline: Timestamp, of sequence: Int, with frame: TouchFrame?, at time: Timestamp
    ) {
        if let frame {
            if frame.contacts.contains(where: { $0.phase == .began }) { tree[sequence].deadline = nil }
        } else if deadline <= time {
            tree[sequence].deadline = nil
            tree.apply(.failed(.nothingFollowed(limit: sequenceTimeout)), to: tree.stage(of: sequence))
        }
    }

    /// If the current part of a sequence has ended, lets the next part acquire the contacts that are down, at their
    /// current positions. If no contact is down, the sequence waits for one.
    private mutating func advance(_ sequence: Int, at time: Timestamp) {
        while tree[tree.stage(of: sequence)].phase == .ended,
            tree[sequence].stage + 1 < tree.children(of: sequence).count
        {
            tree[sequence].stage += 1
            guard !contacts.contacts.isEmpty else {
                tree[sequence].deadline = time + sequenceTimeout
                continue
            }
            acquisition.clear(for: contacts)
            acquisition.time = time
            for var contact in contacts.contacts {
                contact.phase = .began
                // For the next part, the contact comes down now.
                contact.age = 0
                acquisition.contacts.append(contact)
            }
            update(tree.stage(of: sequence), with: acquisition, at: time)
        }
    }

    /// Fills ``replay`` with the frame's contacts whose phase `isPart` accepts.
    private mutating func prepareReplay(
        _ frame: borrowing TouchFrame, where isPart: (Contact.Phase) -> Bool
    ) -> TouchFrame {
        replay.clear(for: frame)
        for contact in frame.contacts where isPart(contact.phase) { replay.contacts.append(contact) }
        return replay
    }

    // MARK: - The whole

    private mutating func conclude(at time: Timestamp, _ verdicts: inout VerdictBuffer) {
        tree.arbitrate()
        if verdicts.explains { findings.record(tree, at: time, &verdicts.findings) }
        for index in tree.closedLeaves { leaves[tree[index].leaf].reset() }
        tree.closedLeaves.removeAll(keepingCapacity: true)
        if progress == .possible, tree.hasBegun { progress = .begun }
        switch tree[0].phase {
        case .failed(.failed(let failure)):
            tree.write(to: &values.next)
            verdicts.append(
                .failed(.failed(failure), partialValue: progress == .possible ? nil : values.publish()))
            finish()
        // The contacts of a press and hold (a long press that is never complete) have lifted: the gesture ends and is
        // not cancelled, although its phase is `failed`.
        case .failed: end(at: time, &verdicts)
        case .ended where tree.isClosed: end(at: time, &verdicts)
        case .possible, .active, .ended:
            findDeadline()
            if progress != .possible { report(&verdicts) }
        }
    }

    private mutating func report(_ verdicts: inout VerdictBuffer) {
        tree.write(to: &values.next)
        guard progress == .begun || values.hasChanged else { return }
        progress = .reported
        verdicts.append(.active(.composition(values.publish())))
    }

    private mutating func end(at time: Timestamp, _ verdicts: inout VerdictBuffer) {
        tree.write(to: &values.next)
        if progress != .possible { verdicts.append(.ended(.composition(values.publish()))) }
        let isAwaited = contacts.contacts.count == arrivals.contacts.count && !contacts.contacts.isEmpty
        finish()
        if isAwaited { resume(at: time, &verdicts) }
    }

    private mutating func finish() {
        begin()
        isSpent = !contacts.contacts.isEmpty
        if !isSpent { arrivals.contacts.removeAll(keepingCapacity: true) }
    }

    /// Prepares for the next gesture. An idle recogniser of taps is not reset, because its earlier taps may count for
    /// the next gesture.
    private mutating func begin() {
        for index in leaves.indices where !leaves[index].isIdle { leaves[index].reset() }
        tree.reset()
        findings.reset()
        progress = .possible
        deadline = nil
    }

    private mutating func findDeadline() {
        deadline = nil
        for index in tree.indices {
            let own = tree[index].kind == nil ? leafDeadline(index) : tree[index].deadline
            if let own, deadline.map({ own < $0 }) ?? true { deadline = own }
        }
    }

    private func leafDeadline(_ index: Int) -> Timestamp? {
        tree[index].isClosed ? nil : leaves[tree[index].leaf].deadline
    }
}

/// Three values that are used in turn. A value is never written while an event or a verdict may hold it, so no frame
/// allocates.
private struct ReportedValues: Sendable {
    var next: GestureTree
    private var last: GestureTree
    private var spare: GestureTree

    init(_ empty: GestureTree) { (next, last, spare) = (empty, empty, empty) }

    /// True if the next value differs from the last one.
    var hasChanged: Bool { next != last }

    /// Makes the next value the one that was reported last, and returns it.
    mutating func publish() -> GestureTree {
        swap(&next, &last)
        swap(&next, &spare)
        return last
    }
}
