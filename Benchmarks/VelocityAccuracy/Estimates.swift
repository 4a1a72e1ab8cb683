public import GestureModel
internal import GestureRecognition

extension Trace {
    /// The velocity that a drag reports at each sample: one that begins at the touch, in an arena whose deadlines come
    /// between the frames, as they do in the daemon. What a subscriber sees, not what an estimator would say by itself.
    public func estimates(by estimator: VelocityEstimator) -> [Vector] {
        var thresholds = Thresholds()
        thresholds.velocity.estimator = estimator
        var arena = Arena(.drag(.init(minimumDistance: 0)), thresholds: thresholds)
        var gestures: UInt64 = 0
        var last: Point?
        return samples.map { sample in
            while let deadline = arena.deadline, deadline < sample.time {
                arena.expire(at: deadline, gestures: &gestures)
            }
            let phase: Contact.Phase = last == nil ? .began : last == sample.place ? .stationary : .moved
            last = sample.place
            arena.update(
                TouchFrame(time: sample.time, contacts: [Contact(id: 0, phase: phase, position: sample.place)]),
                gestures: &gestures)
            guard case .drag(let drag)? = arena.current?.value else { preconditionFailure("a drag that is not one") }
            return drag.velocity
        }
    }
}
