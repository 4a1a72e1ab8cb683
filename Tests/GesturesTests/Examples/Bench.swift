import GestureModel
import Gestures
import Strokes
import TouchInput
import TouchRecordings

@testable import ExampleViews

/// A view with simulated fingers or a recording. Times are in milliseconds.
final class Bench {
    private(set) var now = timestamp(0)
    private var recogniser: GestureRecogniser?
    private var fingers = Strokes.Hand()

    func show(_ view: some View) { recogniser = GestureRecogniser(view.gesture) }

    /// Sends one frame. Fingers that are not listed do not move.
    func at(_ time: Double, _ touches: Touch...) { send(fingers.frame(at: timestamp(time), touches)) }

    /// Expires deadlines until `time`, without a frame.
    func wait(until time: Double) { wait(until: timestamp(time)) }

    func cancel(_ reason: CancellationReason, at time: Double) {
        wait(until: time)
        recogniser?.cancel(reason, at: now)
    }

    /// Removes the gesture.
    func remove() { recogniser?.detach() }

    /// Touches down at (400, 400) and moves by `translation` in ten equal steps of 8 ms. The finger stays down.
    func drag(at time: Double = 0, by translation: Vector) {
        at(time, .down(1, 400, 400))
        for step in 1...10 {
            let share = Double(step) / 10
            at(time + Double(step) * 8, .move(1, 400 + translation.dx * share, 400 + translation.dy * share))
        }
    }

    /// Plays a recording. If a finger is still down at its end, the device is removed 0.5 s later.
    func play(_ recording: Recording) throws {
        var assembler = try FrameAssembler(recording.description, kind: recording.kind)
        for event in recording.events where assembler.handle(event) == .frame { send(assembler.frame) }
        wait(until: now + .milliseconds(500))
        recogniser?.cancel(.deviceLost, at: now)
    }

    func play(_ frames: [TouchFrame]) { frames.forEach(send) }

    private func send(_ frame: TouchFrame) {
        // A deadline at the time of a frame expires after it.
        wait(until: frame.time + Microseconds(-1))
        now = frame.time
        recogniser?.update(frame)
    }

    private func wait(until time: Timestamp) {
        while let deadline = recogniser?.deadline, deadline <= time {
            now = deadline
            recogniser?.expire(at: deadline)
        }
        now = max(now, time)
    }
}

func timestamp(_ milliseconds: Double) -> Timestamp { Timestamp(microseconds: Int64((milliseconds * 1000).rounded())) }

/// Cancellation reasons, external ones and failures.
let reasons: [CancellationReason] = [
    .deviceLost, .resynchronised, .failed(.movedTooFar(by: 12, limit: 10)), .outcompeted, .unsubscribed, .overrun,
    .shutdown, .disconnected, .suspended, .paused,
]
