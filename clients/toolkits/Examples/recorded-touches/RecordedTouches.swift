import Callbacks
import Gestures
import Glibc
import TouchRecordings

/// Prints the touches of a recording, one event per line, for a compositor to play; or recognises them without a toolkit:
///
///     recorded-touches events|callbacks FILE
///
/// Positions are points, which are the logical pixels of the examples. The first touch is at 1 s.
@main struct RecordedTouches {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 2, let mode = arguments.first, let path = arguments.last else {
            fatalError("usage: recorded-touches events|callbacks FILE")
        }
        let recording = try Recording(parsing: contents(of: path))
        let frames = try recording.touchFrames()
        let start = frames.first?.time ?? Timestamp(microseconds: 0)
        let touches = TouchFrameBuilder()
        if mode == "callbacks" { printCallbacks(of: touches) }
        for frame in frames + end(of: frames) {
            // Toolkits have whole milliseconds.
            let milliseconds = 1000 + (frame.time - start).count / 1000
            mode == "events" ? print(frame, at: milliseconds) : feed(frame, to: touches, at: milliseconds)
        }
    }

    /// Fingers that are still down lift, and a minute later five fingers tap, which shows the end of the recording.
    private static func end(of frames: [TouchFrame]) -> [TouchFrame] {
        guard var lift = frames.last else { return [] }
        let time = lift.time
        lift.time = time + .milliseconds(500)
        lift.contacts.removeAll { !$0.isDown }
        for index in lift.contacts.indices { lift.contacts[index].phase = .ended }
        return [lift]
            + [Contact.Phase.began, .ended].enumerated().map { step, phase in
                TouchFrame(
                    time: time + .milliseconds(60_000 + Int64(step) * 50),
                    contacts: (0..<5).map {
                        Contact(id: 1_000_000 + $0, phase: phase, position: Point(x: 100 + 100 * Double($0), y: 3000))
                    })
            }
    }

    private static func print(_ frame: TouchFrame, at milliseconds: Int64) {
        for contact in frame.contacts {
            let place = "\(contact.position.x) \(contact.position.y)"
            switch contact.phase {
            case .began: line("down \(contact.id) \(milliseconds) \(place)")
            case .moved: line("motion \(contact.id) \(milliseconds) \(place)")
            case .ended: line("up \(contact.id) \(milliseconds)")
            case .stationary, .palm, .faulty: break
            }
        }
        line("frame")
    }

    private static func feed(_ frame: TouchFrame, to touches: TouchFrameBuilder, at milliseconds: Int64) {
        let time = Timestamp(microseconds: milliseconds * 1000)
        for contact in frame.contacts {
            switch contact.phase {
            case .began: touches.down(contact.id, at: contact.position, time: time)
            case .moved: touches.moved(contact.id, to: contact.position, time: time)
            case .ended: touches.up(contact.id, time: time)
            case .stationary, .palm, .faulty: break
            }
        }
        touches.flush()
    }

    private static func contents(of path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { fatalError("\(path): cannot be opened") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return bytes
    }
}
