internal import GestureModel

/// The content of an ``Animation``: the shown fraction of a change as a function of time.
package indirect enum AnimationCourse: Hashable, Sendable {
    /// The spring of ``Animation/default``. It is a separate case so that it equals no other animation, as in SwiftUI.
    case standard
    case curve(UnitCurve, duration: Double)
    /// A spring that takes over the value and velocity of earlier animations.
    case spring(Spring, blendDuration: Double)
    /// A spring that is added to earlier animations. The velocity is in units of the change per second.
    case interpolatingSpring(Spring, initialVelocity: Double)
    /// A velocity that decays as in a scroll view.
    case deceleration(DecelerationRate)
    case custom(CustomCourse)
    case delayed(AnimationCourse, by: Double)
    case scaled(AnimationCourse, speed: Double)
    /// A nil count repeats forever.
    case repeated(AnimationCourse, count: Int?, autoreverses: Bool)

    /// The shown fraction of a change, and its rate of change per second.
    struct Progress {
        var fraction: Double
        var rate: Double

        static let none = Progress(fraction: 0, rate: 0)
        static let complete = Progress(fraction: 1, rate: 0)
    }

    private static let standardSpring = Spring(response: 0.55, dampingRatio: 1)

    /// Returns the seconds until the fraction stays within `epsilon` of 1; infinity if it never does.
    func duration(epsilon: Double) -> Double {
        switch self {
        case .standard: Self.standardSpring.settlingDuration(target: 1, epsilon: epsilon)
        case .curve(_, let duration): duration
        case .spring(let spring, _): spring.settlingDuration(target: 1, epsilon: epsilon)
        case .interpolatingSpring(let spring, let velocity):
            spring.settlingDuration(target: 1, initialVelocity: velocity, epsilon: epsilon)
        case .deceleration(let rate): rate.duration(epsilon: epsilon)
        case .custom(let custom): custom.duration
        case .delayed(let base, let delay): delay + base.duration(epsilon: epsilon)
        case .scaled(let base, let speed): base.duration(epsilon: epsilon) / speed
        case .repeated(let base, let count, _):
            count.map { base.duration(epsilon: epsilon) * Double($0) } ?? .infinity
        }
    }

    /// Seconds until the change is visibly complete: the duration of a spring, not the time until it has settled.
    package var logicalDuration: Double {
        switch self {
        case .standard: Self.standardSpring.duration
        case .spring(let spring, _), .interpolatingSpring(let spring, _): spring.duration
        case .curve, .deceleration, .custom: duration(epsilon: 0.001)
        case .delayed(let base, let delay): delay + base.logicalDuration
        case .scaled(let base, let speed): base.logicalDuration / speed
        case .repeated(let base, let count, _): count.map { base.logicalDuration * Double($0) } ?? .infinity
        }
    }

    /// - Parameter time: Seconds since the change; 0 or more.
    func progress(at time: Double, epsilon: Double) -> Progress {
        switch self {
        case .standard: return Self.progress(of: Self.standardSpring, at: time)
        case .curve(let curve, let duration):
            guard time < duration else { return .complete }
            return Progress(
                fraction: curve.value(at: time / duration), rate: curve.velocity(at: time / duration) / duration)
        case .spring(let spring, _): return Self.progress(of: spring, at: time)
        case .interpolatingSpring(let spring, let velocity):
            return Self.progress(of: spring, initialVelocity: velocity, at: time)
        case .deceleration(let rate):
            let remaining = rate.remaining(after: .seconds(time))
            return Progress(fraction: 1 - remaining, rate: remaining * rate.decay)
        case .custom(let custom): return custom.progress(at: time)
        case .delayed(let base, let delay):
            return time < delay ? .none : base.progress(at: time - delay, epsilon: epsilon)
        case .scaled(let base, let speed):
            let progress = base.progress(at: time * speed, epsilon: epsilon)
            return Progress(fraction: progress.fraction, rate: progress.rate * speed)
        case .repeated(let base, let count, let autoreverses):
            return base.repeatedProgress(count, autoreverses, at: time, epsilon: epsilon)
        }
    }

    private static func progress(of spring: Spring, initialVelocity: Double = 0, at time: Double) -> Progress {
        Progress(
            fraction: spring.value(target: 1, initialVelocity: initialVelocity, time: time),
            rate: spring.velocity(target: 1, initialVelocity: initialVelocity, time: time))
    }

    private func repeatedProgress(
        _ count: Int?, _ autoreverses: Bool, at time: Double, epsilon: Double
    ) -> Progress {
        let period = duration(epsilon: epsilon)
        guard period > 0 else { return .complete }
        let run = (time / period).rounded(.down)
        guard run < count.map(Double.init) ?? .infinity else { return .complete }
        let progress = progress(at: run == 0 ? time : time - run * period, epsilon: epsilon)
        guard autoreverses && run.remainder(dividingBy: 2) != 0 else { return progress }
        // As in SwiftUI, the way back applies the same curve, not the reversed one: easeIn starts slowly in both
        // directions.
        return Progress(fraction: 1 - progress.fraction, rate: -progress.rate)
    }

    /// Returns the course with every infinite repetition replaced by a finite one. The finite repetition ends with the
    /// first run that reaches the target after `time` seconds.
    func finishing(after time: Double, epsilon: Double) -> AnimationCourse {
        switch self {
        case .standard, .curve, .spring, .interpolatingSpring, .deceleration, .custom: return self
        case .delayed(let base, let delay):
            return .delayed(base.finishing(after: max(0, time - delay), epsilon: epsilon), by: delay)
        case .scaled(let base, let speed):
            return .scaled(base.finishing(after: time * speed, epsilon: epsilon), speed: speed)
        case .repeated(let base, let count, let autoreverses):
            let base = base.finishing(after: time, epsilon: epsilon)
            let finished = count ?? base.runs(until: time, autoreverses, epsilon: epsilon)
            return .repeated(base, count: finished, autoreverses: autoreverses)
        }
    }

    private func runs(until time: Double, _ autoreverses: Bool, epsilon: Double) -> Int {
        let period = duration(epsilon: epsilon)
        // The limit prevents an overflow if the period is near 0.
        let count = period > 0 ? Int(min(time / period, 1e15)) + 1 : 1
        // If runs autoreverse, only every other run ends at the target: the first, the third and so on.
        return autoreverses ? count | 1 : count
    }

    /// The spring, with its delay, that takes over earlier animations; nil for a course that adds to them. A spring
    /// that runs k times as fast is a spring with 1/k of the response.
    var takeover: (spring: Spring, delay: Double, blendDuration: Double)? {
        switch self {
        case .standard: return (Self.standardSpring, 0, 0)
        case .spring(let spring, let blendDuration): return (spring, 0, blendDuration)
        case .curve, .interpolatingSpring, .deceleration, .custom, .repeated: return nil
        case .delayed(let base, let delay):
            return base.takeover.map { ($0.spring, $0.delay + delay, $0.blendDuration) }
        case .scaled(let base, let speed):
            return base.takeover.map {
                ($0.spring.with(response: $0.spring.response / speed), $0.delay / speed, $0.blendDuration / speed)
            }
        }
    }
}
