internal import GestureModel

/// The velocity of the point that a gesture moves, or of a measure of its contacts.
///
/// It is zero once the contacts have stopped. At the lift it is that from just before the first of the last contacts
/// lifted.
struct GestureVelocity: Sendable {
    private let stopTime: Microseconds
    private let liftWindow: Microseconds
    private var tracker: VelocityTracker
    private var lift: (time: Timestamp, velocity: Vector)?
    /// When a contact last moved. Frames do not show it: a device repeats a contact that rests whenever its pressure
    /// changes, or another contact moves.
    private var lastMotion = Timestamp(microseconds: 0)

    init(_ thresholds: Thresholds) {
        stopTime = thresholds.velocity.stopTime
        liftWindow = thresholds.fingers.liftWindow
        tracker = VelocityTracker(thresholds.velocity)
    }

    /// From when the contacts have stopped, unless they move before; in the past if they have.
    var stop: Timestamp { lastMotion + stopTime + Microseconds(1) }

    /// From just before the first of the last contacts lifted; zero while none has.
    var atLift: Vector { lift?.velocity ?? .zero }

    /// Units per second; zero if the contacts have stopped.
    mutating func at(_ time: Timestamp) -> Vector { time - lastMotion > stopTime ? .zero : tracker.estimate(at: time) }

    /// A contact lifted. To be called before the point is tracked without it.
    mutating func recordLift(at time: Timestamp) {
        guard lift.map({ time - $0.time > liftWindow }) ?? true else { return }
        lift = (time, time - lastMotion > stopTime ? .zero : tracker.estimateAtLift(at: time))
    }

    /// The motion before a standstill does not count for the velocity after it; the position of the standstill does.
    mutating func track(from before: Point, to point: Point, anyMoved: Bool, at time: Timestamp) {
        if time - lastMotion > stopTime, let lastSample = tracker.lastSampleTime {
            tracker.reset()
            tracker.add(before, at: lastSample)
        }
        if anyMoved { lastMotion = time }
        tracker.add(point, at: time)
    }

    mutating func reset() {
        tracker.reset()
        lift = nil
    }
}
