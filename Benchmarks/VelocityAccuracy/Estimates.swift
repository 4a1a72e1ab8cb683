public import GestureModel
internal import GestureRecognition

extension Trace {
    /// The velocity that a drag reports at each sample: the drag begins at the touch, and deadlines expire
    /// between frames, as in the daemon. It is what a subscriber receives, not the estimate alone.
    public func estimates(by estimator: VelocityEstimator) -> [Vector] {
        var thresholds = Thresholds()
        thresholds.velocity.estimator = estimator
        var emitter = GestureEmitter(.drag(.init(minimumDistance: 0)), thresholds: thresholds)
        var gestures: UInt64 = 0
        var last: Point?
        return samples.map { sample in
            while let deadline = emitter.deadline, deadline < sample.time {
                emitter.expire(at: deadline, gestures: &gestures)
            }
            let phase: Contact.Phase = last == nil ? .began : last == sample.place ? .stationary : .moved
            last = sample.place
            emitter.update(
                TouchFrame(time: sample.time, contacts: [Contact(id: 0, phase: phase, position: sample.place)]),
                gestures: &gestures)
            guard case .drag(let drag)? = emitter.current?.value else { preconditionFailure("a drag that is not one") }
            return drag.velocity
        }
    }
}
