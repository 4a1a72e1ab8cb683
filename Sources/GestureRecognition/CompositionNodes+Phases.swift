internal import GestureModel

extension CompositionNodes {
    /// What a leaf's recogniser has answered.
    mutating func take(_ verdict: Verdict, _ index: Int) {
        switch verdict {
        case .waiting: break
        case .active(let value):
            nodes[index].value = value
            let isWaiting = nodes[index].isContested && nodes[index].phase == .possible && !value.isRecognised
            nodes[index].phase = isWaiting ? .possible : value.phase(in: .changed)
        case .finished(let value):
            nodes[index].value = value
            let isUnmoved = nodes[index].isContested && nodes[index].phase == .possible && !value.isRecognised
            nodes[index].phase = isUnmoved ? .failed(.failed(.didNotMove)) : value.phase(in: .ended)
            nodes[index].isSettled = true
        case .failed(let reason): fail(index, reason)
        // Standard sets alone say this, and are no parts.
        case .outcompeted: close(index, .failed(.outcompeted))
        }
    }

    mutating func fail(_ index: Int, _ reason: FailureReason) { close(index, .failed(.failed(reason))) }

    /// A composition's phase from those of its parts.
    mutating func combine(_ index: Int) {
        guard let kind = nodes[index].kind, !nodes[index].isSettled else { return }
        nodes[index].phase = combined(kind, index) { $0.phase }
        if kind == .sequence, nodes[index].phase.hasFailed { settle(failed: index) }
    }

    /// What comes after a failed part of a sequence never will, and nothing of the parts before it brings the sequence
    /// back: what of them has not ended yet is settled where parts that compete are.
    private mutating func settle(failed sequence: Int) {
        let children = nodes[sequence].children
        for child in children.dropFirst(nodes[sequence].stage + 1) {
            close(childIndices[child], nodes[sequence].phase)
        }
        for part in sequence...sequence + nodes[sequence].descendants {
            nodes[part].deadline = nil
            guard nodes[part].kind == nil, !nodes[part].isSettled else { continue }
            nodes[part].isSettled = true
            lost.append(part)
        }
        nodes[sequence].isSettled = true
    }

    func combined(
        _ kind: GestureExpression.Composition.Kind, _ index: Int, _ phase: (Node) -> PartPhase
    ) -> PartPhase {
        let children = nodes[index].children
        var combined = phase(nodes[childIndices[children.upperBound - 1]])
        for child in children.dropLast().reversed() {
            combined = kind.phase(phase(nodes[childIndices[child]]), combined)
        }
        return combined
    }

    /// A part and all below it are over, but for what has ended and was shown to have.
    mutating func close(_ index: Int, _ phase: PartPhase) {
        for part in index...index + nodes[index].descendants {
            if nodes[part].kind == nil, !nodes[part].isSettled { lost.append(part) }
            nodes[part].isSettled = true
            nodes[part].deadline = nil
            if !nodes[part].shown.isTerminal { nodes[part].phase = phase }
        }
        nodes[index].phase = phase
    }
}

extension GestureValue {
    /// Whether the fingers did what tells the gesture from others: a press that is only pressing and a drag that needs no
    /// distance and has gone none have not.
    fileprivate var isRecognised: Bool {
        switch self {
        case .tap, .swipe: true
        case .longPress(let press): press.completed
        case .drag(let drag): drag.translation != .zero
        case .magnify(let magnify): magnify.magnification != 1
        case .rotate(let rotate): rotate.rotation != 0
        case .composition: true
        }
    }
}
