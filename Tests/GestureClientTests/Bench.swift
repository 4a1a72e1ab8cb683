import GestureClient
import GestureModel
import GestureProtocol
import Gestures

/// A client, its scripted daemon, and a log of the app's callbacks.
final class Bench {
    let server = ScriptedServer()
    let client: GestureClient
    var log: [String] = []
    /// The time that `process` passes to the client.
    var now = Timestamp(microseconds: 1_000_000)

    init() {
        client = GestureClient(path: server.path)
        client.onStateChange = { [weak self] state in self?.log.append(Bench.text(of: state)) }
    }

    /// Makes a bench whose client is connected and greeted.
    static func connected() -> Bench {
        let bench = Bench()
        bench.process()
        bench.greet()
        bench.log = []
        return bench
    }

    func process() { client.process(at: now) }

    func greet(_ hello: String = ScriptedServer.hello) {
        server.accept()
        server.send(hello)
        process()
    }

    func deliver(_ lines: String...) {
        for line in lines { server.send(line) }
        process()
    }

    /// Makes a drag whose callbacks log.
    func drag(_ name: String = "") -> some Gesture<DragGesture.Value> {
        DragGesture()
            .onChanged { [weak self] value in self?.log.append("\(name)changed \(Int(value.location.x))") }
            .onEnded { [weak self] value in self?.log.append("\(name)ended \(Int(value.location.x))") }
            .onCancelled { [weak self] reason in self?.log.append("\(name)cancelled \(reason.name)") }
    }

    /// Attaches a drag, which becomes the daemon's subscription 1.
    @discardableResult func attachDrag(to region: Region? = nil) -> GestureClient.Attachment {
        let attachment = client.attach(drag(), to: region) { [weak self] in self?.log.append("failure: \($0)") }
        for request in server.requests() { deliver(ScriptedServer.ok(request.id, 1)) }
        return attachment
    }

    /// Returns the log since the last call.
    func drainLog() -> [String] {
        defer { log = [] }
        return log
    }

    private static func text(of state: GestureClient.State) -> String {
        switch state {
        case .connecting: "connecting"
        case .connected(let hello): "connected \(hello.server)"
        case .disconnected(nil): "disconnected"
        case .disconnected(let failure?): "disconnected: \(failure)"
        }
    }
}
