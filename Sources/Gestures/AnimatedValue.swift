public import GestureModel

/// A value and how it is shown on its way there: the evaluator behind an animated state.
///
/// The model changes at once; what is shown follows, and can be asked for at any later moment. Nothing ticks: draw as
/// long as ``isSettled(at:)`` is false, or arm a timer for ``end``.
///
///     var offset = AnimatedValue(Vector.zero)
///     offset.set(drag.translation, at: now, transaction: tracking)  // follows the finger, and learns its speed
///     offset.set(.zero, at: now, transaction: Transaction(animation: .snappy))  // settles, starting with that speed
///     draw(at: offset.value(at: now))
///
/// - A spring (``Animation/spring(_:blendDuration:)`` and those named after it) takes over from what is under way:
///   neither the value nor its velocity jumps.
/// - Curves, `interpolatingSpring` and repetitions run beside what is under way, and their effects add.
/// - A change without animation is shown at once and ends what is under way.
/// - A change to the value there already is changes nothing, with one exception: a spring after tracked changes gives
///   back the finger's speed even where it leaves the value. (In SwiftUI, which sees no change, the speed is lost.)
///
/// Moments count forward: a change stamped before the last is taken to be at the last, and the past is not kept.
public struct AnimatedValue<Value: Animatable> {
    /// Where the last change leads.
    public internal(set) var model: Value

    /// In the order of the changes, whatever their delays.
    var motions: [Motion<Value.AnimatableData>] = []
    var sampler = VelocitySampler<Value.AnimatableData>()
    var lastChange = Timestamp(microseconds: .min)

    /// - Parameter value: finite, as for ``set(_:at:transaction:)``.
    public init(_ value: Value) {
        Self.requireFinite(value)
        model = value
    }

    static func requireFinite(_ value: Value) {
        precondition(value.animatableData.magnitudeSquared.isFinite, "an animated value is finite, not \(value)")
    }

    /// What is shown; exactly the model once settled.
    public func value(at time: Timestamp) -> Value {
        let time = max(time, lastChange)
        guard !isSettled(at: time) else { return model }
        var shown = model
        shown.animatableData -= state(at: time).displacement
        return shown
    }

    /// How fast what is shown moves, per second; while changes are tracked, how fast they came.
    public func velocity(at time: Timestamp) -> Value.AnimatableData {
        let time = max(time, lastChange)
        return motions.isEmpty ? sampler.velocity(at: time) : state(at: time).velocity
    }

    /// Whether what is shown has come to the model and stays there.
    public func isSettled(at time: Timestamp) -> Bool { end.map { $0 <= time } ?? false }

    /// The first moment from which what is shown stays where it is; nil if it never does (`repeatForever`, an undamped
    /// spring). It is past once that has happened.
    public var end: Timestamp? {
        var end = lastChange
        for motion in motions.reversed() {
            guard let motionEnd = motion.end else { return nil }
            end = max(end, motionEnd)
            if motion.isTakeover { break }
        }
        return end
    }

    /// How far what is shown is from the model, and its velocity. `time` is not before the last change.
    func state(at time: Timestamp) -> SpringRun<Value.AnimatableData>.State {
        var sum = SpringRun<Value.AnimatableData>.State(displacement: .zero, velocity: .zero)
        for motion in motions.reversed() {
            let state = motion.state(at: time)
            sum.displacement += state.displacement
            sum.velocity += state.velocity
            if motion.hasTakenOver(at: time) { break }
        }
        return sum
    }
}

extension AnimatedValue: Sendable where Value: Sendable, Value.AnimatableData: Sendable {}
