internal import RealModule

/// A bound on how far a spring's value is from its target, which falls to nothing after at most one hump.
///
/// It bounds `D · swing + B · impulse`, where D is the distance at the release and B the drive `|D·d − v|`.
struct SpringEnvelope {
    private var spring: Spring
    private var distance: Double
    private var drive: Double

    /// - Parameter spring: not one with a response of 0.
    init(_ spring: Spring, distance: Double, drive: Double) {
        self.spring = spring
        self.distance = distance
        self.drive = drive
    }

    /// Seconds after which the bound stays below `epsilon`.
    func end(_ epsilon: Double) -> Double {
        guard distance > 0 || drive > 0 else { return 0 }
        guard spring.dampingRatio < 1 else { return end(epsilon, rate: rate, hump: hump, bound: creep) }
        // Near the critical ratio the swing is so slow that its amplitude says nothing; the straight line does.
        let ratio = drive / spring.dampedFrequency
        let amplitude = (distance * distance + ratio * ratio).squareRoot()
        guard spring.dampingRatio > 0 else { return amplitude <= epsilon ? 0 : .infinity }
        return min(
            max(0, .log(amplitude / epsilon) / spring.decay),
            end(epsilon, rate: spring.decay, hump: straightHump) { distance + drive * $0 })
    }

    private func end(_ epsilon: Double, rate: Double, hump: Double, bound: (Double) -> Double) -> Double {
        func excess(_ time: Double) -> Double { .log(bound(time) / epsilon) - rate * time }
        return excess(hump) <= 0 ? 0 : lastCrossing(from: hump, scale: 1 / rate, of: excess)
    }

    /// The decay that lasts longest, per second.
    private var rate: Double { spring.dampingRatio > 1 ? spring.slowDecay : spring.decay }

    /// What multiplies that decay: the straight line of a critical spring, the two exponentials of an overdamped one.
    private func creep(_ time: Double) -> Double {
        guard spring.dampingRatio > 1 else { return distance + drive * time }
        let lost = -Double.expMinusOne(-2 * spring.dampedFrequency * time)
        return distance * (2 - lost) / 2 + drive * lost / (2 * spring.dampedFrequency)
    }

    private var hump: Double {
        guard spring.dampingRatio > 1 else { return straightHump }
        let (slow, ratio) = (spring.slowDecay, drive / spring.dampedFrequency)
        let fast = slow + 2 * spring.dampedFrequency
        let growth = (fast * (ratio - distance)) / (slow * (ratio + distance))
        return growth > 1 ? .log(growth) / (2 * spring.dampedFrequency) : 0
    }

    private var straightHump: Double { drive > 0 ? max(0, 1 / spring.decay - distance / drive) : 0 }
}

/// Where `excess`, which is above zero at `start` and falls below it once and for good, does so; rounded up.
func lastCrossing(from start: Double, scale: Double, of excess: (Double) -> Double) -> Double {
    var (low, high) = (start, start + scale)
    while excess(high) > 0 { (low, high) = (high, high * 2) }
    while true {
        let middle = low + (high - low) / 2
        guard low < middle && middle < high else { return high }
        if excess(middle) > 0 { low = middle } else { high = middle }
    }
}
