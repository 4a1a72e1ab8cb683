internal import GestureModel

/// A magnification and a rotation of the same fingers, as the one gesture that they are.
struct HandTransform: Sendable {
    private var magnify: MagnifyRecogniser
    private var rotate: RotateRecogniser
    /// Two trees that take turns: the one that was told is not written to while somebody may hold it, so that no frame
    /// allocates.
    private var told = HandTransform.tree
    private var next = HandTransform.tree

    private static let tree = GestureTree(nodes: [
        .init(kind: .simultaneous, descendants: 2, phase: .active), .init(phase: .active), .init(phase: .active),
    ])

    init(_ thresholds: Thresholds) {
        magnify = MagnifyRecogniser(fingers: .twoOrMore, thresholds)
        rotate = RotateRecogniser(fingers: .twoOrMore, thresholds)
    }

    var deadline: Timestamp? {
        guard let first = magnify.deadline, let second = rotate.deadline else {
            return magnify.deadline ?? rotate.deadline
        }
        return min(first, second)
    }

    mutating func reset() {
        magnify.reset()
        rotate.reset()
    }

    mutating func recognise(at time: Timestamp) -> Verdict {
        verdict(magnify.recognise(at: time), rotate.recognise(at: time))
    }

    /// Keeps up with fingers of which it is not known yet what they mean.
    mutating func follow(_ frame: borrowing TouchFrame) {
        _ = magnify.update(frame)
        _ = rotate.update(frame)
    }

    mutating func update(_ frame: borrowing TouchFrame) -> Verdict {
        verdict(magnify.update(frame), rotate.update(frame))
    }

    mutating func expire(at deadline: Timestamp) -> Verdict {
        let isScaling = magnify.deadline.map { $0 <= deadline } ?? false
        let isTurning = rotate.deadline.map { $0 <= deadline } ?? false
        return verdict(
            isScaling ? magnify.expire(at: deadline) : .waiting, isTurning ? rotate.expire(at: deadline) : .waiting)
    }

    /// The two never decide: they are over together.
    private mutating func verdict(_ scaled: Verdict, _ turned: Verdict) -> Verdict {
        guard scaled != .waiting || turned != .waiting else { return .waiting }
        next.nodes[1] = told.nodes[1]
        next.nodes[2] = told.nodes[2]
        let (isScaled, isTurned) = (next.take(scaled, 1), next.take(turned, 2))
        let isOver = isScaled && isTurned
        next.nodes[0].phase = isOver ? .ended : .active
        swap(&next, &told)
        return isOver ? .finished(.composition(told)) : .active(.composition(told))
    }
}

extension GestureTree {
    /// Says whether the part is over.
    fileprivate mutating func take(_ verdict: Verdict, _ node: Int) -> Bool {
        switch verdict {
        case .active(let value):
            nodes[node].value = value
            nodes[node].phase = .active
        case .finished(let value):
            nodes[node].value = value
            nodes[node].phase = .ended
        case .waiting, .failed, .outcompeted: break
        }
        return nodes[node].phase == .ended
    }
}
