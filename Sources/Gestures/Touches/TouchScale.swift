public import GestureModel

/// The length of a toolkit's unit, such as a pixel, in points.
///
/// A point is 1/160 inch of real surface. Without a scale, a unit is a point. This suits the logical pixels of phones
/// and tablets.
public struct TouchScale: Hashable, Sendable {
    /// Points per unit, to the right and downwards; finite and above 0.
    public let pointsPerUnit: Vector

    /// - Parameter pointsPerUnit: The same in both directions. 1 is used instead of a number that is not finite or not
    ///   above 0, because a toolkit may report such a number.
    public init(pointsPerUnit: Double = 1) {
        self.init(Vector(dx: pointsPerUnit, dy: pointsPerUnit))
    }

    /// Creates the scale of a screen.
    ///
    /// - Parameters:
    ///   - size: In the toolkit's units.
    ///   - millimetres: The size of the same area. A screen without a known size is 0 × 0 mm; a unit is then a point.
    public init(size: Vector, millimetres: Vector) {
        let points = Surface(millimetres: millimetres).size
        self.init(Vector(dx: points.dx / size.dx, dy: points.dy / size.dy))
    }

    private init(_ pointsPerUnit: Vector) {
        let usable = [pointsPerUnit.dx, pointsPerUnit.dy].allSatisfy { $0.isFinite && $0 > 0 }
        self.pointsPerUnit = usable ? pointsPerUnit : Vector(dx: 1, dy: 1)
    }

    /// Converts a position from units to points.
    public func points(_ position: Point) -> Point {
        Point(x: position.x * pointsPerUnit.dx, y: position.y * pointsPerUnit.dy)
    }

    /// Converts a position, such as a gesture's location, from points to units.
    public func units(_ position: Point) -> Point {
        Point(x: position.x / pointsPerUnit.dx, y: position.y / pointsPerUnit.dy)
    }

    /// Converts a displacement or velocity, such as a gesture's translation, from points to units.
    public func units(_ vector: Vector) -> Vector {
        Vector(dx: vector.dx / pointsPerUnit.dx, dy: vector.dy / pointsPerUnit.dy)
    }

    /// Converts a region from points to the toolkit's units.
    public func units(_ region: Region) -> Region {
        Region(
            x: region.x / pointsPerUnit.dx, y: region.y / pointsPerUnit.dy, width: region.width / pointsPerUnit.dx,
            height: region.height / pointsPerUnit.dy)
    }

    /// Converts a widget's rectangle from units to a region in points. To attach a gesture to the region with the
    /// daemon's client, measure the rectangle from the corner that the client's parameter `origin` names.
    ///
    /// A negative width or height counts as 0. A number that is not finite, in units or in points, gives an empty
    /// region, in which no finger comes down.
    public func region(_ rectangle: Region) -> Region {
        let region = Region(
            x: rectangle.x * pointsPerUnit.dx, y: rectangle.y * pointsPerUnit.dy,
            width: max(0, rectangle.width) * pointsPerUnit.dx, height: max(0, rectangle.height) * pointsPerUnit.dy)
        // The product of a finite number may not be finite, and the larger of 0 and NaN may be 0.
        let numbers = [region.x, region.y, region.width, region.height, rectangle.width, rectangle.height]
        return numbers.allSatisfy(\.isFinite) ? region : Region(x: 0, y: 0, width: 0, height: 0)
    }
}

/// Converts the times of a toolkit's events: milliseconds in 32 bits, which wrap around to 0 after 49.7 days.
///
///     let time = EventClock.timestamp(milliseconds: event.time, near: now)
///     touches.touchDown(id, at: position, time: time)
///
/// A toolkit without a 64-bit clock needs an `EventClock` that remembers the last event:
///
///     touches.touchDown(id, at: position, time: clock.timestamp(milliseconds: event.time))
public struct EventClock: Sendable {
    private var last: Timestamp?

    /// Creates a clock whose first timestamp equals the milliseconds that it receives.
    public init() {}

    /// Returns the timestamp of an event, or of the toolkit's current time. A time up to 24 days before the last one is
    /// taken as earlier, not as a clock that wrapped around.
    public mutating func timestamp(milliseconds: UInt32) -> Timestamp {
        let time = Self.timestamp(
            milliseconds: milliseconds, near: last ?? Timestamp(microseconds: Int64(milliseconds) * 1000))
        last = time
        return time
    }

    /// Returns the timestamp of an event near the current time of a clock that does not wrap around.
    ///
    /// - Parameters:
    ///   - milliseconds: The event's time, the lower 32 bits.
    ///   - now: The toolkit's current time, at most 24 days from the event.
    public static func timestamp(milliseconds: UInt32, near now: Timestamp) -> Timestamp {
        let current = now.microseconds / 1000
        let elapsed = Int32(bitPattern: milliseconds &- UInt32(truncatingIfNeeded: current))
        return Timestamp(microseconds: (current + Int64(elapsed)) * 1000)
    }

    /// Returns the timestamp of an event that the toolkit delivers now.
    ///
    /// Remote desktops, and programs that simulate input, stamp events with clocks of their own. On the toolkit's clock
    /// a press would then be complete at once, or never. An event that is more than 10 s old, or more than 0.1 s in the
    /// future, therefore gets the time `now`.
    ///
    /// - Parameters:
    ///   - milliseconds: The event's time, the lower 32 bits.
    ///   - now: The toolkit's current time.
    public static func timestamp(milliseconds: UInt32, deliveredAt now: Timestamp) -> Timestamp {
        let time = timestamp(milliseconds: milliseconds, near: now)
        // Two clocks with the same name, such as CLOCK_MONOTONIC, may differ by some milliseconds.
        let isPlausible = time >= now - .milliseconds(10_000) && time <= now + .milliseconds(100)
        // Whole milliseconds, so that the fingers of a frame have one time.
        return isPlausible ? time : Timestamp(microseconds: now.microseconds / 1000 * 1000)
    }
}
