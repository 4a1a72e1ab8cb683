internal import GestureModel

/// The edges of a surface: every contact of the gesture must come down near one of them.
struct EdgeLimit: Sendable {
    private let edges: Edge.Set
    private let distance: Double
    private let surface: Surface

    /// nil if contacts may come down anywhere.
    init?(_ edges: Edge.Set?, _ thresholds: Thresholds, _ surface: Surface?) {
        guard let edges else { return nil }
        precondition(!edges.isEmpty, "edges: expected at least one edge, found none")
        guard let surface else {
            preconditionFailure("surface: expected the size of the surface, which a gesture with edges needs, found nil")
        }
        self.edges = edges
        distance = thresholds.edges.distance
        self.surface = surface
    }

    /// Where contacts came in, in words.
    struct Origin: Sendable {
        var edge: Edge
        var part: EdgePart
        var corner: Corner?
    }

    enum Start: Sendable {
        case near(Origin)
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
            ? .near(Origin(edge: nearest.edge, part: part(of: nearest.edge, group), corner: corner(of: group)))
            : .far(.startedFarFromEdge(by: nearest.distance, limit: distance))
    }

    /// The third that contains the middle of the contacts.
    private func part(of edge: Edge, _ group: ContactGroup) -> EdgePart {
        let isVertical = edge == .left || edge == .right
        var (least, most) = (Double.infinity, -Double.infinity)
        for member in group.down {
            let along = isVertical ? member.start.y : member.start.x
            (least, most) = (min(least, along), max(most, along))
        }
        let share = (least + most) / 2 / (isVertical ? surface.size.dy : surface.size.dx)
        return share < 1.0 / 3 ? .start : share < 2.0 / 3 ? .middle : .end
    }

    /// The corner near both of whose edges every contact came down.
    private func corner(of group: ContactGroup) -> Corner? {
        Corner.allCases.first { corner in
            group.down.allSatisfy { member in
                corner.edges.edges.allSatisfy { surface.distance(of: member.start, from: $0) <= distance }
            }
        }
    }
}
