internal import DaemonSimulation
internal import GesturePipeline

/// A connection and the checker of what it receives.
struct FuzzedClient {
    let handle: ClientSession
    /// True if it reads only at the reads in the input.
    let isSlow: Bool
    private var shadow = ShadowModel()
    private var phases = PhaseChecker()
    /// True if it sends valid requests, not arbitrary bytes.
    private let isFollowed: Bool

    init(_ handle: ClientSession, isSlow: Bool, isFollowed: Bool) {
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

/// Requests that an input chooses by number.
enum FuzzedRequests {
    /// Including the newline.
    static func line(_ number: Int) -> [UInt8] { Array("\(lines[number % lines.count])\n".utf8) }

    static let lines = [
        #"{"type":"unsubscribe","id":1,"subscription":1}"#,
        #"{"type":"subscribe","id":2,"gesture":{"tap":{"fingers":[1,2,3]}}}"#,
        #"{"type":"subscribe","id":3,"gesture":{"tap":{"count":2}},"units":"normalized"}"#,
        #"{"type":"subscribe","id":4,"gesture":{"longPress":{"minimumDuration":"never"}}}"#,
        #"{"type":"subscribe","id":5,"gesture":{"longPress":{"minimumDuration":0.03}},"explain":true}"#,
        #"{"type":"subscribe","id":6,"gesture":{"drag":{"fingers":[1,2,3,4,5],"minimumDistance":0}}}"#,
        #"{"type":"subscribe","id":7,"gesture":{"drag":{}},"units":{"width":1920,"height":1080},"#
            + #""region":{"x":480,"y":0,"width":960,"height":1080}}"#,
        #"{"type":"subscribe","id":8,"gesture":{"swipe":{"fingers":[1,2,3],"minimumVelocity":0}},"units":"millimetres"}"#,
        #"{"type":"subscribe","id":9,"gesture":{"drag":{"edges":["top","left"],"edgeDistance":200}}}"#,
        #"{"type":"subscribe","id":10,"gesture":{"simultaneous":[{"magnify":{}},{"rotate":{"minimumAngleDelta":0}}]}}"#,
        #"{"type":"subscribe","id":11,"gesture":{"standard":"touchscreen"},"units":"normalized"}"#,
        #"{"type":"subscribe","id":12,"gesture":{"standard":"touchpad"},"explain":true}"#,
        #"{"type":"subscribe","id":13,"gesture":{"sequence":[{"longPress":{"minimumDuration":0.03}},{"drag":{}}]}}"#,
        #"{"type":"subscribe","id":14,"gesture":{"exclusive":[{"tap":{"count":2}},{"drag":{}},{"tap":{}}]}}"#,
        #"{"type":"subscribe","id":15,"gesture":{"race":[{"drag":{}},{"longPress":{}},{"magnify":{}}]}}"#,
        #"{"type":"unsubscribe","id":16,"subscription":2}"#,
        #"{"type":"haptic","id":17,"feedback":"selection"}"#,
    ]
}
