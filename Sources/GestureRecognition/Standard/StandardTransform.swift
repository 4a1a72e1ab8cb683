internal import GestureModel

/// A magnification and a rotation of the same contacts, reported as one gesture.
struct StandardTransform: Sendable {
    private var magnify: MagnifyRecogniser
    private var rotate: RotateRecogniser
    /// Two trees that are used in turn. The reported tree is not written while an event may hold it, so no frame
    /// allocates.
    private var reported = StandardTransform.tree
    private var next = StandardTransform.tree

    private static let tree = GestureTree(nodes: [
        .init(kind: .simultaneous, descendants: 2, phase: .active), .init(phase: .active), .init(phase: .active),
    ])

    /// - Parameter admitsLate: True if contacts that come during the gesture replace lifted ones.
    init(_ thresholds: Thresholds, admitsLate: Bool) {
        magnify = MagnifyRecogniser(
            fingers: .twoOrMore, isJudged: false, admission: admitsLate ? .replacements : .none, thresholds, nil)
        rotate = RotateRecogniser(
            fingers: .twoOrMore, isJudged: false, admission: admitsLate ? .replacements : .none, thresholds, nil)
    }

    @inline(__always)
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

    /// Starts to follow the contacts of the frame, before they are classified.
    mutating func begin(with frame: borrowing TouchFrame) {
        _ = magnify.begin(with: frame)
        _ = rotate.begin(with: frame)
    }

    /// True if a contact that comes down takes the place of one that has lifted.
    var admitsMore: Bool { magnify.admitsMore }

    /// True if a contact that came down during the gesture takes part in it.
    func admits(_ contact: Int) -> Bool { magnify.admitsMore || magnify.holds(contact) }

    /// Recognises the gesture once the contacts are classified as a transform.
    mutating func recognise(at time: Timestamp) -> Verdict? {
        combine(magnify.recognise(at: time), rotate.recognise(at: time))
    }

    mutating func finish() -> Verdict? { combine(magnify.finish(), rotate.finish()) }

    mutating func follow(_ frame: borrowing TouchFrame) -> Verdict? {
        combine(magnify.follow(frame), rotate.follow(frame))
    }

    mutating func expire(at deadline: Timestamp) -> Verdict? {
        let isScaling = magnify.deadline.map { $0 <= deadline } ?? false
        let isTurning = rotate.deadline.map { $0 <= deadline } ?? false
        return combine(isScaling ? magnify.stop() : nil, isTurning ? rotate.stop() : nil)
    }

    /// Combines the verdicts of the two recognisers, which end together.
    private mutating func combine(_ scaled: consuming Verdict?, _ turned: consuming Verdict?) -> Verdict? {
        if case (nil, nil) = (scaled, turned) { return nil }
        let (isScaled, isTurned) = (apply(scaled, to: 1), apply(turned, to: 2))
        let isOver = isScaled && isTurned
        next.nodes[0].phase = isOver ? .ended : .active
        swap(&next, &reported)
        return isOver ? .ended(.composition(reported)) : .active(.composition(reported))
    }

    /// Sets a part of the next tree. Returns true if the part has ended.
    private mutating func apply(_ verdict: consuming Verdict?, to node: Int) -> Bool {
        switch verdict {
        case .active(let value):
            next.nodes[node].value = value
            next.nodes[node].phase = .active
        case .ended(let value):
            next.nodes[node].value = value
            next.nodes[node].phase = .ended
        case nil: next.nodes[node] = reported.nodes[node]
        case .failed:
            assertionFailure("standard: part \(node) of a transform failed in phase \(next.nodes[node].phase)")
        }
        return next.nodes[node].phase == .ended
    }
}
