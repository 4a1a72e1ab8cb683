internal import GestureModel

/// A position in a unit square, from (0, 0) at the top leading corner to (1, 1) at the bottom trailing corner. Other
/// coordinates lie outside the square. SwiftUI's type of the same name: an anchor in a view, or a control point of a
/// ``UnitCurve``.
public struct UnitPoint: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public init() { self = .zero }

    /// The position of `point` in `bounds`; the centre if the bounds are unknown, or without width or height.
    init(_ point: Point, in bounds: Region?) {
        guard let bounds, bounds.width > 0, bounds.height > 0 else {
            self = .center
            return
        }
        self.init(x: (point.x - bounds.x) / bounds.width, y: (point.y - bounds.y) / bounds.height)
    }

    public static let zero = UnitPoint(x: 0, y: 0)
    public static let center = UnitPoint(x: 0.5, y: 0.5)
    public static let leading = UnitPoint(x: 0, y: 0.5)
    public static let trailing = UnitPoint(x: 1, y: 0.5)
    public static let top = UnitPoint(x: 0.5, y: 0)
    public static let bottom = UnitPoint(x: 0.5, y: 1)
    public static let topLeading = UnitPoint(x: 0, y: 0)
    public static let topTrailing = UnitPoint(x: 1, y: 0)
    public static let bottomLeading = UnitPoint(x: 0, y: 1)
    public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}
