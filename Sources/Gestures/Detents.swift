/// The places where something comes to rest: the cards of a carousel, the heights of a sheet.
///
/// Positions are in the unit of what is dragged, and are told apart by their index. A number outside the range a parameter
/// states traps with a sentence that names it.
public struct Detents: Hashable, Sendable {
    private enum Places: Hashable {
        case listed([Double])
        case strided(from: Double, by: Double, count: Int)
    }

    private let places: Places

    /// - Parameter positions: at least one, finite, in any order; an index is one in this list.
    public init(_ positions: [Double]) {
        precondition(!positions.isEmpty, "detents need at least one position")
        precondition(positions.allSatisfy(\.isFinite), "a detent's position is finite, not as in \(positions)")
        places = .listed(positions)
    }

    /// Evenly spaced ones: `start + index · stride`.
    ///
    /// - Parameters:
    ///   - start: of index 0.
    ///   - stride: from one to the next; not 0, and below 0 where content moves left or up as the index grows.
    ///   - count: at least 1.
    public init(from start: Double = 0, stride: Double, count: Int) {
        precondition(start.isFinite, "a detent's position is finite, not \(start)")
        precondition(stride != 0 && stride.isFinite, "the stride of detents is finite and not 0, not \(stride)")
        precondition(count > 0, "detents need at least one position, not \(count)")
        let last = start + Double(count - 1) * stride
        precondition(last.isFinite, "a detent's position is finite, not \(last) as that of the last")
        places = .strided(from: start, by: stride, count: count)
    }

    public var count: Int {
        switch places {
        case .listed(let positions): positions.count
        case .strided(_, _, let count): count
        }
    }

    /// The position of an index in `0..<count`.
    public subscript(index: Int) -> Double {
        precondition(index >= 0 && index < count, "there is no detent \(index) of \(count)")
        return switch places {
        case .listed(let positions): positions[index]
        case .strided(let start, let stride, _): start + Double(index) * stride
        }
    }

    /// The detent nearest to a position; of two equally near, the one of the higher index. Beyond the ends it is the last.
    public func index(nearestTo position: Double) -> Int {
        precondition(!position.isNaN, "a position is a number, not NaN")
        switch places {
        case .listed(let positions):
            // Clamped first: from far enough away all distances round to the same.
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

    /// The position of the detent nearest to a position.
    public func nearest(to position: Double) -> Double { self[index(nearestTo: position)] }

    /// The detent where something at `position`, let go with `velocity` (units per second), should come to rest: the one
    /// nearest to the end of its free motion, which may be several further on.
    public func index(
        landingFrom position: Double, velocity: Double, decelerationRate: DecelerationRate = .normal
    ) -> Int {
        index(nearestTo: position + velocity.projectedOffset(decelerationRate: decelerationRate))
    }

    /// The position of ``index(landingFrom:velocity:decelerationRate:)``.
    public func landing(
        from position: Double, velocity: Double, decelerationRate: DecelerationRate = .normal
    ) -> Double {
        self[index(landingFrom: position, velocity: velocity, decelerationRate: decelerationRate)]
    }
}
