public import GestureModel

extension AnimatedValue {
    /// Changes the value.
    ///
    /// - Parameters:
    ///   - value: finite, and so small that the square of its length is too; anything else traps.
    ///   - time: the moment of the change.
    ///   - transaction: how it is shown.
    public mutating func set(_ value: Value, at time: Timestamp, transaction: Transaction = .current) {
        Self.requireFinite(value)
        let data = value.animatableData
        let change = data - model.animatableData
        let moment = max(time, lastChange)
        prune(at: moment)
        model = value
        if let animation = transaction.effectiveAnimation {
            animate(change, with: animation.course, at: moment)
        } else {
            jump(change, at: moment)
            track(data, at: time, change: change, tracksVelocity: transaction.tracksVelocity)
        }
    }

    private mutating func jump(_ change: Value.AnimatableData, at time: Timestamp) {
        guard change != .zero else { return }
        motions.removeAll(keepingCapacity: true)
        lastChange = time
    }

    /// A finger that is down but moves nothing does not stop what is under way; a jump forgets what was tracked before it.
    private mutating func track(
        _ data: Value.AnimatableData, at time: Timestamp, change: Value.AnimatableData, tracksVelocity: Bool
    ) {
        if tracksVelocity && motions.isEmpty {
            sampler.add(data, at: time)
        } else if !tracksVelocity && change != .zero {
            sampler = VelocitySampler()
        }
    }

    private mutating func animate(_ change: Value.AnimatableData, with course: Animation.Course, at time: Timestamp) {
        let takeover = course.takeover
        let isFlung = takeover != nil && motions.isEmpty && sampler.velocity(at: time) != .zero
        guard change != .zero || isFlung else { return }
        for index in motions.indices { motions[index] = motions[index].finishing(after: time) }
        if let takeover {
            takeOver(change, with: takeover.spring, at: time + .seconds(takeover.delay), takeover.blendDuration)
            if takeover.delay == 0 { motions.removeFirst(motions.count - 1) }
        } else {
            // A thousandth of a unit, or of the way if that is less; the course knows nothing but the way.
            let epsilon = min(0.001, 0.001 / change.magnitude)
            motions.append(Motion(change, begin: time, course: .added(course, epsilon: epsilon)))
        }
        sampler = VelocitySampler()
        lastChange = time
    }

    /// The spring begins with what will be shown at `begin`, and its speed; a finger's speed goes on decaying till then.
    private mutating func takeOver(
        _ change: Value.AnimatableData, with spring: Spring, at begin: Timestamp, _ blendDuration: Double
    ) {
        var start = state(at: begin)
        start.displacement += change
        if motions.isEmpty { start.velocity = sampler.velocity(at: begin) }
        let last = motions.last { $0.hasTakenOver(at: begin) }
        let run = SpringRun(start, spring: spring, from: last?.response(at: begin), blendDuration: blendDuration)
        motions.append(Motion(change, begin: begin, course: .takeover(run)))
    }

    /// Forgets what no longer shows: what a spring has taken over, and what is over.
    private mutating func prune(at time: Timestamp) {
        if let last = motions.lastIndex(where: { $0.hasTakenOver(at: time) }) { motions.removeFirst(last) }
        motions.removeAll { $0.isOver(at: time) }
    }
}
