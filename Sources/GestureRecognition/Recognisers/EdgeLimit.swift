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
        private(set) var edge: Edge
        private(set) var part: EdgePart
        let corner: Corner?
        /// In a corner: its other edge, if contacts may come from that one as well.
        private var other: (edge: Edge, part: EdgePart)?

        fileprivate init(
            _ edge: Edge, _ part: EdgePart, _ corner: Corner?, or other: (edge: Edge, part: EdgePart)? = nil
        ) {
            (self.edge, self.part, self.corner, self.other) = (edge, part, corner, other)
        }

        /// Returns the origin of contacts that come in from the edge, or in a corner from one of its edges; nil if they
        /// have not come in.
        func entry(by movement: Vector) -> Origin? {
            if edge.leadsInwards(movement, isInCorner: corner != nil) {
                return edge.isOrigin(of: movement, isInCorner: corner != nil) ? self : nil
            }
            guard let other, other.edge.isOrigin(of: movement, isInCorner: true) else { return nil }
            return Origin(other.edge, other.part, corner)
        }

        /// True if contacts that have not come in slide along the edge.
        func isSlide(_ movement: Vector) -> Bool {
            edge.along(movement) >= Edge.slideDistance && (other?.edge.inwards(movement) ?? 0) <= 0
        }

        /// Why contacts have not come in from the edge.
        func failure(of movement: Vector) -> FailureReason {
            guard edge.leadsInwards(movement, isInCorner: corner != nil) else {
                return .wrongDirection(SwipeDirection(movement), accepted: SwipeDirection.Set(edge.inwardDirection))
            }
            return .movedTooLittle(by: max(edge.inwards(movement), 0), limit: Edge.inwardDistance)
        }
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
        let corner = corner(of: group)
        return .near(
            Origin(nearest.edge, part(of: nearest.edge, group), corner, or: otherEdge(of: corner, nearest.edge, group)))
    }

    /// Returns the other edge of a corner, and its part, if the gesture accepts contacts from there; nil otherwise.
    private func otherEdge(
        of corner: Corner?, _ nearest: Edge, _ group: ContactGroup
    ) -> (edge: Edge, part: EdgePart)? {
        guard let corner, corner.edges.contains(nearest),
            let other = corner.edges.edges.first(where: { $0 != nearest }), edges.contains(other),
            strayDistance(of: group, from: other) == nil
        else { return nil }
        return (other, part(of: other, group))
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
