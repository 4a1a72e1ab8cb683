/// How much of a change is shown, and how fast that grows, per second.
struct Progress {
    var fraction: Double
    var rate: Double

    static let none = Progress(fraction: 0, rate: 0)
    static let complete = Progress(fraction: 1, rate: 0)
}

extension Animation.Course {
    /// Seconds until the change is shown for good, within `epsilon` of the way; infinite for one that never is.
    func duration(epsilon: Double) -> Double {
        switch self {
        case .standard: Self.standardSpring.settlingDuration(target: 1, epsilon: epsilon)
        case .curve(_, let duration): duration
        case .spring(let spring, _): spring.settlingDuration(target: 1, epsilon: epsilon)
        case .interpolatingSpring(let spring, let velocity):
            spring.settlingDuration(target: 1, initialVelocity: velocity, epsilon: epsilon)
        case .delayed(let base, let delay): delay + base.duration(epsilon: epsilon)
        case .hastened(let base, let speed): base.duration(epsilon: epsilon) / speed
        case .repeated(let base, let count, _):
            count.map { base.duration(epsilon: epsilon) * Double($0) } ?? .infinity
        }
    }

    /// - Parameter time: seconds since the change; 0 or more.
    func progress(at time: Double, epsilon: Double) -> Progress {
        switch self {
        case .standard: Self.springProgress(Self.standardSpring, 0, at: time)
        case .curve(let curve, let duration): Self.curveProgress(curve, duration, at: time)
        case .spring(let spring, _): Self.springProgress(spring, 0, at: time)
        case .interpolatingSpring(let spring, let velocity): Self.springProgress(spring, velocity, at: time)
        case .delayed(let base, let delay): time < delay ? .none : base.progress(at: time - delay, epsilon: epsilon)
        case .hastened(let base, let speed): base.progress(at: time * speed, epsilon: epsilon).hastened(by: speed)
        case .repeated(let base, let count, let autoreverses):
            base.repeated(count, autoreverses, at: time, epsilon: epsilon)
        }
    }

    static var standardSpring: Spring { Spring(response: 0.55, dampingRatio: 1) }

    private static func curveProgress(_ curve: UnitCurve, _ duration: Double, at time: Double) -> Progress {
        guard time < duration else { return .complete }
        return Progress(
            fraction: curve.value(at: time / duration), rate: curve.velocity(at: time / duration) / duration)
    }

    private static func springProgress(_ spring: Spring, _ velocity: Double, at time: Double) -> Progress {
        Progress(
            fraction: spring.value(target: 1, initialVelocity: velocity, time: time),
            rate: spring.velocity(target: 1, initialVelocity: velocity, time: time))
    }

    private func repeated(_ count: Int?, _ autoreverses: Bool, at time: Double, epsilon: Double) -> Progress {
        let period = duration(epsilon: epsilon)
        guard period > 0 else { return .complete }
        let run = (time / period).rounded(.down)
        guard run < count.map(Double.init) ?? .infinity else { return .complete }
        // As in SwiftUI the way back has the same curve, not the curve backwards: easing in eases in both ways.
        let progress = progress(at: run == 0 ? time : time - run * period, epsilon: epsilon)
        return autoreverses && run.remainder(dividingBy: 2) != 0 ? progress.reversed : progress
    }
}

extension Progress {
    fileprivate func hastened(by speed: Double) -> Progress { Progress(fraction: fraction, rate: rate * speed) }
    fileprivate var reversed: Progress { Progress(fraction: 1 - fraction, rate: -rate) }
}
