internal import GesturePipeline
internal import ShadowModel

/// A connection, and who judges what comes of it.
struct FuzzedClient {
    let handle: Pipeline.ClientHandle
    /// Whether it leaves what is there for it until it is told to read.
    let isSlow: Bool
    private var shadow = ShadowModel()
    private var phases = PhaseJudge()
    /// Whether it sends requests that can be followed, not any bytes.
    private let isFollowed: Bool

    init(_ handle: Pipeline.ClientHandle, isSlow: Bool, isFollowed: Bool) {
        self.handle = handle
        self.isSlow = isSlow
        self.isFollowed = isFollowed
    }

    var findings: [String] { phases.findings + shadow.violations.map(\.description) }

    mutating func send(_ bytes: [UInt8]) {
        if isFollowed { shadow.send(bytes) }
    }

    mutating func receive(_ bytes: some Sequence<UInt8>) {
        if isFollowed { shadow.receive(bytes) } else { phases.receive(bytes) }
    }

    /// The daemon closed the stream.
    mutating func close() {
        if isFollowed { shadow.close() } else { phases.close() }
    }
}
