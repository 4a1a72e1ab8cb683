extension GestureExpression {
    /// Fingers that move fast and leave while they do: a flick.
    public struct Swipe: Hashable, Sendable {
        public var fingers: FingerCounts
        public var directions: SwipeDirection.Set
        /// Points from where the fingers' centre came down to where it leaves, at least. 25, as Android turns a page.
        public var minimumDistance: Double?
        /// Points per second at the lift, at least. 400, as Android turns a page.
        public var minimumVelocity: Double?
        /// The edges of the surface at one of which every finger comes down; nil where they may come down anywhere.
        public var edges: Edge.Set?
        /// How near to the edge, in points. Of no meaning without ``edges``.
        public var edgeDistance: Double?

        public init(
            fingers: FingerCounts = .one, directions: SwipeDirection.Set = .all, minimumDistance: Double? = nil,
            minimumVelocity: Double? = nil, edges: Edge.Set? = nil, edgeDistance: Double? = nil
        ) {
            self.fingers = fingers
            self.directions = directions
            self.minimumDistance = minimumDistance
            self.minimumVelocity = minimumVelocity
            self.edges = edges
            self.edgeDistance = edgeDistance
        }
    }
}
