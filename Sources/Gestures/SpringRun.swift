/// A spring that has taken over: where it started from, how fast, and how its response blends from the last one's.
struct SpringRun<Data: VectorArithmetic> {
    /// How far a value is from its target, and its velocity, per second, towards the target's side.
    struct State {
        var displacement: Data
        var velocity: Data
    }

    private var start: State
    private var spring: Spring
    /// How much more the response was at the start, and the seconds over which that goes.
    private var extraResponse: Double
    private var blendDuration: Double
    private var blended: State
    /// Seconds until the value stays at the target.
    private(set) var duration: Double

    init(_ start: State, spring: Spring, from response: Double? = nil, blendDuration: Double = 0) {
        (self.start, self.spring, blended) = (start, spring, start)
        extraResponse = blendDuration > 0 ? (response ?? spring.response) - spring.response : 0
        self.blendDuration = extraResponse == 0 ? 0 : blendDuration
        duration = 0
        blended = blend(until: self.blendDuration)
        duration = self.blendDuration + settlingDuration
    }

    /// - Parameter time: seconds since it took over; 0 or more.
    func state(at time: Double) -> State {
        guard time < blendDuration else { return blended.moved(by: spring, for: time - blendDuration) }
        return blend(until: time)
    }

    /// SwiftUI's smooth step from the old response to the new.
    func response(at time: Double) -> Double {
        guard time < blendDuration else { return spring.response }
        let progress = time / blendDuration
        return spring.response + extraResponse * (1 - progress * progress * (3 - 2 * progress))
    }

    /// In steps of constant response, each solved exactly: a spring that changes has no closed form. 32 of them stay within
    /// a few ten-thousandths of the way.
    private func blend(until end: Double) -> State {
        var (state, time) = (start, 0.0)
        let step = blendDuration / 32
        while time < end {
            let spring = spring.with(response: response(at: time + step / 2))
            state = state.moved(by: spring, for: min(step, end - time))
            time += step
        }
        return state
    }

    /// Until it is within a thousandth of a unit or, if that is less, of the motion itself: a value may go from 0 to 1 as
    /// well as across a screen.
    private var settlingDuration: Double {
        guard !spring.isInstant else { return 0 }
        let size = blended.displacement.magnitude + blended.velocity.magnitude / spring.angularFrequency
        guard size > 0 else { return 0 }
        return spring.settlingDuration(
            target: blended.displacement, initialVelocity: blended.velocity, epsilon: min(0.001, 0.001 * size))
    }
}

extension SpringRun.State {
    fileprivate func moved(by spring: Spring, for time: Double) -> SpringRun.State {
        let response = SpringResponse(spring, at: time)
        return SpringRun.State(
            displacement: displacement.scaled(by: response.displacement) - velocity.scaled(by: response.impulse),
            velocity: velocity.scaled(by: response.impulseRate) - displacement.scaled(by: response.displacementRate))
    }
}

extension SpringRun: Sendable where Data: Sendable {}
extension SpringRun.State: Sendable where Data: Sendable {}
