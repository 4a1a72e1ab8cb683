internal import ExampleViews
internal import GestureClient
internal import GestureModel
internal import GestureProtocol
internal import Gestures

/// Every touch device there is, through the daemon.
final class DaemonStage: Stage {
    private let client: GestureClient
    private let screen = Screen()

    init(socket: String) {
        client = GestureClient(path: socket)
        screen.begin(at: .now)
        client.onStateChange = { [unowned self] in note($0) }
    }

    var now: Timestamp { .now }

    func play(_ feedback: SensoryFeedback) {
        screen.note("feels \(feedback.haptic.rawValue)", at: now)
        client.play(feedback) { [unowned self] in screen.note("nothing is felt: \($0)", at: now) }
    }

    /// Runs until it is interrupted: a daemon that goes away is waited for.
    func run(_ view: some View) {
        client.attach(view.gesture.onCancelled { [unowned self] in screen.note("cancelled \($0.name)", at: now) }) {
            [unowned self] in screen.note("the daemon refuses the gesture: \($0)", at: now)
        }
        var lastDrawing = now
        screen.draw(view.body(at: now), at: now)
        while true {
            // What moves by itself is drawn until it rests; else the next touch is waited for.
            client.wait(timeout: isDue || !view.isSettled(at: lastDrawing) ? screen.interval : nil)
            isDue = now < lastDrawing + screen.interval
            guard !isDue else { continue }
            lastDrawing = now
            screen.draw(view.body(at: lastDrawing), at: lastDrawing)
        }
    }

    /// Something came that is still to be drawn.
    private var isDue = false

    private func note(_ state: GestureClient.State) {
        switch state {
        case .connected(let hello): screen.note("connected to \(hello.server)", at: now)
        case .disconnected(let failure?): screen.note("\(failure)", at: now)
        case .connecting, .disconnected(nil): break
        }
    }
}
