internal import GestureModel

/// The tree of a composition: what each part has come to, and what of it is shown.
///
/// A part's phase is what its recogniser says. Of parts that compete, that is not what is told: a part that waits for
/// another shows nothing of its own, and one that has lost is `outcompeted`.
struct CompositionNodes: Sendable {
    struct Node: Sendable {
        /// nil for a leaf.
        let kind: GestureExpression.Composition.Kind?
        /// A leaf's number; of no meaning for others.
        let leaf: Int
        let descendants: Int
        /// Where its parts are in ``childIndices``.
        let children: Range<Int>
        /// Whether another part may win over it: then it has not begun before it is recognised.
        let isContested: Bool

        var phase = PartPhase.possible
        /// A leaf's last.
        var value: GestureValue?
        var shown = PartPhase.possible
        var shownValue: GestureValue?
        /// It hears no more.
        var isSettled = false
        /// Which part a sequence is at, from 0, and by when a finger has to come for it.
        var stage = 0
        var deadline: Timestamp?
    }

    /// A composition before its parts.
    var nodes: [Node] = []
    private(set) var childIndices: [Int] = []
    /// What the leaves recognise, in their order.
    private(set) var expressions: [GestureExpression] = []
    /// Leaves that have lost since it was last emptied.
    var lost: [Int] = []

    init(_ composition: GestureExpression.Composition) {
        append(.composition(composition), isContested: false)
        lost.reserveCapacity(expressions.count)
    }

    subscript(index: Int) -> Node {
        get { nodes[index] }
        _modify { yield &nodes[index] }
    }

    var indices: Range<Int> { nodes.indices }

    /// For ``child(_:)``.
    func children(of index: Int) -> Range<Int> { nodes[index].children }
    func child(_ index: Int) -> Int { childIndices[index] }
    /// The part that a sequence is at.
    func stage(of sequence: Int) -> Int { childIndices[nodes[sequence].children.lowerBound + nodes[sequence].stage] }

    /// Whether every leaf has nothing more to hear.
    var isSettled: Bool { !nodes.contains { $0.kind == nil && !$0.isSettled } }

    /// Whether a leaf shows that it has begun or ended.
    var anyBegan: Bool { nodes.contains { $0.kind == nil && ($0.shown == .active || $0.shown == .ended) } }

    mutating func reset() {
        for index in nodes.indices {
            nodes[index].phase = .possible
            nodes[index].value = nil
            nodes[index].shown = .possible
            nodes[index].shownValue = nil
            nodes[index].isSettled = false
            nodes[index].stage = 0
            nodes[index].deadline = nil
        }
    }

    private mutating func append(_ expression: GestureExpression, isContested: Bool) {
        if case .standard = expression { preconditionFailure("a standard set is no part of a composition") }
        guard case .composition(let composition) = expression else {
            nodes.append(
                Node(
                    kind: nil, leaf: expressions.count, descendants: 0, children: 0..<0, isContested: isContested))
            expressions.append(expression)
            return
        }
        let index = nodes.count
        let start = childIndices.count
        let children = start..<start + composition.parts.count
        let competes = composition.kind == .exclusive || composition.kind == .race
        childIndices += composition.parts.map { _ in 0 }
        let below = Node(
            kind: composition.kind, leaf: 0, descendants: expression.nodeCount - 1, children: children,
            isContested: isContested)
        nodes.append(below)
        for (child, part) in zip(children, composition.parts) {
            childIndices[child] = nodes.count
            append(part, isContested: isContested || competes)
        }
        assert(nodes.count == index + 1 + below.descendants)
    }
}

extension GestureExpression {
    /// It and everything below it.
    fileprivate var nodeCount: Int {
        guard case .composition(let composition) = self else { return 1 }
        return composition.parts.reduce(1) { $0 + $1.nodeCount }
    }
}
