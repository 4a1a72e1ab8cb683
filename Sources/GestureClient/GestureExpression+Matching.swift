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
        switch self {
        case .tap: ["tap"]
        case .longPress: ["longPress"]
        case .drag(let drag): drag.edges == nil ? ["drag"] : ["drag", "edges"]
        case .swipe(let swipe): swipe.edges == nil ? ["swipe"] : ["swipe", "edges"]
        case .magnify: ["magnify"]
        case .rotate: ["rotate"]
        case .standard: ["standard"]
        case .composition(let composition):
            composition.parts.reduce([composition.kind.rawValue]) { $0 + $1.capabilities }
        }
    }

    /// True if a value can be this gesture's. Callbacks find the part of a composition by its index, so its shape must match.
    func matches(_ value: GestureValue) -> Bool {
        if case .standard = self { return GestureExpression.isStandard(value) }
        guard case .composition(let tree) = value else { return isSameKind(as: value) }
        var index = 0
        return matches(tree.nodes, from: &index) && index == tree.nodes.count
    }

    /// - Parameter index: This gesture's node; afterwards the node that follows its last descendant.
    private func matches(_ nodes: [GestureTree.Node], from index: inout Int) -> Bool {
        guard index < nodes.count else { return false }
        let node = nodes[index]
        index += 1
        guard case .composition(let composition) = self else {
            return node.kind == nil && node.value.map(isSameKind) ?? true
        }
        guard node.kind == composition.kind else { return false }
        for part in composition.parts where !part.matches(nodes, from: &index) { return false }
        return true
    }

    /// True if a standard set can report the value.
    private static func isStandard(_ value: GestureValue) -> Bool {
        switch value {
        case .tap, .longPress, .drag: return true
        case .swipe, .magnify, .rotate: return false
        case .composition:
            return GestureExpression.composition(.init(.simultaneous, [.magnify(.init()), .rotate(.init())]))
                .matches(value)
        }
    }

    private func isSameKind(as value: GestureValue) -> Bool {
        switch (self, value) {
        case (.tap, .tap), (.longPress, .longPress), (.drag, .drag), (.swipe, .swipe), (.magnify, .magnify),
            (.rotate, .rotate):
            true
        default: false
        }
    }
}
