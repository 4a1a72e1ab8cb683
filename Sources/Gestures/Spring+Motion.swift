extension Spring {
    /// How far a value released at zero has come on its way to `target`.
    ///
    /// - Parameters:
    ///   - target: the way from where the value is released, which is zero.
    ///   - initialVelocity: at the release, per second.
    ///   - time: seconds since the release; before it the value is zero. NaN traps.
    public func value<V: VectorArithmetic>(target: V, initialVelocity: V = .zero, time: Double) -> V {
        let response = SpringResponse(self, at: time)
        return target.scaled(by: 1 - response.displacement) + initialVelocity.scaled(by: response.impulse)
    }

    /// The speed, per second, of a value released at zero towards `target`. See
    /// ``value(target:initialVelocity:time:)``.
    public func velocity<V: VectorArithmetic>(target: V, initialVelocity: V = .zero, time: Double) -> V {
        let response = SpringResponse(self, at: time)
        return target.scaled(by: -response.displacementRate) + initialVelocity.scaled(by: response.impulseRate)
    }

    /// Moves a value and its velocity on by `deltaTime` seconds. The step is exact: many small ones and a single large
    /// one end in the same place.
    public func update<V: VectorArithmetic>(value: inout V, velocity: inout V, target: V, deltaTime: Double) {
        let response = SpringResponse(self, at: deltaTime)
        let way = target - value
        value += way.scaled(by: 1 - response.displacement) + velocity.scaled(by: response.impulse)
        velocity = way.scaled(by: -response.displacementRate) + velocity.scaled(by: response.impulseRate)
    }

    /// The force on the object at the spring's end: `stiffness · (target − position) − damping · velocity`.
    ///
    /// A spring with a response of 0 pulls infinitely hard and has no such force: it traps.
    public func force<V: VectorArithmetic>(target: V, position: V, velocity: V) -> V {
        precondition(!isInstant, "a spring with a response of \(response) s has no finite force")
        return (target - position).scaled(by: stiffness) - velocity.scaled(by: damping)
    }
}

extension Spring {
    /// Where a value released at `fromValue` is on its way to `toValue`.
    public func value<V: Animatable>(fromValue: V, toValue: V, initialVelocity: V, time: Double) -> V {
        var shown = fromValue
        shown.animatableData += value(
            target: toValue.animatableData - fromValue.animatableData,
            initialVelocity: initialVelocity.animatableData, time: time)
        return shown
    }

    /// The speed, per second, of a value released at `fromValue` towards `toValue`.
    public func velocity<V: Animatable>(fromValue: V, toValue: V, initialVelocity: V, time: Double) -> V {
        var speed = fromValue
        speed.animatableData = velocity(
            target: toValue.animatableData - fromValue.animatableData,
            initialVelocity: initialVelocity.animatableData, time: time)
        return speed
    }

    /// The force on a value at `position`; `fromValue` gives the parts that do not move.
    public func force<V: Animatable>(fromValue: V, toValue: V, position: V, velocity: V) -> V {
        var pull = fromValue
        pull.animatableData = force(
            target: toValue.animatableData, position: position.animatableData, velocity: velocity.animatableData)
        return pull
    }

    /// ``settlingDuration(target:initialVelocity:epsilon:)`` of the way from `fromValue` to `toValue`.
    public func settlingDuration<V: Animatable>(
        fromValue: V, toValue: V, initialVelocity: V, epsilon: Double = 0.001
    ) -> Double {
        settlingDuration(
            target: toValue.animatableData - fromValue.animatableData,
            initialVelocity: initialVelocity.animatableData, epsilon: epsilon)
    }
}
