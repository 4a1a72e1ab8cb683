import GesturePipeline
import RandomLives
import Testing

/// The promises of the protocol where clients are of several users: seats change hands, screens lock, the focus moves, and
/// shells take fingers.
@Suite struct SocietyLivesTests {
    private static let readings: [Reading] = [.promptly, .promptly, .promptly, .sips(700), .sips(90), .never]

    private static func lived(seed: UInt64) -> World {
        var limits = Limits()
        if seed % 2 == 0 { limits.outbox = 3000 }
        let actions = RandomActions(seed: seed, readings: readings, changesAccess: seed % 3 == 0, hasSociety: true)
            .actions
        var world = World(limits: limits, rules: .random(seed: seed))
        world.play(actions)
        world.stop()
        return world
    }

    @Test(arguments: 0..<150 as Range<UInt64>)
    func `whoever comes, goes, locks, looks away or takes fingers breaks no promise`(seed: UInt64) {
        #expect(Self.lived(seed: seed).violations == [], "seed \(seed)")
    }

    @Test(arguments: 1000..<1005 as Range<UInt64>)
    func `the same life is heard alike, byte for byte`(seed: UInt64) {
        let (first, second) = (Self.lived(seed: seed), Self.lived(seed: seed))
        #expect(first.heard.map(\.bytes) == second.heard.map(\.bytes), "seed \(seed)")
    }

    @Test func `the lives come to every kind of end, and to every word of access`() {
        let heard = (2000..<2100 as Range<UInt64>).map { Self.lived(seed: $0).text }.joined()
        let ends = ["sessionInactive", "locked", "suspended", "focusChanged", "requested", "outcompeted"]
        for end in ends { #expect(heard.contains(#""reason":"\#(end)""#), "\(end)") }
        for session in ["active", "inactive", "locked", "suspended", "unmanaged"] {
            #expect(heard.contains(#""session":"\#(session)""#), "\(session)")
        }
        for focus in ["unknown", "focused", "unfocused", "lost"] {
            #expect(heard.contains(#""focus":"\#(focus)""#), "\(focus)")
        }
        for positions in ["granted", "withheld"] { #expect(heard.contains(#""positions":"\#(positions)""#)) }
        #expect(heard.contains(#""code":"notPermitted""#))
    }
}
