internal import GestureModel

/// Several recognisers that make one gesture.
///
///     idle ──a part takes up a touch──► under way ──over──► spent ──last lift──► idle
///                                           │ nothing was down any more          ▲
///                                           └────────────────────────────────────┘
///
/// Each frame goes to every part that is still to decide (`hear`), then the parts' phases are put together from the leaves
/// to the root (SwiftUI's tables), then it is settled from the root to the leaves which of them is shown and which has lost
/// (``CompositionNodes``). A part that has decided hears no more until the whole is over: what is down then starts nothing.
struct CompositionRecogniser: Recogniser {
    private var nodes: CompositionNodes
    /// In the order of the expression.
    private var leaves: [any Recogniser] = []
    /// The fingers that came since the last gesture was over, where they are: what a sequence hands to its next part.
    private var fingers = TouchFrame(time: Timestamp(microseconds: 0))
    private var isSpent = false
    /// Whether something was reported that needs an end.
    private var isAlive = false
    /// Whether ``told`` is of this gesture: the next may begin exactly where the one before was left.
    private var isTold = false
    /// How long a sequence waits for the next touch.
    private let patience: Microseconds
    private(set) var deadline: Timestamp?
    private(set) var remains: GestureValue?
    /// nil unless it explains itself.
    private var account: CompositionFindings?

    /// Two trees that take turns: the one that was told is not written to while somebody may hold it, so that no frame
    /// allocates.
    private var told: GestureTree
    private var next: GestureTree

    init(_ expression: GestureExpression.Composition, _ thresholds: Thresholds, _ surface: Surface?) {
        nodes = CompositionNodes(expression)
        patience = thresholds.tap.maximumDelay
        told = nodes.emptyTree
        next = nodes.emptyTree
        fingers.contacts.reserveCapacity(FingerCounts.allowed.upperBound)
        for leaf in nodes.expressions { leaves.append(leaf.recogniser(thresholds, surface: surface)) }
    }

    var findings: [Finding] { account?.latest ?? [] }

    /// Keeps what is decided from now on.
    mutating func explain() { account = CompositionFindings(leaves: leaves.count) }

    var isIdle: Bool {
        guard !isAlive, !isSpent, fingers.contacts.isEmpty else { return false }
        for index in leaves.indices where !leaves[index].isIdle { return false }
        return true
    }

    mutating func update(_ frame: borrowing TouchFrame) -> Verdict {
        remains = nil
        account?.turnPage()
        follow(frame)
        guard !isSpent else {
            isSpent = !fingers.contacts.isEmpty
            return .waiting
        }
        hear(0, .frame(copy frame), at: frame.time)
        return conclude(at: frame.time)
    }

    mutating func expire(at deadline: Timestamp) -> Verdict {
        remains = nil
        account?.turnPage()
        hear(0, .deadline(deadline), at: deadline)
        return conclude(at: deadline)
    }

    mutating func abandon(for reason: CancellationReason, at time: Timestamp) {
        account?.turnPage()
        if !isIdle, !isSpent { account?.abandon(nodes, for: reason, at: time) }
        reset()
    }

    func holds(_ contact: Int) -> Bool { leaves.contains { $0.holds(contact) } }

    mutating func reset() {
        begin()
        fingers.contacts.removeAll(keepingCapacity: true)
        isSpent = false
    }

    /// What a part is told.
    private enum Input {
        case frame(TouchFrame)
        case deadline(Timestamp)
    }

    /// Keeps account of the fingers.
    private mutating func follow(_ frame: borrowing TouchFrame) {
        fingers.time = frame.time
        for contact in frame.contacts {
            let index = fingers.contacts.firstIndex { $0.id == contact.id }
            switch contact.phase {
            case .began:
                guard !isSpent, index == nil else { continue }
                fingers.contacts.append(contact)
            case .moved, .stationary:
                if let index { fingers.contacts[index].position = contact.position }
            case .ended, .palm, .faulty:
                if let index { fingers.contacts.remove(at: index) }
            }
        }
    }

