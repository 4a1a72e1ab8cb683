import GestureModel
import Gestures
import Strokes
import TouchInput

@testable import ExampleViews

/// A view under fingers, or under a recording. Times are milliseconds.
final class Bench {
    /// What a view is told is now.
    private(set) var now = milliseconds(0)
    private var recogniser: GestureRecogniser?
    private var fingers = Strokes.Hand()

    /// Runs `gesture`, or the view's own, from here on.
    func show(_ view: some View) { recogniser = GestureRecogniser(view.gesture) }

    /// One frame; fingers of which nothing is said stay where they are.
    func at(_ time: Double, _ touches: Touch...) { take(fingers.frame(at: milliseconds(time), touches)) }

    /// No frame until then.
    func wait(until time: Double) { wait(until: milliseconds(time)) }

    func cancel(_ reason: CancellationReason, at time: Double) {
        wait(until: time)
        recogniser?.cancel(reason, at: now)
    }

    /// Down at (400, 400) and on by `way` in ten even steps of 8 ms; the finger stays down.
    func drag(at time: Double = 0, by way: Vector) {
        at(time, .down(1, 400, 400))
        for step in 1...10 {
            let share = Double(step) / 10
            at(time + Double(step) * 8, .move(1, 400 + way.dx * share, 400 + way.dy * share))
        }
    }

    /// All of a recording, and the loss of its device where a finger is still down.
    func play(_ recording: Recording) throws {
        var assembler = try FrameAssembler(
            recording.description.completed(by: recording.events), kind: recording.kind)
        for event in recording.events where assembler.take(event) == .frame { take(assembler.frame) }
        recogniser?.cancel(.deviceLost, at: now)
    }

    func play(_ frames: [TouchFrame]) {
        for frame in frames { take(frame) }
    }

    private func take(_ frame: TouchFrame) {
        // A deadline at the moment of a frame comes after it.
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

func milliseconds(_ time: Double) -> Timestamp { Timestamp(microseconds: Int64((time * 1000).rounded())) }

/// Everything that may befall a gesture from outside.
let interruptions: [CancellationReason] = [
    .deviceLost, .resynchronised, .outcompeted, .unsubscribed, .overrun, .shutdown, .disconnected,
    .other("suspended"), .failed(.liftedEarly),
]
