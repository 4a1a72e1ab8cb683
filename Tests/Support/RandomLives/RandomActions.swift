internal import GestureModel
internal import Strokes
internal import TouchInput

/// A life of a daemon, drawn from a seed: devices that are touched, come and go, and clients that ask, read and leave.
public struct RandomActions {
    public private(set) var actions: [Action] = []
    private var random: SplitMix64
    private var requests: RandomRequests
    private var touches: [RandomTouches] = []
    private let breaking: Bool
    private let changesAccess: Bool
    private var society: RandomSociety?
    private let readings: [Reading]
    static let clients = 3

    /// - Parameters:
    ///   - breaking: Whether devices send what no driver should.
    ///   - readings: How clients may read.
    ///   - changesAccess: Whether the machine sleeps and terminals are switched.
    ///   - hasSociety: Whether clients are of several users, with sessions and focus; then there are more of them.
    ///   - strokes: How many there are on each device. The more, the higher the numbers of subscriptions given up.
    public init(
        seed: UInt64, breaking: Bool = true, readings: [Reading], strokes: Int = 4,
        changesAccess: Bool = false, hasSociety: Bool = false
    ) {
        random = SplitMix64(seed: seed)
        requests = RandomRequests(
            random: SplitMix64(seed: seed ^ 0xabcd), highestSubscription: strokes > 4 ? 40 : 9,
            hasSociety: hasSociety)
        self.breaking = breaking
        self.changesAccess = changesAccess
        self.readings = readings
        for number in 0...Int(random.next() % 2) {
            let model = ModelDevice.allCases[Int(random.next() % 4)]
            touches.append(RandomTouches(on: model, seed: random.next(), strokes: strokes))
            actions.append(.add(device: number, touches[number].recording))
        }
        if hasSociety { society = RandomSociety(seed: seed) }
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
        let cut = random.next() % 40
        let events = touches[device].next(breaking: breaking)
        // Anything may happen in the middle of a frame.
        let middle = events.isEmpty ? 0 : Int(random.next() % UInt64(events.count))
        for (index, event) in events.enumerated() {
            if index == middle { happen(cut, device) }
            actions.append(.take(device: device, event))
        }
    }

    private mutating func happen(_ cut: UInt64, _ device: Int) {
        if society != nil, random.next() % 6 == 0, let action = society?.next() { actions.append(action) }
        let client = Int(random.next() % UInt64(society == nil ? Self.clients : Citizen.allCases.count))
        switch cut {
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

    /// A request, now and then in two parts with the touches that come between them.
    private mutating func request(_ client: Int) {
        let line = requests.next()
        let cut = random.next() % 2 == 0 ? line.count : Int(random.next() % UInt64(line.count))
        actions.append(.send(client: client, Array(line[..<cut])))
        actions.append(.send(client: client, Array(line[cut...])))
    }
}
