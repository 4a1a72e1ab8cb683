package import GestureModel

/// The parts of a composition: the phase that each has reached, and the phase that is reported.
///
/// `phase` is the result of a leaf's own recogniser; a composition's `phase` is computed from those of its parts.
/// ``Arbitration`` decides what subscribers see: a part that waits for a rival reports nothing, and a part that lost
/// has failed as `outcompeted`.
struct CompositionTree: Sendable {
    struct Node: Sendable {
        /// nil for a leaf.
        let kind: GestureExpression.Composition.Kind?
        /// A leaf's number in the order of the expression.
        let leaf: Int
        let descendants: Int
        /// The range of the node's parts in `childIndices`.
        let children: Range<Int>
        /// True if another part may win instead of this one. This part is then active only once it is recognised.
        let isContested: Bool

        var phase = PartPhase.possible
        /// A leaf's last value.
        var value: GestureValue?
        var reportedPhase = PartPhase.possible
        var reportedValue: GestureValue?
        /// True if the part receives no more frames until the composition is over.
        var isClosed = false
        /// The number of the part that a sequence has reached, counted from 0.
        var stage = 0
        /// The time until which a contact must come down for the next part of a sequence.
        var deadline: Timestamp?
    }

    /// A composition comes before its parts.
    private var nodes: [Node] = []
    private var childIndices: [Int] = []
    /// The expressions of the leaves, in the order of the leaves.
    private(set) var expressions: [GestureExpression] = []
    /// The leaves that are a magnification and a rotation of the same contacts, which an app follows at once.
    private(set) var pairedLeaves: Set<Int> = []
    /// The leaves whose recognisers must be reset: those that were closed since this array was last emptied, except
    /// those that ended by themselves.
    var closedLeaves: [Int] = []

    init(_ composition: GestureExpression.Composition) {
        append(.composition(composition), isContested: false, isPaired: false)
        closedLeaves.reserveCapacity(expressions.count)
    }

    subscript(index: Int) -> Node {
        get { nodes[index] }
        _modify { yield &nodes[index] }
    }

    var indices: Range<Int> { nodes.indices }

    /// Returns the range of indices to pass to ``child(_:)`` for the parts of a node.
    func children(of index: Int) -> Range<Int> { nodes[index].children }
    func child(_ index: Int) -> Int { childIndices[index] }
    /// Returns the part that a sequence has reached.
    func stage(of sequence: Int) -> Int { childIndices[nodes[sequence].children.lowerBound + nodes[sequence].stage] }
    /// Returns the range of the node and everything below it.
    func subtree(of index: Int) -> ClosedRange<Int> { index...index + nodes[index].descendants }

    /// True if no leaf receives frames any more.
    var isClosed: Bool { !nodes.contains { $0.kind == nil && !$0.isClosed } }

    /// True if a leaf is reported to be active or ended.
    var hasBegun: Bool { nodes.contains { $0.kind == nil && $0.reportedPhase.hasBegun } }

    mutating func reset() {
        for index in nodes.indices {
            nodes[index].phase = .possible
            nodes[index].value = nil
            nodes[index].reportedPhase = .possible
            nodes[index].reportedValue = nil
            nodes[index].isClosed = false
            nodes[index].stage = 0
            nodes[index].deadline = nil
        }
    }

    private mutating func append(_ expression: GestureExpression, isContested: Bool, isPaired: Bool) {
        if case .standard = expression { preconditionFailure("a standard set cannot be part of a composition") }
        guard case .composition(let composition) = expression else {
            nodes.append(
                Node(
                    kind: nil, leaf: expressions.count, descendants: 0, children: 0..<0, isContested: isContested))
            if isPaired { pairedLeaves.insert(expressions.count) }
            expressions.append(expression)
            return
        }
        let index = nodes.count
        let start = childIndices.count
        let children = start..<start + composition.parts.count
        let competes = composition.kind == .exclusive || composition.kind == .race
        let isPaired = composition.kind == .simultaneous && (isPaired || composition.magnifiesAndRotates)
        childIndices += composition.parts.map { _ in 0 }
        let node = Node(
            kind: composition.kind, leaf: 0, descendants: expression.nodeCount - 1, children: children,
            isContested: isContested)
        nodes.append(node)
        for (child, part) in zip(children, composition.parts) {
            childIndices[child] = nodes.count
            append(part, isContested: isContested || competes, isPaired: isPaired)
        }
        assert(nodes.count == index + 1 + node.descendants)
    }

