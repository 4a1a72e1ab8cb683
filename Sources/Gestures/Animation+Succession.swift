extension Animation.Course {
    /// The course with an end to every endless repetition: the first run that ends at the target after `time` seconds.
    func finishing(after time: Double, epsilon: Double) -> Animation.Course {
        switch self {
        case .standard, .curve, .spring, .interpolatingSpring: return self
        case .delayed(let base, let delay):
            return .delayed(base.finishing(after: max(0, time - delay), epsilon: epsilon), by: delay)
        case .hastened(let base, let speed):
            return .hastened(base.finishing(after: time * speed, epsilon: epsilon), by: speed)
        case .repeated(let base, let count?, let autoreverses):
            return .repeated(base.finishing(after: time, epsilon: epsilon), count: count, autoreverses: autoreverses)
        case .repeated(let base, nil, let autoreverses):
            let base = base.finishing(after: time, epsilon: epsilon)
            let period = base.duration(epsilon: epsilon)
            // A device's clock never gets as far as the limit, a period of next to nothing would.
            let count = period > 0 ? Int(min(time / period, 1e15)) + 1 : 1
            return .repeated(base, count: autoreverses ? count | 1 : count, autoreverses: autoreverses)
        }
    }

    /// The course as one spring that takes over after a delay, if it is: a spring that runs k times as fast is a spring
    /// with a k-th of the response.
    var takeover: (spring: Spring, delay: Double, blendDuration: Double)? {
        switch self {
        case .standard: return (Self.standardSpring, 0, 0)
        case .spring(let spring, let blendDuration): return (spring, 0, blendDuration)
        case .curve, .interpolatingSpring, .repeated: return nil
        case .delayed(let base, let delay):
            return base.takeover.map { ($0.spring, $0.delay + delay, $0.blendDuration) }
        case .hastened(let base, let speed):
            return base.takeover.map {
                ($0.spring.with(response: $0.spring.response / speed), $0.delay / speed, $0.blendDuration / speed)
            }
        }
    }
}

extension Spring {
    func with(response: Double) -> Spring { Spring(response: response, dampingRatio: dampingRatio, mass: mass) }
}
