import Callbacks
import Gestures
import Glibc
import TouchRecordings

/// Prints the touches of a recording, one event per line, for a compositor to play; or recognises them without a toolkit:
///
///     recorded-touches events FILE        touches as a toolkit reports them
///     recorded-touches callbacks FILE     the callbacks of these events
///     recorded-touches exact FILE         the callbacks at the kernel's times
///     recorded-touches filtered FILE      the callbacks at the kernel's times of what the daemon keeps of the recording
///
/// Positions are points, which are the logical pixels of the examples. The first touch is at 1 s. Toolkits have whole
/// milliseconds and every contact; the daemon has the kernel's microseconds, and removes palms and faulty contacts.
@main struct RecordedTouches {
    private enum Mode: String {
        case events, callbacks, exact, filtered
    }

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 2, let mode = arguments.first.flatMap(Mode.init), let path = arguments.last else {
            fatalError("usage: recorded-touches events|callbacks|exact|filtered FILE")
        }
        let recording = try Recording(parsing: contents(of: path))
        guard mode == .events || mode == .callbacks else {
            return try recogniseExactly(recording, filtered: mode == .filtered)
        }
        let recorded = try recording.touchFrames()
        let start = recorded.first?.time ?? Timestamp(microseconds: 0)
        let touches = TouchFrameBuilder()
        if mode == .callbacks { printCallbacks(of: touches) }
        for frame in recorded + end(of: recorded) {
            let milliseconds = 1000 + (frame.time - start).count / 1000
            mode == .events
                ? print(frame, at: milliseconds)
                : feed(frame, to: touches, at: Timestamp(microseconds: milliseconds * 1000))
        }
    }

    /// Half a second after the last event the daemon removes the device.
    private static func recogniseExactly(_ recording: Recording, filtered isFiltered: Bool) throws {
        let gestures = FrameGestures()
        printCallbacks(of: gestures)
        for frame in try recording.touchFrames(filtered: isFiltered) { gestures.update(frame) }
        if let last = recording.events.last { gestures.remove(at: last.time + .milliseconds(500)) }
        line("end")
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
                        Contact(id: 1_000_000 + $0, phase: phase, position: Point(x: 100 + 100 * Double($0), y: 2400))
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

    private static func feed(_ frame: TouchFrame, to touches: TouchFrameBuilder, at time: Timestamp) {
        for contact in frame.contacts {
            switch contact.phase {
            case .began: touches.touchDown(contact.id, at: contact.position, time: time)
            case .moved: touches.touchMoved(contact.id, to: contact.position, time: time)
            case .ended: touches.touchUp(contact.id, time: time)
            // Only filtered frames have rejected contacts.
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

/// Updates recognisers with frames that have every phase, in the order of their deadlines.
private final class FrameGestures: GestureTarget {
    private var recognisers: [GestureRecogniser] = []

    @discardableResult
    func gesture(_ gesture: some Gesture) -> GestureRecogniser {
        let recogniser = GestureRecogniser(gesture)
        recognisers.append(recogniser)
        return recogniser
    }

    func update(_ frame: TouchFrame) {
        expire(before: frame.time)
        for recogniser in recognisers { recogniser.update(frame) }
        // As in the daemon: a press without a minimum duration is complete at once.
        expire(before: frame.time + Microseconds(1))
    }

    func remove(at time: Timestamp) {
        expire(before: time + Microseconds(1))
        for recogniser in recognisers { recogniser.cancel(.deviceLost, at: time) }
    }

    private func expire(before time: Timestamp) {
        while let (next, recogniser) = next, next < time { recogniser.expire(at: next) }
    }

    /// The recogniser with the earliest deadline: the first of several.
    private var next: (Timestamp, GestureRecogniser)? {
        var earliest: (Timestamp, GestureRecogniser)?
        for recogniser in recognisers {
            guard let deadline = recogniser.deadline else { continue }
            if let earliest, earliest.0 <= deadline { continue }
            earliest = (deadline, recogniser)
        }
        return earliest
    }
}
