internal import RealModule

/// An upper bound of the distance between a spring's value and its target. The bound falls to 0 after at most one
/// maximum; without damping, it is constant.
///
/// It bounds `D · swing + B · impulse`. D is the distance at the release, and B is the drive `|D·d − v|` with the decay
/// d and the initial velocity v. `swing` and `impulse` are the basic solutions in ``SpringResponse``.
struct SpringEnvelope {
    /// A spring that is not instant.
    let spring: Spring
    let distance: Double
    let drive: Double

    /// Returns the seconds after which the bound stays below `epsilon`.
    func end(_ epsilon: Double) -> Double {
        guard distance > 0 || drive > 0 else { return 0 }
        guard spring.dampingRatio < 1 else {
            return end(epsilon, rate: rate, maximum: maximum, bound: boundWithoutOscillation)
        }
        // Near the critical ratio the oscillation is so slow that its amplitude is far too large a bound. There the
        // bound of the critical spring, a straight line times the decay, is better.
        let ratio = drive / spring.dampedFrequency
        let amplitude = (distance * distance + ratio * ratio).squareRoot()
        guard spring.dampingRatio > 0 else { return amplitude <= epsilon ? 0 : .infinity }
        return min(
            max(0, .log(amplitude / epsilon) / spring.decay),
            end(epsilon, rate: spring.decay, maximum: maximumOfLine) { distance + drive * $0 })
    }

    private func end(_ epsilon: Double, rate: Double, maximum: Double, bound: (Double) -> Double) -> Double {
        func excess(_ time: Double) -> Double { .log(bound(time) / epsilon) - rate * time }
        return excess(maximum) <= 0 ? 0 : lastCrossing(from: maximum, scale: 1 / rate, of: excess)
    }

    /// The slowest decay rate, per second.
    private var rate: Double { spring.dampingRatio > 1 ? spring.slowDecay : spring.decay }

    /// Returns the bound without its decay at ``rate``: a straight line for a critical spring, two exponentials for an
    /// overdamped one.
    private func boundWithoutOscillation(_ time: Double) -> Double {
        guard spring.dampingRatio > 1 else { return distance + drive * time }
        let lost = -Double.expMinusOne(-2 * spring.dampedFrequency * time)
        return distance * (2 - lost) / 2 + drive * lost / (2 * spring.dampedFrequency)
    }

    /// The time in seconds at which the bound is largest.
    private var maximum: Double {
        guard spring.dampingRatio > 1 else { return maximumOfLine }
        let (slow, ratio) = (spring.slowDecay, drive / spring.dampedFrequency)
        let fast = slow + 2 * spring.dampedFrequency
        let growth = (fast * (ratio - distance)) / (slow * (ratio + distance))
        return growth > 1 ? .log(growth) / (2 * spring.dampedFrequency) : 0
    }

    private var maximumOfLine: Double { drive > 0 ? max(0, 1 / spring.decay - distance / drive) : 0 }
}

/// Returns the point at which `excess` falls below 0, rounded up. `excess` must be above 0 at `start` and have exactly
/// one zero after it.
func lastCrossing(from start: Double, scale: Double, of excess: (Double) -> Double) -> Double {
    var (low, high) = (start, start + scale)
    while excess(high) > 0 { (low, high) = (high, high * 2) }
    while true {
        let middle = low + (high - low) / 2
        guard low < middle && middle < high else { return high }
        if excess(middle) > 0 { low = middle } else { high = middle }
    }
}
