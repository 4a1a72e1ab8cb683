internal import GestureModel

extension GestureExpression {
    /// The words that a daemon's `hello` must have for it to recognise this.
    var capabilities: [String] {
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
}
