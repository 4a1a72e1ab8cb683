public import GestureModel

/// A value whose changes are animated, and the evaluator of the shown value.
///
/// A change sets ``model`` at once. The shown value follows the model and can be queried for any later time. The
/// evaluator has no timer: draw while ``isSettled(at:)`` is false, or arm a timer for ``end``.
///
///     var offset = AnimatedValue(Vector.zero)
///     offset.set(drag.translation, at: now, animation: nil, tracksVelocity: true)  // follows the finger
///     offset.set(.zero, at: now, animation: .snappy)  // starts with the finger's velocity
///     draw(at: offset.value(at: now))
///
/// - A spring (``Animation/spring(_:blendDuration:)`` and its variants) takes over: it starts with the current value
///   and velocity.
/// - Curves, `interpolatingSpring`, `deceleration`, custom animations and repetitions are added to the animations that
///   are running.
/// - A change without animation is shown at once and ends all animations, unless it follows a moving finger: then the
///   animations continue, and what they still have to go is added to the finger's position.
/// - A change to the current model has no effect, with two exceptions. A tracked change counts for the velocity of the
///   finger. A spring after tracked changes starts with that velocity. (SwiftUI sees no change and drops the velocity.)
///
/// Times must not decrease: a change with an earlier time than the last change is applied at the time of the last one.
public struct AnimatedValue<Value: Animatable> {
    /// The value that the last change set.
    public private(set) var model: Value

    /// In the order of the changes, whatever their delays.
    private(set) var motions: [Motion<Value.AnimatableData>] = []
    private var sampler = VelocitySampler<Value.AnimatableData>()
    private var lastChange = Timestamp(microseconds: .min)

    /// - Parameter value: Finite, as for ``set(_:at:animation:tracksVelocity:)``.
    public init(_ value: Value) {
        Self.requireFinite(value)
        model = value
    }

    private static func requireFinite(_ value: Value) {
        precondition(value.animatableData.magnitudeSquared.isFinite, "an animated value must be finite, not \(value)")
    }

    /// Returns the shown value. Once it has settled, it equals ``model`` exactly.
    @_specialize(exported:true,where Value == Double)
    @_specialize(exported:true,where Value == Vector)
    @_specialize(exported:true,where Value == Point)
    public func value(at time: Timestamp) -> Value {
        guard !motions.isEmpty else { return model }
        let time = max(time, lastChange)
        guard !isSettled(at: time) else { return model }
        var shown = model
        shown.animatableData -= state(at: time).displacement
        return shown
    }

    /// Returns the velocity of the shown value, per second; while changes are tracked, the velocity of the changes.
    public func velocity(at time: Timestamp) -> Value.AnimatableData {
        let time = max(time, lastChange)
        return sampler.velocity(at: time) + state(at: time).velocity
    }

    /// True if the shown value has reached ``model`` and stays there.
    public func isSettled(at time: Timestamp) -> Bool { end.map { $0 <= time } ?? false }

    /// The time from which the shown value stays constant, possibly in the past; nil if it never stays constant
    /// (`repeatForever`, an undamped spring).
    public var end: Timestamp? {
        var end = lastChange
        for motion in motions.reversed() {
            guard let motionEnd = motion.end else { return nil }
            end = max(end, motionEnd)
            if motion.isTakeover { break }
        }
        return end
    }

    /// Returns the distance of the shown value from the model, and its velocity. `time` must not be before the last
    /// change.
    private func state(at time: Timestamp) -> SpringRun<Value.AnimatableData>.State {
        var sum = SpringRun<Value.AnimatableData>.State(displacement: .zero, velocity: .zero)
        for motion in motions.reversed() {
            let state = motion.state(at: time)
            sum.displacement += state.displacement
            sum.velocity += state.velocity
            if motion.hasTakenOver(at: time) { break }
        }
        return sum
    }

    /// Changes the value.
    ///
    /// - Parameters:
    ///   - value: The squared length of its animatable data must be finite; otherwise this traps.
    ///   - time: When the value changes.
    ///   - animation: Shows the change; nil shows it at once.
    ///   - tracksVelocity: True if the change follows a moving finger. The next spring that takes over then starts with
    ///     the finger's velocity. True has no effect on a change with an animation.
    @_specialize(exported:true,where Value == Double)
    @_specialize(exported:true,where Value == Vector)
    @_specialize(exported:true,where Value == Point)
    public mutating func set(
        _ value: Value, at time: Timestamp, animation: Animation?, tracksVelocity: Bool
    ) {
        Self.requireFinite(value)
        let data = value.animatableData
        let change = data - model.animatableData
        let changeTime = max(time, lastChange)
        if !motions.isEmpty { removeFinishedMotions(at: changeTime) }
        model = value
        if let animation {
            animate(change, with: animation.course, at: changeTime)
        } else if tracksVelocity {
            track(data, at: changeTime, change: change)
        } else if change != .zero {
            motions.removeAll(keepingCapacity: true)
            sampler = VelocitySampler()
            lastChange = changeTime
        }
    }

    /// Changes the value, not with a finger. As ``set(_:at:animation:tracksVelocity:)``, of which Swift 6.2 compiles no
    /// exported specialisation with a default argument.
    @inlinable public mutating func set(_ value: Value, at time: Timestamp, animation: Animation?) {
        set(value, at: time, animation: animation, tracksVelocity: false)
    }

