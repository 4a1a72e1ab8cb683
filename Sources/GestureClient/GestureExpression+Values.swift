internal import GestureModel

extension GestureExpression {
    /// Whether a value is of this gesture: callbacks find their part of a composition by its place alone.
    func accounts(for value: GestureValue) -> Bool {
        if case .standard = self { return GestureExpression.isStandard(value) }
        guard case .composition(let tree) = value else { return isKind(of: value) }
        var index = 0
        return accounts(for: tree.nodes, from: &index) && index == tree.nodes.count
    }

    /// - Parameter index: this gesture's node; then the one after all that are below it.
    private func accounts(for nodes: [GestureTree.Node], from index: inout Int) -> Bool {
        guard index < nodes.count else { return false }
        let node = nodes[index]
        index += 1
        guard case .composition(let composition) = self else {
            return node.kind == nil && node.value.map(isKind) ?? true
        }
        guard node.kind == composition.kind else { return false }
        for part in composition.parts where !part.accounts(for: nodes, from: &index) { return false }
        return true
    }

    /// Whether a standard set brings such a value.
    private static func isStandard(_ value: GestureValue) -> Bool {
        switch value {
        case .tap, .longPress, .drag: return true
        case .swipe, .magnify, .rotate: return false
        case .composition(let tree):
            let pinch = GestureExpression.composition(.init(.simultaneous, [.magnify(.init()), .rotate(.init())]))
            return pinch.accounts(for: .composition(tree))
        }
    }

    private func isKind(of value: GestureValue) -> Bool {
        switch (self, value) {
        case (.tap, .tap), (.longPress, .longPress), (.drag, .drag), (.swipe, .swipe), (.magnify, .magnify),
            (.rotate, .rotate):
            true
        default: false
        }
    }
}
