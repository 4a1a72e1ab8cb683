import GestureClient
import GestureModel
import GesturePipeline
import GestureProtocol
import Strokes
import TouchInput
import TouchRecordings

/// A client with the daemon's pipeline at the other end of its socket. There is one touchscreen and one active session, to
/// which the client belongs as process 10.
final class PipelineBench {
    static let alice: UInt32 = 1000

    let client: GestureClient
    var log: [String] = []
    private let server = ScriptedServer()
    private var pipeline: Pipeline
    private var screen: PipelineDevice?
    private var app: ClientSession?
    private var script = StrokeScript(on: .touchscreen, seed: 1)
    /// How many events of the script the pipeline has received.
    private var receivedCount = 0

    init(rules: AccessRules = AccessRules()) throws {
        client = GestureClient(path: server.path)
        pipeline = Pipeline(server: "bench")
        pipeline.setRules(rules, at: script.now)
        pipeline.setSeats([Seat(name: "seat0", session: "2", user: Self.alice, isLocked: false)], at: script.now)
        screen = try pipeline.add(
            id: "event5", node: "/dev/input/event5", kind: .touchscreen, ModelDevice.touchscreen.description)
        client.process(at: script.now)
        server.accept()
        app = try pipeline.connect(Peer(user: Self.alice, process: 10, groups: []))
        runUntilIdle()
    }

    /// Runs both sides until neither has anything to send.
    func runUntilIdle() {
        for _ in 0..<4 {
            client.process(at: script.now)
            for request in server.requests() { receive(request.encoded, from: app) }
            if let app {
                app.outbox.flush { bytes in
                    server.send(Array(bytes))
                    return bytes.count
                }
            }
        }
    }

    /// Drags to the right by a number of millimetres, in half a second.
    ///
    /// - Parameter meanwhile: Called halfway.
    func drag(from start: Point, by distance: Double = 60, meanwhile: () -> Void = {}) {
        let before = script.recording.events.count
        script.drag(from: start, to: Point(x: start.x + distance, y: start.y), duration: .milliseconds(500))
        script.pause(.milliseconds(500))
        let events = script.recording.events
        play(events, upTo: (before + events.count) / 2)
        meanwhile()
        play(events, upTo: events.count)
    }

    /// Reports the focused processes, as a focus source.
    func focus(_ processes: Int32...) {
        let source = try? pipeline.connect(Peer(user: Self.alice, process: 99, groups: []), as: .focusSource)
        receive(Array(#"{"type":"focus","id":1,"processes":\#(processes)}"#.utf8) + [10], from: source)
        runUntilIdle()
    }

    /// Connects another app of the user, which sends a request.
    func connectOther(sending requests: Request...) {
        let other = try? pipeline.connect(Peer(user: Self.alice, process: 11, groups: []))
        for request in requests { receive(request.encoded, from: other) }
        runUntilIdle()
    }

    /// Returns the log since the last call.
    func drainLog() -> [String] {
        defer { log = [] }
        return log
    }

    private func play(_ events: [InputEvent], upTo end: Int) {
        guard let screen else { return }
        for event in events[receivedCount..<end] { screen.handle(.event(event)) }
        receivedCount = end
        runUntilIdle()
    }

    private func receive(_ bytes: [UInt8], from client: ClientSession?) {
        guard let client else { return }
        bytes.withUnsafeBytes { pipeline.receive($0, from: client, at: now) }
    }

    /// The time of the last event that the pipeline received.
    private var now: Timestamp { receivedCount > 0 ? script.recording.events[receivedCount - 1].time : script.now }
}