    /// Moves the value with a finger. Running animations continue, relative to the finger: an object that is taken hold of
    /// on its way does not jump. One without an end (an undamped spring) stops.
    private mutating func track(_ data: Value.AnimatableData, at time: Timestamp, change: Value.AnimatableData) {
        sampler.add(data, at: time)
        guard change != .zero else { return }
        lastChange = max(time, lastChange)
        guard !motions.isEmpty else { return }
        for index in motions.indices { motions[index] = motions[index].finishing(after: lastChange) }
        motions.removeAll { $0.end == nil }
    }

    private mutating func animate(_ change: Value.AnimatableData, with course: AnimationCourse, at time: Timestamp) {
        let takeover = course.takeover
        let hasTrackedVelocity = takeover != nil && sampler.velocity(at: time) != .zero
        guard change != .zero || hasTrackedVelocity else { return }
        for index in motions.indices { motions[index] = motions[index].finishing(after: time) }
        if let takeover {
            takeOver(change, with: takeover.spring, at: time + .seconds(takeover.delay), takeover.blendDuration)
            if takeover.delay == 0 { motions.removeFirst(motions.count - 1) }
        } else {
            // 0.001 of the change, and at most 0.001 units. The course is defined in fractions of the change.
            let epsilon = min(0.001, 0.001 / change.magnitude)
            motions.append(Motion(change, begin: time, course: .added(course, epsilon: epsilon)))
        }
        sampler = VelocitySampler()
        lastChange = time
    }

    /// Starts the spring with the value and velocity at `begin`. If the spring starts after a delay, a finger's
    /// velocity decays meanwhile.
    private mutating func takeOver(
        _ change: Value.AnimatableData, with spring: Spring, at begin: Timestamp, _ blendDuration: Double
    ) {
        var start = state(at: begin)
        start.displacement += change
        start.velocity += sampler.velocity(at: begin)
        let last = motions.last { $0.hasTakenOver(at: begin) }
        let run = SpringRun(start, spring: spring, from: last?.response(at: begin), blendDuration: blendDuration)
        motions.append(Motion(change, begin: begin, course: .takeover(run)))
    }

    /// Removes motions that a spring has taken over, and those that have ended.
    private mutating func removeFinishedMotions(at time: Timestamp) {
        if let last = motions.lastIndex(where: { $0.hasTakenOver(at: time) }) { motions.removeFirst(last) }
        motions.removeAll { $0.isOver(at: time) }
    }
}

extension AnimatedValue: Sendable where Value: Sendable, Value.AnimatableData: Sendable {}

// MARK: - Motions

/// One change of an animated value, and the animation that shows it.
struct Motion<Data: VectorArithmetic> {
    enum Course {
        /// Runs in addition to earlier motions; their effects add up.
        case added(AnimationCourse, epsilon: Double)
        /// Replaces earlier motions when it begins.
        case takeover(SpringRun<Data>)
    }

    /// By how much the change moved the target.
    private let change: Data
    /// When the change was made; for a takeover, when the spring starts.
    private let begin: Timestamp
    private let course: Course
    /// nil if the motion never ends.
    let end: Timestamp?

    init(_ change: Data, begin: Timestamp, course: Course) {
        (self.change, self.begin, self.course) = (change, begin, course)
        let duration =
            switch course {
            case .added(let course, let epsilon): course.duration(epsilon: epsilon)
            case .takeover(let run): run.duration
            }
        // Rounded up, because a motion must be within its epsilon at its end.
        end = duration.isFinite ? begin + .seconds((duration * 1_000_000).rounded(.up) / 1_000_000) : nil
    }

    func isOver(at time: Timestamp) -> Bool { end.map { $0 <= time } ?? false }

    var isTakeover: Bool { if case .takeover = course { true } else { false } }

    func hasTakenOver(at time: Timestamp) -> Bool { isTakeover && begin <= time }

    /// Returns the remaining part of the change, and the velocity at which it decreases. For a takeover that has begun,
    /// they include all earlier motions.
    func state(at time: Timestamp) -> SpringRun<Data>.State {
        guard time >= begin else { return SpringRun.State(displacement: change, velocity: .zero) }
        guard !isOver(at: time) else { return SpringRun.State(displacement: .zero, velocity: .zero) }
        switch course {
        case .takeover(let run): return run.state(at: seconds(at: time))
        case .added(let course, let epsilon):
            let progress = course.progress(at: seconds(at: time), epsilon: epsilon)
            return SpringRun.State(
                displacement: change.scaled(by: 1 - progress.fraction), velocity: change.scaled(by: progress.rate))
        }
    }

    /// Returns the seconds since the beginning. `Microseconds.seconds` would return infinity for the longest
    /// representable time, but an infinite motion has a value at that time.
    private func seconds(at time: Timestamp) -> Double { Double((time - begin).count) / 1_000_000 }

    /// Returns the motion. If it repeats forever, the returned motion ends after `time`.
    func finishing(after time: Timestamp) -> Motion {
        guard end == nil, case .added(let course, let epsilon) = course else { return self }
        let finishing = course.finishing(after: seconds(at: time), epsilon: epsilon)
        return Motion(change, begin: begin, course: .added(finishing, epsilon: epsilon))
    }

    /// Returns the response, in seconds, of a spring that has taken over and is still running; nil otherwise.
    func response(at time: Timestamp) -> Double? {
        guard case .takeover(let run) = course, begin <= time, !isOver(at: time) else { return nil }
        return run.response(at: seconds(at: time))
    }
}

extension Motion: Sendable where Data: Sendable {}
extension Motion.Course: Sendable where Data: Sendable {}
