internal import GestureModel

/// What a composition decided of each of its gestures.
struct CompositionFindings: Sendable {
    private enum Progress: Sendable {
        case open
        case recognised
        case lost
    }

    /// Of each leaf.
    private var progress: [Progress]

    init(leaves: Int) { progress = Array(repeating: .open, count: leaves) }

    /// Another gesture begins.
    mutating func reset() {
        for leaf in progress.indices { progress[leaf] = .open }
    }

    /// Appends a finding for each leaf that was decided since the last call.
    mutating func record(_ tree: CompositionTree, at time: Timestamp, _ findings: inout [Finding]) {
        for index in tree.indices where tree[index].kind == nil {
            let node = tree[index]
            guard progress[node.leaf] != .lost else { continue }
            switch node.phase {
            case .failed where !tree.isReached(index): decide(tree, index, .notReached, at: time, &findings)
            case .failed(let reason?): decide(tree, index, .lost(reason), at: time, &findings)
            case .failed(nil):
                recognise(tree, index, node.value, at: time, &findings)
                progress[node.leaf] = .lost
            case .possible, .active, .ended:
                if node.reportedPhase.hasBegun, node.reportedValue?.isComplete == true {
                    recognise(tree, index, node.reportedValue, at: time, &findings)
                }
            }
        }
    }

    /// Appends a finding for each leaf that is open: it was cancelled from outside.
    mutating func cancel(
        _ tree: CompositionTree, _ reason: CancellationReason, at time: Timestamp, _ findings: inout [Finding]
    ) {
        for index in tree.indices where tree[index].kind == nil && !tree[index].isClosed {
            guard progress[tree[index].leaf] != .lost, tree.isReached(index) else { continue }
            decide(tree, index, .lost(reason), at: time, &findings)
        }
    }

    private mutating func recognise(
        _ tree: CompositionTree, _ index: Int, _ value: GestureValue?, at time: Timestamp, _ findings: inout [Finding]
    ) {
        guard let value, progress[tree[index].leaf] == .open else { return }
        decide(tree, index, .recognised(value), at: time, &findings)
    }

    private mutating func decide(
        _ tree: CompositionTree, _ index: Int, _ outcome: Finding.Outcome, at time: Timestamp,
        _ findings: inout [Finding]
    ) {
        let leaf = tree[index].leaf
        if case .recognised = outcome { progress[leaf] = .recognised } else { progress[leaf] = .lost }
        guard let name = tree.expressions[leaf].name else { return }
        findings.append(Finding(name, part: leaf + 1, outcome, at: time))
    }
}

extension CompositionTree {
    /// True if every sequence that the part is in has reached it.
    fileprivate func isReached(_ part: Int) -> Bool {
        !indices.contains { index in
            guard self[index].kind == .sequence, index < part, subtree(of: index).contains(part) else { return false }
            return part > subtree(of: stage(of: index)).upperBound
        }
    }
}