    // MARK: - Values

    var emptyValue: GestureTree {
        GestureTree(
            nodes: nodes.map { GestureTree.Node(kind: $0.kind, descendants: $0.descendants, phase: .possible) })
    }

    func write(to tree: inout GestureTree) {
        for index in nodes.indices {
            tree.nodes[index].phase = nodes[index].reportedPhase
            tree.nodes[index].value = nodes[index].reportedValue
        }
    }

    // MARK: - Phases

    /// Applies a verdict to a part. The verdict comes from a leaf's recogniser, or fails a sequence's part for which no
    /// contact came down in time.
    mutating func apply(_ verdict: Verdict, to index: Int) {
        let isUnbegun = nodes[index].isContested && nodes[index].phase == .possible
        switch verdict {
        case .active(let value):
            nodes[index].value = value
            nodes[index].phase = isUnbegun && !value.isRecognised ? .possible : value.phase(in: .changed)
        case .ended(let value):
            nodes[index].value = value
            nodes[index].phase =
                isUnbegun && !value.isRecognised ? .failed(.failed(.didNotMove)) : value.phase(in: .ended)
            nodes[index].isClosed = true
        case .failed(let reason, _): close(index, .failed(reason))
        }
    }

    /// Computes a composition's phase from those of its parts. Closes a sequence that has failed.
    mutating func combine(_ index: Int) {
        guard let kind = nodes[index].kind, !nodes[index].isClosed else { return }
        nodes[index].phase = combined(kind, index) { $0.phase }
        if kind == .sequence, nodes[index].phase.hasFailed { closeFailedSequence(index) }
    }

    /// Computes the phase that subscribers receive for a composition from the reported phases of its parts.
    mutating func combineReported(_ index: Int) {
        guard let kind = nodes[index].kind else { return }
        nodes[index].reportedPhase = combined(kind, index) { $0.reportedPhase }
    }

    /// Closes a part and everything below it with a phase. A part below it whose end or failure was reported keeps its
    /// own phase.
    mutating func close(_ index: Int, _ phase: PartPhase) {
        for part in subtree(of: index) {
            if nodes[part].kind == nil, !nodes[part].isClosed { closedLeaves.append(part) }
            nodes[part].isClosed = true
            nodes[part].deadline = nil
            if !nodes[part].reportedPhase.isTerminal { nodes[part].phase = phase }
        }
        nodes[index].phase = phase
    }

    /// Closes a sequence that has failed. The parts after the failed part fail with it. The parts before it cannot
    /// rescue the sequence, so they receive no more frames.
    private mutating func closeFailedSequence(_ sequence: Int) {
        let children = nodes[sequence].children
        for child in children.dropFirst(nodes[sequence].stage + 1) {
            close(childIndices[child], nodes[sequence].phase)
        }
        for part in subtree(of: sequence) {
            nodes[part].deadline = nil
            guard nodes[part].kind == nil, !nodes[part].isClosed else { continue }
            nodes[part].isClosed = true
            closedLeaves.append(part)
        }
        nodes[sequence].isClosed = true
    }

    private func combined(
        _ kind: GestureExpression.Composition.Kind, _ index: Int, _ phase: (Node) -> PartPhase
    ) -> PartPhase {
        let children = nodes[index].children
        var combined = phase(nodes[childIndices[children.upperBound - 1]])
        for child in children.dropLast().reversed() {
            combined = kind.phase(phase(nodes[childIndices[child]]), combined)
        }
        return combined
    }
}

