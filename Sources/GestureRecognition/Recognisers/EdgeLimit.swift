internal import GestureModel

/// The edges of a surface at one of which every finger of a gesture comes down.
struct EdgeLimit: Sendable {
    private let edges: Edge.Set
    private let distance: Double
    private let surface: Surface

    /// nil where fingers may come down anywhere.
    init?(_ edges: Edge.Set?, _ thresholds: Thresholds, _ surface: Surface?) {
        guard let edges else { return nil }
        precondition(!edges.isEmpty, "a gesture that starts at an edge needs at least one edge")
        guard let surface else {
            preconditionFailure("a gesture that starts at an edge needs a surface, and none was given")
        }
        self.edges = edges
        distance = thresholds.edges.distance
        self.surface = surface
    }

    /// Where fingers came down, as the limit has it.
    enum Start: Sendable {
        case near(Edge)
        case far(FailureReason)
    }

    /// The edge that is nearest to where the fingers came down, by the finger that is furthest from it; in a corner the
    /// first of top, bottom, left and right where two are equally near.
    func start(of group: FingerGroup) -> Start {
        var nearest = (edge: Edge.top, distance: Double.infinity)
        for edge in Edge.allCases where edges.contains(edge) {
            var farthest = -Double.infinity
            for finger in group.down { farthest = max(farthest, surface.distance(of: finger.start, from: edge)) }
            if farthest < nearest.distance { nearest = (edge, farthest) }
        }
        return nearest.distance <= distance
            ? .near(nearest.edge) : .far(.startedFarFromEdge(by: nearest.distance, limit: distance))
    }
}
