internal import GestureModel

/// Requires that one contact of a gesture comes down near one of the given edges. Every other contact must come down
/// near the same edge, or next to a contact near that edge.
struct EdgeLimit: Sendable {
    private let edges: Edge.Set
    private let distance: Double
    private let surface: Surface

    /// nil if contacts may come down anywhere.
    init?(_ edges: Edge.Set?, _ thresholds: Thresholds, _ surface: Surface?) {
        guard let edges else { return nil }
        precondition(!edges.isEmpty, "edges: expected at least one edge, found none")
        guard let surface else {
            preconditionFailure(
                "surface: expected the size of the surface, which a gesture with edges needs, found nil")
        }
        self.edges = edges
        distance = thresholds.edges.distance
        self.surface = surface
    }

    /// The edge from which contacts came, the part of that edge, and the corner if they came from one.
    struct Origin: Sendable {
        var edge: Edge
        var part: EdgePart
        var corner: Corner?
    }

    enum Start: Sendable {
        case near(Origin)
        case far(FailureReason)
    }

    /// Returns how far contacts may be from a contact at the edge, in points: 40 mm for two contacts, and 20 mm more
    /// for each further contact, as with the fingers of one hand side by side.
    private static func reach(of count: Int) -> Double { count > 1 ? 126 * Double(count) : 0 }

    /// Finds the edge nearest to any contact, and checks that the contacts started there. If two edges are equally
    /// near, the one with the smaller distance to its farthest contact counts. If these distances are equal too, the
    /// first of top, bottom, left and right counts.
    func start(of group: ContactGroup) -> Start {
        var nearest = (edge: Edge.top, distance: Double.infinity, farthest: Double.infinity)
        for edge in Edge.allCases where edges.contains(edge) {
            var (first, last) = (Double.infinity, -Double.infinity)
            for member in group.down {
                let distance = surface.distance(of: member.start, from: edge)
                (first, last) = (min(first, distance), max(last, distance))
            }
            if (first, last) < (nearest.distance, nearest.farthest) { nearest = (edge, first, last) }
        }
        guard nearest.distance <= distance else {
            return .far(.startedFarFromEdge(by: nearest.distance, limit: distance))
        }
        if let stray = strayDistance(of: group, from: nearest.edge) {
            return .far(.startedFarFromEdge(by: stray, limit: distance))
        }
        return .near(Origin(edge: nearest.edge, part: part(of: nearest.edge, group), corner: corner(of: group)))
    }

    /// Searches for a contact that came down neither near the edge nor next to a contact near the edge. Returns its
    /// distance from the edge; nil if there is none.
    private func strayDistance(of group: ContactGroup, from edge: Edge) -> Double? {
        let reach = Self.reach(of: group.down.count)
        for member in group.down {
            let own = surface.distance(of: member.start, from: edge)
            guard own > distance else { continue }
            let isBeside = group.down.contains { first in
                surface.distance(of: first.start, from: edge) <= distance
                    && (first.start - member.start).length <= reach
            }
            if !isBeside { return own }
        }
        return nil
    }

    /// Returns the third of the edge that contains the middle of the contacts near the edge.
    private func part(of edge: Edge, _ group: ContactGroup) -> EdgePart {
        let isVertical = edge == .left || edge == .right
        var (least, most) = (Double.infinity, -Double.infinity)
        for member in group.down where surface.distance(of: member.start, from: edge) <= distance {
            let along = isVertical ? member.start.y : member.start.x
            (least, most) = (min(least, along), max(most, along))
        }
        let share = (least + most) / 2 / (isVertical ? surface.size.dy : surface.size.dx)
        return share < 1.0 / 3 ? .start : share < 2.0 / 3 ? .middle : .end
    }

    /// Returns the first corner with a contact that came down near both of the corner's edges; nil if there is none.
    private func corner(of group: ContactGroup) -> Corner? {
        Corner.allCases.first { corner in
            group.down.contains { member in
                corner.edges.edges.allSatisfy { surface.distance(of: member.start, from: $0) <= distance }
            }
        }
    }
}
