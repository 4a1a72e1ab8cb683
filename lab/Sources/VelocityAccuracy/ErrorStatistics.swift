// atan2.
internal import Glibc
public import GestureModel

/// How far estimates are from what they should have been.
public struct ErrorStatistics: Sendable {
    private var relative: [Double] = []
    private var directions: [Double] = []

    public init() {}

    public var count: Int { relative.count }

    /// - Precondition: `truth` is not zero.
    public mutating func add(_ estimate: Vector, truth: Vector) {
        precondition(truth.length > 0, "an error relative to nothing")
        relative.append((estimate - truth).length / truth.length)
        // Zero has no direction; it is wrong by its length alone.
        guard estimate.length > 0 else { return }
        let cross = truth.dx * estimate.dy - truth.dy * estimate.dx
        let dot = truth.dx * estimate.dx + truth.dy * estimate.dy
        directions.append(atan2(cross, dot).magnitude * 180 / .pi)
    }

    public mutating func add(_ others: ErrorStatistics) {
        relative += others.relative
        directions += others.directions
    }

    /// |estimate - truth| / |truth|: the least that `share` of the estimates do not exceed; NaN where there are none.
    public func error(_ share: Double) -> Double { Self.quantile(share, of: relative) }
    /// Degrees between estimate and truth, in the same way.
    public func direction(_ share: Double) -> Double { Self.quantile(share, of: directions) }

    private static func quantile(_ share: Double, of values: [Double]) -> Double {
        guard !values.isEmpty else { return .nan }
        let rank = Int((share * Double(values.count)).rounded(.up))
        return values.sorted()[min(max(rank, 1), values.count) - 1]
    }
}
