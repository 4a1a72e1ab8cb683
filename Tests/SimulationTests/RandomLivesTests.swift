import Foundation
import GesturePipeline
import RandomLives
import ShadowModel
import Testing

/// The promises of the protocol, whatever devices and clients do. A failure names its seed.
@Suite struct RandomLivesTests {
    private static let readings: [Reading] = [.promptly, .promptly, .sips(700), .sips(90), .sips(7), .never]
    /// So small that slow readers are cut within a few strokes.
    private static var limits: Limits {
        var limits = Limits()
        limits.outbox = 3000
        limits.subscriptions = 12
        return limits
    }

    private static func lived(_ actions: [Action], piece: Int? = nil) -> World {
        var world = World(limits: limits, piece: piece)
        world.play(actions)
        world.stop()
        return world
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `no cut and no garbage breaks a promise`(seed: UInt64) {
        let world = Self.lived(RandomActions(seed: seed, readings: Self.readings).actions)
        #expect(world.violations == [], "seed \(seed)")
    }

    @Test(arguments: 1000..<1020 as Range<UInt64>)
    func `the same life is heard alike, byte for byte`(seed: UInt64) {
        let actions = RandomActions(seed: seed, readings: Self.readings).actions
        let (first, second) = (Self.lived(actions), Self.lived(actions))
        #expect(first.heard.map(\.bytes) == second.heard.map(\.bytes), "seed \(seed)")
    }

    @Test(arguments: 2000..<2010 as Range<UInt64>, [1, 7, 64])
    func `bytes cut anywhere, both ways, make no difference to a client that keeps up`(seed: UInt64, piece: Int) {
        let actions = RandomActions(seed: seed, readings: [.promptly]).actions
        let (whole, cut) = (Self.lived(actions), Self.lived(actions, piece: piece))
        #expect(whole.heard.map(\.bytes) == cut.heard.map(\.bytes), "seed \(seed)")
    }

    @Test(arguments: 3000..<3060 as Range<UInt64>)
    func `what others ask for, and how they read, makes no difference to a client`(seed: UInt64) {
        let actions = Self.askingFirst(RandomActions(seed: seed, readings: Self.readings).actions)
        let among = Self.lived(actions).lines(heardBy: 0)
        let alone = Self.lived(actions.filter { !$0.isOf(clientOtherThan: 0) }).lines(heardBy: 0)
        #expect(among == alone, "seed \(seed)")
    }

    @Test(arguments: 5000..<5040 as Range<UInt64>)
    func `however slowly a client reads, it hears every phase of every part`(seed: UInt64) {
        let actions = Self.askingFirst(RandomActions(seed: seed, breaking: false, readings: [.promptly]).actions)
        var world = World()
        for action in actions where !action.isOf(clientOtherThan: 0) {
            // Who leaves leaves the rest unread.
            if case .disconnect = action { continue }
            world.play(action)
            if let twin = action.ofTwin(numbered: 1, reading: .sips([9, 60, 400][Int(seed % 3)])) { world.play(twin) }
        }
        world.stop()
        #expect(world.violations == [], "seed \(seed)")
        #expect(world.phases(heardBy: 1) == world.phases(heardBy: 0), "seed \(seed)")
    }

    /// Client 0 asks for all it wants before the first touch, and reads promptly: who asks later may find fingers down,
    /// and numbers given, that others have to do with.
    private static func askingFirst(_ actions: [Action]) -> [Action] {
        let touch = actions.firstIndex { if case .take = $0 { true } else { false } } ?? actions.endIndex
        return actions.enumerated().compactMap { index, action in
            switch action {
            case .connect(0, _): .connect(client: 0, .promptly)
            case .send(0, _): index < touch ? action : nil
            default: action
            }
        }
    }

    @Test func `the lives come to every kind of end`() {
        var heard = ""
        var begun: [GestureKind: Int] = [:]
        for seed in 4000..<4240 as Range<UInt64> {
            let world = Self.lived(RandomActions(seed: seed, readings: Self.readings).actions)
            heard += world.heard.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
            begun.merge(world.begun, uniquingKeysWith: +)
        }
        for kind in GestureKind.allCases { #expect(begun[kind, default: 0] > 20, "\(kind)") }
        let ends = ["deviceLost", "resynchronised", "failed", "unsubscribed", "overrun", "shutdown", "outcompeted"]
        for end in ends { #expect(heard.contains(#""reason":"\#(end)""#), "\(end)") }
        #expect(heard.contains(#""nothingFollowed":"#))
        // Also of compositions within others.
        let compositions = GestureKind.allCases.filter(\.isComposition).map { #""phase":"ended","\#($0)":["# }
        #expect(compositions.filter { !heard.contains($0) } == [])
        for code in ["notJSON", "overrun", "regionOutsideSurface", "tooManySubscriptions"] {
            #expect(heard.contains(#""code":"\#(code)""#), "\(code)")
        }
    }
}

extension Action {
    /// The same of a client that does as client 0 does, but for how it reads.
    fileprivate func ofTwin(numbered number: Int, reading: Reading) -> Action? {
        switch self {
        case .connect(0, _): .connect(client: number, reading)
        case .send(0, let bytes): .send(client: number, bytes)
        default: nil
        }
    }
}

extension World {
    /// The phases of each gesture and of its parts, one word for each time that any of them changed.
    fileprivate func phases(heardBy client: Int) -> [String: [String]] {
        var phases: [String: [String]] = [:]
        for line in text(heardBy: client).split(separator: "\n") {
            guard let name = line.firstMatch(of: /"subscription":\d+,"gesture":\d+/) else { continue }
            let word = line.matches(of: /"phase":"(\w+)"/).map { String($0.1) }.joined(separator: " ")
            if phases[String(name.output)]?.last != word { phases[String(name.output), default: []].append(word) }
        }
        return phases
    }

    /// Gestures by the order in which the client heard of them: others' gestures take numbers too. Taps without their
    /// running count, which may have begun before the client asked.
    fileprivate func lines(heardBy client: Int) -> [String] {
        var numbers: [Substring: Int] = [:]
        return text(heardBy: client).replacing(/"count":\d+,/, with: "").split(separator: "\n").map { line in
            String(line).replacing(/"gesture":(\d+)/) { match in
                numbers[match.1] = numbers[match.1] ?? numbers.count
                return "gesture \(numbers[match.1] ?? 0)"
            }
        }
    }
}
