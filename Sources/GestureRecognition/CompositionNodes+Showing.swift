internal import GestureModel

extension CompositionNodes {
    /// Settles which parts have lost, and what is told of the others.
    mutating func show() { show(0, isAhead: true) }

    mutating func write(to tree: inout GestureTree) {
        for index in nodes.indices {
            tree.nodes[index].phase = nodes[index].shown
            tree.nodes[index].value = nodes[index].shownValue
        }
    }

    var emptyTree: GestureTree {
        GestureTree(
            nodes: nodes.map { GestureTree.Node(kind: $0.kind, descendants: $0.descendants, phase: .possible) })
    }

    /// - Parameter isAhead: whether nothing holds the part back.
    private mutating func show(_ index: Int, isAhead: Bool) {
        guard let kind = nodes[index].kind else { return showLeaf(index, isAhead: isAhead) }
        switch kind {
        case .simultaneous, .sequence:
            for child in nodes[index].children { show(childIndices[child], isAhead: isAhead) }
        case .exclusive: showExclusive(index, isAhead: isAhead)
        case .race: showRace(index, isAhead: isAhead)
        }
        // One that has lost is shown to have when its parts are, which may be held back.
        let isTold = nodes[index].isSettled && (isAhead || nodes[index].shown.isTerminal)
        nodes[index].shown = isTold ? nodes[index].phase : combined(kind, index) { $0.shown }
    }

    /// One that is held back stays as it was last shown.
    private mutating func showLeaf(_ index: Int, isAhead: Bool) {
        guard isAhead || nodes[index].shown == .possible && nodes[index].phase == .possible else { return }
        nodes[index].shown = nodes[index].phase
        nodes[index].shownValue = nodes[index].value
    }

    /// The first part that has not failed leads. While it has not begun another may, whose end is held back until the
    /// leader fails; where one before it begins after all, the other is displaced.
    private mutating func showExclusive(_ index: Int, isAhead: Bool) {
        let children = nodes[index].children
        let leader = children.first { !phase(ofChild: $0).hasFailed }
        let early = leader.flatMap { forerunner(in: $0..<children.upperBound) }
        for child in children {
            let part = childIndices[child]
            if let leader, child > leader, phase(ofChild: leader) == .ended { lose(part) }
            if let early, child > early, hasBegun(part) { lose(part) }
            let mayShow = child == leader || child == early || phase(ofChild: child).hasFailed
            if phase(ofChild: child).hasFailed { withholdEnds(below: part) }
            show(part, isAhead: isAhead && mayShow)
        }
    }

    /// The part that has begun while those before it might yet.
    private func forerunner(in children: Range<Int>) -> Int? {
        for child in children {
            switch phase(ofChild: child) {
            // What has ended within it is held back, since another part of it might yet begin: it was told, and goes on.
            case .possible where nodes[childIndices[child]].shown == .active: return child
            case .possible, .failed: continue
            case .active: return child
            case .ended: return nil
            }
        }
        return nil
    }

    private func phase(ofChild child: Int) -> PartPhase { nodes[childIndices[child]].phase }

    /// While there are rivals, not even what has ended below one of them is shown: another may yet win.
    private mutating func showRace(_ index: Int, isAhead: Bool) {
        let children = nodes[index].children
        // Of two that come in one frame the one that has ended, as SwiftUI's table has it: then the race is over.
        let winner =
            children.first { phase(ofChild: $0) == .ended } ?? children.first { phase(ofChild: $0).hasBegun }
        if let winner {
            for child in children where child != winner { lose(childIndices[child]) }
        }
        let isDecided = children.count { !phase(ofChild: $0).hasFailed } < 2
        for child in children {
            let mayShow = isDecided || phase(ofChild: child).hasFailed
            if phase(ofChild: child).hasFailed { withholdEnds(below: childIndices[child]) }
            show(childIndices[child], isAhead: isAhead && mayShow)
        }
    }

    /// What has ended below a part that failed, and was not told before, has failed with it: the part never won. Nor did
    /// what competed with that.
    private mutating func withholdEnds(below index: Int) {
        for part in index...index + nodes[index].descendants where nodes[part].kind == nil {
            let isTold = nodes[part].phase == .ended && nodes[part].shown.hasBegun
            if !isTold, !nodes[part].phase.hasFailed { nodes[part].phase = nodes[index].phase }
        }
    }

    private mutating func lose(_ index: Int) {
        guard !nodes[index].phase.hasFailed else { return }
        close(index, .failed(.outcompeted))
    }

    /// Whether a leaf of it was shown to have begun.
    private func hasBegun(_ index: Int) -> Bool {
        nodes[index...index + nodes[index].descendants].contains { $0.kind == nil && $0.shown.hasBegun }
    }
}

extension PartPhase {
    fileprivate var hasBegun: Bool { self == .active || self == .ended }
    var hasFailed: Bool { if case .failed = self { true } else { false } }
}
