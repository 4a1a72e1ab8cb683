internal import GestureModel
public import GesturePipeline
internal import Strokes

/// What seats and focus sources do: users come and go, lock, and look from one window to the other.
struct RandomSociety {
    private var random: SplitMix64
    private static let sources = 3

    init(seed: UInt64) { random = SplitMix64(seed: seed ^ 0x50c1) }

    mutating func next() -> Action {
        let source = Int(random.next() % UInt64(Self.sources))
        switch random.next() % 12 {
        case 0, 1: return .source(source, .open(pick([.member, .member, .guest, .root])))
        case 2: return .source(source, random.next() % 3 == 0 ? .close : .lock(false))
        case 3: return .source(source, .lock(random.next() % 3 == 0))
        case 4: return .source(source, random.next() % 2 == 0 ? .cancel : .lock(false))
        case 5...8: return .source(source, .focus(processes(), window: random.next() % 4 == 0 ? window() : nil))
        default: return .change(.seats(random.next() % 8 == 0 ? nil : seats()))
        }
    }

    private mutating func processes() -> [Int32] { pick([[], [101], [101], [102], [201], [101, 102], [1], [999]]) }

    private mutating func window() -> Region {
        Region(x: pick([0, 0.25]), y: 0, width: pick([0.5, 0.75]), height: pick([0.5, 1]))
    }

    private mutating func seats() -> [Seat] {
        let first = seat("seat0", users: [1000, 1000, 1000, 1001, nil])
        return random.next() % 2 == 0 ? [first] : [first, seat("seat1", users: [1000, 1001, nil])]
    }

    private mutating func seat(_ name: String, users: [UInt32?]) -> Seat {
        guard let user = pick(users) else { return Seat(name: name) }
        let session = "\(user).\(pick([1, 1, 2]))"
        return Seat(name: name, session: session, user: user, isLocked: random.next() % 5 == 0)
    }

    private mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int(random.next() % UInt64(choices.count))]
    }
}

extension AccessRules {
    /// As a configuration may have them.
    public static func random(seed: UInt64) -> AccessRules {
        var random = SplitMix64(seed: seed ^ 0x9a7e)
        var rules = AccessRules()
        rules.positions = random.next() % 4 == 0 ? .session : .focused
        rules.sessionScope = random.next() % 3 == 0 ? .granted : .everyone
        // The colleague is of this group, and nobody else is.
        if random.next() % 2 == 0 {
            rules.grants = [Grant(group: 44, positions: random.next() % 2 == 0, session: random.next() % 2 == 0)]
        }
        return rules
    }
}
