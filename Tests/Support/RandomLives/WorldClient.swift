internal import GestureModel
public import GesturePipeline
public import ShadowModel

/// How a client reads.
public enum Reading: Hashable, Sendable {
    case promptly
    /// So many bytes each time.
    case sips(Int)
    case never

    var isPrompt: Bool { self == .promptly }
}

/// A connection, and the shadow model that follows it.
public struct WorldClient {
    public let handle: Pipeline.ClientHandle
    public let reading: Reading
    public var shadow = ShadowModel()
    public private(set) var received: [UInt8] = []
    /// The moment at which each subscription's `ok` was read.
    public private(set) var subscribed: [Int: Int] = [:]
    /// When each subscription last lost a gesture of a device to somebody, or something.
    private var lost: [Ear: (moment: Int, line: Int)] = [:]
    /// The moments at which it was last told that its session, its focus and places had come back.
    private var returned: (session: Int, focus: ContactWitness.Turn, places: ContactWitness.Turn) = (0, .never, .never)
    /// The most bytes that ever waited for it.
    public private(set) var mostWaiting = 0

    private struct Ear: Hashable {
        let subscription: Int
        let device: String
    }

    private let keepsBytes: Bool

    init(handle: Pipeline.ClientHandle, reading: Reading, keepsBytes: Bool) {
        self.handle = handle
        self.reading = reading
        self.keepsBytes = keepsBytes
    }

    mutating func read(_ pipeline: inout Pipeline, pieces: Int?, at moment: Int, _ time: Timestamp) {
        let last = shadow.lastSubscription
        let before = shadow.access
        switch reading {
        case .promptly: drain(&pipeline, pieces: pieces)
        case .sips(let bytes): take(bytes, from: &pipeline)
        case .never: take(0, from: &pipeline)
        }
        for number in last..<shadow.lastSubscription { subscribed[number + 1] = moment }
        forgetSubscriptions()
        for loss in shadow.losses {
            lost[Ear(subscription: loss.subscription, device: loss.device)] = (moment, loss.line)
        }
        shadow.losses = []
        if let before, let after = shadow.access, before != after { note(before, after, at: moment, time) }
    }

    private mutating func note(_ before: AccessWords, _ after: AccessWords, at moment: Int, _ time: Timestamp) {
        if before.isSilent, !after.isSilent { returned.session = moment }
        if before.isAside, !after.isAside { returned.focus = .init(moment: moment, time: time) }
        if before.withholdsPositions, !after.withholdsPositions { returned.places = .init(moment: moment, time: time) }
    }

    /// Of those that are given up; a day of them is too much.
    private mutating func forgetSubscriptions() {
        guard subscribed.count > 512 else { return }
        subscribed = subscribed.filter { shadow.isSubscribed($0.key) }
        lost = lost.filter { shadow.isSubscribed($0.key.subscription) }
    }

    /// What the fingers of a gesture have to have come after.
    func bounds(of gesture: ShadowModel.Beginning) -> ContactWitness.Bounds {
        let loss = lost[Ear(subscription: gesture.subscription, device: gesture.device)] ?? (0, 0)
        let lossMoment = loss.line < gesture.line ? loss.moment : 0
        return ContactWitness.Bounds(
            moment: max(subscribed[gesture.subscription] ?? 0, lossMoment, returned.session),
            turns: (gesture.isOfSession ? [] : [returned.focus]) + (gesture.needsPlaces ? [returned.places] : []))
    }

    mutating func drain(_ pipeline: inout Pipeline, pieces: Int?) {
        while pipeline.hasOutput(handle) { take(pieces ?? .max, from: &pipeline) }
    }

    private mutating func take(_ most: Int, from pipeline: inout Pipeline) {
        pipeline.flush(handle) { waiting in
            mostWaiting = max(mostWaiting, waiting.count)
            let taken = waiting.prefix(most)
            if keepsBytes { received.append(contentsOf: taken) }
            shadow.receive(taken)
            return taken.count
        }
    }
}
