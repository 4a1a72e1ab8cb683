internal import GestureModel
internal import GestureProtocol

extension SubscribeRequest {
    /// The capabilities that the daemon needs for this request.
    var capabilities: [String] {
        var words = gesture.capabilities
        if region != nil { words.append("region") }
        if units != .points { words.append("units") }
        if scope != .focused { words.append("scope") }
        if claims { words.append("claim") }
        return words
    }
}

extension GestureExpression {
    /// The capabilities that the daemon needs to recognise this expression.
    fileprivate var capabilities: [String] {
        guard case .composition(let composition) = self else {
            return [name?.rawValue ?? "standard"] + (asksForEdges ? ["edges"] : [])
        }
        return composition.parts.reduce([composition.kind.rawValue]) { $0 + $1.capabilities }
    }

    /// True if a value can be this gesture's. Callbacks find the part of a composition by its index, so its shape must match.
    func matches(_ value: GestureValue) -> Bool {
        if case .standard = self { return GestureExpression.isStandard(value) }
        guard case .composition(let tree) = value else { return name == value.name }
        var index = 0
        return matches(tree.nodes, from: &index) && index == tree.nodes.count
    }

    /// - Parameter index: This gesture's node; afterwards the node that follows its last descendant.
    private func matches(_ nodes: [GestureTree.Node], from index: inout Int) -> Bool {
        guard index < nodes.count else { return false }
        let node = nodes[index]
        index += 1
        guard case .composition(let composition) = self else {
            return node.kind == nil && node.value.map { $0.name == name } ?? true
        }
        guard node.kind == composition.kind else { return false }
        for part in composition.parts where !part.matches(nodes, from: &index) { return false }
        return true
    }

    /// True if a standard set can report the value.
    private static func isStandard(_ value: GestureValue) -> Bool {
        guard let name = value.name else {
            return GestureExpression.composition(.init(.simultaneous, [.magnify(.init()), .rotate(.init())]))
                .matches(value)
        }
        return [.tap, .longPress, .drag].contains(name)
    }
}
