import GestureModel
import Gestures
import Strokes
import TouchInput
import TouchRecordings

/// Fingers above a surface, and the gesture that watches it. Times are milliseconds.
struct Hand {
    let recogniser: GestureRecogniser
    private var fingers = Strokes.Hand()

    init(_ gesture: some Gesture, region: Region? = nil, surface: Surface? = nil) {
        recogniser = GestureRecogniser(gesture, region: region, surface: surface)
    }

    /// One frame; fingers of which nothing is said stay where they are.
    mutating func at(_ time: Double, _ touches: Touch...) {
        recogniser.update(fingers.frame(at: seconds(time / 1000), touches))
    }

    /// No frame until then.
    func wait(until time: Double) { recogniser.expire(at: seconds(time / 1000)) }

    func cancel(_ reason: CancellationReason, at time: Double) {
        recogniser.cancel(reason, at: seconds(time / 1000))
    }

    /// Down at a place and gone again 50 ms later.
    mutating func tap(at time: Double, x: Double = 100, y: Double = 100) {
        at(time, .down(Int(time), x, y))
        at(time + 50, .lift(Int(time)))
    }

    /// Down at (100, 100) and on by `way` in ten even steps of 8 ms; the finger stays down.
    mutating func drag(at time: Double = 0, by way: Vector) {
        at(time, .down(1, 100, 100))
        for step in 1...10 {
            let share = Double(step) / 10
            at(time + Double(step) * 8, .move(1, 100 + way.dx * share, 100 + way.dy * share))
        }
    }
}

/// What callbacks have noted, in order.
final class Notes<Note> {
    var all: [Note] = []

    func add(_ note: Note) { all.append(note) }
}

extension StrokeScript {
    /// What a device's driver and the assembler make of the script.
    func frames() throws -> [TouchFrame] {
        var assembler = try FrameAssembler(recording.description, kind: recording.kind)
        return recording.events.compactMap { assembler.take($0) == .frame ? assembler.frame : nil }
    }
}
