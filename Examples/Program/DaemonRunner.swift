internal import ExampleViews
internal import GestureClient
internal import GestureModel
internal import GestureProtocol
internal import Gestures

/// Runs an example on every touch device of the daemon.
final class DaemonRunner: ExampleRunner {
    private let client: GestureClient
    private let screen = Screen()
    /// True if an event arrived less than one refresh interval after the last drawing.
    private var needsDrawing = false

    init(socket: String) {
        client = GestureClient(path: socket)
        screen.start(at: .now)
        client.onStateChange = { [weak self] in self?.print($0) }
    }

    private var now: Timestamp { .now }

    func play(_ feedback: SensoryFeedback) {
        screen.print("haptic feedback: \(feedback.haptic.rawValue)", at: now)
        client.play(feedback) { [weak self] in self?.note("haptic feedback failed: \($0)") }
    }

    /// Runs until the process is interrupted. If the daemon stops, the client reconnects.
    func run(_ view: some View) {
        client.attach(view.gesture.onCancelled { [weak self] in self?.note("cancelled \($0.name)") }) {
            [weak self] in self?.note("the daemon refused the gesture: \($0)")
        }
        var lastDrawing = now
        screen.draw(view.body(at: now), at: now)
        while true {
            // Wait for the next refresh while the view is animated, otherwise for the next event.
            client.wait(timeout: needsDrawing || !view.isSettled(at: lastDrawing) ? screen.interval : nil)
            needsDrawing = now < lastDrawing + screen.interval
            guard !needsDrawing else { continue }
            lastDrawing = now
            screen.draw(view.body(at: lastDrawing), at: lastDrawing)
        }
    }

    private func note(_ text: String) { screen.print(text, at: now) }

    private func print(_ state: GestureClient.State) {
        switch state {
        case .connected(let hello): screen.print("connected to \(hello.server)", at: now)
        case .disconnected(let failure?): screen.print("\(failure)", at: now)
        case .connecting, .disconnected(nil): break
        }
    }
}