extension GestureExpression {
    /// The number of nodes: this expression and everything below it.
    fileprivate var nodeCount: Int {
        guard case .composition(let composition) = self else { return 1 }
        return composition.parts.reduce(1) { $0 + $1.nodeCount }
    }
}

extension GestureValue {
    /// True if the contacts did what distinguishes the gesture from others. False for a press that is not completed,
    /// and for a drag, magnification or rotation whose value has not changed.
    fileprivate var isRecognised: Bool {
        switch self {
        case .longPress(let press): press.completed
        case .drag(let drag): drag.translation != .zero
        case .magnify(let magnify): magnify.magnification != 1
        case .rotate(let rotate): rotate.rotation != 0
        // The others are reported only once they are recognised.
        default: true
        }
    }
}

extension PartPhase {
    var hasBegun: Bool { self == .active || self == .ended }
    var hasFailed: Bool { if case .failed = self { true } else { false } }
}

/// SwiftUI's phase tables for two gestures; longer lists are folded from the last to the first.
extension GestureExpression.Composition.Kind {
    package func phase(_ first: PartPhase, _ second: PartPhase) -> PartPhase {
        switch self {
        case .simultaneous: simultaneous(first, second)
        case .sequence: sequence(first, second)
        case .exclusive: exclusive(first, second)
        case .race: race(first, second)
        }
    }

    /// Combines the phases of a simultaneous composition. It ends when both parts are over and at least one of them has
    /// succeeded.
    private func simultaneous(_ first: PartPhase, _ second: PartPhase) -> PartPhase {
        switch (first, second) {
        case (.active, _), (_, .active): .active
        case (.possible, _), (_, .possible): .possible
        case (.ended, _), (_, .ended): .ended
        case (.failed(let reason), .failed(let other)): .failed(explaining(reason, other))
        }
    }

    /// Combines the phases of a sequence. It is also active between its parts, as in SwiftUI since iOS 18.
    private func sequence(_ first: PartPhase, _ second: PartPhase) -> PartPhase {
        guard case .ended = first else { return first }
        return second == .possible ? .active : second
    }

    /// Combines the phases of an exclusive composition. The end of the second part waits until the first has failed.
    private func exclusive(_ first: PartPhase, _ second: PartPhase) -> PartPhase {
        switch (first, second) {
        case (.active, _), (.ended, _): first
        case (.possible, .active): .active
        case (.possible, _): .possible
        // The second part may have failed as `outcompeted` by the first, which failed later. The failure of the first
        // is then the reason why there is no gesture.
        case (.failed(let reason), .failed(let other)): .failed(explaining(reason, other))
        case (.failed, _): second
        }
    }

    /// Combines the phases of a race. Once one part has won, the others have failed.
    private func race(_ first: PartPhase, _ second: PartPhase) -> PartPhase {
        switch (first, second) {
        case (.ended, _), (_, .ended): .ended
        case (.active, _), (_, .active): .active
        case (.possible, _), (_, .possible): .possible
        case (.failed(let reason), .failed(let other)): .failed(explaining(reason, other))
        }
    }

    /// Returns the later part's reason if it describes what the contacts did (`.failed`), otherwise the earlier part's
    /// reason if that one does. If neither does, returns the later part's reason, or the earlier part's if the later
    /// part has none.
    private func explaining(_ reason: CancellationReason?, _ other: CancellationReason?) -> CancellationReason? {
        if case .failed? = other { return other }
        if case .failed? = reason { return reason }
        return other ?? reason
    }
}

extension GestureExpression.Composition {
    /// True if parts that are recognised at once are a magnification and a rotation.
    fileprivate var magnifiesAndRotates: Bool {
        let parts = simultaneousParts
        return parts.contains { if case .magnify = $0 { true } else { false } }
            && parts.contains { if case .rotate = $0 { true } else { false } }
    }

    /// The parts, with those of simultaneous compositions in place of these.
    private var simultaneousParts: [GestureExpression] {
        parts.flatMap { part -> [GestureExpression] in
            guard case .composition(let inner) = part, inner.kind == .simultaneous else { return [part] }
            return inner.simultaneousParts
        }
    }
}
