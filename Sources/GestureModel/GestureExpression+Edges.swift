extension GestureExpression {
    /// Whether any gesture of it has to begin at an edge of the surface.
    public var asksForEdges: Bool {
        switch self {
        case .drag(let drag): drag.edges != nil
        case .swipe(let swipe): swipe.edges != nil
        case .composition(let composition): composition.parts.contains { $0.asksForEdges }
        case .tap, .longPress, .magnify, .rotate, .standard: false
        }
    }
}
