internal import GestureModel
public import GesturePipeline
internal import Strokes
internal import TouchInput

/// Events for a daemon, drawn from a seed: devices are touched, added and removed; clients connect, send, read and
/// disconnect.
public struct RandomActions {
    public private(set) var actions: [Action] = []
    private var random: SplitMix64
    private var requests: RandomRequests
    private var touches: [RandomTouches] = []
    private let breaking: Bool
    private let changesAccess: Bool
    private var scenario: SessionScenario?
    private var pens: PenScenario?
    private let readings: [Reading]
    static let clients = 3

    /// - Parameters:
    ///   - breaking: True if devices also send what no driver should.
    ///   - readings: How clients may read.
    ///   - changesAccess: True if the machine sleeps and terminals are switched.
    ///   - hasSessions: True if clients belong to several users with sessions and focus; then there are more clients.
    ///   - hasPens: True if pens come and go, and the lid is closed.
    ///   - strokes: The number on each device. With more strokes, higher subscription numbers are unsubscribed.
    public init(
        seed: UInt64, breaking: Bool = true, readings: [Reading], strokes: Int = 4,
        changesAccess: Bool = false, hasSessions: Bool = false, hasPens: Bool = false
    ) {
        random = SplitMix64(seed: seed)
        requests = RandomRequests(
            random: SplitMix64(seed: seed ^ 0xabcd), highestSubscription: strokes > 4 ? 40 : 9,
            hasSessions: hasSessions)
        self.breaking = breaking
        self.changesAccess = changesAccess
        self.readings = readings
        for number in 0...Int(random.next() % 2) {
            let model = ModelDevice.allCases[Int(random.next() % 4)]
            touches.append(RandomTouches(on: model, seed: random.next(), strokes: strokes))
            actions.append(.add(device: number, touches[number].recording))
        }
        if hasSessions { scenario = SessionScenario(seed: seed) }
        if hasPens { pens = PenScenario(seed: seed) }
        connect(0)
        while let device = earliest { step(device) }
    }

    /// The device whose next frame is due first.
    private var earliest: Int? {
        touches.indices.filter { touches[$0].nextTime != nil }.min { a, b in
            (touches[a].nextTime ?? .init(microseconds: 0)) < (touches[b].nextTime ?? .init(microseconds: 0))
        }
    }

    private mutating func step(_ device: Int) {
        guard let time = touches[device].nextTime else { return }
        if random.next() % 2 == 0 { actions.append(.expire(time + Microseconds(-1))) }
        let choice = random.next() % 40
        let events = touches[device].next(breaking: breaking)
        // Other events may occur within a frame.
        let middle = events.isEmpty ? 0 : Int(random.next() % UInt64(events.count))
        for (index, event) in events.enumerated() {
            if index == middle { addOtherActions(choice, device) }
            actions.append(.event(device: device, event))
        }
    }

    private mutating func addOtherActions(_ choice: UInt64, _ device: Int) {
        if let action = pens?.next(devices: touches.count) { actions.append(action) }
        if scenario != nil, random.next() % 6 == 0, let action = scenario?.next() { actions.append(action) }
        if let action = scenario?.nextTurn() { actions.append(action) }
        let client = Int(random.next() % UInt64(scenario == nil ? Self.clients : TestUser.allCases.count))
        switch choice {
        case 0: connect(client)
        case 1: if random.next() % 3 == 0 { actions.append(.disconnect(client: client)) }
        case 2...4: request(client)
        case 5: actions.append(.remove(device: device))
        case 6, 7: actions.append(.add(device: device, touches[device].recording))
        case 8 where changesAccess: actions.append(.change(random.next() % 2 == 0 ? .suspend : .switchTerminal))
        case 9 where changesAccess, 10 where changesAccess: actions.append(.change(.resume))
        default: break
        }
    }

    private mutating func connect(_ client: Int) {
        actions.append(.connect(client: client, readings[Int(random.next() % UInt64(readings.count))]))
        for _ in 0..<5 { request(client) }
    }

    /// A request, sometimes in two parts with touches between them.
    private mutating func request(_ client: Int) {
        let line = requests.next()
        let cut = random.next() % 2 == 0 ? line.count : Int(random.next() % UInt64(line.count))
        actions.append(.send(client: client, Array(line[..<cut])))
        actions.append(.send(client: client, Array(line[cut...])))
    }
}

/// Events of seats and focus sources: active users change, screens lock, the focus moves.
struct SessionScenario {
    private var random: SplitMix64
    /// A generator of its own: the other events are the same with and without turned outputs.
    private var turns: SplitMix64
    private static let sources = 3

    init(seed: UInt64) {
        random = SplitMix64(seed: seed ^ 0x50c1)
        turns = SplitMix64(seed: seed ^ 0x7064)
    }

    /// Sometimes an output is turned or taken away.
    mutating func nextTurn() -> Action? {
        guard turns.next() % 40 == 0 else { return nil }
        let source = Int(turns.next() % UInt64(Self.sources))
        let transforms = OutputTransform.allCases.map(Optional.some) + [nil]
        return .source(source, .turn(transforms[Int(turns.next() % UInt64(transforms.count))]))
    }

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

/// Two pens, which come and go at any device, and a lid. Both are often only for a few frames.
struct PenScenario {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed ^ 0x9e4) }

    /// - Returns: nil if nothing happens.
    mutating func next(devices: Int) -> Action? {
        let device = Int(random.next() % UInt64(devices))
        let pen = Int(random.next() % 2)
        return switch random.next() % 60 {
        case 0...2: .pen(pen, device: device, isNear: true)
        case 3...14: .pen(pen, device: device, isNear: false)
        case 15: .off(device: device, .lidClosed)
        case 16...20: .off(device: device, nil)
        default: nil
        }
    }
}

extension AccessRules {
    /// Rules as in a configuration.
    public static func random(seed: UInt64) -> AccessRules {
        var random = SplitMix64(seed: seed ^ 0x9a7e)
        var rules = AccessRules()
        rules.positions = random.next() % 4 == 0 ? .session : .focused
        rules.sessionScope = random.next() % 3 == 0 ? .granted : .everyone
        // Only the colleague is in this group.
        if random.next() % 2 == 0 {
            rules.grants = [Grant(group: 44, positions: random.next() % 2 == 0, session: random.next() % 2 == 0)]
        }
        return rules
    }
}
