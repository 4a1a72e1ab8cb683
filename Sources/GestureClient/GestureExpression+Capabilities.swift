internal import GestureModel
internal import GestureProtocol

extension SubscribeRequest {
    /// The words that a daemon's `hello` must have for it to take this.
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
