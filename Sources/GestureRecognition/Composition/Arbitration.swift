internal import GestureModel

/// The competition between the parts of a `race` or an `exclusive`.
///
/// Each part recognises as if it were alone. After every frame and deadline, three rules decide what subscribers see:
///
/// 1. **A failed part is out.** Its failure is reported at once. An `exclusive` is led by its first part that has not
///    failed; a race has no leader.
/// 2. **A win is final.** In a race the first part that begins wins, and all others fail as `outcompeted`. If several
///    begin in one frame, the first of them that has already ended wins, otherwise the first. In an `exclusive` the
///    leader wins when it ends. A later part may begin while no part before it has begun, but it fails as `outcompeted`
///    as soon as one of them becomes active.
/// 3. **Other parts are withheld.** A race reports only its winner, or the only part that has not failed. An
///    `exclusive` reports its leader, and the first later part that has begun, while that part is active. The end of a
///    later part is withheld until every part before it has failed.
///
/// A withheld part keeps the phase that was last reported, and so do all parts below it. If a part fails, a part below
/// it that ended without being reported fails, too.
struct Arbitration {
    /// The state of a part, as far as it matters to arbitration.
    struct Rival: Hashable {
        enum Phase { case possible, active, ended, failed }

        let phase: Phase
        /// True if subscribers see the part as active. Meanwhile its own phase may be `.possible` again: a part within
        /// it has ended, and this end is withheld while another part may still begin.
        var isReportedActive = false
        /// True if a leaf of the part is reported as active or ended.
        var hasReported = false
    }

    enum Outcome {
        /// Subscribers see the part's phase.
        case reported
        /// Subscribers see the last reported phase of the part.
        case withheld
        /// The part fails, and subscribers see the failure.
        case outcompeted
    }

    /// The parts of a composition, in order. Stored inline: arbitration runs in every frame.
    struct Rivals: ExpressibleByArrayLiteral {
        private var storage = InlineArray<16, Rival>(repeating: Rival(phase: .failed))
        private(set) var count = 0

        init(arrayLiteral rivals: Rival...) { for rival in rivals { append(rival) } }

        subscript(index: Int) -> Rival { storage.span[index] }

        mutating func append(_ rival: Rival) {
            storage[count] = rival
            count += 1
        }

        func firstIndex(where isMatch: (Rival) -> Bool) -> Int? { (0..<count).first { isMatch(self[$0]) } }
    }

    private let rivals: Rivals
    /// The winner of a `race`, or the leader of an `exclusive`; nil if there is none.
    private let leader: Int?
    /// In an `exclusive`, the first of the parts that have begun; nil if that part has ended, or if none has begun.
    private let forerunner: Int?
    private let kind: GestureExpression.Composition.Kind

    init(_ kind: GestureExpression.Composition.Kind, _ rivals: Rivals) {
        self.kind = kind
        self.rivals = rivals
        switch kind {
        case .race:
            let ended = rivals.firstIndex { $0.phase == .ended }
            leader = ended ?? rivals.firstIndex { $0.phase == .active }
            forerunner = nil
        case .exclusive:
            leader = rivals.firstIndex { $0.phase != .failed }
            let begun = rivals.firstIndex {
                $0.phase == .active || $0.phase == .ended || $0.phase == .possible && $0.isReportedActive
            }
            forerunner = begun.flatMap { rivals[$0].phase == .ended ? nil : $0 }
        case .simultaneous, .sequence: (leader, forerunner) = (nil, nil)
        }
    }

    func outcome(of index: Int) -> Outcome {
        guard rivals[index].phase != .failed else { return .reported }
        switch kind {
        case .simultaneous, .sequence: return .reported
        case .race:
            if let leader { return index == leader ? .reported : .outcompeted }
            return (0..<rivals.count).count { rivals[$0].phase != .failed } == 1 ? .reported : .withheld
        case .exclusive:
            if let leader, index > leader, rivals[leader].phase == .ended { return .outcompeted }
            if let forerunner, index > forerunner, rivals[index].hasReported { return .outcompeted }
            return index == leader || index == forerunner ? .reported : .withheld
        }
    }
}

extension CompositionTree {
    /// Fails the parts that have lost, and updates the phases and values that are reported.
    mutating func arbitrate() { report(0, isVisible: true) }

    /// - Parameter isVisible: False if the part, or a composition that contains it, is withheld.
    private mutating func report(_ index: Int, isVisible: Bool) {
        guard let kind = self[index].kind else { return reportLeaf(index, isVisible: isVisible) }
        switch kind {
        case .simultaneous, .sequence:
            for child in children(of: index) { report(self.child(child), isVisible: isVisible) }
        case .exclusive, .race: arbitrate(kind, index, isVisible: isVisible)
        }
        // A closed composition has failed. As with a leaf, this is reported only while the composition is visible.
        if self[index].isClosed, isVisible || self[index].reportedPhase.isTerminal {
            self[index].reportedPhase = self[index].phase
        } else {
            combineReported(index)
        }
    }

    private mutating func arbitrate(
        _ kind: GestureExpression.Composition.Kind, _ index: Int, isVisible: Bool
    ) {
        let children = children(of: index)
        var rivals: Arbitration.Rivals = []
        for child in children { rivals.append(rival(self.child(child))) }
        let arbitration = Arbitration(kind, rivals)
        for (position, child) in children.enumerated() {
            let part = self.child(child)
            let outcome = arbitration.outcome(of: position)
            if outcome == .outcompeted { close(part, .failed(.outcompeted)) }
            if self[part].phase.hasFailed { failUnreportedEnds(below: part) }
            report(part, isVisible: isVisible && outcome != .withheld)
        }
    }

    /// Reports a leaf's phase and value. A withheld leaf keeps its last report. Its reported value is still updated
    /// while both its own phase and the reported phase are possible.
    private mutating func reportLeaf(_ index: Int, isVisible: Bool) {
        guard isVisible || self[index].reportedPhase == .possible && self[index].phase == .possible else { return }
        self[index].reportedPhase = self[index].phase
        self[index].reportedValue = self[index].value
    }

    /// Fails the leaves below a failed part, because the part can no longer win. A leaf that has ended keeps its end if
    /// subscribers have seen it begin.
    private mutating func failUnreportedEnds(below index: Int) {
        for part in subtree(of: index) where self[part].kind == nil {
            let isReported = self[part].phase == .ended && self[part].reportedPhase.hasBegun
            if !isReported, !self[part].phase.hasFailed { self[part].phase = self[index].phase }
        }
    }

    private func rival(_ index: Int) -> Arbitration.Rival {
        let phase: Arbitration.Rival.Phase =
            switch self[index].phase {
            case .possible: .possible
            case .active: .active
            case .ended: .ended
            case .failed: .failed
            }
        return Arbitration.Rival(
            phase: phase, isReportedActive: self[index].reportedPhase == .active,
            hasReported: subtree(of: index).contains { self[$0].kind == nil && self[$0].reportedPhase.hasBegun })
    }
}
