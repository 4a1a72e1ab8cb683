package import GestureModel

/// A position in a unit square, from (0, 0) at the top leading corner to (1, 1) at the bottom trailing corner. Other
/// coordinates lie outside the square. SwiftUI's type of the same name: an anchor in a view, or a control point of a
/// ``UnitCurve``.
public struct UnitPoint: Hashable, Codable, Sendable {
    /// 0 at the leading side, 1 at the trailing side; other numbers lie outside the square.
    public var x: Double
    /// 0 at the top, 1 at the bottom; other numbers lie outside the square.
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Creates the top leading corner, ``zero``.
    public init() { self = .zero }

    /// Creates the position of `point` in `bounds`; the centre if the bounds are unknown, or without width or height.
    package init(_ point: Point, in bounds: Region?) {
        guard let bounds, bounds.width > 0, bounds.height > 0 else {
            self = .center
            return
        }
        self.init(x: (point.x - bounds.x) / bounds.width, y: (point.y - bounds.y) / bounds.height)
    }

    /// (0, 0): the top leading corner.
    public static let zero = UnitPoint(x: 0, y: 0)
    /// (0.5, 0.5): the middle of the square.
    public static let center = UnitPoint(x: 0.5, y: 0.5)
    /// (0, 0.5): the middle of the leading side.
    public static let leading = UnitPoint(x: 0, y: 0.5)
    /// (1, 0.5): the middle of the trailing side.
    public static let trailing = UnitPoint(x: 1, y: 0.5)
    /// (0.5, 0): the middle of the top side.
    public static let top = UnitPoint(x: 0.5, y: 0)
    /// (0.5, 1): the middle of the bottom side.
    public static let bottom = UnitPoint(x: 0.5, y: 1)
    /// (0, 0): the same as ``zero``.
    public static let topLeading = UnitPoint(x: 0, y: 0)
    /// (1, 0).
    public static let topTrailing = UnitPoint(x: 1, y: 0)
    /// (0, 1).
    public static let bottomLeading = UnitPoint(x: 0, y: 1)
    /// (1, 1).
    public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}
