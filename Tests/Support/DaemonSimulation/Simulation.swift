internal import GesturePipeline
internal import Strokes

/// A simulated daemon with its events and limits, all drawn from the seed.
public struct Simulation {
    public let actions: [Action]
    private let limits: Limits
    private let piece: Int?
    private let rules: AccessRules?

    public init(seed: UInt64) {
        var random = SplitMix64(seed: seed ^ 0x50a4)
        // Most simulations are short. Most of the time is spent in long ones, where leaks and counters add up.
        let strokes = random.next() % 16 == 0 ? 150 + Int(random.next() % 300) : 4
        var limits = Limits()
        if random.next() % 2 == 0 {
            // So small that slow readers are disconnected within a few strokes.
            limits.outbox = 3000
            limits.subscriptions = 12
        }
        self.limits = limits
        piece = random.next() % 4 == 0 ? 1 + Int(random.next() % 64) : nil
        let hasSessions = random.next() % 3 == 0
        rules = hasSessions ? .random(seed: seed) : nil
        actions =
            RandomActions(
                seed: seed, breaking: random.next() % 4 > 0,
                readings: [
                    .promptly, .promptly, .slow(bytesPerRead: 700), .slow(bytesPerRead: 90), .slow(bytesPerRead: 7),
                    .never,
                ], strokes: strokes,
                changesAccess: random.next() % 2 == 0, hasSessions: hasSessions
            ).actions
    }

    /// Runs the simulation; returns the stopped daemon.
    public func run(keepsBytes: Bool = false) -> SimulatedDaemon {
        var daemon = SimulatedDaemon(limits: limits, piece: piece, keepsBytes: keepsBytes, rules: rules)
        daemon.play(actions)
        daemon.stop()
        return daemon
    }
}
