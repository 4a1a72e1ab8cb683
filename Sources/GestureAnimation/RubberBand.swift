/// UIScrollView's resistance beyond the end of its content: the farther the pull, the less the content follows.
///
/// `offset = (1 − 1 / (pull · coefficient / dimension + 1)) · dimension`. A pull and its offset have the same sign. The
/// offset starts with `coefficient` times the speed of the pull and stays below `dimension`.
public struct RubberBand: Hashable, Sendable {
    /// The limit of the offset: the view's width or height, in the unit of the pull. Above 0.
    public let dimension: Double
    /// The initial ratio of offset to pull; above 0.
    public let coefficient: Double

    /// - Parameters:
    ///   - dimension: Above 0 and finite; anything else traps.
    ///   - coefficient: Above 0 and finite; anything else traps. UIScrollView's is 0.55.
    public init(dimension: Double, coefficient: Double = 0.55) {
        requirePositive(dimension, "a rubber band's dimension")
        requirePositive(coefficient, "a rubber band's coefficient")
        self.dimension = dimension
        self.coefficient = coefficient
    }

    /// Returns the offset of the content for a pull beyond its end. NaN traps.
    public func offset(forPull pull: Double) -> Double {
        precondition(!pull.isNaN, "a rubber band's pull must be a number, not NaN")
        // The formula above, rearranged to be exact for small pulls and finite for an infinite one.
        let offset = dimension / (1 + dimension / (abs(pull) * coefficient))
        return pull < 0 ? -offset : offset
    }

    /// Returns the inverse of ``offset(forPull:)``. A finger that catches the content continues from this pull, so that
    /// the content does not jump. The pull is infinite at `dimension` and beyond. NaN traps.
    public func pull(forOffset offset: Double) -> Double {
        precondition(!offset.isNaN, "a rubber band's offset must be a number, not NaN")
        let remaining = dimension - abs(offset)
        let pull = remaining > 0 ? abs(offset) / coefficient * (dimension / remaining) : .infinity
        return offset < 0 ? -pull : pull
    }

    /// Returns a position inside `bounds` unchanged, and applies the resistance beyond its ends.
    public func position(_ position: Double, in bounds: ClosedRange<Double>) -> Double {
        let end = min(max(position, bounds.lowerBound), bounds.upperBound)
        return position == end ? position : end + offset(forPull: position - end)
    }
}
