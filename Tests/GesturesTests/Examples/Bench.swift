import GestureModel
import Gestures
import Strokes
import TouchInput
import TouchRecordings

@testable import ExampleViews

/// A view under fingers, or under a recording. Times are milliseconds.
final class Bench {
    /// What a view is told is now.
    let clock = Clock()
    var now: Timestamp { clock.now }
    /// Lives at least as long as its gesture, which calls it.
    private var view: (any View)?
    private var recogniser: GestureRecogniser?
    private var fingers = Strokes.Hand()

    deinit { recogniser = nil }

    func show(_ view: some View) {
        recogniser = GestureRecogniser(view.gesture)
        self.view = view
    }

    /// One frame; fingers of which nothing is said stay where they are.
    func at(_ time: Double, _ touches: Touch...) { take(fingers.frame(at: timestamp(time), touches)) }

    /// No frame until then.
    func wait(until time: Double) { wait(until: timestamp(time)) }

    func cancel(_ reason: CancellationReason, at time: Double) {
        wait(until: time)
        recogniser?.cancel(reason, at: clock.now)
    }

    /// The gesture is taken off.
    func remove() { recogniser?.remove() }

    /// Down at (400, 400) and on by `way` in ten even steps of 8 ms; the finger stays down.
    func drag(at time: Double = 0, by way: Vector) {
        at(time, .down(1, 400, 400))
        for step in 1...10 {
            let share = Double(step) / 10
            at(time + Double(step) * 8, .move(1, 400 + way.dx * share, 400 + way.dy * share))
        }
    }

    /// A recording; where a finger is still down in the end, the device is lost half a second later.
    func play(_ recording: Recording) throws {
        var assembler = try FrameAssembler(recording.description, kind: recording.kind)
        for event in recording.events where assembler.take(event) == .frame { take(assembler.frame) }
        wait(until: clock.now + .milliseconds(500))
        recogniser?.cancel(.deviceLost, at: clock.now)
    }

    func play(_ frames: [TouchFrame]) { frames.forEach(take) }

    private func take(_ frame: TouchFrame) {
        // A deadline at the moment of a frame comes after it.
        wait(until: frame.time + Microseconds(-1))
        clock.now = frame.time
        recogniser?.update(frame)
    }

    private func wait(until time: Timestamp) {
        while let deadline = recogniser?.deadline, deadline <= time {
            clock.now = deadline
            recogniser?.expire(at: deadline)
        }
        clock.now = max(clock.now, time)
    }
}

/// For views that ask the time: they have it, and not the bench that has them.
final class Clock {
    fileprivate(set) var now = timestamp(0)
}

func timestamp(_ milliseconds: Double) -> Timestamp { Timestamp(microseconds: Int64((milliseconds * 1000).rounded())) }

/// Whatever may cancel a gesture, from outside and by what the fingers do.
let reasons: [CancellationReason] = [
    .deviceLost, .resynchronised, .failed(.movedTooFar(by: 12, limit: 10)), .outcompeted, .unsubscribed, .overrun,
    .shutdown, .disconnected, .other("suspended"),
]
