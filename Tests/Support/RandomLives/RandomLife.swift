internal import GesturePipeline
internal import Strokes

/// A whole life, of whatever length and however bounded: all of it is drawn from the seed.
public struct RandomLife {
    public let actions: [Action]
    private let limits: Limits
    private let piece: Int?
    private let rules: AccessRules?

    public init(seed: UInt64) {
        var random = SplitMix64(seed: seed ^ 0x50a4)
        // Most lives are short, most of the time is lived in long ones, where whatever adds up has the time to.
        let strokes = random.next() % 16 == 0 ? 150 + Int(random.next() % 300) : 4
        var limits = Limits()
        if random.next() % 2 == 0 {
            // So small that slow readers are cut within a few strokes.
            limits.outbox = 3000
            limits.subscriptions = 12
        }
        self.limits = limits
        piece = random.next() % 4 == 0 ? 1 + Int(random.next() % 64) : nil
        let hasSociety = random.next() % 3 == 0
        rules = hasSociety ? .random(seed: seed) : nil
        actions =
            RandomActions(
                seed: seed, breaking: random.next() % 4 > 0,
                readings: [.promptly, .promptly, .sips(700), .sips(90), .sips(7), .never], strokes: strokes,
                changesAccess: random.next() % 2 == 0, hasSociety: hasSociety
            ).actions
    }

    /// What became of it, when the daemon has stopped.
    public func lived(keepsBytes: Bool = false) -> World {
        var world = World(limits: limits, piece: piece, keepsBytes: keepsBytes, rules: rules)
        world.play(actions)
        world.stop()
        return world
    }
}
