/// An option set whose options have names, such as the edges of a surface or the directions of a swipe.
package protocol WordSet: OptionSet, Hashable, Sendable where Element == Self {
    associatedtype Word: ProtocolWord

    init(_ word: Word)
    /// The members of the set, in the order of the cases.
    var words: [Word] { get }
}

/// A side of a surface, as seen by its user.
///
/// SwiftUI's edges include `leading` and `trailing`, which follow the direction of writing; the edges of a device do
/// not.
public enum Edge: String, Hashable, Sendable, CaseIterable {
    /// The side at y = 0.
    case top
    /// The side with the largest y.
    case bottom
    /// The side at x = 0.
    case left
    /// The side with the largest x.
    case right

    /// A set of edges.
    public struct Set: WordSet {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Creates the set of one edge.
        public init(_ edge: Edge) { rawValue = 1 << edge.bit }

        /// The set of ``Edge/top`` alone.
        public static let top = Set(.top)
        /// The set of ``Edge/bottom`` alone.
        public static let bottom = Set(.bottom)
        /// The set of ``Edge/left`` alone.
        public static let left = Set(.left)
        /// The set of ``Edge/right`` alone.
        public static let right = Set(.right)
        /// All four edges.
        public static let all: Set = [.top, .bottom, .left, .right]

        /// Returns true if the set has this edge.
        public func contains(_ edge: Edge) -> Bool { contains(Set(edge)) }
        /// The members of the set, in the order of the cases.
        public var edges: [Edge] { Edge.allCases.filter { contains($0) } }
        package var words: [Edge] { edges }
    }

    private var bit: UInt8 {
        switch self {
        case .top: 0
        case .bottom: 1
        case .left: 2
        case .right: 3
        }
    }
}

/// A third of an edge.
public enum EdgePart: String, Hashable, Sendable, CaseIterable {
    /// The upper third of the left and right edge, the left third of the top and bottom edge.
    case start
    /// The third between the two others.
    case middle
    /// The lower third of the left and right edge, the right third of the top and bottom edge.
    case end
}

/// A corner of a surface.
public enum Corner: String, Hashable, Sendable, CaseIterable {
    /// The corner between the top and the left edge.
    case topLeft
    /// The corner between the top and the right edge.
    case topRight
    /// The corner between the bottom and the left edge.
    case bottomLeft
    /// The corner between the bottom and the right edge.
    case bottomRight

    /// The edges that meet at the corner.
    public var edges: Edge.Set {
        switch self {
        case .topLeft: [.top, .left]
        case .topRight: [.top, .right]
        case .bottomLeft: [.bottom, .left]
        case .bottomRight: [.bottom, .right]
        }
    }
}

extension Edge {
    /// Returns how far a movement leads away from the edge, in points; negative if it leads towards the edge.
    public func inwards(_ movement: Vector) -> Double {
        switch self {
        case .top: movement.dy
        case .bottom: -movement.dy
        case .left: movement.dx
        case .right: -movement.dx
        }
    }

    /// Returns how far a movement leads along the edge, in points.
    package func along(_ movement: Vector) -> Double {
        self == .left || self == .right ? abs(movement.dy) : abs(movement.dx)
    }

    /// How far contacts must move inwards, in points, to count as coming from the edge: 4 mm. A fingertip that presses
    /// a key at the edge and rolls moves its contact by less.
    package static let inwardDistance = 25.0
    /// Contacts that come down more than so many times the limit from an edge come from the middle: no wider edge makes
    /// them a gesture from it.
    package static let middleFactor = 4.0
    /// How far contacts must move along the edge, in points, to count as sliding along it: 10 mm.
    package static let slideDistance = 63.0

    /// True if a movement that begins at the edge leads in from it: at least as far inwards as along the edge.
    ///
    /// - Parameter isInCorner: True if the movement begins in a corner. A diagonal movement then leads in from both
    ///   edges of the corner.
    package func leadsInwards(_ movement: Vector, isInCorner: Bool = false) -> Bool {
        let tangentOf22Degrees = 0.414_213_562
        return inwards(movement) + Vector.roundingError >= along(movement) * (isInCorner ? tangentOf22Degrees : 1)
    }

    /// True if a movement that begins at the edge leads in from it, and farther than a fingertip rolls.
    package func isOrigin(of movement: Vector, isInCorner: Bool = false) -> Bool {
        inwards(movement) >= Edge.inwardDistance && leadsInwards(movement, isInCorner: isInCorner)
    }

    /// The direction that leads straight in from the edge.
    package var inwardDirection: SwipeDirection {
        switch self {
        case .top: .down
        case .bottom: .up
        case .left: .right
        case .right: .left
        }
    }
}

extension Surface {
    /// Returns how far a position is from an edge, in points; negative beyond the edge.
    public func distance(of position: Point, from edge: Edge) -> Double {
        switch edge {
        case .top: position.y
        case .bottom: size.dy - position.y
        case .left: position.x
        case .right: size.dx - position.x
        }
    }
}
