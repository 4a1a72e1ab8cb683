/// What a subscriber wants recognised. The Swift library builds it, JSON spells it, the daemon runs it; equal expressions
/// over the same device and region are run once.
///
/// Parameters that are nil take the daemon's configured threshold.
public enum GestureExpression: Hashable, Sendable {
    case tap(Tap)
    case longPress(LongPress)
    case drag(Drag)
    case swipe(Swipe)
    case magnify(Magnify)
    case rotate(Rotate)
    case composition(Composition)
    case standard(Standard)

    /// Fingers that touch and lift again without going anywhere.
    public struct Tap: Hashable, Sendable {
        public var fingers: FingerCounts
        /// How many taps in a row make the gesture, 1…10. With 1 every tap is reported, with its running count.
        public var count: Int
        /// Points a contact may move; it fails at or beyond. SwiftUI: 45.
        public var maximumDistance: Double?
        /// How long the fingers may stay down, exclusive. SwiftUI: 0.75 s.
        public var maximumDuration: Microseconds?
        /// From the end of one tap to the next touch. SwiftUI: 0.35 s.
        public var maximumDelay: Microseconds?

        public init(
            fingers: FingerCounts = .one, count: Int = 1, maximumDistance: Double? = nil,
            maximumDuration: Microseconds? = nil, maximumDelay: Microseconds? = nil
        ) {
            self.fingers = fingers
            self.count = count
            self.maximumDistance = maximumDistance
            self.maximumDuration = maximumDuration
            self.maximumDelay = maximumDelay
        }
    }

    /// Fingers that stay where they are for a time.
    public struct LongPress: Hashable, Sendable {
        public var fingers: FingerCounts
        /// SwiftUI: 0.5 s. `.never` is press and hold: it ends at the lift and is never completed.
        public var minimumDuration: Microseconds?
        /// Points a contact may move before completion; it fails at or beyond. SwiftUI: 10.
        public var maximumDistance: Double?

        public init(
            fingers: FingerCounts = .one, minimumDuration: Microseconds? = nil, maximumDistance: Double? = nil
        ) {
            self.fingers = fingers
            self.minimumDuration = minimumDuration
            self.maximumDistance = maximumDistance
        }
    }

    /// Fingers that move together.
    public struct Drag: Hashable, Sendable {
        public var fingers: FingerCounts
        /// Points the fingers' centre must travel before the drag begins; 0 begins at touch-down. SwiftUI: 10.
        public var minimumDistance: Double?
        /// The edges of the surface at one of which every finger comes down; nil where they may come down anywhere.
        public var edges: Edge.Set?
        /// How near to the edge, in points. Of no meaning without ``edges``.
        public var edgeDistance: Double?

        public init(
            fingers: FingerCounts = .one, minimumDistance: Double? = nil, edges: Edge.Set? = nil,
            edgeDistance: Double? = nil
        ) {
            self.fingers = fingers
            self.minimumDistance = minimumDistance
            self.edges = edges
            self.edgeDistance = edgeDistance
        }
    }
}
