internal import GestureModel

extension GestureExpression {
    /// The words that a daemon's `hello` must have for it to recognise this.
    var capabilities: [String] {
        switch self {
        case .tap: ["tap"]
        case .longPress: ["longPress"]
        case .drag: ["drag"]
        case .magnify: ["magnify"]
        case .rotate: ["rotate"]
        case .standard: ["standard"]
        case .composition(let composition):
            composition.parts.reduce([composition.kind.rawValue]) { $0 + $1.capabilities }
        }
    }
}
