/// The positions at which an object may stop: the cards of a carousel, the heights of a sheet.
///
/// Positions have the unit of the dragged object's position. Each is identified by its index. A number outside the
/// range that a parameter states traps with a message that names the number.
public struct Detents: Hashable, Sendable {
    private enum Positions: Hashable {
        case listed([Double])
        case strided(from: Double, by: Double, count: Int)
    }

    private let positions: Positions

    /// - Parameter positions: At least one, finite, in any order.
    public init(_ positions: [Double]) {
        precondition(!positions.isEmpty, "detents need at least one position")
        precondition(positions.allSatisfy(\.isFinite), "a detent's position must be finite, not as in \(positions)")
        self.positions = .listed(positions)
    }

    /// Creates evenly spaced positions: `start + index · stride`.
    ///
    /// - Parameters:
    ///   - start: The position of index 0.
    ///   - stride: The distance between neighbours; not 0, and negative if content moves left or up as the index grows.
    ///   - count: At least 1.
    public init(from start: Double = 0, stride: Double, count: Int) {
        precondition(start.isFinite, "a detent's position must be finite, not \(start)")
        precondition(stride != 0 && stride.isFinite, "the stride of detents must be finite and not 0, not \(stride)")
        precondition(count > 0, "detents need at least one position, not \(count)")
        let last = start + Double(count - 1) * stride
        precondition(last.isFinite, "a detent's position must be finite, not \(last) as that of the last")
        positions = .strided(from: start, by: stride, count: count)
    }

    /// The number of positions, at least 1.
    public var count: Int {
        switch positions {
        case .listed(let positions): positions.count
        case .strided(_, _, let count): count
        }
    }

    /// The position of an index in `0..<count`; any other index traps.
    public subscript(index: Int) -> Double {
        precondition(index >= 0 && index < count, "there is no detent \(index) of \(count)")
        return switch positions {
        case .listed(let positions): positions[index]
        case .strided(let start, let stride, _): start + Double(index) * stride
        }
    }

    /// Returns the index of the detent nearest to a position; the higher index if two are equally near. NaN traps.
    public func index(nearestTo position: Double) -> Int {
        precondition(!position.isNaN, "a position must be a number, not NaN")
        switch positions {
        case .listed(let positions):
            // The position is clamped first, because from far away all distances round to the same number.
            let last = min(position, positions.reduce(-.infinity, max))
            let position = max(last, positions.reduce(.infinity, min))
            return positions.indices.reduce(0) { nearest, index in
                abs(positions[index] - position) <= abs(positions[nearest] - position) ? index : nearest
            }
        case .strided(let start, let stride, let count):
            let steps = ((position - start) / stride + 0.5).rounded(.down)
            return steps < Double(count - 1) ? Int(max(steps, 0)) : count - 1
        }
    }

    /// Returns the position of the detent nearest to a position.
    public func nearest(to position: Double) -> Double { self[index(nearestTo: position)] }

    /// Returns the index of the detent nearest to the point where an object stops. The object is released at `position`
    /// with `velocity`, in units per second, and the detent may be several detents away.
    public func index(
        landingFrom position: Double, velocity: Double, decelerationRate: DecelerationRate = .normal
    ) -> Int {
        index(nearestTo: position + velocity.projectedOffset(decelerationRate: decelerationRate))
    }

    /// Returns the position of the detent at ``index(landingFrom:velocity:decelerationRate:)``.
    public func landing(
        from position: Double, velocity: Double, decelerationRate: DecelerationRate = .normal
    ) -> Double {
        self[index(landingFrom: position, velocity: velocity, decelerationRate: decelerationRate)]
    }
}
