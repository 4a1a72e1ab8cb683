import GestureModel
import Gestures
import Strokes
import TouchInput
import TouchRecordings

/// Simulated fingers and the recogniser that receives their frames. Times are in milliseconds.
struct Hand {
    let recogniser: GestureRecogniser
    private var fingers = Strokes.Hand()

    init(_ gesture: some Gesture, region: Region? = nil, surface: Surface? = nil) {
        recogniser = GestureRecogniser(gesture, region: region, surface: surface)
    }

    /// Sends one frame. Fingers that are not listed do not move.
    mutating func at(_ time: Double, _ touches: Touch...) {
        recogniser.update(fingers.frame(at: seconds(time / 1000), touches))
    }

    /// Expires deadlines until `time`, without a frame.
    func wait(until time: Double) { recogniser.expire(at: seconds(time / 1000)) }

    func cancel(_ reason: CancellationReason, at time: Double) {
        recogniser.cancel(reason, at: seconds(time / 1000))
    }

    /// Touches down, and lifts 50 ms later.
    mutating func tap(at time: Double, x: Double = 100, y: Double = 100) {
        at(time, .down(Int(time), x, y))
        at(time + 50, .lift(Int(time)))
    }

    /// Touches down at (100, 100), rests for a time, and moves by `translation` in ten equal steps of 8 ms. The finger
    /// stays down. One that has rested does not roll, so it drags from 10 pt on.
    mutating func drag(at time: Double = 0, by translation: Vector, after rest: Double = 0) {
        at(time, .down(1, 100, 100))
        for step in 1...10 {
            let share = Double(step) / 10
            at(time + rest + Double(step) * 8, .move(1, 100 + translation.dx * share, 100 + translation.dy * share))
        }
    }
}

/// Values that callbacks have recorded, in order.
final class Recorder<Value> {
    var all: [Value] = []

    func add(_ value: Value) { all.append(value) }
}

extension StrokeScript {
    /// The frames of the script, sent through a device's driver and the assembler.
    func frames() throws -> [TouchFrame] {
        var assembler = try FrameAssembler(recording.description, kind: recording.kind)
        return recording.events.compactMap { assembler.handle($0) == .frame ? assembler.frame : nil }
    }
}
