public import GestureModel

/// Fingers that move fast and leave while they do: a flick. SwiftUI has none; UIKit's `UISwipeGestureRecognizer` tells no
/// velocity.
///
///     SwipeGesture(directions: .horizontal)
///         .onEnded { swipe in turnPage(swipe.direction == .left ? 1 : -1) }
///
/// The fingers' centre is at least `minimumDistance` from where they came down and at least as fast as `minimumVelocity`
/// when they lift. The direction is the axis that the way is mostly along, and the fingers still go there as they lift:
/// what turns back, or stops, is no swipe. How long they were down is of no account, so that a drag may end in one.
///
/// It is discrete, as a tap is: it ends and was never active, so that neither `onChanged` nor `updating` hears of it.
public struct SwipeGesture: Gesture {
    public typealias Body = Never

    public let directions: SwipeDirection.Set
    /// In points.
    public let minimumDistance: Double
    /// In points per second.
    public let minimumVelocity: Double
    public let fingers: FingerCounts
    /// nil where the fingers may come down anywhere.
    public let edges: Edge.Set?
    /// In points.
    public let edgeDistance: Double

    /// - Parameters:
    ///   - directions: those that will do; none traps.
    ///   - minimumDistance: in points, as Android's pager asks of a fling that turns a page. 0 and below, infinite and NaN
    ///     trap.
    ///   - minimumVelocity: in points per second, Android's too; 0 takes any speed, and so what stops before it lifts. Below
    ///     0, infinite and NaN trap.
    ///   - fingers: the numbers of fingers that will do, each 1…10; none, or any other, traps.
    ///   - edges: the edges of the surface at one of which every finger comes down, whatever the region; nil for anywhere.
    ///     None traps, and so does a ``GestureRecogniser`` that is told of no surface.
    ///   - edgeDistance: how near to the edge, in points. Below 0, infinite and NaN trap.
    public init(
        directions: SwipeDirection.Set = .all, minimumDistance: Double = 25, minimumVelocity: Double = 400,
        fingers: FingerCounts = .one, edges: Edge.Set? = nil, edgeDistance: Double = 30
    ) {
        precondition(!directions.isEmpty, "a swipe needs at least one direction")
        precondition(
            minimumDistance > 0 && minimumDistance.isFinite,
            "a swipe goes more than 0 pt, not \(minimumDistance)")
        precondition(
            minimumVelocity >= 0 && minimumVelocity.isFinite,
            "a swipe lifts at 0 pt/s or more, not \(minimumVelocity)")
        requireFingers(fingers)
        requireEdges(edges, edgeDistance)
        self.directions = directions
        self.minimumDistance = minimumDistance
        self.minimumVelocity = minimumVelocity
        self.fingers = fingers
        self.edges = edges
        self.edgeDistance = edgeDistance
    }

    public func makePlan() -> GesturePlan<Value> {
        GesturePlan(
            .swipe(
                .init(
                    fingers: fingers, directions: directions, minimumDistance: minimumDistance,
                    minimumVelocity: minimumVelocity, edges: edges, edgeDistance: edges.map { _ in edgeDistance }))
        ) { value, occurrence in
            guard case .swipe(let swipe) = value else { return nil }
            return Value(swipe, occurrence)
        }
    }
}

func requireEdges(_ edges: Edge.Set?, _ distance: Double) {
    precondition(edges?.isEmpty != true, "a gesture that starts at an edge needs at least one edge")
    precondition(
        distance >= 0 && distance.isFinite, "an edge reaches 0 pt or more into the surface, not \(distance)")
}
