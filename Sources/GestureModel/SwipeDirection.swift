/// The direction of a swipe, as seen by the user of the surface.
public enum SwipeDirection: String, Hashable, Sendable, CaseIterable {
    /// Away from the user on a touchpad: y decreases.
    case up
    /// Towards the user on a touchpad: y increases.
    case down
    /// x decreases.
    case left
    /// x increases.
    case right

    /// Creates the direction of a movement along its larger axis; an exact diagonal counts as horizontal. y points
    /// down.
    public init(_ movement: Vector) {
        if abs(movement.dx) + Vector.roundingError >= abs(movement.dy) {
            self = movement.dx < 0 ? .left : .right
        } else {
            self = movement.dy < 0 ? .up : .down
        }
    }

    /// A set of directions.
    public struct Set: WordSet {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Creates the set of one direction.
        public init(_ direction: SwipeDirection) { rawValue = 1 << direction.bit }

        /// The set of ``SwipeDirection/up`` alone.
        public static let up = Set(.up)
        /// The set of ``SwipeDirection/down`` alone.
        public static let down = Set(.down)
        /// The set of ``SwipeDirection/left`` alone.
        public static let left = Set(.left)
        /// The set of ``SwipeDirection/right`` alone.
        public static let right = Set(.right)
        /// ``SwipeDirection/left`` and ``SwipeDirection/right``.
        public static let horizontal: Set = [.left, .right]
        /// ``SwipeDirection/up`` and ``SwipeDirection/down``.
        public static let vertical: Set = [.up, .down]
        /// All four directions.
        public static let all: Set = [.up, .down, .left, .right]

        /// Returns true if the set has this direction.
        public func contains(_ direction: SwipeDirection) -> Bool { contains(Set(direction)) }
        /// The members of the set, in the order of the cases.
        public var directions: [SwipeDirection] { SwipeDirection.allCases.filter { contains($0) } }
        package var words: [SwipeDirection] { directions }
    }

    private var bit: UInt8 {
        switch self {
        case .up: 0
        case .down: 1
        case .left: 2
        case .right: 3
        }
    }
}
