public import GestureModel
internal import GestureRecognition

extension Trace {
    /// The velocity that a drag reports at each sample: the drag begins at the touch, and deadlines expire
    /// between frames, as in the daemon. It is what a subscriber receives, not the estimate alone.
    public func estimates(by estimator: VelocityEstimator) -> [Vector] {
        var finger = DraggingFinger(estimator)
        return samples.map { finger.move(to: $0) }
    }

    /// The velocity that a drag ends with.
    public func velocityAtLift(by estimator: VelocityEstimator) -> Vector {
        var finger = DraggingFinger(estimator)
        for sample in samples { _ = finger.move(to: sample) }
        return finger.lift(at: lift ?? samples.last?.time ?? Timestamp(microseconds: 0))
    }
}

/// One finger on a surface with one drag.
private struct DraggingFinger {
    private var emitter: GestureEmitter
    private var gestures: UInt64 = 0
    private var last: Point?

    init(_ estimator: VelocityEstimator) {
        var thresholds = Thresholds()
        thresholds.velocity.estimator = estimator
        emitter = GestureEmitter(.drag(.init(minimumDistance: 0)), thresholds: thresholds)
    }

    mutating func move(to sample: Trace.Sample) -> Vector {
        let phase: Contact.Phase = last == nil ? .began : last == sample.position ? .stationary : .moved
        last = sample.position
        send(phase, sample.position, at: sample.time)
        guard case .drag(let drag)? = emitter.current?.value else { preconditionFailure("a drag that is not one") }
        return drag.velocity
    }

    mutating func lift(at time: Timestamp) -> Vector {
        send(.ended, last ?? .zero, at: time)
        guard case .drag(let drag)? = emitter.events.last?.value else { preconditionFailure("a drag without an end") }
        return drag.velocity
    }

    private mutating func send(_ phase: Contact.Phase, _ position: Point, at time: Timestamp) {
        while let deadline = emitter.deadline, deadline < time { emitter.expire(at: deadline, gestures: &gestures) }
        emitter.update(
            TouchFrame(time: time, contacts: [Contact(id: 0, phase: phase, position: position)]), gestures: &gestures)
    }
}
