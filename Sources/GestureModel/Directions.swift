/// An option set whose options have names: the edges of a surface, the directions of a swipe.
package protocol WordSet: OptionSet, Hashable, Sendable where Element == Self {
    associatedtype Word: RawRepresentable<String> & CaseIterable

    init(_ word: Word)
    /// In the order of the cases.
    var words: [Word] { get }
}

/// A side of a surface, as seen by its user.
///
/// SwiftUI's has `leading` and `trailing`, which follow the direction of writing; an edge of glass does not.
public enum Edge: String, Hashable, Sendable, CaseIterable {
    case top
    case bottom
    case left
    case right

    /// Any of the four.
    public struct Set: WordSet {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public init(_ edge: Edge) { rawValue = 1 << edge.bit }

        public static let top = Set(.top)
        public static let bottom = Set(.bottom)
        public static let left = Set(.left)
        public static let right = Set(.right)
        public static let all: Set = [.top, .bottom, .left, .right]

        public func contains(_ edge: Edge) -> Bool { contains(Set(edge)) }
        /// In the order of the cases.
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

extension Surface {
    /// How far a position is from an edge, in points; negative beyond it.
    public func distance(of position: Point, from edge: Edge) -> Double {
        switch edge {
        case .top: position.y
        case .bottom: size.dy - position.y
        case .left: position.x
        case .right: size.dx - position.x
        }
    }
}

/// Where a swipe goes, as seen by the user of the surface.
public enum SwipeDirection: String, Hashable, Sendable, CaseIterable {
    case up
    case down
    case left
    case right

    /// The axis that a movement is mostly along, and the way it goes there; a diagonal one is sideways. y points down.
    public init(_ movement: Vector) {
        if abs(movement.dx) >= abs(movement.dy) {
            self = movement.dx < 0 ? .left : .right
        } else {
            self = movement.dy < 0 ? .up : .down
        }
    }

    /// Any of the four.
    public struct Set: WordSet {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public init(_ direction: SwipeDirection) { rawValue = 1 << direction.bit }

        public static let up = Set(.up)
        public static let down = Set(.down)
        public static let left = Set(.left)
        public static let right = Set(.right)
        public static let horizontal: Set = [.left, .right]
        public static let vertical: Set = [.up, .down]
        public static let all: Set = [.up, .down, .left, .right]

        public func contains(_ direction: SwipeDirection) -> Bool { contains(Set(direction)) }
        /// In the order of the cases.
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
