public import GestureModel

/// Fingers that move together. SwiftUI's, and any number of fingers.
///
/// It begins when the fingers' centre is `minimumDistance` from where they came down (so that the first value is already
/// that far), and stays a drag if they come back. It ends with the last finger.
public struct DragGesture: Gesture {
    public typealias Body = Never

    /// In points.
    public let minimumDistance: Double
    public let fingers: FingerCounts
    /// nil where the fingers may come down anywhere.
    public let edges: Edge.Set?
    /// In points.
    public let edgeDistance: Double

    /// - Parameters:
    ///   - minimumDistance: in points; 0 begins at touch-down. Below 0, infinite and NaN trap.
    ///   - fingers: the numbers of fingers that will do, each 1…10; none, or any other, traps. A finger that comes or goes
    ///     during the drag makes no jump.
    ///   - edges: the edges of the surface at one of which every finger comes down, whatever the region; nil for anywhere,
    ///     as in SwiftUI, which knows no edges. None traps, and so does a ``GestureRecogniser`` that is told of no surface.
    ///   - edgeDistance: how near to the edge, in points. Below 0, infinite and NaN trap.
    public init(
        minimumDistance: Double = 10, fingers: FingerCounts = .one, edges: Edge.Set? = nil, edgeDistance: Double = 30
    ) {
        precondition(
            minimumDistance >= 0 && minimumDistance.isFinite,
            "a drag begins after 0 pt or more, not \(minimumDistance)")
        requireFingers(fingers)
        requireEdges(edges, edgeDistance)
        self.minimumDistance = minimumDistance
        self.fingers = fingers
        self.edges = edges
        self.edgeDistance = edgeDistance
    }

    public func makePlan() -> GesturePlan<Value> {
        GesturePlan(
            .drag(
                .init(
                    fingers: fingers, minimumDistance: minimumDistance, edges: edges,
                    edgeDistance: edges.map { _ in edgeDistance }))
        ) { value, occurrence in
            guard case .drag(let drag) = value else { return nil }
            return Value(drag, occurrence)
        }
    }
}
