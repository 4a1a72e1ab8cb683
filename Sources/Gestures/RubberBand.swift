/// The resistance at the end of a scroll view: the further the pull, the less follows. UIScrollView's.
///
/// `offset = (1 − 1 / (pull · coefficient / dimension + 1)) · dimension`. A pull and its offset have the same sign; the
/// offset follows the first pull with `coefficient` of its speed and never reaches `dimension`.
public struct RubberBand: Hashable, Sendable {
    /// What the offset can come near to: the view's width or height, in the unit of the pull. Above 0.
    public let dimension: Double
    /// How much of the first pull follows; above 0.
    public let coefficient: Double

    /// - Parameters:
    ///   - dimension: above 0 and finite; anything else traps.
    ///   - coefficient: above 0 and finite; anything else traps. UIScrollView's is 0.55.
    public init(dimension: Double, coefficient: Double = 0.55) {
        precondition(dimension > 0 && dimension.isFinite, "a rubber band's dimension is above 0, not \(dimension)")
        precondition(
            coefficient > 0 && coefficient.isFinite, "a rubber band's coefficient is above 0, not \(coefficient)")
        self.dimension = dimension
        self.coefficient = coefficient
    }

    /// How far the content follows a pull beyond its end.
    public func offset(forPull pull: Double) -> Double {
        precondition(!pull.isNaN, "a rubber band's pull is a number, not NaN")
        // The same as above without taking the small from the large: nearly nothing stays exact, infinity is the end.
        let offset = dimension / (1 + dimension / (abs(pull) * coefficient))
        return pull < 0 ? -offset : offset
    }

    /// The pull that holds the content at an offset: where a finger that catches it must be taken to have started, so
    /// that nothing jumps. Infinite at `dimension` and beyond.
    public func pull(forOffset offset: Double) -> Double {
        precondition(!offset.isNaN, "a rubber band's offset is a number, not NaN")
        let rest = dimension - abs(offset)
        let pull = rest > 0 ? abs(offset) / coefficient * (dimension / rest) : .infinity
        return offset < 0 ? -pull : pull
    }

    /// A position within `bounds`, or held back beyond the end it has passed.
    public func position(_ position: Double, in bounds: ClosedRange<Double>) -> Double {
        let end = min(max(position, bounds.lowerBound), bounds.upperBound)
        return position == end ? position : end + offset(forPull: position - end)
    }
}
