internal import RealModule

/// A spring's response, after a time, to a displacement of 1 and to a velocity of 1 per second.
///
/// The spring's equation of motion is linear, so these four numbers apply to values with any number of components.
struct SpringResponse {
    /// The remaining part of a displacement of 1, and its rate of change per second.
    let displacement: Double
    let displacementRate: Double
    /// The displacement that a velocity has caused, divided by that velocity (so in seconds), and the remaining part of
    /// the velocity.
    let impulse: Double
    let impulseRate: Double

}

extension SpringResponse {
    private static let atRelease = SpringResponse(displacement: 1, displacementRate: 0, impulse: 0, impulseRate: 1)
    private static let atRest = SpringResponse(displacement: 0, displacementRate: 0, impulse: 0, impulseRate: 0)

    /// - Parameter time: Seconds since the release. Negative times are treated as 0; SwiftUI's formula grows without
    ///   bound for them. NaN traps, and so does infinity for an undamped spring.
    init(_ spring: Spring, at time: Double) {
        precondition(!time.isNaN, "a spring's time must be a number of seconds, not NaN")
        guard time > 0 else {
            self = .atRelease
            return
        }
        guard !spring.isInstant && time.isFinite else {
            precondition(
                spring.isInstant || spring.dampingRatio > 0, "an undamped spring has no value at an infinite time")
            self = .atRest
            return
        }
        let (swing, impulse) = Self.swing(spring, at: time)
        let (frequency, decay) = (spring.angularFrequency, spring.decay)
        self.init(
            displacement: swing + decay * impulse, displacementRate: -frequency * frequency * impulse,
            impulse: impulse, impulseRate: swing - decay * impulse)
    }

    /// Returns the two basic solutions of the spring's equation of motion: one starts at 1 with a velocity of −decay,
    /// the other at 0 with a velocity of 1.
    private static func swing(_ spring: Spring, at time: Double) -> (Double, Double) {
        let (decay, frequency) = (spring.decay, spring.dampedFrequency)
        guard frequency * time > 0 else {
            let remaining = Double.exp(-decay * time)
            return (remaining, remaining * time)
        }
        guard spring.dampingRatio > 1 else {
            let remaining = Double.exp(-decay * time)
            return (remaining * .cos(frequency * time), remaining * .sin(frequency * time) / frequency)
        }
        // Written with the slow decay, because cosh and sinh overflow, although their product with the decay does not.
        let remaining = Double.exp(-spring.slowDecay * time)
        let lost = -Double.expMinusOne(-2 * frequency * time)
        return (remaining * (2 - lost) / 2, remaining * lost / (2 * frequency))
    }
}

/// A spring that has taken over a motion, with that motion's displacement and velocity. Its response blends from that
/// of the previous spring.
struct SpringRun<Data: VectorArithmetic> {
    /// The remaining displacement from the target, and the velocity of the value, per second.
    struct State {
        var displacement: Data
        var velocity: Data

        fileprivate func advanced(by spring: Spring, for time: Double) -> State {
            let response = SpringResponse(spring, at: time)
            return State(
                displacement: displacement.scaled(by: response.displacement) - velocity.scaled(by: response.impulse),
                velocity: velocity.scaled(by: response.impulseRate)
                    - displacement.scaled(by: response.displacementRate))
        }
    }

    private let start: State
    private let spring: Spring
    /// The previous spring's response minus this spring's, in seconds.
    private let extraResponse: Double
    private let blendDuration: Double
    /// The state at the end of the blending.
    private var blended: State

    init(_ start: State, spring: Spring, from response: Double?, blendDuration: Double) {
        (self.start, self.spring, blended) = (start, spring, start)
        extraResponse = blendDuration > 0 ? (response ?? spring.response) - spring.response : 0
        self.blendDuration = extraResponse == 0 ? 0 : blendDuration
        blended = blend(until: self.blendDuration)
    }

    /// Seconds until the value stays near its target: within 0.001 of the motion's size, and within 0.001 units. Both
    /// limits apply, because a value may move from 0 to 1 or across a screen.
    var duration: Double {
        guard !spring.isInstant else { return blendDuration }
        let size = blended.displacement.magnitude + blended.velocity.magnitude / spring.angularFrequency
        guard size > 0 else { return blendDuration }
        return blendDuration
            + spring.settlingDuration(
                target: blended.displacement, initialVelocity: blended.velocity, epsilon: min(0.001, 0.001 * size))
    }

    /// - Parameter time: Seconds since the spring took over; 0 or more.
    func state(at time: Double) -> State {
        guard time < blendDuration else { return blended.advanced(by: spring, for: time - blendDuration) }
        return blend(until: time)
    }

    /// Returns the response in seconds: SwiftUI's smooth step from the previous response to the spring's own.
    func response(at time: Double) -> Double {
        guard time < blendDuration else { return spring.response }
        let progress = time / blendDuration
        return spring.response + extraResponse * (1 - progress * progress * (3 - 2 * progress))
    }

    /// Computes the state during the blending. A spring whose response changes has no closed form, so this function
    /// takes steps of constant response, each solved exactly. With 32 steps the error is a few ten-thousandths of the
    /// motion.
    private func blend(until end: Double) -> State {
        var (state, time) = (start, 0.0)
        let step = blendDuration / 32
        while time < end {
            let spring = spring.with(response: response(at: time + step / 2))
            state = state.advanced(by: spring, for: min(step, end - time))
            time += step
        }
        return state
    }
}

extension SpringRun: Sendable where Data: Sendable {}
extension SpringRun.State: Sendable where Data: Sendable {}
