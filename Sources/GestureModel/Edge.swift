/// A side of a surface, as one looks at it.
///
/// SwiftUI's has `leading` and `trailing`, which follow the writing; an edge of glass does not.
public enum Edge: String, Hashable, Sendable, CaseIterable {
    case top
    case bottom
    case left
    case right

    /// Any of the four.
    public struct Set: OptionSet, Hashable, Sendable {
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
    /// How far a place is from an edge, in points; negative beyond it.
    public func distance(of place: Point, from edge: Edge) -> Double {
        switch edge {
        case .top: place.y
        case .bottom: size.dy - place.y
        case .left: place.x
        case .right: size.dx - place.x
        }
    }
}
