import DaemonSimulation
import GesturePipeline
import Testing

/// Hostile clients send all kinds of requests as fast as the daemon reads them. What an honest client waits for is late
/// by no more than what one turn may cost.
@Suite struct FairnessSimulationTests {
    /// So small that a few requests reach them.
    private static let limits = {
        var limits = Limits()
        limits.clientsPerUser = 12
        limits.subscriptions = 8
        limits.recognisers = 100
        limits.recognisersPerUser = 300
        return limits
    }()
    /// One turn, with the request that ends it.
    private static let bound = (Work.turn + limits.largestRequest).units

    @Test(arguments: 0..<3 as Range<UInt64>)
    func `frames and deadlines are late by at most one turn`(seed: UInt64) throws {
        var simulation = try FairnessSimulation(seed: seed, limits: Self.limits)
        simulation.run(frames: 30)
        #expect(simulation.violations == [], "seed \(seed)")
        #expect(simulation.longestFrameDelay <= Self.bound, "seed \(seed)")
        #expect(simulation.longestDeadlineDelay <= Self.bound, "seed \(seed)")
        // A user among three waits for at most the turns of the others.
        #expect(simulation.longestAnswerDelay <= 4 * Self.bound, "seed \(seed)")
    }

    @Test func `the simulations reach the limits`() throws {
        var errors: Set<String> = []
        for seed in 10..<13 as Range<UInt64> {
            var simulation = try FairnessSimulation(seed: seed, limits: Self.limits)
            simulation.run(frames: 20)
            errors.formUnion(simulation.errors)
        }
        for code in [
            "outOfRange", "lineTooLong", "tooManySubscriptions", "tooManyRecognisers", "unknownSubscription",
        ] {
            #expect(errors.contains(code), "\(code)")
        }
    }

    @Test func `without a budget, frames and deadlines are late`() throws {
        var simulation = try FairnessSimulation(seed: 0, users: 8, limits: Self.limits, budget: Work(.max / 4))
        simulation.run(frames: 60)
        #expect(simulation.longestFrameDelay > Self.bound)
    }
}