    private mutating func hear(_ index: Int, _ input: Input, at time: Timestamp) {
        guard !nodes[index].isSettled else { return }
        switch nodes[index].kind {
        case nil: hearLeaf(index, input)
        case .sequence: hearSequence(index, input, at: time)
        case .simultaneous, .exclusive, .race:
            for child in nodes.children(of: index) { hear(nodes.child(child), input, at: time) }
        }
        nodes.combine(index)
    }

    private mutating func hearLeaf(_ index: Int, _ input: Input) {
        let leaf = nodes[index].leaf
        switch input {
        case .frame(let frame): nodes.take(leaves[leaf].update(frame), index)
        case .deadline(let deadline):
            guard let own = leaves[leaf].deadline, own <= deadline else { return }
            nodes.take(leaves[leaf].expire(at: deadline), index)
        }
    }

    /// The parts so far and the one that it is at; a part before may be a long press that waits for its lift.
    private mutating func hearSequence(_ index: Int, _ input: Input, at time: Timestamp) {
        switch input {
        case .frame(let frame):
            if nodes[index].deadline != nil, frame.contacts.contains(where: { $0.phase == .began }) {
                nodes[index].deadline = nil
            }
        case .deadline(let deadline):
            if let own = nodes[index].deadline, own <= deadline {
                nodes[index].deadline = nil
                nodes.fail(nodes.stage(of: index), .nothingFollowed(limit: patience))
            }
        }
        let children = nodes.children(of: index)
        let stage = nodes[index].stage
        for child in children.prefix(stage + 1) { hear(nodes.child(child), input, at: time) }
        while nodes[nodes.stage(of: index)].phase == .ended, nodes[index].stage + 1 < children.count {
            nodes[index].stage += 1
            begin(nodes.stage(of: index), of: index, at: time)
        }
    }

    /// The next part of a sequence takes up the fingers that are down, where they are now; without any it waits for them.
    private mutating func begin(_ part: Int, of sequence: Int, at time: Timestamp) {
        guard !fingers.contacts.isEmpty else {
            nodes[sequence].deadline = time + patience
            return
        }
        var frame = fingers
        frame.time = time
        for index in frame.contacts.indices { frame.contacts[index].phase = .began }
        hear(part, .frame(frame), at: time)
    }

    private mutating func conclude(at time: Timestamp) -> Verdict {
        nodes.show()
        account?.note(nodes, at: time)
        for index in nodes.lost { leaves[nodes[index].leaf].reset() }
        nodes.lost.removeAll(keepingCapacity: true)
        isAlive = isAlive || nodes.anyBegan
        switch nodes[0].phase {
        case .failed(.failed(let failure)):
            defer { finish() }
            if isAlive {
                nodes.write(to: &next)
                remains = .composition(next)
            }
            return .failed(failure)
        // The lift that a press and hold waits for: its life is over, without success.
        case .failed:
            defer { finish() }
            return isAlive ? finished() : .waiting
        case .ended where nodes.isSettled:
            defer { finish() }
            return finished()
        case .possible, .active, .ended:
            findDeadline()
            return isAlive ? report() : .waiting
        }
    }

    private mutating func finished() -> Verdict {
        nodes.write(to: &next)
        return .finished(.composition(next))
    }

    private mutating func report() -> Verdict {
        nodes.write(to: &next)
        guard !isTold || next != told else { return .waiting }
        isTold = true
        swap(&next, &told)
        return .active(.composition(told))
    }

    private mutating func finish() {
        begin()
        isSpent = !fingers.contacts.isEmpty
    }

    /// As new. What a tap knows of the taps before it stays: they count on.
    private mutating func begin() {
        for index in leaves.indices where !leaves[index].isIdle { leaves[index].reset() }
        nodes.reset()
        account?.reset()
        isAlive = false
        isTold = false
        deadline = nil
    }

    private mutating func findDeadline() {
        deadline = nil
        for index in nodes.indices {
            let own = nodes[index].kind == nil ? leafDeadline(index) : nodes[index].deadline
            if let own, deadline.map({ own < $0 }) ?? true { deadline = own }
        }
    }

    private func leafDeadline(_ index: Int) -> Timestamp? {
        nodes[index].isSettled ? nil : leaves[nodes[index].leaf].deadline
    }
}
