internal import GestureModel

/// The edges of a surface: every contact of the gesture must come down near one of them.
struct EdgeLimit: Sendable {
    private let edges: Edge.Set
    private let distance: Double
    private let surface: Surface

    /// nil if contacts may come down anywhere.
    init?(_ edges: Edge.Set?, _ thresholds: Thresholds, _ surface: Surface?) {
        guard let edges else { return nil }
        precondition(!edges.isEmpty, "a gesture that starts at an edge needs at least one edge")
        guard let surface else {
            preconditionFailure("a gesture that starts at an edge needs a surface")
        }
        self.edges = edges
        distance = thresholds.edges.distance
        self.surface = surface
    }

    enum Start: Sendable {
        case near(Edge)
        case far(FailureReason)
    }

    /// The nearest edge, measured from the contact that came down farthest from it. Of two edges at the same distance, the
    /// first of top, bottom, left and right.
    func start(of group: ContactGroup) -> Start {
        var nearest = (edge: Edge.top, distance: Double.infinity)
        for edge in Edge.allCases where edges.contains(edge) {
            var farthest = -Double.infinity
            for member in group.down { farthest = max(farthest, surface.distance(of: member.start, from: edge)) }
            if farthest < nearest.distance { nearest = (edge, farthest) }
        }
        return nearest.distance <= distance
            ? .near(nearest.edge) : .far(.startedFarFromEdge(by: nearest.distance, limit: distance))
    }
}
