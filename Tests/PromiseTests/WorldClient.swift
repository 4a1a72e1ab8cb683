import GesturePipeline
import ShadowModel

/// How a client reads.
enum Reading: Hashable {
    case promptly
    /// So many bytes each time.
    case sips(Int)
    case never

    var isPrompt: Bool { self == .promptly }
}

/// A connection, and the shadow model that follows it.
struct WorldClient {
    let handle: Pipeline.ClientHandle
    let reading: Reading
    var shadow = ShadowModel()
    private(set) var received: [UInt8] = []
    /// The moment at which each subscription's `ok` was read.
    private(set) var subscribed: [Int: Int] = [:]
    /// The most bytes that ever waited for it.
    private(set) var mostWaiting = 0

    init(handle: Pipeline.ClientHandle, reading: Reading) {
        self.handle = handle
        self.reading = reading
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
            received.append(contentsOf: taken)
            shadow.receive(taken)
            return taken.count
        }
    }
}
