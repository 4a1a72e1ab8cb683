public import GestureAnimation
public import GestureModel

extension AnimatedValue {
    /// Changes the value as a transaction does: with its animation, or at once.
    ///
    /// - Parameters:
    ///   - value: the squared length of its animatable data must be finite; otherwise this traps.
    ///   - time: when the value changes.
    ///   - transaction: determines how the change is shown.
    public mutating func set(_ value: Value, at time: Timestamp, transaction: Transaction = .current) {
        set(
            value, at: time, animation: transaction.effectiveAnimation, tracksVelocity: transaction.tracksVelocity)
    }
}
