internal import GestureModel

/// What a composition has decided of each of its gestures.
struct CompositionFindings: Sendable {
    private enum Progress: Sendable {
        case open
        case recognised
        case lost
    }

    /// A gesture's, by its leaf.
    private var progress: [Progress]
    private(set) var latest: [Finding] = []

    init(leaves: Int) { progress = Array(repeating: .open, count: leaves) }

    /// Another call begins.
    mutating func turnPage() { latest.removeAll(keepingCapacity: true) }

    /// Another gesture begins.
    mutating func reset() {
        for leaf in progress.indices { progress[leaf] = .open }
    }

    mutating func note(_ nodes: CompositionNodes, at time: Timestamp) {
        for index in nodes.indices where nodes[index].kind == nil && progress[nodes[index].leaf] != .lost {
            note(nodes, index, at: time)
        }
    }

    /// Everything that was open is lost for a reason from outside.
    mutating func abandon(_ nodes: CompositionNodes, for reason: CancellationReason, at time: Timestamp) {
        for index in nodes.indices where nodes[index].kind == nil && !nodes[index].isSettled {
            guard progress[nodes[index].leaf] != .lost, nodes.isReached(index) else { continue }
            decide(nodes, index, .lost(reason), at: time)
        }
    }

    private mutating func note(_ nodes: CompositionNodes, _ index: Int, at time: Timestamp) {
        let node = nodes[index]
        switch node.phase {
        case .failed where !nodes.isReached(index): decide(nodes, index, .notReached, at: time)
        case .failed(let reason?): decide(nodes, index, .lost(reason), at: time)
        case .failed(nil):
            recognise(nodes, index, node.value, at: time)
            progress[node.leaf] = .lost
        case .possible, .active, .ended:
            if node.shown == .active || node.shown == .ended, node.shownValue?.tellsGesture == true {
                recognise(nodes, index, node.shownValue, at: time)
            }
        }
    }

    private mutating func recognise(
        _ nodes: CompositionNodes, _ index: Int, _ value: GestureValue?, at time: Timestamp
    ) {
        guard let value, progress[nodes[index].leaf] == .open else { return }
        decide(nodes, index, .recognised(value), at: time)
    }

    private mutating func decide(
        _ nodes: CompositionNodes, _ index: Int, _ outcome: Finding.Outcome, at time: Timestamp
    ) {
        let leaf = nodes[index].leaf
        if case .recognised = outcome { progress[leaf] = .recognised } else { progress[leaf] = .lost }
        guard let name = nodes.expressions[leaf].name else { return }
        latest.append(Finding(name, part: leaf + 1, outcome, at: time))
    }
}

extension CompositionNodes {
    /// Whether every sequence that the part is in has come to it.
    fileprivate func isReached(_ part: Int) -> Bool {
        !indices.contains { index in
            guard nodes[index].kind == .sequence, index < part, part <= index + nodes[index].descendants else {
                return false
            }
            let stage = stage(of: index)
            return part > stage + nodes[stage].descendants
        }
    }
}
