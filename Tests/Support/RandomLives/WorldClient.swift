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
    /// The most bytes that ever waited for it.
    public private(set) var mostWaiting = 0

    private let keepsBytes: Bool

    init(handle: Pipeline.ClientHandle, reading: Reading, keepsBytes: Bool) {
        self.handle = handle
        self.reading = reading
        self.keepsBytes = keepsBytes
    }

    mutating func read(_ pipeline: inout Pipeline, pieces: Int?, at moment: Int) {
        let last = shadow.lastSubscription
        switch reading {
        case .promptly: drain(&pipeline, pieces: pieces)
        case .sips(let bytes): take(bytes, from: &pipeline)
        case .never: take(0, from: &pipeline)
        }
        for number in last..<shadow.lastSubscription { subscribed[number + 1] = moment }
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
