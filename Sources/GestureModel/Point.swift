/// A place on a device's surface, in points unless said otherwise; x grows to the right, y downwards.
///
/// One point is 1/160 inch (0.15875 mm) of real surface. (CGPoint exists only in full Foundation.)
public struct Point: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public static let zero = Point(x: 0, y: 0)

    public static func + (a: Point, b: Vector) -> Point { Point(x: a.x + b.dx, y: a.y + b.dy) }
    public static func - (a: Point, b: Point) -> Vector { Vector(dx: a.x - b.x, dy: a.y - b.y) }
}
